// SPDX-License-Identifier: GPL-3.0-or-later

package identity_test

import (
	"testing"

	"convertd/core/identity"
	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/sim/plausible"
	"convertd/core/translate"
)

// site is a game in which players put structures down as orders come.
type site struct {
	t      *testing.T
	sim    *sim.Simulation
	binder *identity.Chronology
}

func newSite(t *testing.T) *site {
	t.Helper()
	module, err := plausible.New(plausible.Rules{
		Name: "site", LossesByEvidence: true, MoneyByEvidence: true,
		Types: []plausible.Type{
			{Name: "yard", Structure: true, Width: 1, Height: 1, Produces: []string{"building"}},
			{Name: "dozer", Speed: 9, Damage: 1, Range: 1, Produces: []string{"building"}},
			{Name: "plant", Queue: "building", OnSite: true, Structure: true, Width: 1, Height: 1, Researches: []string{"turbine"}},
			{Name: "barracks", Queue: "building", OnSite: true, Structure: true, Width: 1, Height: 1, Produces: []string{"infantry"}},
			{Name: "soldier", Queue: "infantry", Speed: 9, Damage: 1, Range: 1, BuildTicks: 5},
		},
	}, plausible.Setup{Entities: []plausible.StartEntity{
		{Type: "yard"},
		{Type: "dozer", Cell: order.CellPos{X: 3}},
		{Type: "yard", Owner: 1, Cell: order.CellPos{X: 50}},
		{Type: "dozer", Owner: 1, Cell: order.CellPos{X: 53}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	s, err := sim.New(sim.Config{Players: make([]sim.PlayerConfig, 2)}, module)
	if err != nil {
		t.Fatal(err)
	}
	return &site{t: t, sim: s, binder: identity.NewChronology(s.View(), module, 10)}
}

// until plays up to a tick.
func (s *site) until(tick order.Tick) {
	s.t.Helper()
	for s.sim.Tick() < tick {
		s.apply()
	}
}

func (s *site) apply(orders ...order.TimestampedOrder) {
	s.t.Helper()
	if _, err := s.sim.Apply(&order.TickOrders{Tick: s.sim.Tick(), Orders: orders}); err != nil {
		s.t.Fatal(err)
	}
}

// place puts a structure of player 0 down at a tick.
func (s *site) place(tick order.Tick, item string, x int32) {
	s.t.Helper()
	s.until(tick)
	s.order(order.TagPlaceBuilding, order.Command{
		Item: item, Flags: order.CommandHasItem, Target: order.Target{Kind: order.TargetCell, Cell: order.CellPos{X: x, Y: 9}},
	})
}

func (s *site) order(tag order.GameOrderTag, c order.Command) {
	s.t.Helper()
	s.apply(order.TimestampedOrder{Order: order.PlayerOrder{
		Kind: order.KindGameOrder, Game: order.GameOrder{Tag: tag, Payload: order.AppendCommand(nil, &c)},
	}})
}

// what names the type that an id is bound to after a mention, "" for none.
func (s *site) what(player order.PlayerID, kind ir.Kind, item string, native uint32) string {
	tag, ok := s.binder.Find(translate.Mention{
		Native: native, Role: translate.RoleSubject, Player: player, Order: &ir.Order{Kind: kind, Item: item, Subjects: []uint32{native}},
	})
	if !ok {
		return ""
	}
	e, _ := s.sim.View().Entity(tag)
	return s.sim.View().KindName(e.Kind)
}

func (s *site) want(player order.PlayerID, kind ir.Kind, item string, native uint32, want string) {
	s.t.Helper()
	if got := s.what(player, kind, item, native); got != want {
		s.t.Fatalf("id %d is taken for %q, want %q", native, got, want)
	}
}

func TestChronologyTellsTheThingsOfTheStartApartByWhatIsAskedOfThem(t *testing.T) {
	s := newSite(t)
	s.want(0, ir.KindMove, "", 301, "dozer")
	s.want(0, ir.KindPlaceBuilding, "plant", 301, "dozer")
	s.want(0, ir.KindSetRallyPoint, "", 300, "yard")
	s.want(1, ir.KindMove, "", 303, "dozer")
	if got := len(s.binder.Bindings()); got != 3 {
		t.Errorf("%d bindings, want 3", got)
	}
}

func TestChronologyKeepsStructuresInTheOrderOfTheirIDs(t *testing.T) {
	s := newSite(t)
	s.want(0, ir.KindSetRallyPoint, "", 300, "yard")
	s.place(10, "plant", 10)
	s.place(20, "barracks", 12)
	s.place(30, "plant", 14)
	s.until(40)
	// Named in any order, with ids that jump: shots and scenery take ids too.
	s.want(0, ir.KindResearch, "turbine", 950, "plant")
	s.want(0, ir.KindProduce, "soldier", 900, "barracks")
	s.want(0, ir.KindResearch, "turbine", 700, "plant")
	s.want(0, ir.KindResearch, "turbine", 950, "plant")
	if a, b := s.at(700), s.at(950); a >= b {
		t.Errorf("id 700 is entity %d, id 950 entity %d: the lower id is the older plant", a, b)
	}
}

// at returns the slot an id is bound to.
func (s *site) at(native uint32) int {
	for _, b := range s.binder.Bindings() {
		if b.Native == native {
			return int(b.Tag.Index)
		}
	}
	return -1
}

func TestChronologyTakesNoStructureThatWasPutDownAfterItsFirstMention(t *testing.T) {
	s := newSite(t)
	s.until(5)
	s.want(0, ir.KindProduce, "soldier", 400, "")
	s.place(10, "barracks", 10)
	s.until(15)
	s.want(0, ir.KindProduce, "soldier", 400, "")
	s.want(0, ir.KindProduce, "soldier", 500, "barracks")
}

func TestChronologyForgetsMovementOnceAnIDProduces(t *testing.T) {
	s := newSite(t)
	s.place(10, "barracks", 10)
	s.until(15)
	s.want(0, ir.KindMove, "", 400, "dozer") // a click beside the selected barracks
	s.want(0, ir.KindProduce, "soldier", 400, "barracks")
	s.want(0, ir.KindMove, "", 400, "barracks")
	s.want(0, ir.KindMove, "", 301, "dozer")
}

func TestChronologyLeavesTargetsAlone(t *testing.T) {
	s := newSite(t)
	o := &ir.Order{Kind: ir.KindAttack, Target: ir.Target{Kind: ir.TargetEntity, ID: 77}}
	if tag, ok := s.binder.Find(translate.Mention{Native: 77, Role: translate.RoleTarget, Player: 0, Order: o}); ok {
		t.Errorf("a target is bound to %s", tag)
	}
	if got := len(s.binder.Bindings()); got != 0 {
		t.Errorf("%d bindings, want none", got)
	}
}

func TestChronologyFindsAUnitStillInProduction(t *testing.T) {
	s := newSite(t)
	s.place(1, "barracks", 10)
	s.until(5)
	s.want(0, ir.KindMove, "", 301, "dozer")
	s.order(order.TagProduce, order.Command{Item: "soldier", Flags: order.CommandHasItem})
	s.until(8)
	s.want(0, ir.KindMove, "", 600, "soldier")
	s.until(30)
	s.want(0, ir.KindMove, "", 600, "soldier")
}

func TestChronologyIgnoresKeysThatAreHitWhateverIsSelected(t *testing.T) {
	s := newSite(t)
	s.place(10, "barracks", 10)
	s.until(15)
	s.want(0, ir.KindProduce, "soldier", 400, "barracks")
	s.want(0, ir.KindScatter, "", 400, "barracks")
	s.want(0, ir.KindStop, "", 400, "barracks")
}
