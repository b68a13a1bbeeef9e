// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/state"
)

// The two-sided search of the old releases takes a start that is a goal, however
// far it is from the place the harvester looks at; the later one does not.
func TestOnlyHarvestersOfOldReleasesFindTheOreTheyStandOnFarFromWhereTheyLook(t *testing.T) {
	for _, old := range []bool{false, true} {
		w := plain(t)
		w.Release.TwoSided = old
		here, last := Cell{X: 5, Y: 5}, Cell{X: 35, Y: 35}
		harvester := w.put(t, "harv", 0, here)
		act := func() *Activity {
			act := w.newActivity(state.ActFindResources)
			act.Target, act.HasTarget = last, true
			act.Last, act.HasLast = last, true
			return act
		}
		if at, found := w.closestHarvestable(harvester, act()); found {
			t.Fatalf("old %t: ore at %v where there is none", old, at)
		}
		w.setResource(w.resourceKind("Ore"), here, 5)
		if at, found := w.closestHarvestable(harvester, act()); found != old || found && at != here {
			t.Errorf("old %t: found %t at %v, the ore is at %v", old, found, at, here)
		}
	}
}

// Mobile.MoveResult begins as InProgress, the zero of its enumeration: who never
// went anywhere counts as one whose way was broken off.
func TestAHarvesterThatBeginsOnOreWaitsAfterTheFirstPiece(t *testing.T) {
	for _, moved := range []bool{false, true} {
		w := plain(t)
		here := Cell{X: 20, Y: 20}
		for x := here.X - 2; x <= here.X+2; x++ {
			w.setResource(w.resourceKind("Ore"), Cell{X: x, Y: here.Y}, 5)
		}
		harvester := w.put(t, "harv", 0, here)
		if moved {
			harvester.MoveResult = state.MoveReached
		}
		waits := false
		for range 200 {
			w.pass(1)
			if act := harvester.Current(); act != nil && act.Kind == state.ActFindResources {
				waits = waits || act.Cooldown.Running
			}
		}
		if harvester.StoredSum == 0 {
			t.Fatal("it harvests nothing")
		}
		if waits == moved {
			t.Errorf("moved before %t: waits %t", moved, waits)
		}
	}
}
