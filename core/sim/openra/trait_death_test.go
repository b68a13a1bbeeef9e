// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"testing"

	"convertd/core/sim/openra/internal/info"
)

// put creates an actor of a player in the middle of the ground.
func (w *World) put(tb testing.TB, name string, owner int32, at Cell) *Actor {
	tb.Helper()
	t := w.typeOf(name)
	if t == nil {
		tb.Fatalf("no actor type %q", name)
	}
	return w.create(t, spawn{owner: owner, cell: at, hasCell: true, facing: 0})
}

// pass runs ticks without orders.
func (w *World) pass(ticks int) {
	for range ticks {
		w.step()
	}
}

func TestAKilledTankLeavesAHuskThatBurnsOut(t *testing.T) {
	w := plain(t)
	tank, killer := w.put(t, "2tnk", 0, Cell{X: 20, Y: 20}), w.put(t, "2tnk", 1, Cell{X: 22, Y: 20})
	w.step()
	next, draws := w.nextID, w.random.draws
	w.destroy(tank, killer, nil)
	if !tank.inWorld || w.alive(tank.ID) != nil {
		t.Error("a killed actor is dead at once and stays in the world until the end of the tick")
	}
	if got := w.random.draws - draws; got != 4 {
		t.Errorf("%d draws, want one for the smoke, one for the husk, one for the explosion and one for the load", got)
	}
	w.drainTasks()
	husk := w.actor(next)
	if w.actor(tank.ID) != nil || husk == nil || husk.typ.Name != "2tnk.husk" || husk.owner != 0 || husk.center != tank.center {
		t.Fatalf("after the tick: tank %v, husk %+v", w.actor(tank.ID), husk)
	}
	w.pass(8)
	if husk.hp != husk.typ.MaxHP-200*1 {
		t.Errorf("after 8 ticks the husk has %d health", husk.hp)
	}
	w.pass(int(husk.typ.MaxHP)/200*8 - 8 - 7)
	if w.actor(husk.ID) != nil {
		t.Errorf("the husk still stands with %d health", husk.hp)
	}
}

func TestAShotOfOneWhoIsGoneLeavesAWreckAndTeachesNobody(t *testing.T) {
	w := plain(t)
	tank, killer := w.put(t, "2tnk", 0, Cell{X: 20, Y: 20}), w.put(t, "e3", 1, Cell{X: 24, Y: 20})
	w.step()
	w.dispose(killer)
	w.drainTasks()
	if w.actor(killer.ID) != nil {
		t.Fatal("the killer is still there")
	}
	next, experience := w.nextID, w.players[1].experience
	w.damage(tank, w.actor(killer.ID), tank.hp, nil)
	w.drainTasks()
	if husk := w.actor(next); husk == nil || husk.typ.Name != "2tnk.husk" {
		t.Errorf("no wreck is left but %+v", husk)
	}
	if w.players[1].experience != experience {
		t.Error("somebody learned from it")
	}
}

func TestAWreckSlidesToTheMiddleOfItsCell(t *testing.T) {
	w := plain(t)
	tank, killer := w.put(t, "3tnk", 0, Cell{X: 20, Y: 20}), w.put(t, "2tnk", 1, Cell{X: 30, Y: 20})
	w.setCenter(tank, tank.center.Add(Pos{X: 300, Y: 0, Z: 0}))
	w.destroy(tank, killer, nil)
	next := w.nextID
	w.drainTasks()
	w.pass(10)
	if husk := w.actor(next); husk == nil || husk.center != w.centerOfCell(Cell{X: 20, Y: 20}) {
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
		harvester.stored[0], harvester.storedSum = test.load, test.load
		w.destroy(harvester, killer, nil)
		next := w.nextID
		w.drainTasks()
		if husk := w.actor(next); husk == nil || husk.typ.Name != test.want {
			t.Errorf("with %d bales the wreck is %v, want %s", test.load, husk, test.want)
		}
	}
}

func TestKillsRaiseRankAndPlayerExperience(t *testing.T) {
	w := plain(t)
	killer := w.put(t, "e1", 1, Cell{X: 22, Y: 20})
	for kills := int32(1); kills <= 2; kills++ {
		victim := w.put(t, "e1", 0, Cell{X: 20, Y: 20})
		w.destroy(victim, killer, nil)
		w.drainTasks()
		if killer.experience != kills*10_000 || killer.level != kills/2 || w.players[1].experience != kills {
			t.Errorf("after %d kills: experience %d, rank %d, player %d", kills, killer.experience, killer.level, w.players[1].experience)
		}
	}
	friend := w.put(t, "e1", 1, Cell{X: 20, Y: 20})
	w.destroy(friend, killer, nil)
	if killer.experience != 20_000 {
		t.Error("killing a friend earns nothing")
	}
}

func TestExperienceEndsAtTheLastRank(t *testing.T) {
	w := plain(t)
	killer := w.put(t, "e1", 1, Cell{X: 22, Y: 20})
	w.giveExperience(killer, 1<<30)
	if killer.level != 4 || killer.experience != 160_000 {
		t.Errorf("rank %d with %d", killer.level, killer.experience)
	}
}

func TestALostPowerPlantTakesItsPowerAlong(t *testing.T) {
	w := plain(t)
	plant, killer := w.put(t, "powr", 0, Cell{X: 20, Y: 20}), w.put(t, "2tnk", 1, Cell{X: 26, Y: 20})
	if w.players[0].powerProvided != 100 {
		t.Fatalf("the plant gives %d", w.players[0].powerProvided)
	}
	w.destroy(plant, killer, nil)
	w.drainTasks()
	if w.players[0].powerProvided != 0 || w.hasPrerequisites(&w.players[0], []string{"anypower"}) {
		t.Error("power and prerequisite outlive the plant")
	}
}

func TestALostRefineryLetsItsHarvestersGo(t *testing.T) {
	w := plain(t)
	refinery, harvester := w.put(t, "proc", 0, Cell{X: 20, Y: 20}), w.put(t, "harv", 0, Cell{X: 30, Y: 20})
	if !w.reserve(harvester, refinery) {
		t.Fatal("no reservation")
	}
	w.destroy(refinery, nil, nil)
	w.drainTasks()
	if harvester.reservedHost != none || w.players[0].capacity != 0 {
		t.Errorf("reserved %d, capacity %d", harvester.reservedHost, w.players[0].capacity)
	}
}

func TestThoseInsideDieWithTheirPillbox(t *testing.T) {
	w := plain(t)
	box, killer := w.put(t, "pbox", 0, Cell{X: 20, Y: 20}), w.put(t, "e1", 1, Cell{X: 22, Y: 20})
	if len(box.passengers) != 1 {
		t.Fatalf("%d inside", len(box.passengers))
	}
	inside := box.passengers[0]
	w.destroy(box, killer, nil)
	w.drainTasks()
	if w.actor(inside) != nil {
		t.Error("the soldier outlives the pillbox")
	}
	if w.players[1].experience < 2 {
		t.Errorf("both deaths count: %d", w.players[1].experience)
	}
}

func TestTanksRunInfantryOver(t *testing.T) {
	w := plain(t)
	tank, soldier := w.put(t, "2tnk", 0, Cell{X: 20, Y: 20}), w.put(t, "e1", 1, Cell{X: 20, Y: 20})
	w.finishedMoving(tank)
	if !soldier.dead {
		t.Error("the soldier lives")
	}
	friend := w.put(t, "e1", 0, Cell{X: 24, Y: 20})
	other := w.put(t, "2tnk", 0, Cell{X: 24, Y: 20})
	w.finishedMoving(other)
	if friend.dead {
		t.Error("friends are not run over")
	}
}

func TestInfantryIsWarnedBeforeItIsRunOver(t *testing.T) {
	w := plain(t)
	w.pass(1)
	tank, soldier := w.put(t, "2tnk", 0, Cell{X: 20, Y: 20}), w.put(t, "e1", 1, Cell{X: 20, Y: 20})
	draws := w.random.draws
	for range 20 {
		w.enteringCell(tank)
	}
	if w.random.draws != draws+20 {
		t.Errorf("%d draws for 20 warnings", w.random.draws-draws)
	}
	if current := soldier.current(); current == nil || current.kind != actNudge {
		t.Error("the soldier does not step aside")
	}
}

func TestAHusksHealthIsHashedFirst(t *testing.T) {
	w := plain(t)
	for _, name := range []string{"mcv.husk", "2tnk.husk", "harv.fullhusk"} {
		syncs := w.typeOf(name).Syncs
		if len(syncs) < 3 || syncs[0].Kind != info.SyncHealth || syncs[2].Kind != info.SyncHusk {
			t.Errorf("%s: %+v", name, syncs)
		}
	}
}

// A fake that falls apart does so by itself: whoever hit it learns nothing from it.
func TestAFakeFallsApartByItself(t *testing.T) {
	w := plain(t)
	fake, tank := w.put(t, "fapw", 0, Cell{X: 20, Y: 20}), w.put(t, "2tnk", 1, Cell{X: 24, Y: 20})
	w.damage(fake, tank, fake.typ.MaxHP/2, nil)
	w.drainTasks()
	if !fake.dead {
		t.Fatal("it still stands")
	}
	if tank.experience != 0 || w.players[1].experience != 0 {
		t.Errorf("experience %d, of the player %d", tank.experience, w.players[1].experience)
	}
}

// Visceroids come where the lobby lets creeps be; else nobody even draws for them.
func TestVisceroidsComeOnlyWhereCreepsAreAllowed(t *testing.T) {
	for _, creeps := range []bool{true, false} {
		w := playing(t, "cnc", "release-20210321")
		if !w.options.creeps {
			t.Fatal("creeps are not allowed unless somebody says so")
		}
		w.options.creeps = creeps
		came := false
		for i := range int32(60) {
			man := w.put(t, "e1", 0, Cell{X: 20 + i%10, Y: 20 + i/10})
			w.destroy(man, nil, []string{"TiberiumDeath"})
			came = came || man.wrecks != 0
		}
		if came != creeps {
			t.Errorf("creeps allowed %t: visceroids come %t", creeps, came)
		}
		man := w.put(t, "e1", 0, Cell{X: 40, Y: 40})
		draws := w.random.draws
		w.destroy(man, nil, nil)
		if drawn := w.random.draws != draws; drawn != creeps {
			t.Errorf("creeps allowed %t: it is drawn %t", creeps, drawn)
		}
	}
}

// The first draw is about the pilot, as the rule files name him before the wreck.
func TestWhoBailsOutIsDrawnBeforeTheWreck(t *testing.T) {
	w := plain(t)
	for i := range 20 {
		plane := w.inAir(t, "mig", 0, Cell{X: 20, Y: 20})
		w.drainTasks()
		draws := w.random
		bails, next := draws.below(100) < 50, w.nextID
		w.destroy(plane, nil, nil)
		w.drainTasks()
		pilot := w.actor(next)
		if got := pilot != nil && pilot.typ.Name == "e1"; got != bails {
			t.Fatalf("plane %d: a pilot bails out: %t", i, got)
		}
	}
}
