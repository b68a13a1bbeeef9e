// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

func TestWhoLosesTheLastBuildingThatCountsIsDefeated(t *testing.T) {
	w := plain(t)
	soldier := w.put(t, "e1", 0, Cell{X: 40, Y: 40})
	w.pass(1)
	if w.Players[0].Lost || w.Players[1].Won {
		t.Fatal("the game is over before it began")
	}
	for _, a := range w.Actors {
		if a != nil && a.Owner == 0 && a.Type.Required == info.RequiredInShortGame {
			w.Destroy(a, nil, nil)
		}
	}
	w.pass(2)
	if !w.Players[0].Lost || w.Players[0].Objectives != objectiveFailed {
		t.Error("the player without a base is not defeated")
	}
	if w.Actor(soldier.ID) != nil {
		t.Error("the soldier outlives his side")
	}
	if !w.Players[1].Won || w.Players[1].Objectives != objectiveCompleted {
		t.Error("the last player does not win")
	}
}

func TestInALongGameEverySoldierCounts(t *testing.T) {
	w := plain(t)
	w.Options.ShortGame = false
	soldier := w.put(t, "e1", 0, Cell{X: 40, Y: 40})
	for _, a := range w.Actors {
		if a != nil && a.Owner == 0 && a.Type.Required == info.RequiredInShortGame {
			w.Destroy(a, nil, nil)
		}
	}
	w.pass(2)
	if w.Players[0].Lost {
		t.Fatal("a soldier is left")
	}
	w.Destroy(soldier, nil, nil)
	w.pass(2)
	if !w.Players[0].Lost {
		t.Error("nobody is left")
	}
}

func TestSurrenderIsDefeatAtOnce(t *testing.T) {
	w := plain(t)
	w.pass(1)
	successor := int32(len(w.Players) - 1)
	w.Players[successor].Name = "Neutral"
	wall := w.put(t, "sbag", 0, Cell{X: 30, Y: 30})
	w.give(0, w.Actors[w.Players[0].Actor], Order{Name: "Surrender"})
	if !w.Players[0].Lost {
		t.Fatal("not defeated")
	}
	w.pass(1)
	for _, a := range w.Actors {
		if a != nil && a.Owner == 0 && a.Type.OwnerLost.Action == info.OwnerLostKill {
			t.Errorf("%s %d is left", a.Type.Name, a.ID)
		}
	}
	if w.Actor(wall.ID) == nil || wall.Owner != successor {
		t.Errorf("the wall belongs to %d", wall.Owner)
	}
	if !w.Players[1].Won {
		t.Error("nobody won")
	}
}

func TestACapturedPlantPowersItsNewOwner(t *testing.T) {
	w := plain(t)
	plant := w.built(t, "powr", 0, Cell{X: 20, Y: 20})
	w.ChangeOwner(plant, 1)
	if w.Players[0].PowerProvided != 0 || w.Players[1].PowerProvided != 100 || !plant.InWorld {
		t.Errorf("power %d and %d", w.Players[0].PowerProvided, w.Players[1].PowerProvided)
	}
}

func TestWhoIsOutOfTheGameLooksOn(t *testing.T) {
	for _, fixed := range []bool{false, true} {
		w := plain(t)
		w.Release.FixedRelations = fixed
		scout := w.put(t, "jeep", 1, Cell{X: 40, Y: 40})
		seen := Cell{X: 45, Y: 40}
		w.pass(3)
		if w.sees(&w.Players[0], seen) || !w.sees(&w.Players[1], seen) {
			t.Fatal("the scout reports to the wrong side")
		}
		w.defeat(0)
		w.pass(3)
		if !w.Players[1].Won {
			t.Error("who is an ally by now still has to be defeated first")
		}
		if w.sees(&w.Players[0], seen) {
			t.Error("he sees what was seen before he was out of the game")
		}
		w.give(1, scout, Order{Name: "Move", Target: state.TargetCell, Cell: Cell{X: 42, Y: 40}})
		w.pass(60)
		if scout.To == (Cell{X: 40, Y: 40}) {
			t.Fatal("the scout did not move")
		}
		if got := w.sees(&w.Players[0], seen); got == fixed {
			t.Errorf("relations fixed: %v, but he looks on: %v", fixed, got)
		}
		if w.Hostile(1, 0) != fixed || w.Allied(1, 0) == fixed {
			t.Error("he is still an enemy")
		}
	}
}
