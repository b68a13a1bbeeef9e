// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/maps"
	"convertd/core/rules"
	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/state"
)

// playing starts a game of a person and a bot on open ground by the rules of a
// release.
func playing(tb testing.TB, mod, version string) *World {
	tb.Helper()
	return enginetest.Start(tb, New, enginetest.PersonAndBot(tb, mod, version))
}

// A way that was blocked is tried again at once until 20231010; later builds draw
// a pause.
func TestABlockedWayIsTriedAgainAfterAPause(t *testing.T) {
	for version, pauses := range map[string]bool{"release-20210321": false, "release-20231010": false, rules.Head: true} {
		w := playing(t, "ra", version)
		tank, draws := w.put(t, "1tnk", 0, Cell{X: 20, Y: 20}), w.Random.Draws
		tank.MoveResult = state.MoveBlocked
		result := w.tickCooldown(tank, &state.Cooldown{Moving: true}, true)
		if waits, drew := result == cooldownWait, w.Random.Draws > draws; waits != pauses || drew != pauses {
			t.Errorf("%s: waits %t, draws %t", version, waits, drew)
		}
	}
}

// A start position that somebody chose in the lobby is taken before any is
// drawn: the others keep away from it.
func TestChosenStartPositionsAreTakenFirst(t *testing.T) {
	separated := &World{}
	separated.Options.SeparateSpawns = true
	picks := newSpawnPicks(&state.Setup{
		Rules: &rules.Ruleset{},
		Map: &maps.Map{Actors: []maps.Actor{
			{Type: "mpspawn", X: 1, Y: 1}, {Type: "mpspawn", X: 90, Y: 90}, {Type: "mpspawn", X: 50, Y: 1},
		}},
		Clients: []state.Client{{Index: 0, Slot: "Multi0"}, {Index: 1, Slot: "Multi1", Spawn: 2}},
	}, separated)
	draw := state.NewTwister(1)
	if first, _ := picks.pick(&draw, 0); first != 1 || draw.Draws != 0 {
		t.Errorf("the first gets %d after %d draws", first, draw.Draws)
	}
	if second, _ := picks.pick(&draw, 2); second != 2 {
		t.Errorf("who chose gets %d", second)
	}
}
