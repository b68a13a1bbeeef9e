// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/state"
)

// ra-20200503-center-of-attention-redux-2-0 of the engine's games, net frame 1: two guns
// that a map places before any power plant.
func TestUntil20200503PlacedBuildingsHeedTheFirstPowerUntilATickHasPassed(t *testing.T) {
	for version, at := range map[string]bool{"release-20200202": true, "release-20200503": true, "release-20210321": false} {
		w := playing(t, "ra", version)
		place := func(name string, x int32) *Actor {
			return w.Create(w.TypeOf(name), state.Spawn{Owner: 1, Cell: Cell{X: x, Y: 20}, HasCell: true, Facing: -1, ByMap: true})
		}
		first, second := place("agun", 20), place("agun", 23)
		place("apwr", 26)
		if w.lowPowerOf(first) || w.lowPowerOf(second) != at {
			t.Errorf("%s: the first lacks power: %t, the second: %t", version, w.lowPowerOf(first), w.lowPowerOf(second))
		}
		if w.pass(1); w.lowPowerOf(second) {
			t.Errorf("%s: a tick later it still lacks power", version)
		}
	}
}
