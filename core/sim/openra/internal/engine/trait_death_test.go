// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// put creates an actor of a player in the middle of the ground.
func (w *World) put(tb testing.TB, name string, owner int32, at Cell) *Actor {
	tb.Helper()
	return enginetest.Put(tb, w, name, owner, at)
}

// pass runs ticks without orders.
func (w *World) pass(ticks int) { enginetest.Pass(w, ticks) }

func TestAKilledTankLeavesAHuskThatBurnsOut(t *testing.T) {
	w := plain(t)
	tank, killer := w.put(t, "2tnk", 0, Cell{X: 20, Y: 20}), w.put(t, "2tnk", 1, Cell{X: 22, Y: 20})
	w.Step()
	next, draws := w.NextID, w.Random.Draws
	w.Destroy(tank, killer, nil)
	if !tank.InWorld || w.Alive(tank.ID) != nil {
		t.Error("a killed actor is dead at once and stays in the world until the end of the tick")
	}
	if got := w.Random.Draws - draws; got != 4 {
		t.Errorf("%d draws, want one for the smoke, one for the husk, one for the explosion and one for the load", got)
	}
	w.DrainTasks()
	husk := w.Actor(next)
	if w.Actor(tank.ID) != nil || husk == nil || husk.Type.Name != "2tnk.husk" || husk.Owner != 0 || husk.Center != tank.Center {
		t.Fatalf("after the tick: tank %v, husk %+v", w.Actor(tank.ID), husk)
	}
	w.pass(8)
	if husk.HP != husk.Type.MaxHP-200*1 {
		t.Errorf("after 8 ticks the husk has %d health", husk.HP)
	}
	w.pass(int(husk.Type.MaxHP)/200*8 - 8 - 7)
	if w.Actor(husk.ID) != nil {
		t.Errorf("the husk still stands with %d health", husk.HP)
	}
}

func TestAShotOfOneWhoIsGoneLeavesAWreckAndTeachesNobody(t *testing.T) {
	w := plain(t)
	tank, killer := w.put(t, "2tnk", 0, Cell{X: 20, Y: 20}), w.put(t, "e3", 1, Cell{X: 24, Y: 20})
	w.Step()
	w.Dispose(killer)
	w.DrainTasks()
	if w.Actor(killer.ID) != nil {
		t.Fatal("the killer is still there")
	}
	next, experience := w.NextID, w.Players[1].Experience
	w.Damage(tank, w.Actor(killer.ID), tank.HP, nil)
	w.DrainTasks()
	if husk := w.Actor(next); husk == nil || husk.Type.Name != "2tnk.husk" {
		t.Errorf("no wreck is left but %+v", husk)
	}
	if w.Players[1].Experience != experience {
		t.Error("somebody learned from it")
	}
}

func TestAWreckSlidesToTheMiddleOfItsCell(t *testing.T) {
	w := plain(t)
	tank, killer := w.put(t, "3tnk", 0, Cell{X: 20, Y: 20}), w.put(t, "2tnk", 1, Cell{X: 30, Y: 20})
	w.setCenter(tank, tank.Center.Add(Pos{X: 300, Y: 0, Z: 0}))
	w.Destroy(tank, killer, nil)
	next := w.NextID
	w.DrainTasks()
	w.pass(10)
	if husk := w.Actor(next); husk == nil || husk.Center != w.CenterOfCell(Cell{X: 20, Y: 20}) {
		t.Errorf("the husk lies at %+v", husk)
	}
}

func TestHowFullAHarvesterWasShowsInItsWreck(t *testing.T) {
	for _, test := range []struct {
		load int32
		want string
	}{{0, "harv.emptyhusk"}, {10, "harv.emptyhusk"}, {11, "harv.fullhusk"}, {20, "harv.fullhusk"}} {
		w := plain(t)
		harvester, killer := w.put(t, "harv", 0, Cell{X: 20, Y: 20}), w.put(t, "2tnk", 1, Cell{X: 22, Y: 20})
		harvester.Stored[0], harvester.StoredSum = test.load, test.load
		w.Destroy(harvester, killer, nil)
		next := w.NextID
		w.DrainTasks()
		if husk := w.Actor(next); husk == nil || husk.Type.Name != test.want {
			t.Errorf("with %d bales the wreck is %v, want %s", test.load, husk, test.want)
		}
	}
}

func TestKillsRaiseRankAndPlayerExperience(t *testing.T) {
	w := plain(t)
	killer := w.put(t, "e1", 1, Cell{X: 22, Y: 20})
	for kills := int32(1); kills <= 2; kills++ {
		victim := w.put(t, "e1", 0, Cell{X: 20, Y: 20})
		w.Destroy(victim, killer, nil)
		w.DrainTasks()
		if killer.Experience != kills*10_000 || killer.Level != kills/2 || w.Players[1].Experience != kills {
			t.Errorf("after %d kills: experience %d, rank %d, player %d", kills, killer.Experience, killer.Level, w.Players[1].Experience)
		}
	}
	friend := w.put(t, "e1", 1, Cell{X: 20, Y: 20})
	w.Destroy(friend, killer, nil)
	if killer.Experience != 20_000 {
		t.Error("killing a friend earns nothing")
	}
}

func TestExperienceEndsAtTheLastRank(t *testing.T) {
	w := plain(t)
	killer := w.put(t, "e1", 1, Cell{X: 22, Y: 20})
	w.giveExperience(killer, 1<<30)
	if killer.Level != 4 || killer.Experience != 160_000 {
		t.Errorf("rank %d with %d", killer.Level, killer.Experience)
	}
}

func TestALostPowerPlantTakesItsPowerAlong(t *testing.T) {
	w := plain(t)
	plant, killer := w.put(t, "powr", 0, Cell{X: 20, Y: 20}), w.put(t, "2tnk", 1, Cell{X: 26, Y: 20})
	if w.Players[0].PowerProvided != 100 {
		t.Fatalf("the plant gives %d", w.Players[0].PowerProvided)
	}
	w.Destroy(plant, killer, nil)
	w.DrainTasks()
	if w.Players[0].PowerProvided != 0 || w.hasPrerequisites(&w.Players[0], []string{"anypower"}) {
		t.Error("power and prerequisite outlive the plant")
	}
}

func TestALostRefineryLetsItsHarvestersGo(t *testing.T) {
	w := plain(t)
	refinery, harvester := w.put(t, "proc", 0, Cell{X: 20, Y: 20}), w.put(t, "harv", 0, Cell{X: 30, Y: 20})
	if !w.reserve(harvester, refinery) {
		t.Fatal("no reservation")
	}
	w.Destroy(refinery, nil, nil)
	w.DrainTasks()
	if harvester.ReservedHost != none || w.Players[0].Capacity != 0 {
		t.Errorf("reserved %d, capacity %d", harvester.ReservedHost, w.Players[0].Capacity)
	}
}

func TestThoseInsideDieWithTheirPillbox(t *testing.T) {
	w := plain(t)
	box, killer := w.put(t, "pbox", 0, Cell{X: 20, Y: 20}), w.put(t, "e1", 1, Cell{X: 22, Y: 20})
	if len(box.Passengers) != 1 {
		t.Fatalf("%d inside", len(box.Passengers))
	}
	inside := box.Passengers[0]
	w.Destroy(box, killer, nil)
	w.DrainTasks()
	if w.Actor(inside) != nil {
		t.Error("the soldier outlives the pillbox")
	}
	if w.Players[1].Experience < 2 {
		t.Errorf("both deaths count: %d", w.Players[1].Experience)
	}
}

func TestTanksRunInfantryOver(t *testing.T) {
	w := plain(t)
	tank, soldier := w.put(t, "2tnk", 0, Cell{X: 20, Y: 20}), w.put(t, "e1", 1, Cell{X: 20, Y: 20})
	w.finishedMoving(tank)
	if !soldier.Dead {
		t.Error("the soldier lives")
	}
	friend := w.put(t, "e1", 0, Cell{X: 24, Y: 20})
	other := w.put(t, "2tnk", 0, Cell{X: 24, Y: 20})
	w.finishedMoving(other)
	if friend.Dead {
		t.Error("friends are not run over")
	}
}

func TestInfantryIsWarnedBeforeItIsRunOver(t *testing.T) {
	w := plain(t)
	w.pass(1)
	tank, soldier := w.put(t, "2tnk", 0, Cell{X: 20, Y: 20}), w.put(t, "e1", 1, Cell{X: 20, Y: 20})
	draws := w.Random.Draws
	for range 20 {
		w.enteringCell(tank)
	}
	if w.Random.Draws != draws+20 {
		t.Errorf("%d draws for 20 warnings", w.Random.Draws-draws)
	}
	if current := soldier.Current(); current == nil || current.Kind != state.ActNudge {
		t.Error("the soldier does not step aside")
	}
}

func TestAHusksHealthIsHashedFirst(t *testing.T) {
	w := plain(t)
	for _, name := range []string{"mcv.husk", "2tnk.husk", "harv.fullhusk"} {
		syncs := w.TypeOf(name).Syncs
		if len(syncs) < 3 || syncs[0].Kind != info.SyncHealth || syncs[2].Kind != info.SyncHusk {
			t.Errorf("%s: %+v", name, syncs)
		}
	}
}

// A fake that falls apart does so by itself: whoever hit it learns nothing from it.
func TestAFakeFallsApartByItself(t *testing.T) {
	w := plain(t)
	fake, tank := w.put(t, "fapw", 0, Cell{X: 20, Y: 20}), w.put(t, "2tnk", 1, Cell{X: 24, Y: 20})
	w.Damage(fake, tank, fake.Type.MaxHP/2, nil)
	w.DrainTasks()
	if !fake.Dead {
		t.Fatal("it still stands")
	}
	if tank.Experience != 0 || w.Players[1].Experience != 0 {
		t.Errorf("experience %d, of the player %d", tank.Experience, w.Players[1].Experience)
	}
}

// Visceroids come where the lobby lets creeps be; else nobody even draws for them.
func TestVisceroidsComeOnlyWhereCreepsAreAllowed(t *testing.T) {
	for _, creeps := range []bool{true, false} {
		w := playing(t, "cnc", "release-20210321")
		if !w.Options.Creeps {
			t.Fatal("creeps are not allowed unless somebody says so")
		}
		w.Options.Creeps = creeps
		came := false
		for i := range int32(60) {
			man := w.put(t, "e1", 0, Cell{X: 20 + i%10, Y: 20 + i/10})
			w.Destroy(man, nil, []string{"TiberiumDeath"})
			came = came || man.Wrecks != 0
		}
		if came != creeps {
			t.Errorf("creeps allowed %t: visceroids come %t", creeps, came)
		}
		man := w.put(t, "e1", 0, Cell{X: 40, Y: 40})
		draws := w.Random.Draws
		w.Destroy(man, nil, nil)
		if drawn := w.Random.Draws != draws; drawn != creeps {
			t.Errorf("creeps allowed %t: it is drawn %t", creeps, drawn)
		}
	}
}

// The first draw is about the pilot, as the rule files name him before the wreck.
func TestWhoBailsOutIsDrawnBeforeTheWreck(t *testing.T) {
	w := plain(t)
	for i := range 20 {
		plane := w.inAir(t, "mig", 0, Cell{X: 20, Y: 20})
		w.DrainTasks()
		draws := w.Random
		bails, next := draws.Below(100) < 50, w.NextID
		w.Destroy(plane, nil, nil)
		w.DrainTasks()
		pilot := w.Actor(next)
		if got := pilot != nil && pilot.Type.Name == "e1"; got != bails {
			t.Fatalf("plane %d: a pilot bails out: %t", i, got)
		}
	}
}
