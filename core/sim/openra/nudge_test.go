package openra

import "testing"

func TestWhoIsAskedToMakeRoomDrawsAtOnceUntil2023(t *testing.T) {
	for _, atOnce := range []bool{false, true} {
		w := plain(t)
		w.behaviour.nudgesAtOnce = atOnce
		mcv := w.anyNamed("mcv")
		unit := w.create(w.typeOf("e1"), spawn{owner: mcv.owner, cell: mcv.to.add(Cell{9, 9}), hasCell: true, facing: -1})
		draws := w.random.draws
		w.nudge(unit, mcv)
		if drew := w.random.draws != draws; drew != atOnce {
			t.Errorf("at once %v: drew %v", atOnce, drew)
		}
		if kind := unit.current().kind; (kind == actMove) != atOnce {
			t.Errorf("at once %v: activity %d", atOnce, kind)
		}
	}
}

func TestWhoHasNoPlaceToGoIsNotNudged(t *testing.T) {
	w := plain(t)
	w.behaviour.nudgesAtOnce = true
	mcv := w.anyNamed("mcv")
	at := mcv.to.add(Cell{9, 9})
	unit := w.create(w.typeOf("1tnk"), spawn{owner: mcv.owner, cell: at, hasCell: true, facing: -1})
	for _, d := range directions {
		w.create(w.typeOf("powr"), spawn{owner: mcv.owner, cell: at.add(d), hasCell: true, facing: -1})
	}
	draws := w.random.draws
	w.nudge(unit, mcv)
	if !unit.idle() || w.random.draws != draws {
		t.Errorf("idle %v, %d draws", unit.idle(), w.random.draws-draws)
	}
}
