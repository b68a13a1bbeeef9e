// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/state"
)

// give lets a player give an order for an actor.
func (w *World) give(owner int32, a *Actor, o Order) Verdict {
	o.Client, o.Subject, o.HasSubject = w.Players[owner].Client, a.ID, true
	return w.Resolve(&o)
}

// built puts a building whose make animation is over.
func (w *World) built(tb testing.TB, name string, owner int32, at Cell) *Actor {
	tb.Helper()
	return enginetest.Built(tb, w, name, owner, at)
}

func (w *World) countNamed(name string) int {
	n := 0
	for _, a := range w.Actors {
		if a != nil && a.Type.Name == name {
			n++
		}
	}
	return n
}

func TestABuildingOfUnknownLengthRisesAsLongAsMost(t *testing.T) {
	for _, one := range []struct {
		mod, building string
		want          int32
	}{
		{"ra", "weap", 17}, // shown by hashes
		{"ra", "apwr", 14},
		{"ra", "tsla", 14},
		{"ra", "gun", 21},
		{"ra", "brik", 0}, // a wall
		{"ra", "oilb", 0}, // nobody builds it
		{"cnc", "tmpl", 56},
		{"cnc", "gtwr", 37},
		{"cnc", "silo", 41},
		{"cnc", "gun", 41},
	} {
		set, err := rules.Load(one.mod, "release-20200503")
		if err != nil {
			t.Fatal(err)
		}
		w, err := New(state.Setup{Rules: set})
		if err != nil {
			t.Fatal(err)
		}
		if got := w.ByName[one.building].Incomplete; got != one.want {
			t.Errorf("%s %s rises for %d ticks, want %d", one.mod, one.building, got, one.want)
		}
	}
}

func TestASoldBuildingPaysBackHalfOfWhatIsLeftOfIt(t *testing.T) {
	w := plain(t)
	plant := w.built(t, "powr", 0, Cell{X: 20, Y: 20})
	plant.HP = plant.Type.MaxHP / 2
	cash := w.Players[0].Cash
	if w.give(0, plant, Order{Name: "Sell"}) != Obeyed {
		t.Fatal("the order is not obeyed")
	}
	w.pass(int(plant.Type.Incomplete))
	if w.Players[0].Cash != cash || w.Actor(plant.ID) == nil {
		t.Error("the sale does not wait for the make animation to run backwards")
	}
	w.pass(1)
	if got := w.Players[0].Cash - cash; got != 75 {
		t.Errorf("the sale brings %d, want 75", got)
	}
	if w.Actor(plant.ID) != nil {
		t.Error("the plant still stands")
	}
}

func TestSurvivorsLeaveASoldBuildingFromItsCells(t *testing.T) {
	w := plain(t)
	yard := w.built(t, "fact", 0, Cell{X: 20, Y: 20})
	before, engineers := w.NextID, w.countNamed("e6")
	w.give(0, yard, Order{Name: "Sell"})
	w.pass(int(w.Rules.Extra.MakeTicks["fact"]) + 1)
	cells := map[Cell]bool{}
	value := 0
	for id := before; id < w.NextID; id++ {
		a := w.Actor(id)
		if a == nil || a.Owner != 0 {
			t.Fatalf("survivor %d is %v", id, a)
		}
		if cells[a.To] {
			t.Errorf("two survivors start in %v", a.To)
		}
		cells[a.To] = true
		value += int(a.Type.Cost)
	}
	if w.countNamed("e6") != engineers+1 || len(cells) < 3 {
		t.Errorf("%d engineers, %d survivors", w.countNamed("e6"), len(cells))
	}
	if limit := int(yard.Type.SellValue) * 40 / 100; value > limit {
		t.Errorf("survivors are worth %d, more than %d", value, limit)
	}
}

func TestAWreckedBuildingLeavesOnlyThoseWhoAlwaysCome(t *testing.T) {
	w := plain(t)
	plant := w.built(t, "weap", 0, Cell{X: 20, Y: 20})
	plant.HP = plant.Type.MaxHP*30/100 - 1
	before := w.NextID
	w.give(0, plant, Order{Name: "Sell"})
	w.pass(40)
	if w.NextID-before != 1 {
		t.Errorf("%d survivors, want the guaranteed one", w.NextID-before)
	}
}

func TestWhatIsBeingBuiltOrSoldCannotBeSold(t *testing.T) {
	w := plain(t)
	plant := w.put(t, "powr", 0, Cell{X: 20, Y: 20})
	w.give(0, plant, Order{Name: "Sell"})
	if plant.Selling {
		t.Error("an unfinished building is sold")
	}
	plant.Incomplete = 0
	w.give(0, plant, Order{Name: "Sell"})
	w.pass(5)
	left := plant.Animation.Left
	w.give(0, plant, Order{Name: "Sell"})
	if plant.Animation.Left != left {
		t.Error("a second order begins the sale anew")
	}
}

func TestAWallIsSoldAtOnceForNothing(t *testing.T) {
	w := plain(t)
	wall := w.put(t, "sbag", 0, Cell{X: 20, Y: 20})
	cash := w.Players[0].Cash
	w.give(0, wall, Order{Name: "Sell"})
	w.pass(1)
	if w.Actor(wall.ID) != nil || w.Players[0].Cash != cash {
		t.Errorf("wall %v, cash %d", w.Actor(wall.ID), w.Players[0].Cash-cash)
	}
}

func TestASaleIsNotStoppedInTheLastMoment(t *testing.T) {
	w := plain(t)
	plant := w.built(t, "powr", 0, Cell{X: 20, Y: 20})
	cash := w.Players[0].Cash
	w.give(0, plant, Order{Name: "Sell"})
	w.until(t, "the animation has run backwards", func() bool { return plant.Current() != nil })
	w.give(0, plant, Order{Name: "Stop"})
	w.pass(1)
	if w.Actor(plant.ID) != nil || w.Players[0].Cash != cash+150 {
		t.Errorf("%d paid, it stands: %t", w.Players[0].Cash-cash, w.Actor(plant.ID) != nil)
	}
}

func TestPoweringDownCountsAtOnce(t *testing.T) {
	w := plain(t)
	tower := w.built(t, "tsla", 0, Cell{X: 20, Y: 20})
	drained := w.Players[0].PowerDrained
	w.give(0, tower, Order{Name: "PowerDown"})
	if w.Players[0].PowerDrained != drained-80 || !tower.PowerDown {
		t.Errorf("drained %d, was %d", w.Players[0].PowerDrained, drained)
	}
	w.give(0, tower, Order{Name: "PowerDown"})
	if w.Players[0].PowerDrained != drained || tower.PowerDown {
		t.Error("a second order switches it on again")
	}
	plant := w.built(t, "powr", 0, Cell{X: 30, Y: 20})
	w.give(0, plant, Order{Name: "PowerDown"})
	if plant.PowerDown {
		t.Error("power plants have no switch")
	}
}

func TestDamageCostsAPlantItsPowerInWholePercents(t *testing.T) {
	w := plain(t)
	plant := w.built(t, "apwr", 0, Cell{X: 20, Y: 20})
	w.Damage(plant, nil, plant.Type.MaxHP/3, nil)
	if got := w.Players[0].PowerProvided; got != 132 {
		t.Errorf("two thirds of 200 is %d, want 66 percent of it", got)
	}
}

// Who sits in what is sold is turned out into his own place of its cell, and goes on with
// what he was told to do next.
func TestASoldPillboxTurnsItsGarrisonOut(t *testing.T) {
	w := plain(t)
	box := w.built(t, "pbox", 0, Cell{X: 20, Y: 20})
	w.pass(5)
	man := w.Actors[box.Passengers[0]]
	man.FromSub = 4
	w.queue(man, w.MoveTo(Cell{X: 24, Y: 20}, 0, true))
	w.give(0, box, Order{Name: "Sell"})
	w.until(t, "he is outside", func() bool { return man.InWorld })
	if man.From != box.Cell || man.FromSub != 4 {
		t.Errorf("he stands in place %d of %v", man.FromSub, man.From)
	}
	w.until(t, "he is where he was sent", func() bool { return man.To == Cell{X: 24, Y: 20} })
}

// Aircraft that came to a pad while it was being sold leave it when the sale is done.
func TestWhoStandsOnAPadTakesOffWhenItIsGone(t *testing.T) {
	w := plain(t)
	pad, heli := w.built(t, "hpad", 0, Cell{X: 40, Y: 40}), w.inAir(t, "heli", 0, Cell{X: 40, Y: 44})
	heli.Ammo--
	w.give(0, heli, Order{Name: "ReturnToBase"})
	w.until(t, "it has landed", func() bool { return heli.Center.Z == 0 && heli.Pad == pad.ID })
	w.cancelAll(heli)
	w.queueSale(pad) // without what clears the pad when a sale begins
	w.until(t, "it is sold", func() bool { return w.Actor(pad.ID) == nil })
	w.pass(10)
	if heli.Center.Z == 0 || heli.Pad != none {
		t.Error("it stays where its pad was")
	}
}

// ra-dev2026-rl-83f13921ab9b, net frame 10717.
func TestARefineryIsSoldInTenTicks(t *testing.T) {
	w := plain(t)
	refinery := w.built(t, "proc", 0, Cell{X: 20, Y: 20})
	w.give(0, refinery, Order{Name: "Sell"})
	w.pass(10)
	if w.Actor(refinery.ID) == nil {
		t.Fatal("it is gone before its make animation has run backwards")
	}
	w.pass(1)
	if w.Actor(refinery.ID) != nil {
		t.Error("it still stands in the tick after its make animation")
	}
}

// ra-dev2026-rl-83f13921ab9b, net frame 13530: the 20 pictures of its make animation.
func TestAGunIsFinishedAfterTwentyTicks(t *testing.T) {
	w := plain(t)
	gun := w.put(t, "gun", 0, Cell{X: 20, Y: 20})
	for tick := range int32(22) {
		if left := max(20-tick, 0); gun.Incomplete != left {
			t.Fatalf("%d ticks are left after %d, want %d", gun.Incomplete, tick, left)
		}
		w.pass(1)
	}
}

// A coil that nothing else has on its mind looks around when it is idle, which is before
// the traits of a tick (long-ra-1213-rush-turtle of the engine's games, net frame 1460).
func TestACoilLooksAroundInTheTickAfterItIsFinished(t *testing.T) {
	w := playing(t, "ra", "playtest-20201213")
	coil := w.put(t, "tsla", 0, Cell{X: 20, Y: 20})
	for coil.Incomplete > 0 {
		if coil.NextScan != 0 {
			t.Fatalf("it looks around with %d ticks to go", coil.Incomplete)
		}
		w.pass(1)
	}
	if w.pass(1); coil.NextScan == 0 {
		t.Error("it is finished and has not looked around")
	}
}
