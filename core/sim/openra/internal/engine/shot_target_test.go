// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/grid"
)

func TestNobodyStopsOnTheVeryPointOfHisTarget(t *testing.T) {
	w := plain(t)
	for _, c := range []struct {
		name string
		sub  grid.SubCell
		want bool
	}{
		{"in the same place of the cell", 2, false},
		{"in another place of the cell", 4, true},
	} {
		hunter, prey := w.put(t, "e1", 0, Cell{X: 20, Y: 20}), w.put(t, "e3", 1, Cell{X: 40, Y: 20})
		w.SetPosition(hunter, Cell{X: 20, Y: 20}, 2)
		w.SetPosition(prey, Cell{X: 40, Y: 20}, c.sub)
		there := w.CenterOfCell(prey.To).Add(w.Ground.OffsetOf(hunter.FromSub))
		if got := w.rightlyFar(there, prey, 0, 5*1024); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// Who was sold, or has gone into a building, leaves the world at the end of the
// tick: whose turn comes after his still has him for a target.
func TestWhoIsDisposedOfIsATargetToTheEndOfTheTick(t *testing.T) {
	w := plain(t)
	tank, house := w.put(t, "2tnk", 0, Cell{X: 20, Y: 20}), w.put(t, "powr", 1, Cell{X: 22, Y: 20})
	w.Dispose(house)
	if w.targetFor(tank, house.ID) != house {
		t.Error("it is no target in the tick in which it goes")
	}
	if w.DrainTasks(); w.targetFor(tank, house.ID) != nil {
		t.Error("it is a target when it is gone")
	}
}
