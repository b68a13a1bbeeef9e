// SPDX-License-Identifier: GPL-3.0-or-later

package identity_test

import (
	"testing"

	"pgregory.net/rapid"

	"convertd/core/identity"
	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/sim/plausible"
	"convertd/core/translate"
)

// world is a simulation with entities that stand still, in the order of the
// list.
type world struct {
	t      testing.TB
	sim    *sim.Simulation
	module *plausible.Module
	binder *identity.Binder
}

func rules() plausible.Rules {
	return plausible.Rules{Name: "test", Types: []plausible.Type{
		{Name: "carrier", Health: 10, Speed: 9, Deploys: "yard"},
		{Name: "yard", Health: 10, Structure: true, Width: 1, Height: 1, Produces: []string{"unit"}},
		{Name: "tank", Health: 10, Speed: 9, Range: 1, Damage: 1, ReloadTicks: 1},
		{Name: "truck", Health: 10, Speed: 9},
	}}
}

// newWorld gives each letter an entity: c, y, t, r of player 0, capitals of
// player 1.
func newWorld(t testing.TB, entities string) *world {
	t.Helper()
	kinds := map[rune]string{'c': "carrier", 'y': "yard", 't': "tank", 'r': "truck"}
	var setup plausible.Setup
	for i, letter := range entities {
		owner := order.PlayerID(0)
		if letter < 'a' {
			owner, letter = 1, letter+'a'-'A'
		}
		setup.Entities = append(setup.Entities, plausible.StartEntity{Type: kinds[letter], Owner: owner, Cell: order.CellPos{X: int32(10 * i)}})
	}
	module, err := plausible.New(rules(), setup)
	if err != nil {
		t.Fatal(err)
	}
	s, err := sim.New(sim.Config{Players: make([]sim.PlayerConfig, 2)}, module)
	if err != nil {
		t.Fatal(err)
	}
	return &world{t: t, sim: s, module: module, binder: identity.New(s.View(), module, module)}
}

// tick applies orders to tags.
func (w *world) tick(orders ...order.TimestampedOrder) {
	w.t.Helper()
	if _, err := w.sim.Apply(&order.TickOrders{Tick: w.sim.Tick(), Orders: orders}); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) kill(slots ...int) {
	w.t.Helper()
	for _, slot := range slots {
		e, _ := w.sim.View().At(slot)
		command := order.Command{Units: []order.UnitTag{e.Tag}}
		w.tick(order.TimestampedOrder{Player: e.Owner, Order: order.PlayerOrder{
			Kind: order.KindGameOrder, Game: order.GameOrder{Tag: order.TagDespawn, Payload: order.AppendCommand(nil, &command)},
		}})
	}
}

// find asks for the subjects of one order and returns their slots, -1 for none.
func (w *world) find(player order.PlayerID, kind ir.Kind, subjects ...uint32) []int {
	o := &ir.Order{Kind: kind, Subjects: subjects}
	slots := make([]int, 0, len(subjects))
	for _, native := range subjects {
		tag, ok := w.binder.Find(translate.Mention{Native: native, Role: translate.RoleSubject, Player: player, Order: o})
		if !ok {
			slots = append(slots, -1)
			continue
		}
		slots = append(slots, int(tag.Index))
	}
	return slots
}

func (w *world) want(got []int, want ...int) {
	w.t.Helper()
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			w.t.Fatalf("slots %v, want %v", got, want)
		}
	}
}

func TestIDsOfOneOrderAreBoundTogetherInTheOrderOfAppearance(t *testing.T) {
	w := newWorld(t, "cCtTttT")
	w.want(w.find(0, ir.KindMove, 905, 903, 906), 4, 2, 5)
	w.want(w.find(1, ir.KindMove, 904, 907), 3, 6)
}

func TestOrderTellsTypesApart(t *testing.T) {
	w := newWorld(t, "ttrcty")
	w.want(w.find(0, ir.KindDeploy, 50), 3)
	w.want(w.find(0, ir.KindSetRallyPoint, 52), 5)
	// Between the two stands one tank; trucks are seldom sent to fight.
	w.want(w.find(0, ir.KindAttackMove, 51), 4)
	w.want(w.find(0, ir.KindAttackMove, 48, 47), 1, 0)
}

func TestSubjectBelongsToWhoCommandsIt(t *testing.T) {
	w := newWorld(t, "ttt")
	w.want(w.find(1, ir.KindMove, 7), -1)
}

func TestMoreIDsThanEntitiesLeaveSomeUnbound(t *testing.T) {
	w := newWorld(t, "tt")
	bound := 0
	for _, slot := range w.find(0, ir.KindMove, 1, 2, 3) {
		if slot >= 0 {
			bound++
		}
	}
	if bound != 2 {
		t.Fatalf("%d of 3 ids share 2 entities", bound)
	}
}

func TestLaterIDRevisesAnEarlierGuess(t *testing.T) {
	w := newWorld(t, "ctttt")
	w.want(w.find(0, ir.KindDeploy, 100), 0)
	// With gaps in the numbers 109 looks like the last of them.
	w.want(w.find(0, ir.KindMove, 104), 4)
	// Three more behind it leave no room for that.
	got := w.find(0, ir.KindMove, 104, 106, 109)
	w.want(got, 2, 3, 4)
	for _, b := range w.binder.Bindings() {
		if b.Native == 104 && b.Revised == 0 {
			t.Error("a revised binding does not say so")
		}
	}
}

func TestDeadSubjectKeepsItsTag(t *testing.T) {
	w := newWorld(t, "tt")
	w.want(w.find(0, ir.KindMove, 1, 2), 0, 1)
	w.kill(0)
	tag, ok := w.binder.Lookup(1)
	if !ok || tag.Index != 0 {
		t.Fatal("the id forgot whom it named")
	}
	w.want(w.find(0, ir.KindMove, 1), 0)
	if _, alive := w.sim.View().Entity(tag); alive {
		t.Fatal("it lives")
	}
}

func TestTargetOfAnAttackIsAnEnemy(t *testing.T) {
	w := newWorld(t, "tTt")
	w.want(w.find(0, ir.KindMove, 1, 3), 0, 2)
	o := &ir.Order{Kind: ir.KindAttack, Target: ir.Target{Kind: ir.TargetEntity, ID: 2}}
	tag, ok := w.binder.Find(translate.Mention{Native: 2, Role: translate.RoleTarget, Player: 0, Order: o})
	if !ok || tag.Index != 1 {
		t.Fatalf("target is %s, %t", tag, ok)
	}
}

func TestWithoutAbilitiesFlagsDecide(t *testing.T) {
	w := newWorld(t, "yt")
	w.binder = identity.New(w.sim.View(), nil, nil)
	w.want(w.find(0, ir.KindSell, 5), 0)
	w.want(w.find(0, ir.KindMove, 6), 1)
}

func TestDenseIDsAreFoundWhateverIsNamedFirst(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		letters := rapid.SliceOfN(rapid.SampledFrom([]rune("tTtTrR")), 3, 40).Draw(rt, "entities")
		w := newWorld(t, "cC"+string(letters))
		base := rapid.Uint32Range(1, 1000).Draw(rt, "base")
		if got := w.find(0, ir.KindDeploy, base); got[0] != 0 {
			rt.Fatalf("carrier: %v", got)
		}
		w.find(1, ir.KindDeploy, base+1)
		for range rapid.IntRange(1, 30).Draw(rt, "orders") {
			slot := rapid.IntRange(2, len(letters)+1).Draw(rt, "slot")
			owner := order.PlayerID(0)
			if letters[slot-2] < 'a' {
				owner = 1
			}
			if letter := letters[slot-2]; letter == 'r' || letter == 'R' {
				continue
			}
			if got := w.find(owner, ir.KindMove, base+uint32(slot)); got[0] != slot {
				rt.Fatalf("entity in slot %d is taken for that in slot %d", slot, got[0])
			}
		}
	})
}

func TestConfidenceStaysInItsBounds(t *testing.T) {
	w := newWorld(t, "ctttt")
	w.find(0, ir.KindDeploy, 10)
	w.find(0, ir.KindMove, 13)
	w.find(0, ir.KindMove, 11, 12, 14)
	for _, b := range w.binder.Bindings() {
		if b.Confidence < 1 || b.Confidence > 99 {
			t.Errorf("%+v", b)
		}
	}
}
