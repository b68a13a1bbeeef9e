package openra

import "testing"

func TestARefineryForgetsAHarvesterThatDiedInIt(t *testing.T) {
	w := plain(t)
	refinery, harvester := w.put(t, "proc", 0, Cell{20, 20}), w.put(t, "harv", 0, Cell{21, 22})
	refinery.docked = harvester.ID
	w.pass(1)
	if refinery.docked != harvester.ID {
		t.Fatal("the refinery forgot a harvester that lives")
	}
	w.destroy(harvester, nil, nil)
	w.pass(2)
	if refinery.docked != none {
		t.Errorf("%d is still in the refinery", refinery.docked)
	}
}
