package openra

import "testing"

// A turret whose target got away looks at it once more before it looks for
// another: the first look finds what it was told and draws nothing.
func TestATurretThatLostItsTargetDrawsOneTickLater(t *testing.T) {
	w := plain(t)
	gun := w.put(t, "gun", 0, Cell{20, 20})
	near, far := w.centerOfCell(Cell{23, 20}), w.centerOfCell(Cell{40, 20})
	target := w.put(t, "e1", 1, Cell{23, 20})
	w.step()
	gun.chance, gun.persistent = target.ID, true
	for _, test := range []struct {
		at    Pos
		draws int64
		knows bool
	}{{near, 0, true}, {far, 0, true}, {far, 1, false}} {
		gun.nextScan = 0
		w.setCenter(target, test.at)
		before := w.random.draws
		w.tickChances(gun)
		if drawn := w.random.draws - before; drawn != test.draws {
			t.Errorf("target at %v: %d draws, want %d", test.at, drawn, test.draws)
		}
		if knows := gun.chance == target.ID; knows != test.knows {
			t.Errorf("target at %v: the turret knows %d", test.at, gun.chance)
		}
	}
}
