// SPDX-License-Identifier: GPL-3.0-or-later

package rts_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"convertd/core/ir"
	"convertd/internal/corpus"
	"convertd/sdk"
	"convertd/sdk/sinktest"
)

type oracle struct {
	Replays []struct {
		File       string           `json:"file"`
		Build      string           `json:"serverBuildSha"`
		MapName    string           `json:"mapName"`
		MapHash    string           `json:"mapContentHash"`
		Seed       int64            `json:"seed"`
		Duration   uint64           `json:"durationTicks"`
		WinnerID   *uint32          `json:"winnerId"`
		WinnerTeam *uint32          `json:"winnerTeamId"`
		Players    []oraclePlayer   `json:"players"`
		Loadouts   []map[string]any `json:"playerLoadouts"`
		Scores     []map[string]any `json:"finalScores"`
		Commands   uint64           `json:"commands"`
		Histogram  map[string]int   `json:"commandHistogram"`
		ByPlayer   map[string]int   `json:"commandsByPlayer"`
		FirstTick  int              `json:"firstCommandTick"`
		LastTick   int              `json:"lastCommandTick"`
		Text       string           `json:"canonicalTextSha256"`
		FirstLine  string           `json:"canonicalFirstLine"`
		LastLine   string           `json:"canonicalLastLine"`
		UnitsNamed int              `json:"unitsNamed"`
	} `json:"replays"`
	Malformed []struct {
		File    string         `json:"file"`
		Parse   oracleVerdict  `json:"parse"`
		Session *oracleVerdict `json:"serverSessionLimits"`
		Map     *oracleVerdict `json:"validateAgainstOwnShaAndDefaultMap"`
	} `json:"malformed"`
}

type oraclePlayer struct {
	ID      uint32 `json:"id"`
	Team    uint32 `json:"team_id"`
	Faction string `json:"faction_id"`
	Name    string `json:"name"`
	Color   string `json:"color"`
	IsAI    bool   `json:"is_ai"`
}

type oracleVerdict struct {
	OK    bool   `json:"ok"`
	Error string `json:"error"`
}

func readOracle(tb testing.TB) *oracle {
	tb.Helper()
	var read oracle
	if err := json.Unmarshal(corpus.Read(tb, "rts", "oracle.json"), &read); err != nil {
		tb.Fatal(err)
	}
	if len(read.Replays) == 0 || len(read.Malformed) == 0 {
		tb.Fatal("the oracle is empty")
	}
	return &read
}

func TestOracleAgreesOnEveryReplay(t *testing.T) {
	for _, want := range readOracle(t).Replays {
		t.Run(want.File, func(t *testing.T) {
			data := corpus.Read(t, "rts", "replays", want.File)
			sent, err := decode(data, sdk.DecodeOptions{})
			if err != nil {
				t.Fatal(err)
			}
			header, trailer := sent.Header, sent.Trailer
			if header.Version != want.Build || header.Map != (ir.Map{Name: want.MapName, ID: want.MapHash}) || header.Seed != want.Seed {
				t.Errorf("header %+v", header)
			}
			if trailer.Ticks != want.Duration || trailer.Commands != want.Commands || !trailer.Complete ||
				trailer.BytesConsumed != uint64(len(data)) {
				t.Errorf("trailer %+v", trailer)
			}
			var players []oraclePlayer
			var loadouts []map[string]any
			for _, p := range header.Players {
				players = append(players, oraclePlayer{
					ID: uint32(p.Slot), Team: uint32(p.Team), Faction: p.Faction, Name: p.Name,
					Color: p.Color, IsAI: p.Kind == ir.PlayerAI,
				})
				loadout := map[string]any{"playerId": float64(p.Slot), "factionId": p.Faction}
				for _, detail := range p.Details {
					if n, err := strconv.Atoi(detail.Value); err == nil {
						loadout[detail.Key] = float64(n)
					} else {
						loadout[detail.Key] = detail.Value
					}
				}
				loadouts = append(loadouts, loadout)
			}
			if diff := cmp.Diff(want.Players, players) + cmp.Diff(want.Loadouts, loadouts); diff != "" {
				t.Error(diff)
			}
			checkScores(t, sent, want.Scores)
			checkOutcomes(t, sent, want.WinnerID, want.WinnerTeam)

			histogram, byPlayer, units := map[string]int{}, map[string]int{}, 0
			for _, count := range trailer.CommandsByType {
				histogram[count.Name] = int(count.N)
			}
			for i := range sent.Orders {
				order := &sent.Orders[i]
				byPlayer[fmt.Sprint(order.Client)]++
				if int(order.Player) < 0 || header.Players[order.Player].Client != order.Client {
					t.Fatalf("order %d is of player %d, client %d", i, order.Player, order.Client)
				}
				if data[order.Offset] != '{' {
					t.Fatalf("order %d: no entry at offset %d", i, order.Offset)
				}
				if strings.Contains("train research cancel setRally", order.NativeName) {
					continue
				}
				units += len(order.Subjects)
			}
			if diff := cmp.Diff(want.Histogram, histogram) + cmp.Diff(want.ByPlayer, byPlayer); diff != "" {
				t.Error(diff)
			}
			if units != want.UnitsNamed {
				t.Errorf("%d units named, want %d", units, want.UnitsNamed)
			}
			if first, last := sent.Orders[0].Tick, sent.Orders[len(sent.Orders)-1].Tick; first != uint64(want.FirstTick) || last != uint64(want.LastTick) {
				t.Errorf("commands from tick %d to %d", first, last)
			}
		})
	}
}

func checkScores(t *testing.T, sent *sinktest.Recording, want []map[string]any) {
	t.Helper()
	var wanted []ir.Score
	for _, row := range want {
		for i := range sent.Header.Players {
			if float64(sent.Header.Players[i].Slot) != row["id"] {
				continue
			}
			for _, name := range []string{"unitScore", "structureScore", "unitsKilled", "unitsLost", "buildingsKilled", "buildingsLost"} {
				value, _ := row[name].(float64)
				wanted = append(wanted, ir.Score{Player: int32(i), Name: name, Value: int64(value)})
			}
		}
	}
	if diff := cmp.Diff(wanted, sent.Trailer.Scores); diff != "" {
		t.Error(diff)
	}
}

func checkOutcomes(t *testing.T, sent *sinktest.Recording, winner, team *uint32) {
	t.Helper()
	if winner == nil {
		if sent.Trailer.Winner != ir.NoPlayer || len(sent.Trailer.Outcomes) != 0 {
			t.Errorf("winner %d, outcomes %+v of a game without a winner", sent.Trailer.Winner, sent.Trailer.Outcomes)
		}
		return
	}
	if got := sent.Header.Players[sent.Trailer.Winner].Slot; got != int32(*winner) {
		t.Errorf("winner %d, want %d", got, *winner)
	}
	for _, outcome := range sent.Trailer.Outcomes {
		want := ir.OutcomeLost
		if sent.Header.Players[outcome.Player].Team == int32(*team) {
			want = ir.OutcomeWon
		}
		if outcome.Outcome != want {
			t.Errorf("player %d: outcome %d, want %d", outcome.Player, outcome.Outcome, want)
		}
	}
	if len(sent.Trailer.Outcomes) != len(sent.Header.Players) {
		t.Errorf("%d outcomes", len(sent.Trailer.Outcomes))
	}
}

func TestOracleAgreesOnTheTextOfEveryReplay(t *testing.T) {
	for _, want := range readOracle(t).Replays {
		t.Run(want.File, func(t *testing.T) {
			sent, err := decode(corpus.Read(t, "rts", "replays", want.File), sdk.DecodeOptions{Native: true})
			if err != nil {
				t.Fatal(err)
			}
			lines := sent.Lines
			if diff := cmp.Diff([]string{want.FirstLine, want.LastLine}, []string{lines[0], lines[len(lines)-1]}); diff != "" {
				t.Error(diff)
			}
			if got := sent.Digest(); got != want.Text {
				t.Errorf("text digest %s, want %s", got, want.Text)
			}
		})
	}
}

func TestOracleAgreesOnEveryMalformedArtifact(t *testing.T) {
	for _, want := range readOracle(t).Malformed {
		t.Run(want.File, func(t *testing.T) {
			sent, err := decode(corpus.Read(t, "rts", "malformed", want.File), sdk.DecodeOptions{})
			message := ""
			switch {
			case !want.Parse.OK:
				message = want.Parse.Error
			case !want.Session.OK:
				message = want.Session.Error
			case strings.HasPrefix(want.Map.Error, "unsupported replay artifact schema"):
				message = want.Map.Error
			}
			if message == "" {
				if err != nil {
					t.Fatalf("want no error, got %v", err)
				}
				// Another map than the program has is no fault of the file.
				warning := ""
				for _, diagnostic := range sent.Diagnostics {
					warning += diagnostic.Summary
				}
				if warning != want.Map.Error {
					t.Fatalf("diagnostics %q, want %q", warning, want.Map.Error)
				}
				return
			}
			got, ok := ir.AsDecodeError(err)
			if !ok {
				t.Fatalf("want a DecodeError %q, got %v", message, err)
			}
			code := ir.CodeMalformed
			if strings.HasPrefix(message, "EOF") {
				code = ir.CodeTruncated
			} else if strings.HasPrefix(message, "unsupported") {
				code = ir.CodeUnsupportedVersion
			}
			if got.Message != message || got.Code != code {
				t.Fatalf("got %s %q, want %s %q", got.Code, got.Message, code, message)
			}
			if sent.Header != nil && (sent.Trailer == nil || sent.Trailer.Complete) {
				t.Fatal("a damaged file needs a trailer that says so")
			}
		})
	}
}
