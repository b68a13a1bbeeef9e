// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "testing"

func TestWhatABuildingProvidesDependsOnItsFactionAndItsOwner(t *testing.T) {
	w := plain(t)
	p := &w.players[0]
	own := w.built(t, "pdox", 0, Cell{X: 20, Y: 20})
	if w.hasPrerequisites(p, []string{"pdox.germany"}) || !w.hasPrerequisites(p, []string{"pdox"}) {
		t.Errorf("a building of %s provides %v", own.faction, p.tech)
	}
	w.create(w.typeOf("fact"), spawn{owner: 0, faction: "germany", cell: Cell{X: 10, Y: 10}, hasCell: true, facing: -1})
	if w.hasPrerequisites(p, []string{"pdox.germany"}) {
		t.Error("what stands already does not change")
	}
	w.built(t, "pdox", 0, Cell{X: 26, Y: 20})
	if !w.hasPrerequisites(p, []string{"pdox.germany"}) {
		t.Error("what is built beside a German yard is German")
	}
}

func TestWhatAPlayerHasGrantsConditionsUntilItIsGone(t *testing.T) {
	w := plain(t)
	p := &w.players[0]
	if w.holdsTech(p, techHospital) != 0 {
		t.Fatal("a hospital before there is one")
	}
	hospital := w.built(t, "hosp", 0, Cell{X: 20, Y: 20})
	if w.holdsTech(p, techHospital) != 1 || w.holdsTech(p, techBounty) != 0 || w.holdsTech(&w.players[1], techHospital) != 0 {
		t.Errorf("a hospital grants %b to its owner, %b to another", p.techConditions, w.players[1].techConditions)
	}
	writer := coder{types: &w.CompiledTypes, tick: w.tick}
	p.codedTech(&writer)
	var read player
	read.codedTech(&coder{data: writer.data, reading: true, types: &w.CompiledTypes, tick: w.tick})
	if read.techConditions != p.techConditions {
		t.Errorf("after it was read a player has %b instead of %b", read.techConditions, p.techConditions)
	}
	w.remove(hospital)
	if w.holdsTech(p, techHospital) != 0 {
		t.Error("a hospital when it is gone")
	}
}
