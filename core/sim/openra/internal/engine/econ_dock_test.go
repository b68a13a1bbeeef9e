// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/state"
)

func TestARefineryForgetsAHarvesterThatDiedInIt(t *testing.T) {
	w := plain(t)
	refinery, harvester := w.put(t, "proc", 0, Cell{X: 20, Y: 20}), w.put(t, "harv", 0, Cell{X: 21, Y: 22})
	refinery.Docked = harvester.ID
	w.pass(1)
	if refinery.Docked != harvester.ID {
		t.Fatal("the refinery forgot a harvester that lives")
	}
	w.Destroy(harvester, nil, nil)
	w.pass(2)
	if refinery.Docked != none {
		t.Errorf("%d is still in the refinery", refinery.Docked)
	}
}

// Whoever is idle can be asked to make room, which a harvester that waited for
// something to unload could not.
func TestAnEmptyHarvesterSentToARefineryIsIdleAtOnce(t *testing.T) {
	for _, one := range []struct {
		name  string
		stops bool // as the builds of 2026 do
		load  int32
		idle  bool
	}{
		{"empty", true, 0, true},
		{"with a load", true, 5, false},
		{"empty, in October 2024", false, 0, false},
	} {
		w := plain(t)
		w.Release.StopsAtDock = one.stops
		refinery := w.put(t, "proc", 0, Cell{X: 20, Y: 20})
		harvester := w.put(t, "harv", 0, Cell{X: 30, Y: 30})
		w.pass(2)
		w.cancelAll(harvester)
		w.pass(2)
		kind := w.resourceKind("Ore")
		harvester.Stored[kind-1], harvester.StoredSum = one.load, one.load
		if w.give(0, harvester, Order{Name: "Dock", Target: state.TargetActor, Actor: refinery.ID}) != Obeyed {
			t.Fatalf("%s: the order is not obeyed", one.name)
		}
		w.pass(3)
		if harvester.Idle() != one.idle {
			t.Errorf("%s: idle %t three ticks after the order, want %t", one.name, harvester.Idle(), one.idle)
		}
	}
}

func TestAnEmptyHarvesterSentToARefineryGivesUpItsPlaceElsewhere(t *testing.T) {
	w := plain(t)
	kept, asked := w.put(t, "proc", 0, Cell{X: 10, Y: 20}), w.put(t, "proc", 0, Cell{X: 20, Y: 20})
	harvester := w.put(t, "harv", 0, Cell{X: 30, Y: 30})
	w.pass(2)
	if !w.reserve(harvester, kept) {
		t.Fatal("no place is left")
	}
	w.give(0, harvester, Order{Name: "Dock", Target: state.TargetActor, Actor: asked.ID})
	w.pass(3)
	if harvester.ReservedHost != none || len(kept.DockReserved) != 0 {
		t.Errorf("it still has a place at %d, which expects %v", harvester.ReservedHost, kept.DockReserved)
	}
}
