// SPDX-License-Identifier: GPL-3.0-or-later

package plausible_test

import (
	"testing"

	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/sim/plausible"
)

// newEvidenceGame is a game of which neither map nor income are known.
func newEvidenceGame(t *testing.T, credits int64) *game {
	t.Helper()
	rules := plausible.Rules{
		Name: "evidence", EvidencePercent: 100, RefundPercent: 50, SellTicks: 5,
		PayAtOnce: true, QueuePerFactory: true, MoneyByEvidence: true, LossesByEvidence: true, Strangers: true,
		Types: []plausible.Type{
			{Name: "yard", Structure: true, Width: 1, Height: 1, Health: 100, Produces: []string{"building"}, Deploys: "mcv", DeployAbility: "pack", DeployTicks: 2, SoldBrings: []string{"crew"}},
			{Name: "dozer", Health: 10, Speed: 100, Damage: 1, Range: 2048, ReloadTicks: 5, Produces: []string{"building"}},
			{Name: "mcv", Health: 10, Speed: 100, Deploys: "yard", DeployAbility: "unpack", DeployTicks: 2},
			{Name: "refinery", Queue: "building", OnSite: true, Structure: true, Width: 1, Height: 1, Health: 50, Cost: 300, BuildTicks: 10, Brings: []string{"truck"}},
			{Name: "plant", Queue: "building", OnSite: true, Structure: true, Width: 1, Height: 1, Health: 50, Cost: 300},
			{Name: "tower", Queue: "building", Structure: true, Width: 1, Height: 1, Health: 50, Cost: 300, BuildTicks: 10, Prerequisites: []string{"lab"}},
			{Name: "lab", Structure: true, Width: 1, Height: 1, Health: 50, Researches: []string{"armour"}},
			{Name: "truck", Health: 10, Speed: 50},
			{Name: "crew", Health: 10, Speed: 50},
		},
	}
	return newGameOf(t, rules, plausible.Setup{Credits: []int64{credits, credits}, Entities: []plausible.StartEntity{
		{Type: "yard", Cell: order.CellPos{X: 10, Y: 10}},
		{Type: "dozer", Cell: order.CellPos{X: 12, Y: 10}},
		{Type: "dozer", Owner: 1, Cell: order.CellPos{X: 13, Y: 10}},
	}})
}

func cell(x, y int32) order.Target {
	return order.Target{Kind: order.TargetCell, Cell: order.CellPos{X: x, Y: y}}
}

func TestAnOrderProvesTheMoneyWhereIncomeIsNotKnown(t *testing.T) {
	g := newEvidenceGame(t, 100)
	if v := g.command(0, order.TagPlaceBuilding, order.Command{Item: "refinery", Target: cell(20, 20)}).tick(); v.Outcome != sim.OutcomeAccepted {
		t.Fatalf("verdict %+v", v)
	}
	if got := g.credits(0); got != 0 {
		t.Errorf("%d credits are left, want 0 and not less", got)
	}
}

func TestWhatComesWithAStructureComesWhenItStands(t *testing.T) {
	g := newEvidenceGame(t, 1000)
	g.command(0, order.TagPlaceBuilding, order.Command{Item: "refinery", Target: cell(20, 20)}).tick()
	g.ticks(8)
	if n := len(g.all(0, "truck")); n != 0 {
		t.Fatalf("%d trucks before the refinery stands", n)
	}
	g.ticks(2)
	if n := len(g.all(0, "truck")); n != 1 {
		t.Errorf("%d trucks, want 1", n)
	}
}

func TestAnotherStructureInItsPlaceProvesThatOneIsGone(t *testing.T) {
	g := newEvidenceGame(t, 1000)
	g.command(0, order.TagPlaceBuilding, order.Command{Item: "refinery", Target: cell(20, 20)}).tick()
	g.command(0, order.TagPlaceBuilding, order.Command{Item: "refinery", Target: cell(20, 20)}).tick()
	if n := len(g.all(0, "refinery")); n != 1 {
		t.Fatalf("%d refineries after the order came twice, want 1", n)
	}
	g.command(1, order.TagPlaceBuilding, order.Command{Item: "plant", Target: cell(20, 20)}).tick()
	if refineries, plants := len(g.all(0, "refinery")), len(g.all(1, "plant")); refineries != 0 || plants != 1 {
		t.Errorf("%d refineries, %d plants, want 0 and 1", refineries, plants)
	}
}

func TestAPlacedBuildingProvesThatItWasReady(t *testing.T) {
	g := newEvidenceGame(t, 1000)
	v := g.command(0, order.TagPlaceBuilding, order.Command{Item: "tower", Target: cell(20, 20)}).tick()
	if v.Outcome != sim.OutcomeAccepted || !v.Believed || v.Detail != "not in production" {
		t.Fatalf("verdict %+v, want it believed and said so", v)
	}
	if n := len(g.all(0, "tower")); n != 1 {
		t.Errorf("%d towers, want 1", n)
	}
	if got := g.credits(0); got != 700 {
		t.Errorf("%d credits are left, want the price to be paid", got)
	}
	corrected := 0
	for _, event := range g.sim.Events() {
		if event.Kind == sim.EventCorrected {
			corrected++
		}
	}
	if corrected != 1 {
		t.Errorf("%d corrections reported, want 1", corrected)
	}
	g.command(0, order.TagPlaceBuilding, order.Command{Item: "tower", Target: cell(20, 20)}).tick()
	if n := len(g.all(0, "tower")); n != 1 {
		t.Errorf("%d towers after the order came twice, want 1", n)
	}
}

func TestProductionProvesWhatItNeeds(t *testing.T) {
	g := newEvidenceGame(t, 1000)
	if v := g.command(0, order.TagProduce, order.Command{Item: "tower"}).tick(); !v.Believed || v.Detail != "prerequisites" {
		t.Errorf("without the lab: verdict %+v", v)
	}
	// A dozer makes buildings; the order names the yard of another.
	plant := order.Command{Item: "plant", Units: []order.UnitTag{g.only(0, "dozer").Tag}}
	if v := g.command(0, order.TagProduce, plant).tick(); v.Outcome != sim.OutcomeAccepted || v.Believed {
		t.Errorf("by who makes it: verdict %+v", v)
	}
	g.command(0, order.TagPlaceBuilding, order.Command{Item: "refinery", Target: cell(20, 20)}).tick()
	g.ticks(12)
	plant.Units = []order.UnitTag{g.only(0, "truck").Tag}
	if v := g.command(0, order.TagProduce, plant).tick(); !v.Believed || v.Detail != "another factory" {
		t.Errorf("by who does not make it: verdict %+v", v)
	}
}

func TestNobodyIsHitWhereLossesComeFromEvidence(t *testing.T) {
	g := newEvidenceGame(t, 0)
	mine, theirs := g.only(0, "dozer"), g.only(1, "dozer")
	g.command(0, order.TagAttack, order.Command{Units: []order.UnitTag{mine.Tag}, Target: order.Target{Kind: order.TargetUnit, Unit: theirs.Tag}}).tick()
	g.ticks(100)
	if left := len(g.all(1, "dozer")); left != 1 {
		t.Errorf("%d dozers are left, want 1", left)
	}
}

func TestOrdersAboutStrangersAreNotModelled(t *testing.T) {
	for name, test := range map[string]struct {
		tag     order.GameOrderTag
		command order.Command
		detail  string
	}{
		"attack on something unknown": {order.TagAttack, order.Command{Target: order.Target{Kind: order.TargetUnit, Unit: order.NoUnit}}, "unknown target"},
		"repair of something unknown": {order.TagRepairBuilding, order.Command{Target: order.Target{Kind: order.TargetUnit, Unit: order.NoUnit}}, "unknown target"},
		"cancelled too late":          {order.TagCancelProduction, order.Command{Item: "plant"}, "nothing to cancel"},
	} {
		t.Run(name, func(t *testing.T) {
			g := newEvidenceGame(t, 0)
			test.command.Units = []order.UnitTag{g.only(0, "dozer").Tag}
			if v := g.command(0, test.tag, test.command).tick(); v.Outcome != sim.OutcomeNotModelled || v.Detail != test.detail {
				t.Errorf("verdict %+v, want %q not modelled", v, test.detail)
			}
		})
	}
}

func TestOrdersWhoseSubjectsAreNotRecordedSayNothing(t *testing.T) {
	for _, tag := range []order.GameOrderTag{order.TagMove, order.TagAttackMove, order.TagAttack} {
		g := newEvidenceGame(t, 0)
		if v := g.command(0, tag, order.Command{Target: cell(1, 1)}).tick(); v.Outcome != sim.OutcomeNotModelled || v.Detail != "subjects not recorded" {
			t.Errorf("tag %d: verdict %+v", tag, v)
		}
	}
}

func TestASoldStructureStandsUntilItIsDownAndLeavesItsCrew(t *testing.T) {
	g := newEvidenceGame(t, 0)
	yard := g.only(0, "yard")
	sell := order.Command{Units: []order.UnitTag{yard.Tag}}
	g.command(0, order.TagSell, sell).tick()
	g.ticks(2)
	if v := g.command(0, order.TagSell, sell).tick(); v.Outcome != sim.OutcomeAccepted {
		t.Errorf("a second click: %+v", v)
	}
	g.ticks(5)
	if yards, crews := len(g.all(0, "yard")), len(g.all(0, "crew")); yards != 0 || crews != 1 {
		t.Errorf("%d yards, %d crews, want 0 and 1", yards, crews)
	}
}

func TestAnAbilityTurnsAYardIntoAVehicleAndBack(t *testing.T) {
	g := newEvidenceGame(t, 0)
	if v := g.command(0, order.TagUseAbility, order.Command{Item: "smile", Units: []order.UnitTag{g.only(0, "yard").Tag}}).tick(); v.Outcome != sim.OutcomeNotModelled {
		t.Errorf("another ability: %+v", v)
	}
	g.command(0, order.TagUseAbility, order.Command{Item: "pack", Units: []order.UnitTag{g.only(0, "yard").Tag}}).tick()
	g.ticks(3)
	g.command(0, order.TagUseAbility, order.Command{Item: "unpack", Units: []order.UnitTag{g.only(0, "mcv").Tag}}).tick()
	g.ticks(3)
	g.only(0, "yard")
}

func TestWhoCanResearchAndUnpack(t *testing.T) {
	g := newEvidenceGame(t, 0)
	yard, dozer := g.only(0, "yard").Kind, g.only(0, "dozer").Kind
	for name, test := range map[string]struct {
		kind sim.KindID
		tag  order.GameOrderTag
		item string
		want bool
	}{
		"listed upgrade elsewhere":       {yard, order.TagResearch, "armour", false},
		"upgrade nobody lists":           {yard, order.TagResearch, "wheels", true},
		"upgrade nobody lists, a unit":   {dozer, order.TagResearch, "wheels", false},
		"ability of another":             {dozer, order.TagUseAbility, "pack", false},
		"ability of its own":             {yard, order.TagUseAbility, "pack", true},
		"ability nobody deploys by":      {dozer, order.TagUseAbility, "smile", true},
		"who builds may repair":          {dozer, order.TagRepairBuilding, "", true},
		"who builds may place":           {dozer, order.TagPlaceBuilding, "plant", true},
		"a building that builds may too": {yard, order.TagPlaceBuilding, "plant", true},
	} {
		if got := g.module.Can(test.kind, test.tag, test.item); got != test.want {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}

func TestRulesNameOnlyTypesThatExist(t *testing.T) {
	many := make([]string, 9)
	for i := range many {
		many[i] = "a"
	}
	for name, test := range map[string]struct {
		brings []string
		ok     bool
	}{
		"none":      {nil, true},
		"itself":    {[]string{"a"}, true},
		"unknown":   {[]string{"b"}, false},
		"the limit": {many[:8], true},
		"too many":  {many, false},
	} {
		rules := plausible.Rules{Types: []plausible.Type{{Name: "a", Brings: test.brings}}}
		if err := rules.Check(); (err == nil) != test.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// newVainGame is a game whose recording has what the engine refused, too.
func newVainGame(t *testing.T) *game {
	t.Helper()
	rules := plausible.Rules{
		Name: "vain", EvidencePercent: 100, MoneyByEvidence: true, LossesByEvidence: true, OrdersByEvidence: true, VainOrders: true, Strangers: true,
		Types: []plausible.Type{
			{Name: "yard", Structure: true, Width: 1, Height: 1, Health: 100, Produces: []string{"building"}},
			{Name: "mcv", Health: 10, Speed: 100, Deploys: "yard", DeployTicks: 2},
			{Name: "barracks", Queue: "building", Structure: true, Width: 1, Height: 1, Health: 50, BuildTicks: 10, Produces: []string{"infantry"}},
			{Name: "rifle", Queue: "infantry", Health: 10, Speed: 10, BuildTicks: 5},
		},
	}
	return newGameOf(t, rules, plausible.Setup{Credits: []int64{0, 0}, Entities: []plausible.StartEntity{
		{Type: "mcv", Cell: order.CellPos{X: 10, Y: 10}}, {Type: "yard", Owner: 1, Cell: order.CellPos{X: 20, Y: 10}},
	}})
}

func TestWhatIsOrderedBeforeAnythingStandsIsInVain(t *testing.T) {
	g := newVainGame(t)
	if v := g.command(0, order.TagProduce, produce("barracks")).tick(); v.Outcome != sim.OutcomeNotModelled || v.Detail != "ordered in vain" {
		t.Errorf("without anything: %+v", v)
	}
	// Who has a yard and no barracks here has some there: he would not ask otherwise.
	if v := g.command(1, order.TagProduce, produce("rifle")).tick(); v.Outcome != sim.OutcomeAccepted || !v.Believed {
		t.Errorf("without barracks: %+v", v)
	}
	g.command(1, order.TagProduce, produce("barracks")).tick()
	g.ticks(12)
	g.command(1, order.TagPlaceBuilding, place("barracks", 22, 10)).tick()
	g.ticks(8)
	if n := len(g.all(1, "rifle")); n != 1 {
		t.Errorf("%d rifles once there are barracks, want 1", n)
	}
}

func TestWhoPlacesTwiceInTheSamePlaceSaysNothing(t *testing.T) {
	g := newVainGame(t)
	g.command(1, order.TagProduce, produce("barracks")).tick()
	g.ticks(12)
	for i, want := range []struct {
		x       int32
		outcome sim.Outcome
	}{{22, sim.OutcomeAccepted}, {22, sim.OutcomeNotModelled}, {24, sim.OutcomeAccepted}} {
		if v := g.command(1, order.TagPlaceBuilding, place("barracks", want.x, 10)).tick(); v.Outcome != want.outcome {
			t.Errorf("order %d: %+v", i, v)
		}
	}
	if n := len(g.all(1, "barracks")); n != 2 {
		t.Errorf("%d barracks, want 2", n)
	}
}

func TestRulesWithoutVainOrdersHaveTheDigestTheyHad(t *testing.T) {
	rules := plausible.Rules{Name: "vain"}
	before := rules.Digest()
	rules.VainOrders = true
	if rules.Digest() == before {
		t.Error("the digest does not tell the rules apart")
	}
}

func TestADepotHasARallyPointThoughItProducesNothing(t *testing.T) {
	module, err := plausible.New(plausible.Rules{Name: "depot", Types: []plausible.Type{
		{Name: "depot", Structure: true, Width: 1, Height: 1, Rallies: true}, {Name: "silo", Structure: true, Width: 1, Height: 1},
	}}, plausible.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"depot": true, "silo": false} {
		product, _ := module.Product(name, 0, false)
		if got := module.ProductCan(product, order.TagSetRallyPoint, ""); got != want {
			t.Errorf("%s: rally point %v, want %v", name, got, want)
		}
		if module.ProductCan(product, order.TagSetPrimary, "") {
			t.Errorf("%s is the primary one of nothing", name)
		}
	}
}
