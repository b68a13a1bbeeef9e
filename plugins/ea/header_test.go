// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import (
	"testing"

	"convertd/core/ir"
	"convertd/sdk"

	fixture "convertd/internal/fixtures/ea"
)

func TestTextKeepsEveryScript(t *testing.T) {
	tests := []struct {
		name  string
		units []byte
		want  string
	}{
		{"latin", []byte{'A', 0, 'b', 0}, "Ab"},
		{"cyrillic", []byte{0x11, 0x04, 0x3E, 0x04, 0x39, 0x04}, "Бой"},
		{"hangul", []byte{0xC5, 0xB9, 0x58, 0xCE}, "맅치"},
		{"surrogate pair", []byte{0x3C, 0xD8, 0xC6, 0xDF}, "\U0001F3C6"},
		{"lone high surrogate", []byte{0x3C, 0xD8, 'x', 0}, "\uFFFDx"},
		{"lone low surrogate", []byte{0xC6, 0xDF, 'x', 0}, "\uFFFDx"},
		{"high surrogate at the end", []byte{'x', 0, 0x3C, 0xD8}, "x\uFFFD"},
		{"two high surrogates", []byte{0x3C, 0xD8, 0x3C, 0xD8, 0xC6, 0xDF}, "\uFFFD\U0001F3C6"},
		{"nothing", nil, ""},
	}
	for _, test := range tests {
		if got := decodeUTF16(test.units); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestBytesOfTheRecordersCodePage(t *testing.T) {
	tests := []struct{ raw, want string }{
		{"plain", "plain"},
		{"Zo\xC3\xAB", "Zoë"},          // UTF-8 of newer builds
		{"Zo\xEB", "Zoë"},              // Windows-1252
		{"\x93quoted\x94", "“quoted”"}, // where it differs from Latin-1
		{"\x81", "\uFFFD"},             // not assigned
	}
	for _, test := range tests {
		if got := decodeANSI([]byte(test.raw)); got != test.want {
			t.Errorf("%q: %q, want %q", test.raw, got, test.want)
		}
	}
}

// TestRandomFactionsFollowTheSeed repeats lobbies of real games, names left
// out: seeds, colours and what the structures built proved
// (docs/formats/ea.md#random).
func TestRandomFactionsFollowTheSeed(t *testing.T) {
	person := func(color int32) slot { return slot{kind: ir.PlayerHuman, color: color, faction: templateRandom} }
	closed := slot{kind: ir.PlayerClosedSlot, color: -1, faction: templateRandom}
	slots := []slot{person(-1), person(-1), person(3), person(0), person(7), person(-1), person(-1), closed}
	got := resolveRandomFactions(449575703, slots, generalsTemplates)
	equal(t, "factions", got, []int32{3, 4, 4, 2, 3, 2, 4, templateRandom})
	slots[0].faction = 2
	equal(t, "chosen faction", resolveRandomFactions(449575703, slots, generalsTemplates)[0], 2)
}

// TestAllColoursTaken must end: no draw finds a colour.
func TestAllColoursTaken(t *testing.T) {
	var slots []slot
	for color := range int32(lobbyColors) {
		slots = append(slots, slot{kind: ir.PlayerHuman, color: color, faction: 2})
	}
	slots = append(slots, slot{kind: ir.PlayerHuman, color: -1, faction: templateRandom})
	got := resolveRandomFactions(1, slots, generalsTemplates)
	if last := got[len(got)-1]; last < firstTemplate || last >= firstTemplate+generalsTemplates {
		t.Errorf("template %d", last)
	}
}

func TestForcedFormatAndProfile(t *testing.T) {
	tests := []struct {
		game            fixture.Game
		format, profile string
		want            ir.Code
	}{
		{fixture.ZeroHour, formatGenerals, "zerohour", ""},
		{fixture.ZeroHour, formatGenerals, "generals", ir.CodeUnsupportedVersion},
		{fixture.ZeroHour, formatKanesWrath, "", ir.CodeNotRecognised},
		{fixture.KanesWrath, formatRedAlert3, "", ir.CodeNotRecognised},
		// One magic for two games: what the file holds decides.
		{fixture.KanesWrath, formatTiberiumWars, "", ""},
		{fixture.TiberiumWars, formatKanesWrath, "", ""},
	}
	for _, test := range tests {
		got := decode(sampleSource(test.game), sdk.DecodeOptions{Format: test.format, Profile: test.profile})
		if code := codeOf(t, got.err); code != test.want {
			t.Errorf("%s as %s %s: %q, want %q", test.game.Name(), test.format, test.profile, code, test.want)
		}
		if test.want == "" {
			equal(t, "format", got.Header.Format, sampleFacts[test.game].format)
		}
	}
}

// TestTiberiumWarsBeforeModInformation: without checksums the version, then
// what the caller knows, decides between the two games.
func TestTiberiumWarsBeforeModInformation(t *testing.T) {
	tests := []struct {
		name         string
		minor        byte
		file, format string
		want         string
	}{
		{"version of Tiberium Wars", 6, "", "", formatTiberiumWars},
		{"highest version of Kane's Wrath", lastKanesWrathMinor, "", "", formatKanesWrath},
		{"name", 2, "a.CNC3Replay", "", formatTiberiumWars},
		{"other name", 2, "a.KWReplay", "", formatKanesWrath},
		{"format", 2, "a.KWReplay", formatTiberiumWars, formatTiberiumWars},
	}
	for _, test := range tests {
		replay := fixture.Sample(fixture.TiberiumWarsEarly)
		var kept []fixture.Record
		for _, record := range replay.Records {
			if record.ID != fixture.TiberiumWarsEarly.IDs().Checksum {
				kept = append(kept, record)
			}
		}
		replay.Records = kept
		data := replay.Encode(fixture.TiberiumWarsEarly)
		data[len(magicCNC3)+1+4] = test.minor
		got := decode(sdk.Source{Name: test.file, Data: data}, sdk.DecodeOptions{Format: test.format})
		if got.err != nil {
			t.Fatal(got.err)
		}
		equal(t, test.name, got.Header.Format, test.want)
		equal(t, test.name+": unverified", got.Header.Unverified, test.want == formatTiberiumWars)
	}
}

func TestUnknownContainers(t *testing.T) {
	tests := []struct {
		name string
		data func() []byte
		want ir.Code
	}{
		{"nothing", func() []byte { return nil }, ir.CodeNotRecognised},
		{"text", func() []byte { return []byte("just a text, long enough to be looked at") }, ir.CodeNotRecognised},
		{"container version 6", func() []byte {
			data := sampleSource(fixture.KanesWrath).Data
			data[len(magicCNC3)] = 6
			return data
		}, ir.CodeUnsupportedVersion},
		{"Tiberian Twilight file version 8", func() []byte {
			data := sampleSource(fixture.TiberianTwilight).Data
			data[0] = 8
			return data
		}, ir.CodeUnsupportedVersion},
		{"magic alone", func() []byte { return []byte(magicGenerals) }, ir.CodeTruncated},
	}
	for _, test := range tests {
		got := decode(sdk.Source{Data: test.data()}, sdk.DecodeOptions{})
		if code := codeOf(t, got.err); code != test.want {
			t.Errorf("%s: %q, want %q", test.name, code, test.want)
		}
		if got.Header != nil || got.Trailer != nil {
			t.Errorf("%s: a header or trailer was sent", test.name)
		}
	}
}

func TestOutcomesNameWinnersOnlyWhereTheOrderTells(t *testing.T) {
	type end struct{ left, lost, at, reports uint32 }
	tests := []struct {
		name     string
		teams    []int32
		kinds    []ir.PlayerKind
		ends     []end
		complete bool
		want     []ir.Outcome // by player
	}{
		{
			"the other side left",
			[]int32{1, 2},
			nil,
			[]end{{left: 1, at: 100}, {}},
			true,
			[]ir.Outcome{ir.OutcomeResigned, ir.OutcomeWon},
		},
		{
			"both left, one later",
			[]int32{1, 2},
			nil,
			[]end{{left: 1, at: 100}, {left: 1, at: 120}},
			true,
			[]ir.Outcome{ir.OutcomeResigned, ir.OutcomeWon},
		},
		{
			"both left at once",
			[]int32{1, 2},
			nil,
			[]end{{left: 1, at: 100}, {left: 1, at: 100}},
			true,
			[]ir.Outcome{ir.OutcomeResigned, ir.OutcomeResigned},
		},
		{
			"three sides, two left over",
			[]int32{0, 0, 0},
			nil,
			[]end{{left: 1, at: 100}, {}, {}},
			true,
			[]ir.Outcome{ir.OutcomeResigned, ir.OutcomeUnknown, ir.OutcomeUnknown},
		},
		{
			"one of a team left",
			[]int32{1, 1, 2},
			nil,
			[]end{{left: 1, at: 100}, {}, {}},
			true,
			[]ir.Outcome{ir.OutcomeResigned, ir.OutcomeUnknown, ir.OutcomeUnknown},
		},
		{
			"a team is out",
			[]int32{1, 1, 2},
			nil,
			[]end{{left: 1, at: 100}, {lost: 1, at: 90}, {}},
			true,
			[]ir.Outcome{ir.OutcomeResigned, ir.OutcomeLost, ir.OutcomeWon},
		},
		{
			"against an AI",
			[]int32{1, 2},
			[]ir.PlayerKind{ir.PlayerHuman, ir.PlayerAI},
			[]end{{left: 1, at: 100}, {}},
			true,
			[]ir.Outcome{ir.OutcomeResigned, ir.OutcomeUnknown},
		},
		{
			"an observer is no side",
			[]int32{1, 2, 0},
			[]ir.PlayerKind{ir.PlayerHuman, ir.PlayerHuman, ir.PlayerObserver},
			[]end{{left: 1, at: 100}, {}, {}},
			true,
			[]ir.Outcome{ir.OutcomeResigned, ir.OutcomeWon, ir.OutcomeUnknown},
		},
		{
			"a cut recording",
			[]int32{1, 2},
			nil,
			[]end{{left: 1, at: 100}, {}},
			false,
			[]ir.Outcome{ir.OutcomeResigned, ir.OutcomeUnknown},
		},
		{
			"reports stop early",
			[]int32{1, 2},
			nil,
			[]end{{reports: 100}, {reports: 100 + silentReports*100}},
			true,
			[]ir.Outcome{ir.OutcomeDisconnected, ir.OutcomeUnknown},
		},
		{
			"reports stop with latency",
			[]int32{1, 2},
			nil,
			[]end{{reports: 101}, {reports: 100 + silentReports*100}},
			true,
			[]ir.Outcome{ir.OutcomeUnknown, ir.OutcomeUnknown},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := newReplay(formatGenerals, zeroHour)
			o := outcomes{players: make([]playerEnd, len(test.teams))}
			for i, team := range test.teams {
				kind := ir.PlayerHuman
				if test.kinds != nil {
					kind = test.kinds[i]
				}
				r.header.Players = append(r.header.Players, ir.Player{Kind: kind, Team: team})
				e := test.ends[i]
				if e.left > 0 {
					o.gaveUp(int32(i), e.at, true)
				}
				if e.lost > 0 {
					o.destroyed(int32(i), e.at)
				}
				if e.reports > 0 {
					o.reported(int32(i), e.reports)
				}
			}
			got := make([]ir.Outcome, len(test.teams))
			for _, outcome := range o.list(r, 100, test.complete) {
				got[outcome.Player] = outcome.Outcome
				if !outcome.Hint {
					t.Errorf("player %d: no hint", outcome.Player)
				}
			}
			equal(t, "outcomes", got, test.want)
		})
	}
}
