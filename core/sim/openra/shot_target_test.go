// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"slices"
	"testing"

	"convertd/core/sim/openra/internal/grid"
)

// TestBinsPassedOverHoldNobodyLookedFor plays a game and looks for the actors
// of everybody's enemies with and without passing bins over.
func TestBinsPassedOverHoldNobodyLookedFor(t *testing.T) {
	game := loadGame(t, longGame, longMap)
	simulation, module := game.start(t)
	w := module.world
	found := 0
	for simulation.Tick() < 3000 {
		game.apply(t, simulation, module)
		if simulation.Tick()%25 != 0 {
			continue
		}
		for i := range w.players {
			enemies := w.players[i].Enemies
			look := func(owners uint32) (ids []uint32) {
				w.inBox(Pos{}, Pos{X: 1 << 20, Y: 1 << 20, Z: 0}, owners, func(a *Actor) {
					if enemies&(1<<uint32(a.Owner)) != 0 {
						ids = append(ids, a.ID)
					}
				})
				return ids
			}
			got, want := look(enemies), look(everybody)
			found += len(got)
			if !slices.Equal(got, want) {
				t.Fatalf("tick %d: enemies of player %d are %v, want %v", simulation.Tick(), i, got, want)
			}
		}
	}
	if found == 0 {
		t.Fatal("nobody has an enemy")
	}
}

func TestNobodyStopsOnTheVeryPointOfHisTarget(t *testing.T) {
	w := plain(t)
	for _, c := range []struct {
		name string
		sub  grid.SubCell
		want bool
	}{
		{"in the same place of the cell", 2, false},
		{"in another place of the cell", 4, true},
	} {
		hunter, prey := w.put(t, "e1", 0, Cell{X: 20, Y: 20}), w.put(t, "e3", 1, Cell{X: 40, Y: 20})
		w.setPosition(hunter, Cell{X: 20, Y: 20}, 2)
		w.setPosition(prey, Cell{X: 40, Y: 20}, c.sub)
		there := w.centerOfCell(prey.To).Add(w.ground.OffsetOf(hunter.FromSub))
		if got := w.rightlyFar(there, prey, 0, 5*1024); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// Who was sold, or has gone into a building, leaves the world at the end of the
// tick: whose turn comes after his still has him for a target.
func TestWhoIsDisposedOfIsATargetToTheEndOfTheTick(t *testing.T) {
	w := plain(t)
	tank, house := w.put(t, "2tnk", 0, Cell{X: 20, Y: 20}), w.put(t, "powr", 1, Cell{X: 22, Y: 20})
	w.dispose(house)
	if w.targetFor(tank, house.ID) != house {
		t.Error("it is no target in the tick in which it goes")
	}
	if w.drainTasks(); w.targetFor(tank, house.ID) != nil {
		t.Error("it is a target when it is gone")
	}
}
