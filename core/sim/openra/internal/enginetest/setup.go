// SPDX-License-Identifier: GPL-3.0-or-later

package enginetest

import (
	"fmt"
	"testing"

	"convertd/core/maps"
	"convertd/core/rules"
	"convertd/core/sim/openra/internal/state"
)

// Releases names the versions whose rules differ.
var Releases = []string{
	"release-20200202", "release-20200503", "playtest-20201213", "release-20210321", "release-20230225", "release-20231010", rules.Fork2026,
}

// Game is a game of two people on open ground.
type Game struct{ Mod, Version, One, Other string }

// Duels are games in the releases that differ most.
var Duels = []Game{
	{"ra", "{DEV_VERSION}", "allies", "russia"},
	{"ra", "release-20200503", "england", "ukraine"},
	{"ra", "release-20230225", "france", "russia"},
	{"cnc", "release-20200202", "gdi", "nod"},
	{"cnc", "playtest-20201213", "nod", "gdi"},
	{"cnc", "release-20231010", "gdi", "nod"},
	{"d2k", "release-20231010", "atreides", "ordos"},
	{"ts", "release-20231010", "gdi", "nod"},
}

// Setup is how the game begins.
func (g Game) Setup(tb testing.TB) state.Setup {
	tb.Helper()
	setup := state.Setup{Rules: load(tb, g.Mod, g.Version), Seed: 7}
	for i, faction := range []string{g.One, g.Other} {
		join(&setup, state.Client{Slot: fmt.Sprintf("Multi%d", i), Faction: faction})
	}
	return setup
}

// join lets one more person play, the first of them as admin.
func join(setup *state.Setup, c state.Client) {
	c.Index, c.Admin = int32(len(setup.Clients)), len(setup.Clients) == 0
	setup.Clients = append(setup.Clients, c)
	setup.Slots = append(setup.Slots, state.Slot{Name: c.Slot, Player: c.Slot})
}

// TwoBots is a game of two bots on open ground, with somebody who looks on.
func TwoBots(tb testing.TB) state.Setup {
	tb.Helper()
	return state.Setup{
		OwnTypes: true, Rules: load(tb, "ra", "{DEV_VERSION}"), Seed: 7,
		Clients: []state.Client{
			{Index: 0, Admin: true},
			{Index: 1, Slot: "Multi0", Faction: "allies", Bot: "normal"},
			{Index: 2, Slot: "Multi1", Faction: "russia", Bot: "normal"},
		},
		Slots: []state.Slot{{Name: "Multi0", Player: "Multi0"}, {Name: "Multi1", Player: "Multi1"}},
	}
}

// PersonAndBot is a game of a person and a bot on open ground by the rules of a
// release.
func PersonAndBot(tb testing.TB, mod, version string) state.Setup {
	tb.Helper()
	faction, bot := "allies", "rush"
	if mod == "cnc" {
		faction, bot = "gdi", "cabal"
	}
	return state.Setup{
		OwnTypes: true, Rules: load(tb, mod, version), Seed: 7,
		Clients: []state.Client{
			{Index: 0, Slot: "Multi0", Faction: faction, Admin: true},
			{Index: 1, Slot: "Multi1", Faction: faction, Bot: bot},
		},
		Slots: []state.Slot{{Name: "Multi0", Player: "Multi0"}, {Name: "Multi1", Player: "Multi1"}},
	}
}

// Archive is a map of our own.
type Archive interface {
	Archive() []byte
	UID() string
}

// OnMap is a game of two people on a map of our own, for which its players are named
// Multi0 and so on.
func OnMap(tb testing.TB, mod string, file Archive, version string, factions ...string) state.Setup {
	tb.Helper()
	terrain, err := maps.Read(file.Archive())
	if err != nil {
		tb.Fatal(err)
	}
	if terrain.UID != file.UID() {
		tb.Fatalf("the map is known as %s, not %s", terrain.UID, file.UID())
	}
	setup := state.Setup{OwnTypes: true, Rules: load(tb, mod, version), Map: terrain, Seed: 11, Options: []state.Option{{ID: "crates", Value: "False"}}}
	for i, faction := range factions {
		join(&setup, state.Client{Slot: fmt.Sprintf("Multi%d", i), Faction: faction, Spawn: int32(i + 1)})
	}
	return setup
}

// Start begins a game.
func Start[W any](tb testing.TB, begin func(state.Setup) (W, error), setup state.Setup) W {
	tb.Helper()
	w, err := begin(setup)
	if err != nil {
		tb.Fatal(err)
	}
	return w
}

func load(tb testing.TB, mod, version string) *rules.Ruleset {
	tb.Helper()
	set, err := rules.Load(mod, version)
	if err != nil {
		tb.Fatal(err)
	}
	return set
}
