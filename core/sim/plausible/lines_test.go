// SPDX-License-Identifier: GPL-3.0-or-later

package plausible_test

import (
	"testing"

	"convertd/core/order"
	"convertd/core/sim"
)

// maxReserved is how many units of a queue have their tags at most.
const maxReserved = 128

func TestWhatWaitsInAQueueHasItsTagInOrder(t *testing.T) {
	for _, ordered := range []int{1, maxReserved, maxReserved + 1} {
		g := newGame(t, withFactory(1000))
		for range ordered {
			g.command(0, order.TagProduce, produce("tank"))
		}
		g.tick()
		tank, known := g.module.Product("tank", 0, false)
		if !known {
			t.Fatal("tank is not known")
		}
		coming := g.module.Coming(nil, 0, tank)
		if want := min(ordered, maxReserved); len(coming) != want {
			t.Fatalf("%d of %d ordered have tags, want %d", len(coming), ordered, want)
		}
		for i, tag := range coming {
			if g.module.Begun(tag) != (i == 0) {
				t.Errorf("number %d: begun %t", i, g.module.Begun(tag))
			}
			if e, alive := g.sim.View().Entity(tag); !alive || e.Serial != 0 {
				t.Errorf("number %d: %+v, alive %t; want it reserved", i, e, alive)
			}
		}
		g.ticks(40)
		if got := g.only(0, "tank").Tag; got != coming[0] {
			t.Errorf("the first to be done is %v, not %v", got, coming[0])
		}
	}
}

func TestOrderToWhatOnlyWaitsIsRefused(t *testing.T) {
	g := newGame(t, withFactory(1000))
	g.command(0, order.TagProduce, produce("truck")).command(0, order.TagProduce, produce("tank")).tick()
	tank, _ := g.module.Product("tank", 0, false)
	coming := g.module.Coming(nil, 0, tank)
	got := g.command(0, order.TagMove, order.Command{Units: coming, Target: at(20, 20)}).tick()
	wantReason(t, got, sim.ReasonCooldownActive)
	if got.Dead != 1 {
		t.Errorf("%d subjects are not there, want one", got.Dead)
	}
}

// TestCancellingMoreThanThereIsIsRecorded: what was taken back is part of the state
// that is hashed, though not all could be.
func TestCancellingMoreThanThereIsIsRecorded(t *testing.T) {
	g := newGame(t, withFactory(1000))
	g.command(0, order.TagProduce, produce("tank")).tick()
	more := produce("tank")
	more.Flags, more.Count = order.CommandHasCount, 3
	g.command(0, order.TagCancelProduction, more).tick()
	if g.credits(0) != 1000 {
		t.Errorf("%d credits after everything was taken back", g.credits(0))
	}
	if g.sim.StateHash() != g.sim.Snapshot().Core.StateHash() {
		t.Error("the queue is hashed as it was before")
	}
}

func TestCancelledUnitGivesItsTagBack(t *testing.T) {
	g := newGame(t, withFactory(1000))
	g.command(0, order.TagProduce, produce("tank")).command(0, order.TagProduce, produce("tank")).tick()
	tank, _ := g.module.Product("tank", 0, false)
	before := g.module.Coming(nil, 0, tank)
	g.command(0, order.TagCancelProduction, produce("tank")).tick()
	after := g.module.Coming(nil, 0, tank)
	if len(after) != 1 || after[0] != before[0] {
		t.Errorf("%v are left of %v", after, before)
	}
	if _, alive := g.sim.View().Entity(before[1]); alive {
		t.Error("the cancelled tank is still reserved")
	}
}

func TestModuleTellsHowTypesAreMade(t *testing.T) {
	g := newGame(t, withFactory(1000))
	tank, _ := g.module.Product("tank", 0, false)
	power, known := g.module.Product("", 7, true)
	factory, _ := g.module.Product("factory", 0, false)
	yard, _ := g.module.Product("yard", 0, false)
	if _, other := g.module.Product("dragon", 0, false); !known || other {
		t.Errorf("by number: %t; of no rules: %t", known, other)
	}
	units, ticks, placed := g.module.Made(tank)
	if units < 0 || ticks != 40 || placed {
		t.Errorf("tank: line %d, %d ticks, placed %t", units, ticks, placed)
	}
	buildings, _, placed := g.module.Made(power)
	if buildings == units || !placed {
		t.Errorf("power: line %d, placed %t", buildings, placed)
	}
	if none, _, _ := g.module.Made(yard); none >= 0 {
		t.Errorf("a yard is made by line %d", none)
	}
	if !g.module.Serves(factory, units) || g.module.Serves(factory, buildings) || g.module.Serves(factory, -1) {
		t.Error("a factory serves the line of units and no other")
	}
	if !g.module.Working(0, units) || g.module.Working(1, units) || g.module.Working(0, -1) {
		t.Error("player 0 has a factory, player 1 has none")
	}
	if got := g.module.ProductOf(g.only(0, "factory").Kind); got != factory {
		t.Errorf("the factory is of type %d, not %d", got, factory)
	}
}
