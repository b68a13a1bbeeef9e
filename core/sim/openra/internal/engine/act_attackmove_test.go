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

// d2k-0225-1v1-lowcash-source of the engine's games, net frame 546: he is on an attack
// move before he has left the building that made him.
func TestWhoLeavesItsFactoryIsOnItsAttackMoveAlready(t *testing.T) {
	w := plain(t)
	soldier := w.put(t, "e1", 0, Cell{X: 20, Y: 20})
	leave := w.newActivity(state.ActLeaveProduction)
	w.order(soldier, false, leave)
	leave.State = state.StateActive
	if soldier.Marches() || soldier.Assaults() {
		t.Error("he has no attack move yet")
	}
	march := w.attackMove(Cell{X: 40, Y: 20}, 0, false)
	leave.QueueChild(march)
	march.State = state.StateActive
	if !soldier.Marches() || soldier.Assaults() {
		t.Errorf("marches: %t, assaults: %t", soldier.Marches(), soldier.Assaults())
	}
}
