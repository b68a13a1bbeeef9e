// SPDX-License-Identifier: GPL-3.0-or-later

package plausible_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/sim/plausible"
	"convertd/core/snapshot"
)

// smallRules is a game of a few types.
func smallRules() plausible.Rules {
	return plausible.Rules{
		Name: "test", LowPowerPercent: 50, RefundPercent: 50, RepairTicks: 4, RepairHealth: 10, RepairPercent: 20,
		BuildRadius: 4, EvidencePercent: 25, ShortGame: true,
		Types: []plausible.Type{
			{Name: "yard", Structure: true, Width: 3, Height: 3, Health: 1000, Produces: []string{"building"}, Provides: []string{"base"}},
			{Name: "power", ID: 7, HasID: true, Queue: "building", Cost: 100, BuildTicks: 20, Structure: true, Width: 2, Height: 2, Health: 400, Power: 100},
			{Name: "factory", Queue: "building", Cost: 200, BuildTicks: 40, Prerequisites: []string{"power|dynamo", "base"}, Structure: true, Width: 3, Height: 2, Health: 500, Power: -60, Produces: []string{"unit"}},
			{Name: "refinery", Queue: "building", Cost: 50, BuildTicks: 10, Structure: true, Width: 2, Height: 2, Health: 500, Power: -60, AcceptsIncome: true},
			{Name: "tank", Queue: "unit", Cost: 80, BuildTicks: 40, Health: 100, Speed: 100, Range: 3072, Damage: 20, ReloadTicks: 5},
			{Name: "truck", Queue: "unit", Cost: 10, BuildTicks: 10, Health: 50, Speed: 50, Income: 7, IncomeTicks: 10},
			{Name: "mcv", Health: 200, Speed: 50, Deploys: "yard", DeployTicks: 5},
		},
	}
}

// game is a simulation with helpers to give orders.
type game struct {
	t      testing.TB
	sim    *sim.Simulation
	module *plausible.Module
	orders []order.TimestampedOrder
}

func newGame(t testing.TB, setup plausible.Setup) *game {
	t.Helper()
	return newGameOf(t, smallRules(), setup)
}

func newGameOf(t testing.TB, rules plausible.Rules, setup plausible.Setup) *game {
	t.Helper()
	module, err := plausible.New(rules, setup)
	if err != nil {
		t.Fatal(err)
	}
	s, err := sim.New(sim.Config{Players: make([]sim.PlayerConfig, 2)}, module)
	if err != nil {
		t.Fatal(err)
	}
	return &game{t: t, sim: s, module: module}
}

// base is player 0 with a yard and power, player 1 with a yard far away.
func base(credits int64) plausible.Setup {
	return plausible.Setup{Width: 64, Height: 64, Credits: []int64{credits, credits}, Entities: []plausible.StartEntity{
		{Type: "yard", Owner: 0, Cell: order.CellPos{X: 10, Y: 10}},
		{Type: "power", Owner: 0, Cell: order.CellPos{X: 14, Y: 10}},
		{Type: "yard", Owner: 1, Cell: order.CellPos{X: 50, Y: 50}},
	}}
}

func (g *game) command(player order.PlayerID, tag order.GameOrderTag, c order.Command) *game {
	if c.Item != "" {
		c.Flags |= order.CommandHasItem
	}
	g.orders = append(g.orders, order.TimestampedOrder{Player: player, SubTick: uint32(len(g.orders)), Order: order.PlayerOrder{
		Kind: order.KindGameOrder, Game: order.GameOrder{Tag: tag, Payload: order.AppendCommand(nil, &c)},
	}})
	return g
}

// tick applies what was ordered and returns the verdict of the first order.
func (g *game) tick() sim.Verdict {
	g.t.Helper()
	verdicts, err := g.sim.Apply(&order.TickOrders{Tick: g.sim.Tick(), Orders: g.orders})
	if err != nil {
		g.t.Fatal(err)
	}
	g.orders = nil
	if len(verdicts) == 0 {
		return sim.Verdict{}
	}
	return verdicts[0]
}

func (g *game) ticks(n int) {
	g.t.Helper()
	for range n {
		g.tick()
	}
}

func (g *game) credits(player order.PlayerID) int64 {
	p, _ := g.sim.View().Player(player)
	return p.Credits
}

// all returns what a player has in the world of a type.
func (g *game) all(player order.PlayerID, kind string) []sim.Entity {
	var found []sim.Entity
	for e := range g.sim.View().Entities() {
		if e.Owner == player && e.Flags&snapshot.FlagInWorld != 0 && g.sim.View().KindName(e.Kind) == kind {
			found = append(found, e)
		}
	}
	return found
}

func (g *game) only(player order.PlayerID, kind string) sim.Entity {
	g.t.Helper()
	found := g.all(player, kind)
	if len(found) != 1 {
		g.t.Fatalf("player %d has %d of %s", player, len(found), kind)
	}
	return found[0]
}

func at(x, y int32) order.Target {
	return order.Target{Kind: order.TargetCell, Cell: order.CellPos{X: x, Y: y}}
}

func produce(item string) order.Command { return order.Command{Item: item} }

func place(item string, x, y int32) order.Command { return order.Command{Item: item, Target: at(x, y)} }

func wantReason(t *testing.T, got sim.Verdict, want sim.Reason) {
	t.Helper()
	if got.Reason != want || (want != sim.ReasonNone) != (got.Outcome == sim.OutcomeRejected) {
		t.Errorf("verdict %+v, want %s", got, want)
	}
}

func TestBuildingIsPaidWhileItIsBuiltAndThenPlaced(t *testing.T) {
	g := newGame(t, base(1000))
	wantReason(t, g.command(0, order.TagProduce, produce("power")).tick(), sim.ReasonNone)
	g.ticks(9)
	if got := g.credits(0); got != 950 {
		t.Errorf("%d credits after half the time, want 950", got)
	}
	g.ticks(10)
	if got := g.credits(0); got != 900 {
		t.Errorf("%d credits when it is done, want 900", got)
	}
	wantReason(t, g.command(0, order.TagPlaceBuilding, place("power", 10, 14)).tick(), sim.ReasonNone)
	if n := len(g.all(0, "power")); n != 2 {
		t.Errorf("%d power plants, want 2", n)
	}
	wantReason(t, g.command(0, order.TagPlaceBuilding, place("power", 14, 14)).tick(), sim.ReasonMissingPrerequisite)
}

func TestPlacementIsJudged(t *testing.T) {
	cases := []struct {
		name string
		x, y int32
		want sim.Reason
	}{
		{"beside the yard", 10, 14, sim.ReasonNone},
		{"on the yard", 12, 12, sim.ReasonInvalidPlacement},
		{"at the edge of the build radius", 10, 17 - 1, sim.ReasonNone},
		{"beyond the build radius", 10, 13 + 4, sim.ReasonInvalidPlacement},
		{"off the map", -1, 10, sim.ReasonInvalidPlacement},
	}
	for _, c := range cases {
		g := newGame(t, base(1000))
		g.command(0, order.TagProduce, produce("power")).ticks(21)
		if got := g.command(0, order.TagPlaceBuilding, place("power", c.x, c.y)).tick(); got.Reason != c.want {
			t.Errorf("%s: %+v, want %s", c.name, got, c.want)
		}
	}
}

func TestBlockedCellsCannotBeBuiltOn(t *testing.T) {
	setup := base(1000)
	setup.Blocked = make([]bool, 64*64)
	setup.Blocked[15*64+11] = true
	g := newGame(t, setup)
	g.command(0, order.TagProduce, produce("power")).ticks(21)
	wantReason(t, g.command(0, order.TagPlaceBuilding, place("power", 10, 14)).tick(), sim.ReasonInvalidPlacement)
	wantReason(t, g.command(0, order.TagPlaceBuilding, place("power", 8, 14)).tick(), sim.ReasonNone)
}

func TestPrerequisitesAndFactoriesAreAskedFor(t *testing.T) {
	g := newGame(t, base(1000))
	wantReason(t, g.command(0, order.TagProduce, produce("tank")).tick(), sim.ReasonMissingPrerequisite)
	wantReason(t, g.command(1, order.TagProduce, produce("factory")).tick(), sim.ReasonMissingPrerequisite)
	wantReason(t, g.command(0, order.TagProduce, produce("factory")).tick(), sim.ReasonNone)
	if got := g.command(0, order.TagProduce, produce("zeppelin")).tick(); got.Outcome != sim.OutcomeNotModelled {
		t.Errorf("an item without rules: %+v", got)
	}
	byNumber := order.Command{ItemID: 7, Flags: order.CommandHasItemID}
	wantReason(t, g.command(0, order.TagProduce, byNumber).tick(), sim.ReasonNone)
}

// withFactory has a factory and enough power.
func withFactory(credits int64) plausible.Setup {
	s := base(credits)
	s.Entities = append(s.Entities, plausible.StartEntity{Type: "factory", Owner: 0, Cell: order.CellPos{X: 10, Y: 14}})
	return s
}

func TestUnitLeavesItsFactoryWhenItIsPaidFor(t *testing.T) {
	g := newGame(t, withFactory(80))
	g.command(0, order.TagProduce, order.Command{Item: "tank", Count: 2, Flags: order.CommandHasCount})
	g.ticks(39)
	if n := len(g.all(0, "tank")); n != 0 {
		t.Fatal("a tank too early")
	}
	g.ticks(1)
	tank := g.only(0, "tank")
	if tank.Serial == 0 || tank.Position != (order.WorldPos{X: 10<<10 + 1536, Y: 14<<10 + 1024 + 1024 + 512}) {
		t.Errorf("the tank is %+v", tank)
	}
	g.ticks(200)
	if n := len(g.all(0, "tank")); n != 1 || g.credits(0) != 0 {
		t.Errorf("%d tanks and %d credits after the money is gone", n, g.credits(0))
	}
}

func TestUnitInProductionIsNotInTheWorld(t *testing.T) {
	g := newGame(t, withFactory(1000))
	before := g.sim.View().Len()
	g.command(0, order.TagProduce, produce("tank")).tick()
	if g.sim.View().Len() != before+1 || len(g.all(0, "tank")) != 0 {
		t.Error("production reserves exactly one entity, outside the world")
	}
	for _, e := range g.sim.Events() {
		if e.Kind == sim.EventCreated {
			t.Error("what is in production is reported as created")
		}
	}
	g.command(0, order.TagCancelProduction, produce("tank")).tick()
	if g.sim.View().Len() != before || g.credits(0) != 1000 {
		t.Errorf("after the cancellation: %d entities, %d credits", g.sim.View().Len(), g.credits(0))
	}
}

func TestLowPowerSlowsProduction(t *testing.T) {
	setup := withFactory(1000)
	setup.Entities = append(setup.Entities, plausible.StartEntity{Type: "refinery", Owner: 0, Cell: order.CellPos{X: 14, Y: 14}})
	g := newGame(t, setup)
	if p, _ := g.sim.View().Player(0); p.PowerProvided != 100 || p.PowerDrained != 120 {
		t.Fatalf("power %d of %d", p.PowerDrained, p.PowerProvided)
	}
	g.command(0, order.TagProduce, produce("truck")).ticks(19)
	if len(g.all(0, "truck")) != 0 {
		t.Error("a truck at full speed")
	}
	g.ticks(1)
	g.only(0, "truck")
}

func TestOrderProvesProductionCompleteWithinLimits(t *testing.T) {
	for _, c := range []struct {
		ticks int
		want  sim.Reason
	}{{29, sim.ReasonCooldownActive}, {30, sim.ReasonNone}} {
		g := newGame(t, withFactory(1000))
		g.command(0, order.TagProduce, produce("tank")).ticks(c.ticks)
		var reserved sim.Entity
		for e := range g.sim.View().Entities() {
			if e.Serial == 0 {
				reserved = e
			}
		}
		got := g.command(0, order.TagMove, order.Command{Units: []order.UnitTag{reserved.Tag}, Target: at(20, 20)}).tick()
		wantReason(t, got, c.want)
		corrected := int64(0)
		for _, e := range g.sim.Events() {
			if e.Kind == sim.EventCorrected {
				corrected = e.Amount
			}
		}
		if c.want == sim.ReasonNone {
			tank := g.only(0, "tank")
			if corrected != 10 || g.credits(0) != 920 || tank.Tag != reserved.Tag {
				t.Errorf("corrected by %d ticks, %d credits, tank %+v", corrected, g.credits(0), tank)
			}
		}
	}
}

func TestPlacementProvesABuildingReady(t *testing.T) {
	for _, c := range []struct {
		ticks    int
		believed bool // by more than EvidencePercent
	}{{1, true}, {14, true}, {15, false}} {
		g := newGame(t, base(1000))
		g.command(0, order.TagProduce, produce("power")).ticks(c.ticks)
		got := g.command(0, order.TagPlaceBuilding, place("power", 10, 14)).tick()
		wantReason(t, got, sim.ReasonNone)
		if got.Believed != c.believed || len(g.all(0, "power")) != 2 || g.credits(0) != 900 {
			t.Errorf("after %d ticks: believed %t, %d power plants, %d credits", c.ticks, got.Believed, len(g.all(0, "power")), g.credits(0))
		}
	}
}

func TestMovementIsStraightAndEnds(t *testing.T) {
	setup := base(0)
	setup.Entities = append(setup.Entities, plausible.StartEntity{Type: "tank", Owner: 0, Cell: order.CellPos{X: 30, Y: 30}})
	g := newGame(t, setup)
	tank := g.only(0, "tank")
	move := order.Command{Units: []order.UnitTag{tank.Tag}, Target: at(33, 34)}
	wantReason(t, g.command(0, order.TagMove, move).tick(), sim.ReasonNone)
	if got := g.only(0, "tank").Position; got != (order.WorldPos{X: tank.Position.X + 60, Y: tank.Position.Y + 80}) {
		t.Errorf("after one tick at %+v", got)
	}
	g.ticks(60)
	if got := g.only(0, "tank").Position; got != (order.CellPos{X: 33, Y: 34}).Center() {
		t.Errorf("arrived at %+v", got)
	}
	wantReason(t, g.command(0, order.TagMove, order.Command{Units: []order.UnitTag{tank.Tag}, Target: at(64, 0)}).tick(), sim.ReasonInvalidPlacement)
}

func TestAttackKillsAndTellsWhoDidIt(t *testing.T) {
	setup := base(0)
	setup.Entities = append(setup.Entities,
		plausible.StartEntity{Type: "tank", Owner: 0, Cell: order.CellPos{X: 30, Y: 30}},
		plausible.StartEntity{Type: "truck", Owner: 1, Cell: order.CellPos{X: 36, Y: 30}})
	g := newGame(t, setup)
	tank, truck := g.only(0, "tank"), g.only(1, "truck")
	attack := order.Command{Units: []order.UnitTag{tank.Tag}, Target: order.Target{Kind: order.TargetUnit, Unit: truck.Tag}}
	wantReason(t, g.command(0, order.TagAttack, attack).tick(), sim.ReasonNone)
	for range 100 {
		g.tick()
		for _, e := range g.sim.Events() {
			if e.Kind == sim.EventRemoved {
				if e.Tag != truck.Tag || e.Cause != sim.CauseKilled || e.Killer != tank.Tag || e.KillerOwner != 0 {
					t.Errorf("%+v", e)
				}
				wantReason(t, g.command(0, order.TagAttack, attack).tick(), sim.ReasonInvalidTarget)
				return
			}
		}
	}
	t.Error("the truck lives")
}

func TestIdleUnitsDefendThemselves(t *testing.T) {
	setup := base(0)
	setup.Entities = append(setup.Entities,
		plausible.StartEntity{Type: "tank", Owner: 0, Cell: order.CellPos{X: 30, Y: 30}},
		plausible.StartEntity{Type: "truck", Owner: 1, Cell: order.CellPos{X: 32, Y: 30}})
	g := newGame(t, setup)
	g.ticks(40)
	if len(g.all(1, "truck")) != 0 {
		t.Error("the truck beside the tank lives")
	}
}

func TestDeployedUnitBecomesAnotherEntity(t *testing.T) {
	setup := base(0)
	setup.Entities = append(setup.Entities, plausible.StartEntity{Type: "mcv", Owner: 1, Cell: order.CellPos{X: 30, Y: 30}})
	g := newGame(t, setup)
	mcv := g.only(1, "mcv")
	wantReason(t, g.command(1, order.TagDeploy, order.Command{Units: []order.UnitTag{mcv.Tag}}).tick(), sim.ReasonNone)
	g.ticks(4)
	yards := g.all(1, "yard")
	if len(yards) != 2 || len(g.all(1, "mcv")) != 0 {
		t.Fatalf("%d yards, %d mcvs", len(yards), len(g.all(1, "mcv")))
	}
	wantReason(t, g.command(1, order.TagDeploy, order.Command{Units: []order.UnitTag{mcv.Tag}}).tick(), sim.ReasonNoSubjects)
}

func TestSellRepairAndIncome(t *testing.T) {
	setup := withFactory(0)
	setup.Entities = append(setup.Entities,
		plausible.StartEntity{Type: "refinery", Owner: 0, Cell: order.CellPos{X: 14, Y: 14}},
		plausible.StartEntity{Type: "truck", Owner: 0, Cell: order.CellPos{X: 20, Y: 20}})
	g := newGame(t, setup)
	g.ticks(30)
	if got := g.credits(0); got != 21 {
		t.Errorf("%d credits from three trips of 7", got)
	}
	factory := g.only(0, "factory")
	sell := order.Command{Target: order.Target{Kind: order.TargetUnit, Unit: factory.Tag}}
	wantReason(t, g.command(1, order.TagSell, sell).tick(), sim.ReasonNotOwner)
	wantReason(t, g.command(0, order.TagSell, sell).tick(), sim.ReasonNone)
	if got := g.credits(0); got != 121 {
		t.Errorf("%d credits after selling for half of 200", got)
	}
}

func TestPlayerWithoutStructuresIsOut(t *testing.T) {
	g := newGame(t, base(0))
	yard := g.only(1, "yard")
	g.command(1, order.TagSell, order.Command{Units: []order.UnitTag{yard.Tag}}).ticks(9)
	if p, _ := g.sim.View().Player(1); p.Standing != snapshot.StandingLost {
		t.Errorf("standing %d", p.Standing)
	}
	wantReason(t, g.command(1, order.TagProduce, produce("power")).tick(), sim.ReasonOutOfGame)
}

func TestResigningTakesEverythingAway(t *testing.T) {
	g := newGame(t, base(0))
	g.command(0, order.TagResign, order.Command{}).tick()
	if len(g.all(0, "yard"))+len(g.all(0, "power")) != 0 {
		t.Error("structures of who resigned still stand")
	}
	for _, e := range g.sim.Events() {
		if e.Kind == sim.EventRemoved && e.Cause != sim.CauseEvidence {
			t.Errorf("%+v", e)
		}
	}
}

func TestRulesThatMakeNoSenseAreRefused(t *testing.T) {
	cases := map[string]func(*plausible.Rules){
		"name twice":        func(r *plausible.Rules) { r.Types[1].Name = "yard" },
		"negative cost":     func(r *plausible.Rules) { r.Types[1].Cost = -1 },
		"no footprint":      func(r *plausible.Rules) { r.Types[1].Width = 0 },
		"deploys into none": func(r *plausible.Rules) { r.Types[6].Deploys = "house" },
		"percent":           func(r *plausible.Rules) { r.RefundPercent = 1001 },
	}
	for name, change := range cases {
		rules := smallRules()
		change(&rules)
		if _, err := plausible.New(rules, plausible.Setup{}); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// randomOrder draws an order about what there is.
func (g *game) randomOrder(t *rapid.T) {
	view := g.sim.View()
	player := order.PlayerID(rapid.IntRange(0, 1).Draw(t, "player"))
	var units []order.UnitTag
	for range rapid.IntRange(0, 3).Draw(t, "units") {
		if e, ok := view.At(rapid.IntRange(0, view.Slots()).Draw(t, "slot")); ok {
			units = append(units, e.Tag)
		}
	}
	tag := rapid.SampledFrom([]order.GameOrderTag{
		order.TagProduce, order.TagProduce, order.TagPlaceBuilding, order.TagMove, order.TagAttackMove, order.TagAttack, order.TagSell,
		order.TagRepairBuilding, order.TagDeploy, order.TagCancelProduction, order.TagPauseProduction, order.TagSetRallyPoint,
		order.TagSetPrimary, order.TagPowerToggle, order.TagStop, order.TagDespawn,
	}).Draw(t, "tag")
	c := order.Command{Units: units, Item: smallRules().Types[rapid.IntRange(0, 6).Draw(t, "item")].Name, Queued: rapid.Bool().Draw(t, "queued")}
	c.Target = at(rapid.Int32Range(0, 63).Draw(t, "x"), rapid.Int32Range(0, 63).Draw(t, "y"))
	if rapid.Bool().Draw(t, "counted") {
		c.Flags |= order.CommandHasCount
		c.Count = rapid.Int32Range(1, 4).Draw(t, "count")
	}
	if tag == order.TagAttack && len(units) > 0 {
		c.Target = order.Target{Kind: order.TargetUnit, Unit: units[0]}
	}
	g.command(player, tag, c)
}

func TestRandomGamesKeepTheLawsOfTheKernel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		setup := withFactory(5000)
		for i := range 4 {
			setup.Entities = append(setup.Entities,
				plausible.StartEntity{Type: "tank", Owner: order.PlayerID(i % 2), Cell: order.CellPos{X: int32(20 + 2*i), Y: 25}})
		}
		g := newGame(t, setup)
		full, hash := g.sim.Snapshot(), g.sim.StateHash()
		for range rapid.IntRange(1, 40).Draw(rt, "rounds") {
			for range rapid.IntRange(0, 2).Draw(rt, "orders") {
				g.randomOrder(rt)
			}
			g.ticks(rapid.IntRange(1, 12).Draw(rt, "ticks"))
			if g.sim.StateHash() != g.sim.Snapshot().Core.StateHash() {
				rt.Fatal("something changed that the kernel was not told of")
			}
		}
		delta, err := g.sim.Delta(full, hash)
		if err != nil {
			rt.Fatal(err)
		}
		state, err := delta.Apply(full)
		if err != nil {
			rt.Fatal(err)
		}
		if d := snapshot.Compare(&state.Core, &g.sim.Snapshot().Core); d.Place != snapshot.PlaceNone {
			rt.Fatal("delta: ", d)
		}
		module, err := plausible.New(smallRules(), plausible.Setup{})
		if err != nil {
			rt.Fatal(err)
		}
		twin, err := sim.Open(state, module)
		if err != nil {
			rt.Fatal(err)
		}
		for range 60 {
			g.tick()
			if _, err := twin.Apply(&order.TickOrders{Tick: twin.Tick()}); err != nil {
				rt.Fatal(err)
			}
			if g.sim.SyncHash() != twin.SyncHash() {
				rt.Fatal("restored game goes on differently: ", snapshot.Compare(&g.sim.Snapshot().Core, &twin.Snapshot().Core))
			}
		}
	})
}

func TestStateOfOtherRulesIsRefused(t *testing.T) {
	g := newGame(t, base(0))
	rules := smallRules()
	rules.Types[1].Cost++
	module, err := plausible.New(rules, plausible.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sim.Open(g.sim.Snapshot(), module); err == nil {
		t.Error("accepted")
	}
}

func BenchmarkBattle(b *testing.B) {
	for _, n := range []int{500, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			setup := plausible.Setup{Width: 128, Height: 128}
			for i := range n {
				setup.Entities = append(setup.Entities, plausible.StartEntity{
					Type: "tank", Owner: order.PlayerID(i % 2), Cell: order.CellPos{X: int32(i % 100), Y: int32(i / 100 * 8)},
				})
			}
			rules := smallRules()
			for i := range rules.Types {
				rules.Types[i].Damage = min(rules.Types[i].Damage, 1)
				rules.Types[i].Health *= 10000
			}
			module, err := plausible.New(rules, setup)
			if err != nil {
				b.Fatal(err)
			}
			s, err := sim.New(sim.Config{Players: make([]sim.PlayerConfig, 2)}, module)
			if err != nil {
				b.Fatal(err)
			}
			orders := &order.TickOrders{}
			b.ReportAllocs()
			for b.Loop() {
				orders.Tick = s.Tick()
				if _, err := s.Apply(orders); err != nil {
					b.Fatal(err)
				}
				s.SyncHash()
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "ticks/s")
		})
	}
}
