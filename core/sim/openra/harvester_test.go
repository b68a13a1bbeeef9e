package openra

import "testing"

// The two-sided search of the old releases takes a start that is a goal, however
// far it is from the place the harvester looks at; the later one does not.
func TestOnlyHarvestersOfOldReleasesFindTheOreTheyStandOnFarFromWhereTheyLook(t *testing.T) {
	for _, old := range []bool{false, true} {
		w := plain(t)
		w.behaviour.twoSided = old
		here, last := Cell{5, 5}, Cell{35, 35}
		harvester := w.put(t, "harv", 0, here)
		act := func() *Activity {
			act := w.newActivity(actFindResources)
			act.target, act.hasTarget = last, true
			act.last, act.hasLast = last, true
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
