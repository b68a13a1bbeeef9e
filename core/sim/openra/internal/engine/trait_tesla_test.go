// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"
)

// coil puts a coil with power for it into the world.
func coil(t *testing.T) (*World, *Actor) {
	t.Helper()
	w := plain(t)
	for i := range int32(2) {
		w.built(t, "apwr", 0, Cell{X: 2 + 4*i, Y: 50})
	}
	return w, w.built(t, "tsla", 0, Cell{X: 20, Y: 20})
}

func TestATeslaCoilCountsOnWhileItIsAtRest(t *testing.T) {
	w, tower := coil(t)
	for _, want := range []int32{-1, -2, -3} {
		w.Step()
		if got := w.teslaTicks(tower); got != want || tower.Charges != 3 {
			t.Errorf("%d ticks to recharge, want %d; %d charges", got, want, tower.Charges)
		}
	}
}

func TestATeslaCoilWaitsAndThenFiresAllItsCharges(t *testing.T) {
	w, tower := coil(t)
	w.Step()
	victim := w.put(t, "4tnk", 1, Cell{X: 20, Y: 25})
	w.attack(tower, victim)
	var fired []int32
	begin, before := w.Ticks, tower.Charges
	for range 200 {
		w.Step()
		if tower.Charges < before {
			fired = append(fired, w.Ticks-begin)
		}
		before = tower.Charges
	}
	if len(fired) < 4 || fired[0] != 23 || fired[1] != 26 || fired[2] != 29 {
		t.Fatalf("it fires at %v", fired)
	}
	if pause := fired[3] - fired[2]; pause < 120 || pause > 120+23 {
		t.Errorf("it fires again after %d ticks", pause)
	}
	if tower.Aiming {
		t.Error("coils do not aim")
	}
}

func TestATeslaCoilWithoutPowerDoesNotFire(t *testing.T) {
	w := plain(t)
	tower := w.built(t, "tsla", 0, Cell{X: 20, Y: 20})
	w.Step()
	victim := w.put(t, "4tnk", 1, Cell{X: 20, Y: 25})
	w.attack(tower, victim)
	w.pass(100)
	if tower.Charges != 3 || victim.HP < victim.Type.MaxHP {
		t.Errorf("%d charges left, the victim has %d", tower.Charges, victim.HP)
	}
}
