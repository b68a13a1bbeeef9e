// SPDX-License-Identifier: GPL-3.0-or-later

package identity_test

import (
	"slices"
	"testing"

	"convertd/core/identity"
	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/sim/plausible"
	"convertd/core/translate"
)

// newRemains is an industry of each of two players whose engine numbers wrecks and
// what is found, too. Nobody was named yet.
func newRemains(t testing.TB, first uint32, finds identity.Finds) *industry {
	t.Helper()
	rules := plausible.Rules{Name: "remains", EvidencePercent: 100, OrdersByEvidence: true, Types: []plausible.Type{
		house("yard", "building"), house("barracks", "infantry"), house("works", "vehicle"),
		unit("rifle", "infantry", 20, 1), unit("tank", "vehicle", 50, 1), unit("jeep", "vehicle", 20, 0),
	}}
	var setup plausible.Setup
	for i, name := range []string{"yard", "barracks", "works", "yard", "works"} {
		setup.Entities = append(setup.Entities, plausible.StartEntity{Type: name, Owner: order.PlayerID(i / 3), Cell: order.CellPos{X: int32(10 * i)}})
	}
	w := startIndustry(t, rules, setup, 2)
	w.binder.CountRemains(first, finds)
	w.binder.Watch()
	return w
}

// part loses the first yard here and has it named: the two games are not the same.
func (w *industry) part() {
	w.t.Helper()
	w.kill(0)
	w.binder.Watch()
	w.wantNames(w.kindsOf(ir.KindSell, firstID), "")
}

func TestTheFirstSubjectShowsWhereIDsBeginWhereRemainsAreNumbered(t *testing.T) {
	for name, first := range map[string]uint32{"known": firstID, "shown": 0} {
		w := newRemains(t, first, identity.Finds{})
		if got := w.kindsOf(ir.KindSell, firstID); len(got) != 1 || got[0] != "yard" {
			t.Fatalf("%s: the first subject is %v", name, got)
		}
		w.produce("rifle", "rifle")
		w.pass(50)
		w.wantNames(w.names(firstID-3), "") // it was there before anybody began
		w.wantNames(w.names(firstID+5, firstID+6), "rifle", "rifle")
	}
}

func TestAnIDMayBeOfAWreck(t *testing.T) {
	w := newRemains(t, firstID, identity.Finds{})
	w.produce("jeep", "tank", "jeep", "jeep")
	w.pass(75)
	w.wantNames(w.kindsOf(ir.KindStop, firstID+5), "jeep")
	// Somebody lost two vehicles there before the tank was done: no jeep attacks.
	w.wantNames(w.kindsOf(ir.KindAttack, firstID+8), "tank")
	w.pass(20)
	w.wantNames(w.kindsOf(ir.KindStop, firstID+9), "jeep")
}

func TestIDsPassOverWhatIsFound(t *testing.T) {
	w := newRemains(t, firstID, identity.Finds{First: 30, Interval: 100, IDs: 4})
	w.produce("jeep", "tank", "jeep", "jeep")
	w.pass(74)
	// A jeep is done after 20 ticks, the tank after 70; of four ids of crates two are
	// used.
	w.wantNames(w.kindsOf(ir.KindStop, firstID+5, firstID+8), "jeep", "tank")
	w.pass(20)
	w.wantNames(w.kindsOf(ir.KindStop, firstID+9), "jeep")
}

func TestWhatIsOrderedWithoutAFactoryHasNoID(t *testing.T) {
	w := newRemains(t, firstID, identity.Finds{})
	w.binder.Order(&ir.Order{Kind: ir.KindProduce, Item: "rifle"}, 1) // who has no barracks
	w.produce("jeep", "rifle")
	w.pass(40)
	w.part()
	o := &ir.Order{Kind: ir.KindMove, Subjects: []uint32{firstID + 6}}
	mention := &translate.Mention{Native: firstID + 6, Role: translate.RoleSubject, Player: order.NoPlayer, Order: o}
	if got := w.binder.GuessOwner(mention, []order.PlayerID{1, 0}); got != 0 {
		t.Errorf("the second that was made is of player %d, want 0", got)
	}
}

func TestWhoClicksTwiceBuildsOnce(t *testing.T) {
	for name, test := range map[string]struct {
		apart int
		again ir.Target
		kind  ir.Kind  // of the order to the id after the first works
		want  []string // what that id names, and the next
	}{
		"at once":          {2, ir.Target{Kind: ir.TargetCell, X: 90}, ir.KindMove, []string{"tank", "jeep"}},
		"elsewhere":        {2, ir.Target{Kind: ir.TargetCell, X: 95}, ir.KindSell, []string{"works", "tank"}},
		"when it was lost": {130, ir.Target{Kind: ir.TargetCell, X: 90}, ir.KindSell, []string{"", "tank"}},
	} {
		w := newRemains(t, firstID, identity.Finds{})
		put := func(target ir.Target) {
			w.binder.Order(&ir.Order{Kind: ir.KindPlaceBuilding, Item: "works", Target: target}, 0)
			command := order.Command{Item: "works", Flags: order.CommandHasItem, Target: order.Target{Kind: order.TargetCell, Cell: order.CellPos{X: target.X}}}
			for _, tag := range []order.GameOrderTag{order.TagProduce, order.TagPlaceBuilding} {
				w.tick(order.TimestampedOrder{Order: order.PlayerOrder{
					Kind: order.KindGameOrder, Game: order.GameOrder{Tag: tag, Payload: order.AppendCommand(nil, &command)},
				}})
			}
			w.binder.Watch()
		}
		put(ir.Target{Kind: ir.TargetCell, X: 90})
		w.pass(test.apart)
		put(test.again)
		w.produce("tank", "jeep")
		w.pass(72)
		w.part()
		if got := append(w.kindsOf(test.kind, firstID+6), w.names(firstID+7)...); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}

func TestWhatWasOrderedSaysWhoseAnIDIs(t *testing.T) {
	w := newRemains(t, firstID, identity.Finds{})
	both := []order.PlayerID{0, 1}
	guess := func(native uint32, kind ir.Kind) order.PlayerID {
		o := &ir.Order{Kind: kind, Subjects: []uint32{native}}
		return w.binder.GuessOwner(&translate.Mention{Native: native, Role: translate.RoleSubject, Player: order.NoPlayer, Order: o}, both)
	}
	for i, want := range []order.PlayerID{0, 0, 0, 1, 1} {
		if got := guess(firstID+uint32(i), ir.KindSell); got != want {
			t.Errorf("entity %d of the start: player %d, want %d", i, got, want)
		}
	}
	w.produce("tank") // of player 0, done after 50 ticks
	w.binder.Order(&ir.Order{Kind: ir.KindProduce, Item: "tank"}, 1)
	command := order.Command{Item: "tank", Flags: order.CommandHasItem}
	w.tick(order.TimestampedOrder{Player: 1, Order: order.PlayerOrder{
		Kind: order.KindGameOrder, Game: order.GameOrder{Tag: order.TagProduce, Payload: order.AppendCommand(nil, &command)},
	}})
	w.produce("rifle") // of player 0, done after 20
	w.pass(70)
	for i, want := range []order.PlayerID{0, 0, 1} {
		if got := guess(firstID+5+uint32(i), ir.KindMove); got != want {
			t.Errorf("the %d. that was made: player %d, want %d", i+1, got, want)
		}
	}
}
