// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "testing"

func TestUnitsAttackWhatTheyAreTold(t *testing.T) {
	for _, kind := range []string{"e1", "1tnk"} {
		t.Run(kind, func(t *testing.T) {
			w := plain(t)
			mine, theirs := w.anyNamed("mcv"), (*Actor)(nil)
			for _, a := range w.actors {
				if a != nil && a.typ == mine.typ && a.owner != mine.owner {
					theirs = a
				}
			}
			unit := w.create(w.typeOf(kind), spawn{owner: mine.owner, cell: theirs.to.Add(Cell{X: 12, Y: 9}), hasCell: true, facing: -1})
			order := Order{
				Name: "Attack", Client: w.players[unit.owner].client, Subject: unit.ID, HasSubject: true, Target: TargetActor, Actor: theirs.ID,
			}
			if got := w.Resolve(&order); got != Obeyed {
				t.Fatalf("the order is judged %d", got)
			}
			if unit.typ.Opportunity && unit.requested != theirs.ID {
				t.Error("the turret does not know its target")
			}
			for range 400 {
				w.step()
			}
			if !unit.aiming {
				t.Errorf("400 ticks later it stands at %v and does not aim at the target at %v", unit.to, theirs.to)
			}
		})
	}
}

func TestAnAttackWithoutATargetIsNone(t *testing.T) {
	w := plain(t)
	mcv := w.anyNamed("mcv")
	unit := w.create(w.typeOf("e1"), spawn{owner: mcv.owner, cell: mcv.to.Add(Cell{X: 3, Y: 0}), hasCell: true, facing: -1})
	for _, order := range []Order{
		{Target: TargetCell, Cell: mcv.to}, {Target: TargetActor, Actor: 9999}, {Target: TargetActor, Actor: unit.ID},
	} {
		order.Name, order.Subject, order.HasSubject, order.Client = "Attack", unit.ID, true, w.players[unit.owner].client
		w.Resolve(&order)
		if unit.activity != nil {
			t.Errorf("it does something about %+v", order)
		}
	}
}
