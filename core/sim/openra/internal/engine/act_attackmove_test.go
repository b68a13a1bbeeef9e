// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/state"
)

// moveInside is the move an attack move is carrying out.
func moveInside(a *Actor) *Activity {
	for act := a.Current(); act != nil; act = state.SkipDone(act.Child) {
		if act.Kind == state.ActMove {
			return act
		}
	}
	return nil
}

// An order to move looks for the nearest free cell when the unit sets out; an
// order to attack on the way has looked once, when it was given.
func TestAnAttackMoveKeepsTheGoalOfItsOrder(t *testing.T) {
	goal := Cell{X: 30, Y: 20}
	for _, test := range []struct {
		order string
		keeps bool
	}{{"AttackMove", true}, {"Move", false}} {
		w := plain(t)
		unit := w.put(t, "1tnk", 0, Cell{X: 20, Y: 20})
		w.Resolve(&Order{
			Name: test.order, Client: w.Players[unit.Owner].Client, Subject: unit.ID, HasSubject: true, Target: state.TargetCell, Cell: goal,
		})
		w.put(t, "powr", 0, goal)
		w.Step()
		move := moveInside(unit)
		if move == nil {
			t.Fatalf("%s: the unit does not move", test.order)
		}
		if kept := len(move.Path) == 0 || move.Path[0] == goal; kept != test.keeps {
			t.Errorf("%s: the path ends at %v, the goal is %v", test.order, move.Path[:min(1, len(move.Path))], goal)
		}
	}
}
