// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"testing"

	"convertd/core/maps"
	"convertd/core/rules"
)

// playing starts a game of a person and a bot on open ground by the rules of a
// release.
func playing(tb testing.TB, mod, version string) *World {
	tb.Helper()
	set, err := rules.Load(mod, version)
	if err != nil {
		tb.Fatal(err)
	}
	faction, bot := "allies", "rush"
	if mod == "cnc" {
		faction, bot = "gdi", "cabal"
	}
	w, err := New(Setup{
		ownTypes: true,
		Rules:    set, Seed: 7,
		Clients: []Client{
			{Index: 0, Slot: "Multi0", Faction: faction, Admin: true},
			{Index: 1, Slot: "Multi1", Faction: faction, Bot: bot},
		},
		Slots: []Slot{{Name: "Multi0", Player: "Multi0"}, {Name: "Multi1", Player: "Multi1"}},
	})
	if err != nil {
		tb.Fatal(err)
	}
	return w
}

// A way that was blocked is tried again at once until 20231010; later builds draw
// a pause.
func TestABlockedWayIsTriedAgainAfterAPause(t *testing.T) {
	for version, pauses := range map[string]bool{"release-20210321": false, "release-20231010": false, rules.Head: true} {
		w := playing(t, "ra", version)
		tank, draws := w.put(t, "1tnk", 0, Cell{X: 20, Y: 20}), w.random.draws
		tank.moveResult = moveBlocked
		result := w.tickCooldown(tank, &cooldown{moving: true}, true)
		if waits, drew := result == cooldownWait, w.random.draws > draws; waits != pauses || drew != pauses {
			t.Errorf("%s: waits %t, draws %t", version, waits, drew)
		}
	}
}

// A start position that somebody chose in the lobby is taken before any is
// drawn: the others keep away from it.
func TestChosenStartPositionsAreTakenFirst(t *testing.T) {
	separated := &World{}
	separated.options.separateSpawns = true
	picks := newSpawnPicks(&Setup{
		Map: &maps.Map{Actors: []maps.Actor{
			{Type: "mpspawn", X: 1, Y: 1}, {Type: "mpspawn", X: 90, Y: 90}, {Type: "mpspawn", X: 50, Y: 1},
		}},
		Clients: []Client{{Index: 0, Slot: "Multi0"}, {Index: 1, Slot: "Multi1", Spawn: 2}},
	}, separated)
	draw := newTwister(1)
	if first, _ := picks.pick(&draw, 0); first != 1 || draw.draws != 0 {
		t.Errorf("the first gets %d after %d draws", first, draw.draws)
	}
	if second, _ := picks.pick(&draw, 2); second != 2 {
		t.Errorf("who chose gets %d", second)
	}
}
