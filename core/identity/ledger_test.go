// SPDX-License-Identifier: GPL-3.0-or-later

package identity_test

import (
	"slices"
	"testing"

	"convertd/core/identity"
	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/sim/plausible"
	"convertd/core/translate"
)

// industry is a game in which player 0 makes infantry and vehicles in a line
// each, and the binder hears every order.
type industry struct {
	*world
}

func newIndustry(t testing.TB, riflesTake int32) *industry {
	t.Helper()
	rules := plausible.Rules{Name: "industry", EvidencePercent: 30, OrdersByEvidence: true, Types: []plausible.Type{
		house("yard", "building"), house("barracks", "infantry"), house("works", "vehicle"),
		unit("rifle", "infantry", riflesTake, 1), unit("tank", "vehicle", 50, 1), unit("truck", "vehicle", 50, 0),
	}}
	var setup plausible.Setup
	// Six ids show how the engine numbers.
	for i, name := range []string{"yard", "barracks", "works", "rifle", "rifle", "rifle"} {
		setup.Entities = append(setup.Entities, plausible.StartEntity{Type: name, Cell: order.CellPos{X: int32(10 * i)}})
	}
	w := startIndustry(t, rules, setup, 1)
	w.binder.Watch()
	for i := range 6 {
		kind := ir.KindMove
		if i < 3 {
			kind = ir.KindSell
		}
		w.want(w.find(0, kind, firstID+uint32(i)), i)
	}
	return w
}

func unit(name, queue string, ticks, damage int32) plausible.Type {
	return plausible.Type{Name: name, Queue: queue, BuildTicks: ticks, Health: 10, Speed: 9, Range: 1, Damage: damage, ReloadTicks: 1}
}

func house(name string, produces ...string) plausible.Type {
	return plausible.Type{Name: name, Queue: "building", BuildTicks: 10, Health: 10, Structure: true, Width: 1, Height: 1, Produces: produces}
}

// startIndustry starts a game of so many players, of which nobody was named yet.
func startIndustry(t testing.TB, rules plausible.Rules, setup plausible.Setup, players int) *industry {
	t.Helper()
	module, err := plausible.New(rules, setup)
	if err != nil {
		t.Fatal(err)
	}
	s, err := sim.New(sim.Config{Players: make([]sim.PlayerConfig, players)}, module)
	if err != nil {
		t.Fatal(err)
	}
	return &industry{&world{t: t, sim: s, module: module, binder: identity.New(s.View(), module, module)}}
}

// firstID is the id of the first entity in these games.
const firstID = 100

// produce orders an item in the recording and here.
func (w *industry) produce(items ...string) {
	w.t.Helper()
	var orders []order.TimestampedOrder
	for i, item := range items {
		w.binder.Order(&ir.Order{Kind: ir.KindProduce, Item: item}, 0)
		command := order.Command{Item: item, Flags: order.CommandHasItem}
		orders = append(orders, order.TimestampedOrder{SubTick: uint32(i), Order: order.PlayerOrder{
			Kind: order.KindGameOrder, Game: order.GameOrder{Tag: order.TagProduce, Payload: order.AppendCommand(nil, &command)},
		}})
	}
	w.tick(orders...)
	w.binder.Watch()
}

// pass lets ticks pass.
func (w *industry) pass(ticks int) {
	w.t.Helper()
	for range ticks {
		w.tick()
		w.binder.Watch()
	}
}

// names returns the types that the subjects of a move are bound to, "" for none.
func (w *industry) names(subjects ...uint32) []string {
	w.t.Helper()
	return w.kindsOf(ir.KindMove, subjects...)
}

// kindsOf is names for another kind of order.
func (w *industry) kindsOf(kind ir.Kind, subjects ...uint32) []string {
	w.t.Helper()
	o := &ir.Order{Kind: kind, Subjects: subjects}
	var list []string
	for _, native := range subjects {
		tag, bound := w.binder.Find(translate.Mention{Native: native, Role: translate.RoleSubject, Order: o})
		entity, alive := w.sim.View().Entity(tag)
		if !bound || !alive {
			list = append(list, "")
			continue
		}
		list = append(list, w.sim.View().KindName(entity.Kind))
	}
	return list
}

func (w *industry) wantNames(got []string, want ...string) {
	w.t.Helper()
	if !slices.Equal(got, want) {
		w.t.Errorf("bound to %v, want %v", got, want)
	}
}

func TestIDsFollowWhatWasOrdered(t *testing.T) {
	w := newIndustry(t, 20)
	w.produce("rifle", "tank", "rifle", "rifle")
	w.pass(70)
	// Rifles are done after 20, 40 and 60 ticks, the tank after 50.
	w.wantNames(w.names(106, 107, 108, 109), "rifle", "rifle", "tank", "rifle")
}

func TestAnIDMayNameWhatOnlyWaitsHere(t *testing.T) {
	w := newIndustry(t, 20)
	w.produce("tank", "rifle", "rifle")
	w.pass(25)
	// Here one rifle is done; the original commands two already.
	w.wantNames(w.names(106, 107), "rifle", "rifle")
	if _, bound := w.binder.Lookup(107); !bound {
		t.Error("the second rifle is being worked on: it is known")
	}
	w.produce("rifle")
	w.wantNames(w.names(108), "rifle")
	if _, bound := w.binder.Lookup(108); bound {
		t.Error("the third rifle only waits: it is not there")
	}
}

func TestContradictionRevisesInWhatOrderLinesWereDone(t *testing.T) {
	w := newIndustry(t, 48)
	w.produce("rifle", "truck")
	w.pass(60)
	// Here the rifle is done two ticks before the truck, and anybody can stop.
	if got := w.kindsOf(ir.KindStop, 106, 107); !slices.Equal(got, []string{"rifle", "truck"}) {
		t.Fatalf("bound to %v", got)
	}
	// But no truck attacks.
	if got := w.kindsOf(ir.KindAttack, 107); !slices.Equal(got, []string{"rifle"}) {
		t.Errorf("who attacks is bound to %v", got)
	}
	w.wantNames(w.names(106), "truck")
}

func TestWhatACancelledOrderWouldHaveMadeHasNoID(t *testing.T) {
	w := newIndustry(t, 20)
	w.produce("tank", "tank", "rifle")
	w.binder.Order(&ir.Order{Kind: ir.KindCancelProduction, Item: "tank"}, 0)
	w.pass(120)
	w.wantNames(w.names(106, 107), "rifle", "tank")
}

func TestWhatALostFactoryHadWaitingHasNoID(t *testing.T) {
	w := newIndustry(t, 20)
	w.produce("rifle", "rifle", "rifle")
	w.pass(25)
	w.kill(1) // the barracks
	w.binder.Watch()
	w.pass(10)
	w.produce("tank")
	w.pass(60)
	w.wantNames(w.names(106, 107), "rifle", "tank")
}

func TestWhatWasGivenUpInProductionHadNeverAppeared(t *testing.T) {
	w := newIndustry(t, 20)
	w.produce("rifle", "tank")
	w.pass(5)
	w.wantNames(w.names(106), "rifle") // it is being made here
	w.kill(1)                          // the barracks
	w.pass(5)
	w.wantNames(w.names(106), "")
	w.produce("rifle")
	w.pass(2)
	// It waits for barracks, and is the next rifle that its owner gets.
	w.wantNames(w.names(106), "rifle")
}

func TestIDsFarBeyondWhatWasOrderedAreAlignedOtherwise(t *testing.T) {
	w := newIndustry(t, 20)
	w.produce("tank", "rifle")
	w.pass(60)
	w.wantNames(w.names(5000), "")
	// The engine numbers other things too: what is bound from now on is aligned.
	w.wantNames(w.names(106), "rifle")
	w.wantNames(w.names(5000), "")
}
