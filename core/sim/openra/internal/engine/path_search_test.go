// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
	"convertd/internal/fixtures/oramap"
)

// In release-20230225 a search for one of several cells keeps to the lanes of
// a unit that comes from there; later ones keep to those of the unit itself.
func TestASearchForOneOfSeveralCellsKeepsToTheLanesOfItsRelease(t *testing.T) {
	for _, test := range []struct {
		fromTargets bool
		third       Cell // from the goal
	}{{false, Cell{X: 34, Y: 32}}, {true, Cell{X: 34, Y: 33}}} {
		w := plain(t)
		w.Release.FromTargets = test.fromTargets
		unit := w.Create(w.TypeOf("e1"), state.Spawn{Owner: enginetest.Named(w.Actors, "mcv").Owner, Cell: Cell{X: 30, Y: 30}, HasCell: true, Facing: -1})
		path := w.Paths.ToAny(w.mover(unit), []Cell{{X: 36, Y: 33}}, path.ByNone, nil)
		if len(path) != 7 || path[0] != (Cell{X: 36, Y: 33}) || path[6] != unit.To || path[2] != test.third {
			t.Errorf("fromTargets %v: %v", test.fromTargets, path)
		}
	}
}

// Who shares his cell with others who fill it is passed over by searches from there;
// in 20231010 only where he came last.
func TestSearchesPassOverWhoStandsInTheirFirstCell(t *testing.T) {
	for version, anywhere := range map[string]bool{"release-20231010": false, rules.Head: true} {
		w := playing(t, "ra", version)
		var squad []*Actor
		for sub := grid.SubFirst; sub <= w.Ground.LastPlace; sub++ {
			squad = append(squad, w.Create(w.TypeOf("e1"), state.Spawn{Owner: 0, Cell: Cell{X: 30, Y: 30}, HasCell: true, Sub: sub, HasSub: true, Facing: 0}))
		}
		w.pass(2)
		for i, soldier := range squad {
			l := &w.Paths.Locomotors[soldier.Type.Mobile.Locomotor]
			free := w.enterCost(l, soldier, soldier.To, path.ByAll, none, true, grid.SubFull) != path.Unreachable
			if last := i == len(squad)-1; free != (anywhere || last) {
				t.Errorf("%s: soldier %d of %d counts as able to stand there: %t", version, i+1, len(squad), free)
			}
		}
	}
}

// Of two searches that are to meet, the one that goes for the unit's own cell ends beside
// it until 20230225, where the unit fills it: its way bends there. (That a goal that
// somebody fills does the same in 2020, the engine's game ra-0503-1v1-orelord-heavy shows.)
func TestPathsBendBesideACellThatTheUnitFills(t *testing.T) {
	for _, test := range []struct {
		release, unit string
		second        Cell // after the start
	}{
		{"release-20230225", "combat_tank_a", Cell{X: 2, Y: 4}},
		{"release-20230225", "light_inf", Cell{X: 3, Y: 4}},
		{"release-20231010", "combat_tank_a", Cell{X: 3, Y: 4}},
	} {
		w := play(t, oramap.Basin(), test.release, "atreides", "ordos")
		unit := w.Create(w.TypeOf(test.unit), state.Spawn{Owner: 0, Cell: Cell{X: 3, Y: 3}, HasCell: true, Facing: 0})
		w.pass(1)
		found := w.Paths.To(w.mover(unit), Cell{X: 2, Y: 24}, path.ByAll, none)
		if n := len(found); n != 22 || found[n-2] != test.second || found[n-3] != (Cell{X: 3, Y: 5}) || found[n-1] != unit.To {
			t.Errorf("%s: %s: %v", test.release, test.unit, found)
		}
	}
}
