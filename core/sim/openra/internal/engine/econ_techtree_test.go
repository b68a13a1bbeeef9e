// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/codec"
	"convertd/core/sim/openra/internal/state"
)

func TestWhatABuildingProvidesDependsOnItsFactionAndItsOwner(t *testing.T) {
	w := plain(t)
	p := &w.Players[0]
	own := w.built(t, "pdox", 0, Cell{X: 20, Y: 20})
	if w.hasPrerequisites(p, []string{"pdox.germany"}) || !w.hasPrerequisites(p, []string{"pdox"}) {
		t.Errorf("a building of %s provides %v", own.Faction, p.Tech)
	}
	w.Create(w.TypeOf("fact"), state.Spawn{Owner: 0, Faction: "germany", Cell: Cell{X: 10, Y: 10}, HasCell: true, Facing: -1})
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
	p := &w.Players[0]
	if w.holdsTech(p, state.TechHospital) != 0 {
		t.Fatal("a hospital before there is one")
	}
	hospital := w.built(t, "hosp", 0, Cell{X: 20, Y: 20})
	if w.holdsTech(p, state.TechHospital) != 1 || w.holdsTech(p, state.TechBounty) != 0 || w.holdsTech(&w.Players[1], state.TechHospital) != 0 {
		t.Errorf("a hospital grants %b to its owner, %b to another", p.TechConditions, w.Players[1].TechConditions)
	}
	writer := codec.Coder{Types: &w.CompiledTypes, Tick: w.Ticks}
	p.CodedTech(&writer)
	var read state.Player
	read.CodedTech(&codec.Coder{Data: writer.Data, Reading: true, Types: &w.CompiledTypes, Tick: w.Ticks})
	if read.TechConditions != p.TechConditions {
		t.Errorf("after it was read a player has %b instead of %b", read.TechConditions, p.TechConditions)
	}
	w.Remove(hospital)
	if w.holdsTech(p, state.TechHospital) != 0 {
		t.Error("a hospital when it is gone")
	}
}
