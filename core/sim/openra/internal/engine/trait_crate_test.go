// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/state"
)

// open lets a unit find a crate with one thing in it, and returns both.
func open(t *testing.T, w *World, kind string) *Actor {
	t.Helper()
	mcv := enginetest.Named(w.Actors, "mcv")
	finder := w.Create(w.TypeOf("harv"), state.Spawn{Owner: mcv.Owner, Cell: mcv.To.Add(Cell{X: 6, Y: 0}), HasCell: true, Facing: -1})
	crateType := *w.TypeOf("crate")
	info := *crateType.Crate
	crateType.Crate = &info
	info.Actions = nil
	for _, action := range w.TypeOf("crate").Crate.Actions {
		if action.Kind == kind {
			info.Actions = append(info.Actions, action)
		}
	}
	if len(info.Actions) == 0 {
		t.Fatalf("no crate holds %s", kind)
	}
	crate := w.Create(&crateType, state.Spawn{Cell: finder.To, HasCell: true, Facing: -1})
	w.openCrate(finder, crate)
	return finder
}

func TestTheForkGivesWhatACrateHoldsAtTheEndOfTheTick(t *testing.T) {
	w := plain(t)
	finder := open(t, w, "DuplicateUnitCrateAction")
	count, draws := w.NextID, w.Random.Draws
	if w.Actors[count-1].Type.Name != "crate" {
		t.Fatal("something came before the end of the tick")
	}
	// The places are those around the cell the finder is in by then.
	w.removeInfluence(finder)
	finder.From, finder.To = finder.To.Add(Cell{X: 9, Y: 9}), finder.To.Add(Cell{X: 9, Y: 9})
	w.addInfluence(finder)
	w.DrainTasks()
	second := w.Actors[w.NextID-1]
	if w.NextID != count+1 || second.Type != finder.Type || second.Owner != finder.Owner {
		t.Fatalf("%d actors more, the last a %s of %d", w.NextID-count, second.Type.Name, second.Owner)
	}
	if d := second.To.Sub(finder.To); d.Squared() > 16 || d.Squared() == 0 {
		t.Errorf("it stands %v away", d)
	}
	if w.Random.Draws == draws {
		t.Error("its place was not drawn")
	}
}

func TestAReleaseGivesWhatACrateHoldsAtOnce(t *testing.T) {
	w := plain(t)
	w.Release.Fork = false
	draws := w.Random.Draws
	open(t, w, "DuplicateUnitCrateAction")
	if w.Random.Draws-draws < 2 {
		t.Error("no place was drawn")
	}
}

func TestSightFollowsItsCondition(t *testing.T) {
	w := plain(t)
	mcv := enginetest.Named(w.Actors, "mcv")
	dome := w.Create(w.TypeOf("dome"), state.Spawn{Owner: mcv.Owner, Cell: mcv.To.Add(Cell{X: 8, Y: 8}), HasCell: true, Facing: -1})
	p := &w.Players[mcv.Owner]
	far := w.Ground.Index(dome.Cell.Add(Cell{X: 9, Y: 0}))
	// Constructed in this order: the long sight, the one without power, the one a gap generator does not hide.
	hash := func() [3]int32 { return [3]int32{w.sightHash(dome, 0), w.sightHash(dome, 1), w.sightHash(dome, 2)} }
	w.updatePower(mcv.Owner)
	w.tickSight(dome)
	if !p.LowPower() || hash() != [3]int32{1, 0, 1} || p.Visible[far] != 0 {
		t.Errorf("without power: low power %v, flags %v, sight of the far cell %d", p.LowPower(), hash(), p.Visible[far])
	}
	w.Create(w.TypeOf("powr"), state.Spawn{Owner: mcv.Owner, Cell: mcv.To.Add(Cell{X: -8, Y: 8}), HasCell: true, Facing: -1})
	w.updatePower(mcv.Owner)
	w.tickSight(dome)
	if p.LowPower() || hash() != [3]int32{0, 1, 0} || p.Visible[far] == 0 {
		t.Errorf("with power: low power %v, flags %v, sight of the far cell %d", p.LowPower(), hash(), p.Visible[far])
	}
}

// Who died in this tick lies there to its end and is neither warned nor run over.
func TestTheDeadAreNotUnderWheels(t *testing.T) {
	w := plain(t)
	tank, soldier := w.put(t, "2tnk", 0, Cell{X: 20, Y: 20}), w.put(t, "e1", 1, Cell{X: 21, Y: 20})
	tank.To = soldier.To
	for _, dead := range []bool{false, true} {
		soldier.Dead = dead
		visited := 0
		w.underWheels(tank, func(*Actor) { visited++ })
		if visited == 0 != dead {
			t.Errorf("dead %t: visited %d times", dead, visited)
		}
	}
}
