// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"convertd/core/divergence"
	"convertd/core/icrep"
	"convertd/core/icrep/icreptest"
	"convertd/core/order"
	"convertd/core/pipeline"
	"convertd/core/snapshot"
	"convertd/internal/corpus"
	"convertd/plugins/orarep"
)

// provenGame converts a game of the repository that the simulation follows exactly:
// the file, and what playing it again needs.
func provenGame(t testing.TB, name string) ([]byte, *pipeline.Materials) {
	t.Helper()
	folder := filepath.Join("..", "..", "testdata", "engine")
	terrain, err := os.ReadFile(filepath.Join(folder, "maps", engineGames[name].terrain))
	if err != nil {
		t.Fatal(err)
	}
	return convertGame(t, filepath.Join(folder, name), terrain)
}

func convertGame(t testing.TB, recording string, terrain []byte) ([]byte, *pipeline.Materials) {
	t.Helper()
	materials := &pipeline.Materials{Maps: mapFile(terrain)}
	source, data := decode(t, orarep.New(), recording)
	sum := sha256.Sum256(data)
	job := &pipeline.Job{SHA256: hex.EncodeToString(sum[:]), EngineVersion: "test", Thresholds: divergence.DefaultThresholds(), Materials: *materials}
	path := filepath.Join(t.TempDir(), "result.icrep")
	if _, err := pipeline.Convert(t.Context(), job, source, func(metadata icrep.Metadata) (pipeline.Recording, error) {
		return icrep.CreateFile(path, icrep.Options{Metadata: metadata, Durability: icrep.SyncNever})
	}); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return file, materials
}

func openFile(t testing.TB, file []byte) *icrep.Reader {
	t.Helper()
	reader, err := icrep.Open(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	return reader
}

// playAgain plays a file whose container is whole.
func playAgain(t testing.TB, file []byte, materials *pipeline.Materials) (*pipeline.Resimulation, error) {
	t.Helper()
	reader := openFile(t, file)
	if report := reader.Verify(icrep.VerifyOptions{}); !report.OK() {
		t.Fatalf("the container is not whole: %v", report.Problems)
	}
	return pipeline.ResimulateAside(t.Context(), reader, materials, pipeline.Elsewhere)
}

const forgedGame = "ra-playtest-20201213.orarep"

func TestAFileThatIsAsItWasRecordedIsRefutedInNothing(t *testing.T) {
	for name := range engineGames {
		file, materials := provenGame(t, name)
		again, err := playAgain(t, file, materials)
		if err != nil {
			t.Fatal(err)
		}
		reader := openFile(t, file)
		if !again.OK() || len(again.Skipped) > 0 || !again.FinalHash || again.Keyframes != len(reader.Keyframes()) {
			t.Errorf("%s: %+v", name, again)
		}
		if uint64(again.Ticks) != reader.Header().TotalTicks || again.Events == 0 {
			t.Errorf("%s: %d ticks, %d events", name, again.Ticks, again.Events)
		}
	}
}

// forgeState decodes a full keyframe, changes it and encodes it again.
func forgeState(t *testing.T, blob []byte, change func(*snapshot.SimSnapshot)) []byte {
	t.Helper()
	state, err := snapshot.Decode(blob)
	if err != nil {
		t.Fatal(err)
	}
	change(state)
	return state.Append(nil)
}

// Everything that the simulation determines is compared: a file with every checksum
// and digest right, in which one fact is another, is refuted, and the fact is named.
func TestEveryFactThatTheSimulationDeterminesIsCompared(t *testing.T) {
	file, materials := provenGame(t, forgedGame)
	slot := openFile(t, file).Metadata().Players[0].Slot
	standing := func(outcome string) func(*icrep.Metadata) {
		return func(m *icrep.Metadata) { m.Players[0].Outcome = outcome }
	}
	onlyFirst := func(kind icrep.EventKind, change func(icrep.Event) icrep.Event) func(icrep.Event, func(string) icrep.NameID) icrep.Event {
		done := false
		return func(e icrep.Event, _ func(string) icrep.NameID) icrep.Event {
			if done || e.EventKind() != kind {
				return e
			}
			done = true
			return change(e)
		}
	}
	for name, test := range map[string]struct {
		forgery icreptest.Forgery
		what    string
	}{
		"seed":           {icreptest.Forgery{Metadata: func(m *icrep.Metadata) { m.InitialRNGSeed++ }}, "initial_rng_seed"},
		"data version":   {icreptest.Forgery{Metadata: func(m *icrep.Metadata) { m.DataVersion += "x" }}, "data_version"},
		"rules in words": {icreptest.Forgery{Metadata: func(m *icrep.Metadata) { m.Rules += " and mine" }}, "rules"},
		"map name":       {icreptest.Forgery{Metadata: func(m *icrep.Metadata) { m.MapName = "Elsewhere" }}, "map_name"},
		"proof":          {icreptest.Forgery{Metadata: func(m *icrep.Metadata) { m.Divergence = []byte(`{"verdict":"proven"}`) }}, "divergence.verdict"},
		"second end": {icreptest.Forgery{Event: func(e icrep.Event, _ func(string) icrep.NameID) icrep.Event {
			if destroyed, is := e.(*icrep.UnitCreated); is {
				return &icrep.MatchEnded{Tick: destroyed.Tick, Outcome: icrep.MatchOutcome{Kind: icrep.OutcomeRemade}}
			}
			return e
		}}, "MatchEnded"},
		"faction":       {icreptest.Forgery{Metadata: func(m *icrep.Metadata) { m.Players[0].Faction = "nobody" }}, "].faction"},
		"kind":          {icreptest.Forgery{Metadata: func(m *icrep.Metadata) { m.Players[0].Kind = "human" }}, "].kind"},
		"player gone":   {icreptest.Forgery{Metadata: func(m *icrep.Metadata) { m.Players = m.Players[1:] }}, "players[slot 2]"},
		"player twice":  {icreptest.Forgery{Metadata: func(m *icrep.Metadata) { m.Players[1].Slot = m.Players[0].Slot }}, "players[slot 2]"},
		"no such slot":  {icreptest.Forgery{Metadata: func(m *icrep.Metadata) { m.Players[0].Slot = 77 }}, "players[slot 77]"},
		"negative slot": {icreptest.Forgery{Metadata: func(m *icrep.Metadata) { m.Players[0].Slot = -1 }}, "players[slot -1]"},
		"somebody won, and nobody did": {icreptest.Forgery{
			Metadata: standing(icrep.OutcomeWon),
		}, "MatchEnded.outcome"},
		"winner is lost": {icreptest.Forgery{
			Metadata: standing(icrep.OutcomeLost),
			Event: onlyFirst(icrep.EventMatchEnded, func(e icrep.Event) icrep.Event {
				ended := *e.(*icrep.MatchEnded) //nolint:forcetypeassert // chosen by its kind
				ended.Outcome = icrep.MatchOutcome{Kind: icrep.OutcomeCompleted, Winner: uint32(slot)}
				return &ended
			}),
		}, "MatchEnded.winner"},
		"winner that does not play": {icreptest.Forgery{
			Event: onlyFirst(icrep.EventMatchEnded, func(e icrep.Event) icrep.Event {
				ended := *e.(*icrep.MatchEnded) //nolint:forcetypeassert // chosen by its kind
				ended.Outcome = icrep.MatchOutcome{Kind: icrep.OutcomeCompleted, Winner: 99}
				return &ended
			}),
		}, "MatchEnded.winner"},
		"unit of somebody else": {icreptest.Forgery{Event: onlyFirst(icrep.EventUnitCreated, func(e icrep.Event) icrep.Event {
			created := *e.(*icrep.UnitCreated) //nolint:forcetypeassert // chosen by its kind
			created.Owner++
			return &created
		})}, "event"},
		"unit that never came": {icreptest.Forgery{Event: onlyFirst(icrep.EventUnitCreated, func(icrep.Event) icrep.Event { return nil })}, "event"},
		"unit of another type": {icreptest.Forgery{Event: func(e icrep.Event, name func(string) icrep.NameID) icrep.Event {
			if created, is := e.(*icrep.UnitCreated); is {
				forged := *created
				forged.Type = name("mammoth of the forger")
				return &forged
			}
			return e
		}}, "event"},
		"structure elsewhere": {icreptest.Forgery{Event: onlyFirst(icrep.EventConstructionStarted, func(e icrep.Event) icrep.Event {
			started := *e.(*icrep.ConstructionStarted) //nolint:forcetypeassert // chosen by its kind
			started.Pos.X++
			return &started
		})}, "event"},
		"richer player": {icreptest.Forgery{Event: onlyFirst(icrep.EventPlayerStatSnapshot, func(e icrep.Event) icrep.Event {
			stats := *e.(*icrep.PlayerStatSnapshot) //nolint:forcetypeassert // chosen by its kind
			stats.Stats.TotalCollected += 1000
			return &stats
		})}, "event"},
		"frame hash": {icreptest.Forgery{Frame: func(f *icrep.TickFrame) bool {
			if f.Tick == 1000 {
				f.StateHash++
			}
			return true
		}}, "frame hash"},
		"final hash": {icreptest.Forgery{Final: func(f *icrep.Final) { f.FinalStateHash[9]++ }}, "final hash"},
		"order": {icreptest.Forgery{Frame: func(f *icrep.TickFrame) bool {
			f.Orders = nil
			return true
		}}, "frame hash"},
		"delta keyframe": {icreptest.Forgery{Keyframe: func(i int, _ icrep.KeyframeEntry, blob []byte) []byte {
			if i != 3 {
				return blob
			}
			delta, err := snapshot.DecodeDelta(blob)
			if err != nil {
				t.Fatal(err)
			}
			delta.Core.CheatsUsed = true
			return delta.Append(nil)
		}}, "keyframe"},
		"state of a campaign": {icreptest.Forgery{Keyframe: func(i int, _ icrep.KeyframeEntry, blob []byte) []byte {
			if i != 0 {
				return blob
			}
			return forgeState(t, blob, func(s *snapshot.SimSnapshot) { s.Campaign = []byte("smuggled") })
		}}, "keyframe"},
	} {
		t.Run(name, func(t *testing.T) {
			again, err := playAgain(t, icreptest.Forge(t, file, test.forgery), materials)
			if err != nil {
				t.Fatal(err)
			}
			found := again.Facts
			if again.Mismatch != nil {
				found = append(found, *again.Mismatch)
			}
			for _, wrong := range found {
				if strings.Contains(wrong.What, test.what) && wrong.Want != wrong.Got {
					return
				}
			}
			t.Errorf("%q is not named: %+v, %+v", test.what, again.Mismatch, again.Facts)
		})
	}
}

// What the simulation can neither show nor refute is said to be so.
func TestEventsThatDoNotFollowFromTheSimulationAreNamed(t *testing.T) {
	file, materials := provenGame(t, forgedGame)
	added := false
	again, err := playAgain(t, icreptest.Forge(t, file, icreptest.Forgery{Event: func(e icrep.Event, _ func(string) icrep.NameID) icrep.Event {
		if stats, is := e.(*icrep.PlayerStatSnapshot); is && !added {
			added = true
			return &icrep.Vote{Tick: stats.Tick}
		}
		return e
	}}), materials)
	if err != nil || !added {
		t.Fatal(err, added)
	}
	if !slices.Contains(again.EventsNotCompared, "VoteEvent") || slices.Contains(again.EventsNotCompared, "UnitCreated") {
		t.Errorf("%v", again.EventsNotCompared)
	}
}

// Several facts at once are all named.
func TestEveryRefutedFactIsNamed(t *testing.T) {
	file, materials := provenGame(t, forgedGame)
	again, err := playAgain(t, icreptest.Forge(t, file, icreptest.Forgery{Metadata: func(m *icrep.Metadata) {
		m.InitialRNGSeed++
		m.DataVersion = "sha256:of the forger"
		m.Players[0].Faction, m.Players[1].Kind = "x", "human"
	}}), materials)
	if err != nil || again.Mismatch != nil || len(again.Facts) != 4 {
		t.Errorf("%v, %+v", err, again)
	}
}

// Who knows the module's name only cannot have another game played: what names the
// rules and the map decides, and what is not at hand is said to be missing.
func TestRulesAndMapsThatAreNotThoseOfTheFileAreRefused(t *testing.T) {
	file, materials := provenGame(t, forgedGame)
	for name, test := range map[string]struct {
		change func(*icrep.Metadata)
		want   error
	}{
		"module":     {func(m *icrep.Metadata) { m.GameModule = "ra1" }, pipeline.ErrOtherVersion},
		"mod":        {func(m *icrep.Metadata) { m.ActiveMods[0].ID = "chess" }, pipeline.ErrOtherVersion},
		"no mod":     {func(m *icrep.Metadata) { m.ActiveMods = nil }, icrep.ErrCorrupt},
		"map":        {func(m *icrep.Metadata) { m.MapHash = "sha256:00" }, pipeline.ErrMapMissing},
		"other play": {func(m *icrep.Metadata) { m.GameModule = "plausible" }, pipeline.ErrOtherVersion},
		"other game": {func(m *icrep.Metadata) { m.GameModule = "murk" }, icrep.ErrCorrupt},
	} {
		_, err := playAgain(t, icreptest.Forge(t, file, icreptest.Forgery{Metadata: func(m *icrep.Metadata) {
			m.ActiveMods = append([]icrep.Mod(nil), m.ActiveMods...)
			test.change(m)
		}}), materials)
		if !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
	}
}

// A starting state that no game can be in is damage, and so is one whose tick is
// another.
func TestAStateThatCannotBePlayedIsDamageOfItsKeyframe(t *testing.T) {
	file, materials := provenGame(t, forgedGame)
	for name, change := range map[string]func(*snapshot.SimSnapshot){
		"cheats":     func(s *snapshot.SimSnapshot) { s.Core.CheatsUsed = true },
		"other tick": func(s *snapshot.SimSnapshot) { s.Core.Tick = 5 },
		"no world":   func(s *snapshot.SimSnapshot) { s.Core.Entities = nil },
	} {
		forged := icreptest.Forge(t, file, icreptest.Forgery{Keyframe: func(i int, _ icrep.KeyframeEntry, blob []byte) []byte {
			if i != 0 {
				return blob
			}
			return forgeState(t, blob, change)
		}})
		_, err := pipeline.Resimulate(t.Context(), openFile(t, forged), materials)
		var damage *icrep.Error
		if !errors.As(err, &damage) || damage.Section != icrep.SectionKeyframes {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAnEmbeddedMapThatIsNotTheGamesIsDamage(t *testing.T) {
	file, materials := provenGame(t, forgedGame)
	forged := icreptest.Forge(t, file, icreptest.Forgery{Final: func(f *icrep.Final) { f.Embedded = &icrep.Embedded{Map: []byte("PK forged")} }})
	_, err := pipeline.Resimulate(t.Context(), openFile(t, forged), materials)
	var damage *icrep.Error
	if !errors.As(err, &damage) || damage.Section != icrep.SectionEmbedded {
		t.Error(err)
	}
}

// lose leaves out the frames of some ticks.
func lose(from, to order.Tick) func(*icrep.TickFrame) bool {
	return func(f *icrep.TickFrame) bool { return f.Tick < from || f.Tick >= to }
}

// A file may have lost frames and still hold what it promises: it is played on from
// the next keyframe, and what was not played is said.
func TestAFileWithLostFramesIsPlayedOnFromTheNextKeyframe(t *testing.T) {
	file, materials := provenGame(t, forgedGame)
	total := order.Tick(openFile(t, file).Header().TotalTicks)
	for name, test := range map[string]struct {
		forgery icreptest.Forgery
		skipped []pipeline.Skipped
		final   bool
	}{
		"nothing lost":      {icreptest.Forgery{}, []pipeline.Skipped{}, true},
		"in the middle":     {icreptest.Forgery{Frame: lose(700, 710)}, []pipeline.Skipped{{From: 700, To: 900}}, true},
		"up to a keyframe":  {icreptest.Forgery{Frame: lose(512, 600)}, []pipeline.Skipped{{From: 512, To: 600}}, true},
		"of a keyframe":     {icreptest.Forgery{Frame: lose(600, 601)}, []pipeline.Skipped{{From: 600, To: 900}}, true},
		"the first":         {icreptest.Forgery{Frame: lose(0, 1)}, []pipeline.Skipped{{From: 0, To: 300}}, true},
		"the tail":          {icreptest.Forgery{Frame: lose(2500, total)}, []pipeline.Skipped{{From: 2500, To: total}}, false},
		"behind a keyframe": {icreptest.Forgery{Frame: lose(2450, 2460)}, []pipeline.Skipped{{From: 2450, To: total}}, false},
		"the final hash":    {icreptest.Forgery{Final: func(f *icrep.Final) { f.FinalStateHash = order.StateHash{} }}, []pipeline.Skipped{}, false},
		"a keyframe as well": {icreptest.Forgery{Frame: lose(700, 710), Keyframe: func(i int, _ icrep.KeyframeEntry, blob []byte) []byte {
			if i == 3 {
				return nil
			}
			return blob
		}}, []pipeline.Skipped{{From: 700, To: 1200}}, true},
	} {
		t.Run(name, func(t *testing.T) {
			again, err := playAgain(t, icreptest.Forge(t, file, test.forgery), materials)
			if err != nil {
				t.Fatal(err)
			}
			if !again.OK() || again.FinalHash != test.final {
				t.Errorf("%+v, final hash compared: %t", again, again.FinalHash)
			}
			var skipped order.Tick
			for i, s := range again.Skipped {
				skipped += s.To - s.From
				if i >= len(test.skipped) || s != test.skipped[i] {
					t.Errorf("skipped %+v, want %+v", again.Skipped, test.skipped)
					break
				}
			}
			if len(again.Skipped) != len(test.skipped) || again.Ticks != total-skipped {
				t.Errorf("skipped %+v, want %+v; %d of %d ticks played", again.Skipped, test.skipped, again.Ticks, total)
			}
		})
	}
}

// Behind lost frames forgeries are found as well.
func TestBehindLostFramesTheStatesAreStillCompared(t *testing.T) {
	file, materials := provenGame(t, forgedGame)
	again, err := playAgain(t, icreptest.Forge(t, file, icreptest.Forgery{Frame: func(f *icrep.TickFrame) bool {
		if f.Tick == 2000 {
			f.StateHash++
		}
		return lose(700, 710)(f)
	}}), materials)
	if err != nil || again.Mismatch == nil || again.Mismatch.Tick != 2000 || again.Mismatch.What != "frame hash" {
		t.Errorf("%v, %+v", err, again)
	}
}

func TestTheSameResultWhereverStatesAreCompared(t *testing.T) {
	file, materials := provenGame(t, forgedGame)
	forged := icreptest.Forge(t, file, icreptest.Forgery{Frame: func(f *icrep.TickFrame) bool {
		if f.Tick == 1234 || f.Tick == 1300 {
			f.StateHash++
		}
		return true
	}})
	here, err := pipeline.Resimulate(t.Context(), openFile(t, forged), materials)
	if err != nil {
		t.Fatal(err)
	}
	there, err := pipeline.ResimulateAside(t.Context(), openFile(t, forged), materials, pipeline.Elsewhere)
	if err != nil {
		t.Fatal(err)
	}
	if here.Mismatch == nil || there.Mismatch == nil || *here.Mismatch != *there.Mismatch || here.Mismatch.Tick != 1234 || here.Ticks != there.Ticks || here.Ticks != 1234 {
		t.Errorf("%+v, %+v", here, there)
	}
}

// decidedGame converts a real game that is proven to its last frame and that
// somebody won.
func decidedGame(t *testing.T) ([]byte, *pipeline.Materials) {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(corpus.Dir(t, "maps"), "tiberium-rift-*.oramap"))
	if err != nil || len(found) != 1 {
		t.Fatal(err, found)
	}
	terrain, err := os.ReadFile(found[0])
	if err != nil {
		t.Fatal(err)
	}
	return convertGame(t, filepath.Join(corpus.Dir(t, "orarep"), "cnc-playtest-20201213-skirmish.orarep"), terrain)
}

// How a game ended is no matter of what a file says where the simulation knows it.
func TestTheOutcomeIsThatOfTheSimulation(t *testing.T) {
	file, materials := decidedGame(t)
	if again, err := playAgain(t, file, materials); err != nil || !again.OK() {
		t.Fatalf("as it was recorded: %v, %+v", err, again)
	}
	players := openFile(t, file).Metadata().Players
	winner, loser := players[0], players[1]
	if winner.Outcome != icrep.OutcomeWon || loser.Outcome != icrep.OutcomeLost {
		t.Fatalf("%s and %s: want the first to have won", winner.Outcome, loser.Outcome)
	}
	outcomes := func(first, second string) func(*icrep.Metadata) {
		return func(m *icrep.Metadata) { m.Players[0].Outcome, m.Players[1].Outcome = first, second }
	}
	ended := func(outcome icrep.MatchOutcome) func(icrep.Event, func(string) icrep.NameID) icrep.Event {
		return func(e icrep.Event, _ func(string) icrep.NameID) icrep.Event {
			if end, is := e.(*icrep.MatchEnded); is {
				return &icrep.MatchEnded{Tick: end.Tick, Outcome: outcome}
			}
			return e
		}
	}
	won := func(winner int) icrep.MatchOutcome {
		return icrep.MatchOutcome{Kind: icrep.OutcomeCompleted, Winner: uint32(winner)}
	}
	for name, test := range map[string]struct {
		forgery icreptest.Forgery
		what    string
	}{
		"winner and loser swapped":   {icreptest.Forgery{Metadata: outcomes(icrep.OutcomeLost, icrep.OutcomeWon)}, "].outcome"},
		"swapped in every place":     {icreptest.Forgery{Metadata: outcomes(icrep.OutcomeLost, icrep.OutcomeWon), Event: ended(won(loser.Slot))}, "].outcome"},
		"a draw":                     {icreptest.Forgery{Metadata: outcomes(icrep.OutcomeDraw, icrep.OutcomeDraw)}, "].outcome"},
		"the victory is not claimed": {icreptest.Forgery{Metadata: outcomes(icrep.OutcomeUnknown, icrep.OutcomeLost)}, "].outcome"},
		"both won":                   {icreptest.Forgery{Metadata: outcomes(icrep.OutcomeWon, icrep.OutcomeWon)}, "].outcome"},
		"the loser won the match":    {icreptest.Forgery{Metadata: outcomes(icrep.OutcomeWon, icrep.OutcomeUnknown), Event: ended(won(loser.Slot))}, "MatchEnded.winner"},
		"a drawn match":              {icreptest.Forgery{Event: ended(icrep.MatchOutcome{Kind: icrep.OutcomeDrawn, End: icrep.MatchEnd{Reason: icrep.EndDraw}})}, "MatchEnded.outcome"},
		"an abandoned match":         {icreptest.Forgery{Event: ended(icrep.MatchOutcome{Kind: icrep.OutcomeAbandoned, Leaver: order.NoPlayer})}, "MatchEnded.outcome"},
		"the winner surrendered": {icreptest.Forgery{Event: ended(icrep.MatchOutcome{
			Kind: icrep.OutcomeCompleted, Winner: uint32(winner.Slot), End: icrep.MatchEnd{Reason: icrep.EndSurrender, Player: order.PlayerID(winner.Slot)},
		})}, "MatchEnded.end"},
		"a team of nobody": {icreptest.Forgery{Event: ended(icrep.MatchOutcome{Kind: icrep.OutcomeCompleted, WinnerIsTeam: true, Winner: 9})}, "MatchEnded.winner"},
	} {
		again, err := playAgain(t, icreptest.Forge(t, file, test.forgery), materials)
		if err != nil {
			t.Fatal(err)
		}
		named := slices.ContainsFunc(again.Facts, func(m pipeline.Mismatch) bool { return strings.Contains(m.What, test.what) })
		if again.Mismatch != nil || !named {
			t.Errorf("%s: %q is not named: %+v, %+v", name, test.what, again.Mismatch, again.Facts)
		}
	}
}
