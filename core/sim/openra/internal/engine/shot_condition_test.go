// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/state"
)

func TestACarrierShowsTheTurretForWhatItFiresAt(t *testing.T) {
	w := playing(t, "cnc", "playtest-20201213")
	carrier := w.put(t, "apc", 0, Cell{X: 20, Y: 20})
	shows := func(key string) bool {
		for i := range carrier.Type.Syncs {
			if s := &carrier.Type.Syncs[i]; s.Key == key {
				return w.ConditionHash(carrier, s) == 0
			}
		}
		t.Fatalf("%s is not hashed", key)
		return false
	}
	for _, test := range []struct {
		weapon string
		air    bool
	}{{"primary", false}, {"secondary", true}} {
		at := 0
		for i := range carrier.Type.Armaments {
			if carrier.Type.Armaments[i].Name == test.weapon {
				at = i
			}
		}
		w.letGo(carrier, at, &state.Shot{Weapon: carrier.Type.Armaments[at].Weapon, Source: carrier.ID})
		if shows("WithSpriteTurret@AIR") != test.air || shows("WithSpriteTurret") == test.air {
			t.Errorf("a shot of its %s weapon shows the turret for the air: %t", test.weapon, !test.air)
		}
	}
	w.pass(17)
	if !shows("WithSpriteTurret@AIR") {
		t.Error("it is lowered before 18 ticks are over")
	}
	w.Step()
	if !shows("WithSpriteTurret") {
		t.Error("it is not lowered after 18 ticks")
	}
}
