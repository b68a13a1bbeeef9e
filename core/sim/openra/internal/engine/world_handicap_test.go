// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

func TestAHandicapWeakensWhatAPlayerHas(t *testing.T) {
	for _, test := range []struct {
		handicap, fire, hurt, time int32
	}{{0, 100, 100, 100}, {5, 95, 105, 105}, {50, 50, 200, 150}, {95, 5, 2000, 195}, {100, 5, 2000, 195}, {-5, 100, 100, 100}} {
		w := plain(t)
		w.Players[0].Handicap = wpos.Clamp(test.handicap, 0, state.MaxHandicap)
		tank := w.put(t, "2tnk", 0, Cell{X: 20, Y: 20})
		fire, hurt, time := w.handicappedFire(tank), w.handicappedHurt(tank), w.handicappedTime(&w.Players[0], tank.Type)
		if fire != test.fire || hurt != test.hurt || time != test.time {
			t.Errorf("handicap %d: shoots %d %%, takes %d %%, builds in %d %%", test.handicap, fire, hurt, time)
		}
		before := tank.HP
		w.Damage(tank, nil, 100, nil)
		if before-tank.HP != test.hurt {
			t.Errorf("handicap %d: a hit of 100 takes %d", test.handicap, before-tank.HP)
		}
	}
}

// Rank and handicap are one chain with armour: 1.05 × 0.95 of a damage of 4000 is
// 3990, not the 99 % that it would be if cut before.
func TestRankAndHandicapAreCutOnce(t *testing.T) {
	for handicap, want := range map[int32]int32{0: 4200, 5: 3990, 15: 3570, 25: 3150} {
		w := plain(t)
		w.Players[0].Handicap = handicap
		tank, target := w.put(t, "2tnk", 0, Cell{X: 20, Y: 20}), w.put(t, "2tnk", 1, Cell{X: 23, Y: 20})
		tank.Type.Modifiers.Firepower = []info.ModifierInfo{{Percent: 105}}
		firepower := w.modifiedWith(tank, tank.Type.Modifiers.Firepower, fullFire, w.handicappedFire(tank), 100)
		target.HP = target.Type.MaxHP
		w.inflict(&state.Impact{Firepower: firepower, At: target.Center}, &info.Warhead{Damage: 4000}, target, 100)
		if got := target.Type.MaxHP - target.HP; got != want {
			t.Errorf("with a handicap of %d the hit takes %d, want %d", handicap, got, want)
		}
	}
}
