// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/state"
)

func TestAnObeliskChargesFiresAndChargesAgain(t *testing.T) {
	w := airfield(t)
	owner := enginetest.Named(w.Actors, "mcv").Owner
	obelisk := w.built(t, "obli", owner, Cell{X: 20, Y: 20})
	for range 3 {
		w.built(t, "nuke", owner, Cell{X: 10, Y: 10})
	}
	w.Step()
	victim := w.put(t, "htnk", owner, Cell{X: 20, Y: 25})
	w.give(owner, obelisk, Order{Name: "ForceAttack", Target: state.TargetActor, Actor: victim.ID})
	w.pass(49)
	if obelisk.Charges != 49 || len(w.Effects) != 0 || obelisk.Aiming {
		t.Fatalf("after 49 ticks its charge is %d of 50, %d beams, aims %t", obelisk.Charges, len(w.Effects), obelisk.Aiming)
	}
	w.pass(2)
	if len(w.Effects) != 1 || victim.HP >= victim.Type.MaxHP {
		t.Fatalf("%d beams, the victim has %d", len(w.Effects), victim.HP)
	}
	hash, synced := w.EffectHash(&w.Effects[0])
	if !synced || hash != w.Effects[0].To.Hash()^w.Effects[0].From.Hash() {
		t.Errorf("the beam's hash is %d", hash)
	}
	w.pass(12)
	if len(w.Effects) != 1 {
		t.Error("the beam goes before the flash at its end has been shown")
	}
	w.pass(2)
	if len(w.Effects) != 0 {
		t.Error("the beam is still there")
	}
	w.pass(56)
	if hp := victim.HP; hp < victim.Type.MaxHP-2*36000/2 && victim.Dead {
		t.Errorf("it fired again while it charged: %d", hp)
	}
	w.give(owner, obelisk, Order{Name: "Stop"})
	before := obelisk.Charges
	w.pass(5)
	if obelisk.Charges != before-5 {
		t.Errorf("its charge is %d five ticks after %d", obelisk.Charges, before)
	}
}

// The first draw comes in the tick in which it begins to charge, the next when the
// pause is over, as long as it charges.
func TestAnObeliskDrawsWhenItHumsAgain(t *testing.T) {
	for release, hums := range map[string]bool{"release-20200503": false, "playtest-20201213": true, "release-20231010": true} {
		w := playing(t, "cnc", release)
		obelisk := w.built(t, "obli", 0, Cell{X: 20, Y: 20})
		for range 3 {
			w.built(t, "nuke", 0, Cell{X: 10, Y: 10})
		}
		w.Step()
		victim := w.put(t, "htnk", 0, Cell{X: 20, Y: 25})
		w.give(0, obelisk, Order{Name: "ForceAttack", Target: state.TargetActor, Actor: victim.ID})
		draws := []int{}
		for tick := 1; tick <= 50; tick++ {
			before := obelisk.IdleWait
			w.Step()
			if obelisk.IdleWait > before+1 {
				draws = append(draws, tick)
			}
		}
		if !hums {
			if len(draws) > 0 {
				t.Errorf("%s: draws in ticks %v", release, draws)
			}
			continue
		}
		if len(draws) != 2 || draws[0] != 1 || draws[1]-draws[0] < 31 || draws[1]-draws[0] > 40 {
			t.Errorf("%s: draws in ticks %v", release, draws)
		}
		w.give(0, obelisk, Order{Name: "Stop"})
		w.pass(60)
		if obelisk.IdleWait != 0 || obelisk.Charges != 0 {
			t.Errorf("%s: it hums on for %d ticks without a charge", release, obelisk.IdleWait)
		}
	}
}
