// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/state"
)

func TestUnitsAttackWhatTheyAreTold(t *testing.T) {
	for _, kind := range []string{"e1", "1tnk"} {
		t.Run(kind, func(t *testing.T) {
			w := plain(t)
			mine, theirs := enginetest.Named(w.Actors, "mcv"), (*Actor)(nil)
			for _, a := range w.Actors {
				if a != nil && a.Type == mine.Type && a.Owner != mine.Owner {
					theirs = a
				}
			}
			unit := w.Create(w.TypeOf(kind), state.Spawn{Owner: mine.Owner, Cell: theirs.To.Add(Cell{X: 12, Y: 9}), HasCell: true, Facing: -1})
			order := Order{
				Name: "Attack", Client: w.Players[unit.Owner].Client, Subject: unit.ID, HasSubject: true, Target: state.TargetActor, Actor: theirs.ID,
			}
			if got := w.Resolve(&order); got != Obeyed {
				t.Fatalf("the order is judged %d", got)
			}
			if unit.Type.Opportunity && unit.Requested != theirs.ID {
				t.Error("the turret does not know its target")
			}
			for range 400 {
				w.Step()
			}
			if !unit.Aiming {
				t.Errorf("400 ticks later it stands at %v and does not aim at the target at %v", unit.To, theirs.To)
			}
		})
	}
}

func TestAnAttackWithoutATargetIsNone(t *testing.T) {
	w := plain(t)
	mcv := enginetest.Named(w.Actors, "mcv")
	unit := w.Create(w.TypeOf("e1"), state.Spawn{Owner: mcv.Owner, Cell: mcv.To.Add(Cell{X: 3, Y: 0}), HasCell: true, Facing: -1})
	for _, order := range []Order{
		{Target: state.TargetCell, Cell: mcv.To}, {Target: state.TargetActor, Actor: 9999}, {Target: state.TargetActor, Actor: unit.ID},
	} {
		order.Name, order.Subject, order.HasSubject, order.Client = "Attack", unit.ID, true, w.Players[unit.Owner].Client
		w.Resolve(&order)
		if unit.Activity != nil {
			t.Errorf("it does something about %+v", order)
		}
	}
}

// A turret that was told to stop looks around at once; when its attack has come to its
// end, what was found is lost until the next look.
func TestWhoIsToldToStopLosesWhatHisTurretFindsMeanwhile(t *testing.T) {
	for _, stopped := range []bool{false, true} {
		w := plain(t)
		tank := w.put(t, "1tnk", 0, Cell{X: 20, Y: 20})
		foe := w.put(t, "e1", 1, Cell{X: 22, Y: 20})
		tank.Requested = foe.ID
		act := w.AttackActivity(tank, foe.ID, true)
		if stopped {
			w.orderStop(tank)
			tank.Opportunity = foe.ID
		}
		w.endFollowAttack(tank, act)
		if lost := tank.Opportunity == none; lost != stopped {
			t.Errorf("stopped %v: the target is lost %v", stopped, lost)
		}
	}
}
