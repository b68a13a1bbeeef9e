package openra

import (
	"math/rand/v2"
	"testing"
)

func TestQueueHandsOutTheCheapestFirst(t *testing.T) {
	source := rand.New(rand.NewPCG(1, 2))
	var queue edgeQueue
	for range 50 {
		count := source.IntN(200) + 1
		for i := range count {
			queue.add(edge{int32(i), int32(source.IntN(30))})
		}
		last := int32(-1)
		for range count {
			e := queue.pop()
			if e.cost < last {
				t.Fatalf("%d came after %d", e.cost, last)
			}
			last = e.cost
		}
		if !queue.empty() {
			t.Fatal("something is left")
		}
	}
}

func TestQueuePrefersTheRightOfEqualChildren(t *testing.T) {
	var queue edgeQueue
	for cell, cost := range []int32{0, 5, 5, 9} {
		queue.add(edge{int32(cell), cost})
	}
	queue.pop()
	if e := queue.pop(); e.cell != 2 {
		t.Errorf("cell %d came first, want the right one, 2", e.cell)
	}
}

// In release-20230225 a search for one of several cells keeps to the lanes of
// a unit that comes from there; later ones keep to those of the unit itself.
func TestASearchForOneOfSeveralCellsKeepsToTheLanesOfItsRelease(t *testing.T) {
	for _, test := range []struct {
		fromTargets bool
		third       Cell // from the goal
	}{{false, Cell{34, 32}}, {true, Cell{34, 33}}} {
		w := plain(t)
		w.behaviour.fromTargets = test.fromTargets
		unit := w.create(w.typeOf("e1"), spawn{owner: w.anyNamed("mcv").owner, cell: Cell{30, 30}, hasCell: true, facing: -1})
		path := w.pathToAny(unit, []Cell{{36, 33}}, byNone, nil)
		if len(path) != 7 || path[0] != (Cell{36, 33}) || path[6] != unit.to || path[2] != test.third {
			t.Errorf("fromTargets %v: %v", test.fromTargets, path)
		}
	}
}
