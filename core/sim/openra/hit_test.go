package openra

import "testing"

func TestAHitThatHurtsNobodyIsNoticed(t *testing.T) {
	for _, test := range []struct {
		amount  int32
		noticed bool
	}{{1, true}, {0, true}, {-1, false}} {
		w := plain(t)
		gun := w.put(t, "gun", 0, Cell{20, 20})
		tank := w.put(t, "1tnk", 1, Cell{23, 20})
		w.step()
		gun.nextScan = 3
		w.damage(gun, tank, test.amount, nil)
		if noticed := gun.aggressor == tank.ID; noticed != test.noticed {
			t.Errorf("damage %d: noticed %t, want %t", test.amount, noticed, test.noticed)
		}
	}
}

func TestAHitDoesNotTurnATurretFromItsTarget(t *testing.T) {
	w := plain(t)
	gun := w.put(t, "gun", 0, Cell{20, 20})
	tank, other := w.put(t, "1tnk", 1, Cell{23, 20}), w.put(t, "1tnk", 1, Cell{20, 23})
	w.step()
	w.cancelAll(gun)
	gun.activity, gun.aggressor = nil, none
	gun.chance, gun.persistent = tank.ID, true
	w.damage(gun, other, 10, nil)
	if gun.aggressor != none {
		t.Errorf("it turned to %d, its target is %d", gun.aggressor, tank.ID)
	}
	gun.persistent = false
	gun.nextScan = 3
	w.damage(gun, other, 10, nil)
	if gun.aggressor != other.ID {
		t.Errorf("a chance is no target of its own: it turned to %d, hit by %d", gun.aggressor, other.ID)
	}
}

func TestWhoIsHitOutOfAPortTurnsToTheBuilding(t *testing.T) {
	w := plain(t)
	gun := w.put(t, "gun", 0, Cell{20, 20})
	box := w.put(t, "pbox", 1, Cell{22, 20})
	w.step()
	w.cancelAll(gun)
	gun.activity, gun.aggressor = nil, none
	w.clearRequested(gun)
	gun.chance, gun.persistent, gun.nextScan = none, false, 3
	w.damage(gun, w.actor(box.passengers[0]), 10, nil)
	if gun.aggressor != box.ID {
		t.Errorf("it turned to %d, the building is %d", gun.aggressor, box.ID)
	}
}
