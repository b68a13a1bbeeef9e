package openra

import "testing"

// watched is a world with one missile's sight planned for a cell far from
// everybody.
func watched(t *testing.T) (*World, int32) {
	t.Helper()
	w := plain(t)
	goal := Cell{100, 100}
	w.watchGoal(0, &powerRules{sight: 3 * 1024, flight: 40}, w.centerOfCell(goal))
	return w, w.ground.index(goal)
}

func TestAMissileShowsItsGoalAroundItsEnd(t *testing.T) {
	w, goal := watched(t)
	sees := func() bool { return w.players[0].visible[goal] > 0 }
	opens := 40 - watchBefore + launchTicks
	w.pass(opens - 1)
	if sees() {
		t.Fatal("the goal is seen too early")
	}
	w.pass(1)
	if !sees() || w.players[1].visible[goal] > 0 {
		t.Fatalf("seen %v, by the enemy %d", sees(), w.players[1].visible[goal])
	}
	w.pass(watchBefore + watchAfter - 1)
	if !sees() {
		t.Fatal("the goal is lost too early")
	}
	w.pass(1)
	if sees() || len(w.watches) != 0 {
		t.Errorf("seen %v, %d sights are left", sees(), len(w.watches))
	}
}

func TestAMissileWithoutACameraShowsNothing(t *testing.T) {
	w := plain(t)
	if w.watchGoal(0, &powerRules{flight: 40}, Pos{}); len(w.watches) != 0 {
		t.Errorf("%d sights", len(w.watches))
	}
}
