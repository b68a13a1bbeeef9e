// SPDX-License-Identifier: GPL-3.0-or-later

package plausible_test

import (
	"testing"

	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/sim/plausible"
	"convertd/core/snapshot"
)

// newReplay is newGame for orders that the original engine took.
func newReplay(t testing.TB, setup plausible.Setup) *game {
	t.Helper()
	rules := smallRules()
	rules.OrdersByEvidence = true
	return newGameOf(t, rules, setup)
}

func (g *game) standing(player order.PlayerID) snapshot.Standing {
	g.t.Helper()
	p, _ := g.sim.View().Player(player)
	return p.Standing
}

func (g *game) coming(player order.PlayerID, item string) []order.UnitTag {
	g.t.Helper()
	product, known := g.module.Product(item, 0, false)
	if !known {
		g.t.Fatalf("%s is not known", item)
	}
	return g.module.Coming(nil, player, product)
}

func TestWhatWasOrderedWaitsForItsFactory(t *testing.T) {
	g := newReplay(t, base(1000))
	got := g.command(0, order.TagProduce, produce("tank")).tick()
	if got.Outcome != sim.OutcomeAccepted || !got.Believed || got.Detail != "no factory" {
		t.Fatalf("verdict %+v", got)
	}
	g.ticks(60)
	waiting := g.coming(0, "tank")
	if len(waiting) != 1 || g.module.Begun(waiting[0]) || g.credits(0) != 1000 {
		t.Fatalf("%d tanks wait and %d credits are left; want one, not begun and not paid for", len(waiting), g.credits(0))
	}
	g.command(0, order.TagProduce, produce("factory")).ticks(45)
	g.command(0, order.TagPlaceBuilding, place("factory", 10, 14)).ticks(45)
	if tank := g.only(0, "tank"); tank.Tag != waiting[0] {
		t.Errorf("the tank is %v, not %v who waited", tank.Tag, waiting[0])
	}
}

func TestWhatWasOrderedWaitsForWhatItNeeds(t *testing.T) {
	g := newReplay(t, base(1000))
	got := g.command(1, order.TagProduce, produce("factory")).tick() // player 1 has no power
	if got.Outcome != sim.OutcomeAccepted || got.Detail != "prerequisites" {
		t.Fatalf("verdict %+v", got)
	}
	if g.ticks(60); g.credits(1) != 1000 {
		t.Errorf("%d credits are left while the factory waits", g.credits(1))
	}
}

func TestALostFactoryTakesOnlyWhatItHadBegunToServe(t *testing.T) {
	g := newReplay(t, withFactory(1000))
	g.command(0, order.TagProduce, produce("tank")).tick()
	factory := g.only(0, "factory")
	g.command(0, order.TagSell, order.Command{Units: []order.UnitTag{factory.Tag}}).ticks(3)
	if n := len(g.coming(0, "tank")); n != 0 {
		t.Fatalf("%d tanks are still in the queue of a factory that is gone", n)
	}
	g.command(0, order.TagProduce, produce("tank")).ticks(3)
	if n := len(g.coming(0, "tank")); n != 1 {
		t.Errorf("%d tanks wait, want the one ordered since", n)
	}
}

func TestWhoWasBeatenHereAndGoesOnPlaysOn(t *testing.T) {
	g := newReplay(t, base(1000))
	yard := g.only(1, "yard")
	g.command(1, order.TagSell, order.Command{Units: []order.UnitTag{yard.Tag}}).ticks(9)
	if got := g.standing(1); got != snapshot.StandingLost {
		t.Fatalf("standing %d of who has nothing left", got)
	}
	got := g.command(1, order.TagProduce, produce("power")).tick()
	if got.Outcome != sim.OutcomeAccepted || !got.Believed {
		t.Fatalf("verdict %+v", got)
	}
	if g.ticks(20); g.standing(1) != snapshot.StandingPlaying {
		t.Errorf("standing %d of who goes on", g.standing(1))
	}
	g.command(1, order.TagResign, order.Command{}).tick()
	wantReason(t, g.command(1, order.TagProduce, produce("power")).tick(), sim.ReasonOutOfGame)
}

func TestWhatWaitsIsRestored(t *testing.T) {
	g := newReplay(t, base(1000))
	g.command(0, order.TagProduce, produce("tank")).ticks(3)
	yard := g.only(1, "yard")
	g.command(1, order.TagSell, order.Command{Units: []order.UnitTag{yard.Tag}}).ticks(9)
	rules := smallRules()
	rules.OrdersByEvidence = true
	again := newGameOf(t, rules, base(1000))
	if err := again.sim.Restore(g.sim.Snapshot()); err != nil {
		t.Fatal(err)
	}
	if a, b := g.coming(0, "tank"), again.coming(0, "tank"); len(a) != 1 || len(b) != 1 || a[0] != b[0] {
		t.Errorf("%v wait, and %v once restored", a, b)
	}
	for _, one := range []*game{g, again} {
		one.command(1, order.TagProduce, produce("power")).ticks(20)
		if one.standing(1) != snapshot.StandingPlaying {
			t.Error("who was beaten does not play on")
		}
	}
}
