// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"convertd/core/divergence"
	"convertd/core/ir"
	"convertd/core/sim/openra"
	"convertd/internal/fixtures/oramap"
)

// codes of what stands in, in order.
func codes(standIns divergence.StandIns) []string {
	list := []string{}
	for i := range standIns {
		list = append(list, standIns[i].Code)
	}
	return list
}

func TestWhatStandsInForTheRulesIsNamed(t *testing.T) {
	for _, test := range []struct {
		name, format, game, version, data string
		want                              []string
		recorded, played                  string
		otherRules                        bool
	}{
		{name: "a release whose tables are held", format: "orarep", game: "ra", version: "release-20231010"},
		{name: "a headless build", format: "orarep", game: "ra", version: "{DEV_VERSION}"},
		{
			name: "a newer release", format: "orarep", game: "ra", version: "release-20250330", want: []string{"other-release"},
			recorded: "release-20250330", played: "October 2024", otherRules: true,
		},
		{
			name: "an older release", format: "orarep", game: "cnc", version: "release-20190314", want: []string{"other-release"},
			recorded: "release-20190314", played: "release-20200202", otherRules: true,
		},
		{
			name: "no version", format: "orarep", game: "ra", want: []string{"other-release"}, recorded: `""`, played: "October 2024", otherRules: true,
		},
		{
			name: "figures of another day", format: "orarep", game: "d2k", version: "release-20231010", want: []string{"borrowed-rules"},
			recorded: "release-20231010", played: "October 2024", otherRules: true,
		},
		{
			name: "a mod nobody knows", format: "orarep", game: "shattered-paradise", version: "1", want: []string{"no-rules"},
			recorded: "shattered-paradise", played: "no order is judged",
		},
		{name: "a game whose rules are held", format: "genrep", game: "zerohour", version: "Version 1.04", data: "Zero Hour 1.04"},
		{
			name: "data of a mod", format: "genrep", game: "zerohour", version: "Version 1.04", data: "unknown or modified", want: []string{"other-data"},
			recorded: "unknown or modified", played: "Zero Hour 1.04", otherRules: true,
		},
		{
			name: "rules with gaps", format: "genrep", game: "generals", version: "Version 1.7", data: "Generals 1.08", want: []string{"incomplete-rules"},
			recorded: "generals", played: "no order is judged",
		},
		{name: "a game without rules", format: "rts-replay", game: "rts", want: []string{"no-rules"}, recorded: "rts", played: "no order is judged"},
		{name: "cut before the game is named", format: "orarep", want: []string{"no-rules"}, recorded: "a game that the file does not name", played: "no order is judged"},
		{name: "a Murk world", format: "murk", game: "murk"},
	} {
		t.Run(test.name, func(t *testing.T) {
			header := testHeader()
			header.Format, header.Game, header.Version = test.format, test.game, test.version
			if test.data != "" {
				header.Details = []ir.KeyValue{{Key: "data", Value: test.data}}
			}
			found := standInsOfRules(header, nil)
			if !slices.Equal(codes(found), append([]string{}, test.want...)) {
				t.Fatalf("%+v, want %v", found, test.want)
			}
			if len(found) > 0 && (!strings.Contains(found[0].Recorded, test.recorded) || !strings.Contains(found[0].Played, test.played)) {
				t.Errorf("%q", found[0].Text())
			}
			if found.OtherRules() != test.otherRules {
				t.Errorf("other rules: %v", found.OtherRules())
			}
		})
	}
}

// gameOn builds the game of a short recording on a map.
func gameOn(t *testing.T, played ir.Map, materials *Materials) *Game {
	t.Helper()
	header := testHeader()
	header.Format, header.Game, header.Version, header.Map = "orarep", "ra", "release-20231010", played
	f, err := openFeed(t.Context(), &script{events: []Event{{Header: header}, {Trailer: &ir.Trailer{Complete: true, Ticks: 3}}}, end: io.EOF})
	if err != nil {
		t.Fatal(err)
	}
	game, err := buildGame(t.Context(), f, materials)
	if err != nil {
		t.Fatal(err)
	}
	return game
}

// gameOnMap builds the game of a recording on a map that brings sections of its own.
func gameOnMap(t *testing.T, sections string) *Game {
	t.Helper()
	file := oramap.Map{Mod: "ra", Tileset: "TEMPERAT", Width: 32, Height: 32, Border: 1, Players: []string{"Multi0", "Multi1"}, Sections: sections}
	return gameOn(t, ir.Map{ID: file.UID()}, &Materials{Maps: folder{file.Archive()}})
}

func TestWhatAMapBringsOfItsOwnIsNamed(t *testing.T) {
	game := gameOnMap(t, "Rules:\n\tE1:\n\t\tHealth:\n\t\t\tHP: 1\n\tWorld:\n\t\tLuaScript:\n\t\t\tScripts: a.lua\n")
	if !slices.Equal(codes(game.StandIns), []string{"map-rules"}) || !strings.HasPrefix(game.StandIns[0].Recorded, "script of the map") ||
		game.StandIns[0].Played != "the others of its rules" || !game.StandIns.OtherRules() {
		t.Errorf("%+v", game.StandIns)
	}
}

// A map's own rules are part of the rules that judge, and of their digest.
func TestAGameOnAMapWithItsOwnRulesIsPlayedByThem(t *testing.T) {
	digests := map[string]bool{}
	for sections, want := range map[string][]string{
		"": nil,
		"Rules:\n\tE1:\n\t\tHealth:\n\t\t\tHP: 7\n":                                                    nil,
		"Rules:\n\tE1:\n\t\tInherits: E1\n":                                                            {"map-rules"},
		"Rules: ra|rules/campaign-rules.yaml\n":                                                        {"map-rules"},
		"Sequences:\n\te1:\n\t\tshoot:\n\t\t\tLength: 1\n":                                             {"map-rules"},
		"Rules:\n\tWorld:\n\t\tStartingUnits@x:\n\t\t\tClass: none\n":                                  {"map-rules"},
		"Weapons:\n\tM1Carbine:\n\t\tReloadDelay: 1\n":                                                 nil,
		"Rules:\n\tWorld:\n\t\tGlobalLightingPaletteEffect:\n\t\t\tRed: 1.1\nWeapons:\n\nSequences:\n": nil,
	} {
		game := gameOnMap(t, sections)
		if got := codes(game.StandIns); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v: %+v", sections, got, want, game.StandIns)
		}
		digests[game.Rules.Digest] = true
	}
	if len(digests) != 4 { // of the release, and of three maps whose rules are read
		t.Errorf("%d digests", len(digests))
	}
}

func TestAMissingMapIsAStandIn(t *testing.T) {
	game := gameOn(t, ir.Map{ID: strings.Repeat("a", 40), Name: "Meadow"}, &Materials{})
	if !slices.Equal(codes(game.StandIns), []string{"no-map"}) || !strings.Contains(game.StandIns[0].Recorded, "Meadow") || game.StandIns.OtherRules() {
		t.Errorf("%+v", game.StandIns)
	}
}

// Orders that only another game's rules judged count once a hash shows that they
// did the same.
func TestOrdersJudgedByOtherRulesCountOnlyUpToTheLastHashThatIsMet(t *testing.T) {
	accepted := &divergence.OrderEvidence{Fit: divergence.FitAccepted}
	anyway := &divergence.OrderEvidence{Fit: divergence.FitAccepted, Unconditional: true}
	for _, test := range []struct {
		otherRules                              bool
		before, after, doubtful, anywayAtTheEnd uint64
	}{
		{otherRules: false, before: 2, after: 5, doubtful: 0, anywayAtTheEnd: 1},
		{otherRules: true, before: 0, after: 3, doubtful: 2, anywayAtTheEnd: 1},
	} {
		c := covered{otherRules: test.otherRules}
		for range 2 {
			c.add(accepted, "")
		}
		c.add(anyway, "")
		if c.judged != test.before {
			t.Errorf("other rules %v: %d judged, want %d", test.otherRules, c.judged, test.before)
		}
		c.met()
		for range 2 {
			c.add(accepted, "")
		}
		c.add(anyway, "")
		c.add(accepted, detailInterface)
		c.add(accepted, detailNobody)
		if c.judged != test.after || c.doubtful != test.doubtful || c.anyway != test.anywayAtTheEnd || c.screen != 1 || c.skipped[detailNobody] != 1 {
			t.Errorf("other rules %v: %+v", test.otherRules, c)
		}
	}
}

func TestOnlyWhatStandsOutIsSuspected(t *testing.T) {
	term := openra.Term{Actor: 12, Type: "e1", Trait: "Health", Have: 5, Want: 4}
	for _, test := range []struct {
		name       string
		candidates []openra.Candidate
		want       *divergence.Suspect
	}{
		{name: "nothing fits"},
		{name: "one of billions", candidates: []openra.Candidate{{Terms: []openra.Term{term}, Guesses: maxTried + 1}}},
		{
			name: "one of a few", candidates: []openra.Candidate{{Terms: []openra.Term{term}, Guesses: maxTried}, {Draws: 1, Guesses: maxTried + 1}},
			want: &divergence.Suspect{What: "Health of e1 12 is 4 there and 5 here", Actor: 12, Type: "e1", Trait: "Health", Tried: maxTried},
		},
		{
			name: "random numbers", candidates: []openra.Candidate{{Draws: 2, Guesses: 9}},
			want: &divergence.Suspect{What: "the recorded game drew 2 more", Tried: 9},
		},
	} {
		if diff := cmp.Diff(test.want, suspectAmong(test.candidates)); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
	}
}
