// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/info"
)

// watched is a world with one missile's sight planned for a cell far from
// everybody.
func watched(t *testing.T) (*World, int32) {
	t.Helper()
	w := plain(t)
	goal := Cell{X: 100, Y: 100}
	w.watchGoal(0, &info.PowerRules{Sight: 3 * 1024, Flight: 40}, w.CenterOfCell(goal))
	return w, w.Ground.Index(goal)
}

func TestAMissileShowsItsGoalAroundItsEnd(t *testing.T) {
	w, goal := watched(t)
	sees := func() bool { return w.Players[0].Visible[goal] > 0 }
	opens := 40 - watchBefore + launchTicks
	w.pass(opens - 1)
	if sees() {
		t.Fatal("the goal is seen too early")
	}
	w.pass(1)
	if !sees() || w.Players[1].Visible[goal] > 0 {
		t.Fatalf("seen %v, by the enemy %d", sees(), w.Players[1].Visible[goal])
	}
	w.pass(watchBefore + watchAfter - 1)
	if !sees() {
		t.Fatal("the goal is lost too early")
	}
	w.pass(1)
	if sees() || len(w.Outlook.Watches) != 0 {
		t.Errorf("seen %v, %d sights are left", sees(), len(w.Outlook.Watches))
	}
}

func TestAMissileWithoutACameraShowsNothing(t *testing.T) {
	w := plain(t)
	if w.watchGoal(0, &info.PowerRules{Flight: 40}, Pos{}); len(w.Outlook.Watches) != 0 {
		t.Errorf("%d sights", len(w.Outlook.Watches))
	}
}

func TestAWreckShowsItsOwnerWhereItFell(t *testing.T) {
	for _, version := range []string{"release-20200202", rules.Head} {
		w := playing(t, "ra", version)
		at := Cell{X: 60, Y: 60}
		wreck := w.inAir(t, "mh60.husk", 0, at)
		wreck.Center.Z = 0
		w.pass(1)
		if len(w.Outlook.Watches) != 1 || w.Actor(wreck.ID) != nil {
			t.Fatalf("%s: %d sights when it has fallen", version, len(w.Outlook.Watches))
		}
		seen := func() bool { return w.Players[0].Visible[w.Ground.Index(at)] > 0 }
		for tick := 1; tick <= 61; tick++ {
			w.pass(1)
			if seen() != (tick <= 60) || w.Players[1].Visible[w.Ground.Index(at)] > 0 {
				t.Fatalf("%s: %d ticks later seen %t", version, tick, seen())
			}
		}
		w.Players[0].Lost = true
		w.inAir(t, "mh60.husk", 0, at).Center.Z = 0
		if w.pass(1); len(w.Outlook.Watches) != 0 {
			t.Errorf("%s: the defeated see %d", version, len(w.Outlook.Watches))
		}
	}
}
