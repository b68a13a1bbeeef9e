package openra

import "testing"

func TestWhatABuildingProvidesDependsOnItsFactionAndItsOwner(t *testing.T) {
	w := plain(t)
	p := &w.players[0]
	own := w.built(t, "pdox", 0, Cell{20, 20})
	if w.hasPrerequisite(p, "pdox.germany") || !w.hasPrerequisite(p, "pdox") {
		t.Errorf("a building of %s provides %v", own.faction, p.tech)
	}
	w.create(w.typeOf("fact"), spawn{owner: 0, faction: "germany", cell: Cell{10, 10}, hasCell: true, facing: -1})
	if w.hasPrerequisite(p, "pdox.germany") {
		t.Error("what stands already does not change")
	}
	w.built(t, "pdox", 0, Cell{26, 20})
	if !w.hasPrerequisite(p, "pdox.germany") {
		t.Error("what is built beside a German yard is German")
	}
}
