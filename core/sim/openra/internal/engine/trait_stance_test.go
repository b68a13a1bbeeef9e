// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// Who is to hold his fire drops what he attacks on his own, and not what he was
// forced to attack.
func TestALessReadyUnitDropsItsTarget(t *testing.T) {
	for _, kind := range []string{"e1", "2tnk"} {
		for order, drops := range map[string]bool{"Attack": true, state.ForceAttack: false} {
			w := plain(t)
			gunner, target := w.put(t, kind, 0, Cell{X: 20, Y: 20}), w.put(t, "proc", 1, Cell{X: 32, Y: 20})
			w.give(0, gunner, named(order, at(target)))
			w.pass(3)
			w.give(0, gunner, Order{Name: "SetUnitStance", Extra: uint32(info.StanceAttackAnything)})
			w.pass(3)
			if gunner.Idle() {
				t.Fatalf("%s: it gave up when told to be readier", kind)
			}
			w.give(0, gunner, Order{Name: "SetUnitStance", Extra: uint32(info.StanceHoldFire)})
			w.pass(300) // a turreted unit ends the way it has begun
			if gunner.Idle() != drops {
				t.Errorf("%s, %s: it is idle %t", kind, order, gunner.Idle())
			}
		}
	}
}

// Obelisks and dogs drop their targets as well.
func TestAnObeliskAndADogToHoldTheirFireDropTheirTargets(t *testing.T) {
	for _, test := range []struct{ mod, hunter, prey string }{{"cnc", "obli", "e1"}, {"ra", "dog", "e1"}} {
		for order, drops := range map[string]bool{"Attack": true, state.ForceAttack: false} {
			w := playing(t, test.mod, "release-20230225")
			hunter, prey := w.put(t, test.hunter, 0, Cell{X: 20, Y: 20}), w.put(t, test.prey, 1, Cell{X: 23, Y: 20})
			w.give(0, hunter, named(order, at(prey)))
			w.give(0, hunter, Order{Name: "SetUnitStance", Extra: uint32(info.StanceAttackAnything)})
			w.give(0, hunter, Order{Name: "SetUnitStance", Extra: uint32(info.StanceHoldFire)})
			act := hunter.Current()
			if act == nil {
				t.Fatalf("%s: no attack", test.hunter)
			}
			if dropped := act.Host == none; dropped != drops {
				t.Errorf("%s, %s: it dropped its target: %t", test.hunter, order, dropped)
			}
		}
	}
}
