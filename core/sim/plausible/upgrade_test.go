// SPDX-License-Identifier: GPL-3.0-or-later

package plausible_test

import (
	"testing"

	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/sim/plausible"
)

// learnedRules is a game with an upgrade, and with workers who gather.
func learnedRules() plausible.Rules {
	return plausible.Rules{
		Name: "learned", EvidencePercent: 100, PayAtOnce: true, QueuePerFactory: true, MoneyByEvidence: true, LossesByEvidence: true,
		OrdersByEvidence: true, Strangers: true,
		Types: []plausible.Type{
			{Name: "hall", Structure: true, Width: 1, Height: 1, Health: 100, Produces: []string{"people", "lore"}},
			{Name: "age", Upgrade: true, Levels: 1, Queue: "lore", BuildTicks: 10, Provides: []string{"any age"}},
			{Name: "blades", Upgrade: true, Levels: 2, Queue: "lore", BuildTicks: 5, Prerequisites: []string{"age"}},
			{Name: "worker", Queue: "people", BuildTicks: 4, Health: 10, Speed: 100, Damage: 1, Does: []order.GameOrderTag{order.TagHarvest}},
			{Name: "knight", Queue: "people", BuildTicks: 4, Health: 10, Speed: 100, Damage: 1, Prerequisites: []string{"any age"}},
		},
	}
}

func newLearnedGame(t *testing.T) *game {
	t.Helper()
	return newGameOf(t, learnedRules(), plausible.Setup{Entities: []plausible.StartEntity{
		{Type: "hall", Cell: order.CellPos{X: 10, Y: 10}},
		{Type: "worker", Cell: order.CellPos{X: 12, Y: 10}},
		{Type: "knight", Cell: order.CellPos{X: 13, Y: 10}},
		{Type: "hall", Owner: 1, Cell: order.CellPos{X: 40, Y: 10}},
	}})
}

func wantFit(t *testing.T, what string, got sim.Verdict, outcome sim.Outcome, believed bool) {
	t.Helper()
	if got.Outcome != outcome || got.Believed != believed {
		t.Errorf("%s: %+v", what, got)
	}
}

func TestAnUpgradeSatisfiesWhatNeedsItFromThenOn(t *testing.T) {
	g := newLearnedGame(t)
	wantFit(t, "a knight before the age", g.command(0, order.TagProduce, produce("knight")).tick(), sim.OutcomeAccepted, true)
	wantFit(t, "the age", g.command(0, order.TagResearch, produce("age")).tick(), sim.OutcomeAccepted, false)
	g.ticks(8)
	if n := len(g.all(0, "knight")); n != 1 {
		t.Fatalf("%d knights, the second must wait for the age", n)
	}
	g.ticks(12)
	wantFit(t, "a knight after it", g.command(0, order.TagProduce, produce("knight")).tick(), sim.OutcomeAccepted, false)
	g.ticks(8)
	if n := len(g.all(0, "knight")); n != 3 {
		t.Errorf("%d knights", n)
	}
	if n := len(g.all(0, "age")); n != 0 {
		t.Errorf("an upgrade stands in the world, %d times", n)
	}
	wantFit(t, "of another player", g.command(1, order.TagProduce, produce("knight")).tick(), sim.OutcomeAccepted, true)
}

func TestAnUpgradeHasItsLevelsAndNoMore(t *testing.T) {
	g := newLearnedGame(t)
	g.command(0, order.TagProduce, produce("age")).tick()
	g.ticks(12)
	for level := range 2 {
		wantFit(t, "a level", g.command(0, order.TagResearch, produce("blades")).tick(), sim.OutcomeAccepted, false)
		g.ticks(3 * level)
	}
	v := g.command(0, order.TagResearch, produce("blades")).tick()
	if v.Outcome != sim.OutcomeNotModelled || v.Detail != "researched already" {
		t.Errorf("the third level: %+v", v)
	}
	wantFit(t, "taken back", g.command(0, order.TagCancelResearch, produce("blades")).tick(), sim.OutcomeAccepted, false)
	if v := g.command(0, order.TagResearch, produce("glue")).tick(); v.Outcome != sim.OutcomeNotModelled || v.Detail != "research" {
		t.Errorf("what the rules do not have: %+v", v)
	}
}

func TestTasksAreForThoseWhoDoThem(t *testing.T) {
	g := newLearnedGame(t)
	worker, knight, hall := g.only(0, "worker").Tag, g.only(0, "knight").Tag, g.only(0, "hall").Tag
	order1 := func(tag order.GameOrderTag, target order.Target, units ...order.UnitTag) sim.Verdict {
		return g.command(0, tag, order.Command{Units: units, Target: target}).tick()
	}
	stranger := order.Target{Kind: order.TargetUnit, Unit: order.NoUnit}
	wantFit(t, "a worker gathers", order1(order.TagHarvest, cell(20, 20), worker), sim.OutcomeAccepted, false)
	wantFit(t, "one among others", order1(order.TagHarvest, cell(20, 20), knight, worker), sim.OutcomeAccepted, false)
	wantFit(t, "a tree that nobody knows", order1(order.TagHarvest, stranger, worker), sim.OutcomeAccepted, false)
	wantFit(t, "a knight gathers", order1(order.TagHarvest, cell(20, 20), knight), sim.OutcomeRejected, false)
	wantFit(t, "nobody gathers", order1(order.TagHarvest, cell(20, 20)), sim.OutcomeNotModelled, false)
	wantFit(t, "what nobody does", order1(order.TagGuard, cell(20, 20), worker), sim.OutcomeNotModelled, false)
	gone := order.Target{Kind: order.TargetUnit, Unit: order.UnitTag{Index: hall.Index, Generation: hall.Generation + 1}}
	wantFit(t, "what is gone", order1(order.TagHarvest, gone, worker), sim.OutcomeRejected, false)
	before := g.only(0, "worker").Position
	order1(order.TagHarvest, cell(20, 20), worker)
	g.ticks(5)
	if g.only(0, "worker").Position == before {
		t.Error("the worker does not go where it is to gather")
	}
}

func TestAGameWithUpgradesGoesOnFromItsState(t *testing.T) {
	g := newLearnedGame(t)
	g.command(0, order.TagProduce, produce("age")).tick()
	g.ticks(12)
	g.command(0, order.TagResearch, produce("blades")).tick()
	module, err := plausible.New(learnedRules(), plausible.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	twin, err := sim.Open(g.sim.Snapshot(), module)
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		orders := g.command(0, order.TagProduce, produce("knight")).orders
		g.orders = nil
		for _, s := range []*sim.Simulation{g.sim, twin} {
			if _, err := s.Apply(&order.TickOrders{Tick: s.Tick(), Orders: orders}); err != nil {
				t.Fatal(err)
			}
		}
		if g.sim.StateHash() != g.sim.Snapshot().Core.StateHash() {
			t.Fatal("something changed that the kernel was not told of")
		}
		if g.sim.StateHash() != twin.StateHash() {
			t.Fatalf("tick %d: the restored game goes on differently", g.sim.Tick())
		}
	}
}

func TestWhatNobodyMakesComesFromWhatIsNobodys(t *testing.T) {
	for _, nobodys := range []bool{true, false} {
		rules := learnedRules()
		rules.NobodysMakers = nobodys
		rules.Types = append(rules.Types, plausible.Type{Name: "hero", Queue: "tavern", BuildTicks: 4, Health: 10, Speed: 100, Damage: 1})
		g := newGameOf(t, rules, plausible.Setup{Entities: []plausible.StartEntity{{Type: "hall", Cell: order.CellPos{X: 10, Y: 10}}}})
		wantFit(t, "a hero", g.command(0, order.TagProduce, produce("hero")).tick(), sim.OutcomeAccepted, !nobodys)
		g.ticks(6)
		if n := len(g.all(0, "hero")); (n == 1) != nobodys {
			t.Errorf("nobody's makers %v: %d heroes", nobodys, n)
		}
		wantFit(t, "a worker without a hall", g.command(1, order.TagProduce, produce("worker")).tick(), sim.OutcomeAccepted, true)
	}
}

func TestUpgradesThatMakeNoSenseAreRefused(t *testing.T) {
	for name, change := range map[string]func(*plausible.Rules){
		"no levels":      func(r *plausible.Rules) { r.Types[1].Levels = 0 },
		"too many":       func(r *plausible.Rules) { r.Types[1].Levels = 101 },
		"a structure":    func(r *plausible.Rules) { r.Types[1].Structure = true },
		"deployed into":  func(r *plausible.Rules) { r.Types[3].Deploys = "age" },
		"comes with one": func(r *plausible.Rules) { r.Types[0].Brings = []string{"age"} },
	} {
		rules := learnedRules()
		change(&rules)
		if rules.Check() == nil {
			t.Errorf("%s: taken", name)
		}
	}
	if _, err := plausible.New(learnedRules(), plausible.Setup{}); err != nil {
		t.Error(err)
	}
	plain, with := smallRules(), smallRules()
	with.Types[4].Does = []order.GameOrderTag{order.TagGuard}
	if plain.Digest() == with.Digest() {
		t.Error("what a type does is not in the digest")
	}
}
