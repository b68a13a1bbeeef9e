// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"
)

func TestAHitThatHurtsNobodyIsNoticed(t *testing.T) {
	for _, test := range []struct {
		amount  int32
		noticed bool
	}{{1, true}, {0, true}, {-1, false}} {
		w := plain(t)
		gun := w.put(t, "gun", 0, Cell{X: 20, Y: 20})
		tank := w.put(t, "1tnk", 1, Cell{X: 23, Y: 20})
		w.Step()
		gun.NextScan = 3
		w.Damage(gun, tank, test.amount, nil)
		if noticed := gun.Aggressor == tank.ID; noticed != test.noticed {
			t.Errorf("damage %d: noticed %t, want %t", test.amount, noticed, test.noticed)
		}
	}
}

func TestAHitDoesNotTurnATurretFromItsTarget(t *testing.T) {
	w := plain(t)
	gun := w.put(t, "gun", 0, Cell{X: 20, Y: 20})
	tank, other := w.put(t, "1tnk", 1, Cell{X: 23, Y: 20}), w.put(t, "1tnk", 1, Cell{X: 20, Y: 23})
	w.Step()
	w.cancelAll(gun)
	gun.Activity, gun.Aggressor = nil, none
	gun.Opportunity, gun.Persistent = tank.ID, true
	w.Damage(gun, other, 10, nil)
	if gun.Aggressor != none {
		t.Errorf("it turned to %d, its target is %d", gun.Aggressor, tank.ID)
	}
	gun.Persistent = false
	gun.NextScan = 3
	w.Damage(gun, other, 10, nil)
	if gun.Aggressor != other.ID {
		t.Errorf("a chance is no target of its own: it turned to %d, hit by %d", gun.Aggressor, other.ID)
	}
}

func TestWhoIsHitOutOfAPortTurnsToTheBuilding(t *testing.T) {
	w := plain(t)
	gun := w.put(t, "gun", 0, Cell{X: 20, Y: 20})
	box := w.put(t, "pbox", 1, Cell{X: 22, Y: 20})
	w.Step()
	w.cancelAll(gun)
	gun.Activity, gun.Aggressor = nil, none
	w.clearRequested(gun)
	gun.Opportunity, gun.Persistent, gun.NextScan = none, false, 3
	w.Damage(gun, w.Actor(box.Passengers[0]), 10, nil)
	if gun.Aggressor != box.ID {
		t.Errorf("it turned to %d, the building is %d", gun.Aggressor, box.ID)
	}
}

// Until 20230225 who is hit turns to who hit him; later he looks around first
// and takes what he would have picked himself.
func TestWhoIsHitTurnsToWhoHitHim(t *testing.T) {
	for _, version := range []string{"release-20200202", "release-20230225", "release-20231010"} {
		w := playing(t, "ra", version)
		tank := w.put(t, "1tnk", 0, Cell{X: 20, Y: 20})
		near, far := w.put(t, "1tnk", 1, Cell{X: 22, Y: 20}), w.put(t, "1tnk", 1, Cell{X: 20, Y: 24})
		w.Step()
		w.cancelAll(tank)
		w.clearRequested(tank)
		tank.Activity, tank.Aggressor, tank.Opportunity, tank.NextScan = nil, none, none, 0
		w.Damage(tank, far, 10, nil)
		want, looked := far.ID, false
		if version == "release-20231010" {
			want, looked = near.ID, true
		}
		if tank.Aggressor != want || tank.NextScan > 0 != looked {
			t.Errorf("%s: turned to %d, want %d; looks again in %d", version, tank.Aggressor, want, tank.NextScan)
		}
	}
}
