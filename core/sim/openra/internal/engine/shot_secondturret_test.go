// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"
)

func TestOnlyCruisersHaveTwoTurrets(t *testing.T) {
	for _, mod := range []string{"ra", "cnc"} {
		w := playing(t, mod, "release-20230225")
		for _, typ := range w.Types {
			if typ.TwoTurrets != (typ.Name == "ca") {
				t.Errorf("%s has two turrets: %t", typ.Name, typ.TwoTurrets)
			}
		}
	}
	ca := plain(t).TypeOf("ca")
	if ca.TurretOffset.X != -896 || ca.SecondOffset.X != 768 || ca.Armaments[0].Turret != 0 || ca.Armaments[1].Turret != 1 {
		t.Errorf("turrets at %v and %v, guns on %d and %d", ca.TurretOffset, ca.SecondOffset, ca.Armaments[0].Turret, ca.Armaments[1].Turret)
	}
}

// Each gun fires from the turret it sits on, and waits until that one points at the
// target, whatever the other one does.
func TestTheGunsOfACruiserWaitForTheirOwnTurret(t *testing.T) {
	for _, release := range []string{"release-20200202", "{DEV_VERSION}"} {
		w := playing(t, "ra", release)
		ship, target := w.put(t, "ca", 0, Cell{X: 20, Y: 20}), w.put(t, "2tnk", 1, Cell{X: 20, Y: 30})
		w.Effects = w.Effects[:0]
		ship.Aim, ship.Turret.Facing = 512, 512
		ship.Facing = 0
		w.fireAt(ship, aimAtActor(target), true)
		if len(w.Effects) != 1 {
			t.Fatalf("%s: %d shots, of the turret that points there", release, len(w.Effects))
		}
		fore := w.Effects[0].From
		for range 200 {
			w.fireAt(ship, aimAtActor(target), true)
		}
		if len(w.Effects) != 2 {
			t.Fatalf("%s: %d shots after both turned", release, len(w.Effects))
		}
		aft := w.Effects[1].From
		if fore == aft || fore.Y <= ship.Center.Y || aft.Y-fore.Y > -900 {
			t.Errorf("%s: they fire from %v and %v, the ship is at %v", release, fore, aft, ship.Center)
		}
	}
}

func TestTheSecondTurretIsHashedUntil20200503(t *testing.T) {
	for _, test := range []struct {
		release string
		hashed  bool
	}{{"release-20200503", true}, {"release-20230225", false}} {
		w := playing(t, "ra", test.release)
		ship, target := w.put(t, "ca", 0, Cell{X: 20, Y: 20}), w.put(t, "2tnk", 1, Cell{X: 30, Y: 20})
		before := [2]int32{w.TurretHash(ship, false), w.TurretHash(ship, true)}
		w.onSecond(ship, func() bool { return w.faceTarget(ship, target, ship.Type.SecondOffset) })
		if w.TurretHash(ship, false) != before[0] || (w.TurretHash(ship, true) != before[1]) != test.hashed {
			t.Errorf("%s: hashes %d and %d, were %v", test.release, w.TurretHash(ship, false), w.TurretHash(ship, true), before)
		}
	}
}
