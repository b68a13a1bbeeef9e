// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// weaponOf is the first weapon of an actor type.
func (w *World) weaponOf(tb testing.TB, name string) *info.Weapon {
	tb.Helper()
	t := w.TypeOf(name)
	if t == nil || len(t.Armaments) == 0 {
		tb.Fatalf("%s has no weapon", name)
	}
	return t.Armaments[0].Weapon
}

func TestOnlyTheHurtCanBeMended(t *testing.T) {
	w := plain(t)
	for _, test := range []struct{ healer, patient string }{{"medi", "e1"}, {"mech", "2tnk"}} {
		patient := w.put(t, test.patient, 0, Cell{X: 20, Y: 20})
		cure := w.weaponOf(t, test.healer)
		if w.worksOn(cure, patient) {
			t.Errorf("%s: %s works on the healthy", test.healer, cure.Name)
		}
		patient.HP--
		if !w.worksOn(cure, patient) {
			t.Errorf("%s: %s does not work on the hurt", test.healer, cure.Name)
		}
	}
}

func TestWhoHangsFromAParachuteIsNoTarget(t *testing.T) {
	w := plain(t)
	rifle := w.weaponOf(t, "e1")
	jumper := w.put(t, "e1", 1, Cell{X: 20, Y: 20})
	if !w.worksOn(rifle, jumper) {
		t.Error("a soldier on the ground is no target")
	}
	w.order(jumper, false, w.newActivity(state.ActParachute))
	if !w.worksOn(rifle, jumper) {
		t.Error("a soldier whose fall has not begun is no target")
	}
	jumper.Current().State = state.StateActive
	if w.worksOn(rifle, jumper) {
		t.Error("a soldier under a parachute is a target")
	}
}

func TestASubmarineIsAShipOnlyAtTheSurface(t *testing.T) {
	w := plain(t)
	gun, charges := w.weaponOf(t, "2tnk"), w.weaponOf(t, "ss")
	sub := w.put(t, "ss", 1, Cell{X: 20, Y: 20})
	for _, test := range []struct {
		ticks int32
		gun   bool
	}{{0, false}, {50, true}} {
		sub.CloakTicks = test.ticks
		w.dive(sub)
		if got := w.worksOn(gun, sub); got != test.gun {
			t.Errorf("%d ticks from diving a gun works on it: %t", test.ticks, got)
		}
		if !w.worksOn(charges, sub) {
			t.Errorf("%d ticks from diving torpedoes do not work on it", test.ticks)
		}
	}
}

func TestTurretsWithoutPowerStandStillAndHoldTheirFire(t *testing.T) {
	for _, plants := range []int32{0, 2} {
		w := plain(t)
		for i := range plants {
			w.built(t, "apwr", 0, Cell{X: 2 + 4*i, Y: 40})
		}
		gun := w.built(t, "agun", 0, Cell{X: 20, Y: 20})
		w.pass(2)
		enemy := w.put(t, "badr", 1, Cell{X: 20, Y: 26})
		enemy.Center.Z = 2560
		w.pass(60)
		if turned := gun.Turret.Facing != gun.Type.TurretInitial; turned != (plants > 0) {
			t.Errorf("with %d plants it turned: %t", plants, turned)
		}
		if !gun.Aiming {
			t.Errorf("with %d plants it does not count as aiming", plants)
		}
		if hurt := enemy.HP < enemy.Type.MaxHP; hurt != (plants > 0) {
			t.Errorf("with %d plants the plane is hurt: %t", plants, hurt)
		}
	}
}
