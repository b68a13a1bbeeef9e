// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
)

// Who is on his way in goes on to where his target stood, and stays beside it.
func TestWhoIsOnHisWayInGoesOnWhenTheTargetIsGone(t *testing.T) {
	w := plain(t)
	plant, engineer := w.built(t, "powr", 1, Cell{X: 20, Y: 20}), w.put(t, "e6", 0, Cell{X: 30, Y: 21})
	w.give(0, engineer, named("CaptureActor", at(plant)))
	w.until(t, "he is half way", func() bool { return engineer.To.X <= 26 })
	place := w.besideCells(plant)
	w.Destroy(plant, nil, nil)
	w.until(t, "he has given up", engineer.Idle)
	if !path.ListedCell(place, engineer.To) {
		t.Errorf("he stopped at %v", engineer.To)
	}
}

// Bots' units lose sight of nothing.
func TestABotsEngineerFindsWhatHeDoesNotSee(t *testing.T) {
	w := playing(t, "ra", "{DEV_VERSION}")
	bot, person := int32(-1), int32(-1)
	for i := range w.Players {
		switch p := &w.Players[i]; {
		case p.Bot:
			bot = int32(i)
		case p.Playable:
			person = int32(i)
		}
	}
	tank, engineer := w.put(t, "1tnk", person, Cell{X: 60, Y: 60}), w.put(t, "e6", bot, Cell{X: 40, Y: 60})
	tank.Type.Capturables = append(tank.Type.Capturables, info.CapturableInfo{Types: []string{"building"}})
	w.give(bot, engineer, named("CaptureActor", at(tank)))
	w.pass(60)
	if w.VisibleTo(tank, bot) || engineer.Idle() || engineer.To.X <= 40 {
		t.Errorf("he is idle %t at %v; he sees it %t", engineer.Idle(), engineer.To, w.VisibleTo(tank, bot))
	}
}

// Whether it still makes sense to go in is asked at the door.
func TestAnEngineerWhoComesTooLateIsNotUsedUp(t *testing.T) {
	w := plain(t)
	plant, engineer := w.built(t, "powr", 0, Cell{X: 20, Y: 20}), w.put(t, "e6", 0, Cell{X: 30, Y: 21})
	plant.HP = 10
	w.give(0, engineer, named("InstantRepair", at(plant)))
	w.pass(5)
	plant.HP = plant.Type.MaxHP
	w.until(t, "he has given up", engineer.Idle)
	if !engineer.InWorld || !w.beside(engineer, plant) {
		t.Errorf("he is at %v, in the world %t", engineer.To, engineer.InWorld)
	}
}

// Nobody shoots on his own at what a friend is taking over.
func TestFriendsOfACaptorHoldTheirFire(t *testing.T) {
	w := plain(t)
	plant, engineer := w.built(t, "powr", 1, Cell{X: 20, Y: 20}), w.put(t, "e6", 0, Cell{X: 24, Y: 21})
	gunner := w.put(t, "e1", 0, Cell{X: 23, Y: 23})
	gunner.Stance = info.StanceAttackAnything
	w.Step()
	if w.ChooseTarget(gunner, true) != plant.ID {
		t.Fatal("there is nothing to shoot at")
	}
	plant.Captor = engineer.ID
	if got := w.ChooseTarget(gunner, true); got != none {
		t.Errorf("he shoots at %d", got)
	}
}

// What has a new owner is not what others were on their way into any more, and
// its store goes with it as far as the winner's stores are full.
func TestACapturedStoreIsNobodysGoalAnyMore(t *testing.T) {
	w := plain(t)
	silo, own := w.built(t, "silo", 1, Cell{X: 20, Y: 20}), w.built(t, "silo", 0, Cell{X: 40, Y: 20})
	engineer, second := w.put(t, "e6", 0, Cell{X: 21, Y: 21}), w.put(t, "e6", 0, Cell{X: 30, Y: 20})
	w.Players[0].Ore, w.Players[1].Ore = own.Type.Storage, 1000
	w.give(0, second, named("CaptureActor", at(silo)))
	w.pass(3)
	w.handOver(engineer, silo, &engineer.Type.Captures[0])
	if got, lost := w.Players[0].Ore, 1000-w.Players[1].Ore; got != own.Type.Storage*3/2 || lost != 0 && lost != 1000 {
		t.Errorf("the winner has %d, the loser lost %d", got, lost)
	}
	w.until(t, "the second one stops", second.Idle)
	if !second.InWorld || silo.Owner != 0 {
		t.Errorf("in the world %t, the silo is of %d", second.InWorld, silo.Owner)
	}
}

// What was begun inside is done at the end of the tick, whatever became of him.
func TestWhoIsKilledAfterHeWentInHasDoneWhatHeCameFor(t *testing.T) {
	w := plain(t)
	plant, other := w.built(t, "powr", 1, Cell{X: 20, Y: 20}), w.built(t, "powr", 1, Cell{X: 30, Y: 20})
	engineer, saboteur := w.put(t, "e6", 0, Cell{X: 22, Y: 23}), w.put(t, "e7", 0, Cell{X: 32, Y: 23})
	w.entered(engineer, w.enter(plant.ID, state.EnterCapture), plant)
	w.entered(saboteur, w.enter(other.ID, state.EnterDemolish), other)
	w.Destroy(engineer, nil, nil)
	w.Destroy(saboteur, nil, nil)
	w.DrainTasks()
	if plant.Owner != 0 {
		t.Error("the plant was not captured")
	}
	if other.Demolition == 0 {
		t.Error("there is no charge")
	}
	if w.Actor(engineer.ID) != nil || w.Actor(saboteur.ID) != nil {
		t.Error("they are still there")
	}
}

// Who fills his cell alone cannot enter it, so he looks for another one beside what
// he shall go to; a soldier stays.
func TestWhoFillsHisCellGoesToAnotherOneBesideHisTarget(t *testing.T) {
	for name, stays := range map[string]bool{"e1": true, "truk": false} {
		w := plain(t)
		plant, unit := w.built(t, "powr", 0, Cell{X: 20, Y: 20}), w.put(t, name, 0, Cell{X: 22, Y: 20})
		w.pass(2)
		w.order(unit, false, w.moveBeside(plant.ID, plant.Center))
		w.pass(200)
		if (unit.To == Cell{X: 22, Y: 20}) != stays || !w.beside(unit, plant) {
			t.Errorf("%s: it is at %v", name, unit.To)
		}
	}
}

// Who is told to capture what is gone meanwhile drops what he does, and finds nothing to do.
func TestAnOrderToCaptureWhatIsGoneEndsWhatWasDone(t *testing.T) {
	w := plain(t)
	engineer, plant := w.put(t, "e6", 0, Cell{X: 20, Y: 20}), w.built(t, "powr", 1, Cell{X: 30, Y: 20})
	w.give(0, engineer, Order{Name: "Move", Target: state.TargetCell, Cell: Cell{X: 40, Y: 20}})
	w.pass(5)
	w.Destroy(plant, nil, nil)
	w.pass(1)
	w.give(0, engineer, named("CaptureActor", at(plant)))
	w.until(t, "he stands", engineer.Idle)
	if engineer.To.X > 23 {
		t.Errorf("he went on to %v", engineer.To)
	}
}
