// SPDX-License-Identifier: GPL-3.0-or-later

package sim_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/snapshot"
)

func move(player order.PlayerID, subTick uint32, x int32, units ...order.UnitTag) order.TimestampedOrder {
	return order.TimestampedOrder{Player: player, SubTick: subTick, Order: order.PlayerOrder{
		Kind: order.KindMove, Units: units, Position: order.WorldPos{X: x, Y: 1024},
	}}
}

func command(player order.PlayerID, tag order.GameOrderTag, c order.Command) order.TimestampedOrder {
	return order.TimestampedOrder{Player: player, Order: order.PlayerOrder{
		Kind: order.KindGameOrder, Game: order.GameOrder{Tag: tag, Payload: order.AppendCommand(nil, &c)},
	}}
}

func TestJudgementOfOrders(t *testing.T) {
	own := func(i uint16) order.UnitTag { return order.UnitTag{Index: 2 * i, Generation: 1} }
	foreign, dead := order.UnitTag{Index: 1, Generation: 1}, order.UnitTag{Index: 0, Generation: 9}
	var many []order.UnitTag
	for i := range uint16(41) {
		many = append(many, own(i))
	}
	ok := sim.Verdict{Offender: order.NoUnit}
	rejected := func(v sim.Verdict, reason sim.Reason, detail string) sim.Verdict {
		v.Reject(reason, detail)
		return v
	}
	cases := []struct {
		name   string
		orders []order.TimestampedOrder
		want   []sim.Verdict
		exact  []sim.Verdict // of a module that judges itself, if it differs
	}{
		{
			name: "own units", orders: []order.TimestampedOrder{move(0, 0, 9, own(0), own(1))},
			want: []sim.Verdict{{Offender: order.NoUnit, Subjects: 2}},
		},
		{
			name: "player that does not exist", orders: []order.TimestampedOrder{move(2, 0, 9, own(0))},
			want: []sim.Verdict{rejected(ok, sim.ReasonUnknownPlayer, "")},
		},
		{
			name: "one dead unit among others is dropped", orders: []order.TimestampedOrder{move(0, 0, 9, dead, own(1))},
			want: []sim.Verdict{{Offender: order.NoUnit, Subjects: 2, Dead: 1}},
		},
		{
			name: "none alive", orders: []order.TimestampedOrder{move(0, 0, 9, dead, dead)},
			want: []sim.Verdict{rejected(sim.Verdict{Offender: order.NoUnit, Subjects: 2, Dead: 2}, sim.ReasonNoSubjects, "")},
		},
		{
			name: "a foreign unit spoils the whole order", orders: []order.TimestampedOrder{move(0, 0, 9, own(0), foreign)},
			want:  []sim.Verdict{{Outcome: sim.OutcomeRejected, Reason: sim.ReasonNotOwner, Offender: foreign, Subjects: 2}},
			exact: []sim.Verdict{{Offender: order.NoUnit, Subjects: 2}},
		},
		{
			name: "41 units", orders: []order.TimestampedOrder{move(0, 0, 9, many...)},
			want:  []sim.Verdict{rejected(sim.Verdict{Offender: order.NoUnit, Subjects: 41}, sim.ReasonTooManyUnits, "")},
			exact: []sim.Verdict{{Offender: order.NoUnit, Subjects: 41}},
		},
		{
			name: "40 units", orders: []order.TimestampedOrder{move(0, 0, 9, many[:40]...)},
			want: []sim.Verdict{{Offender: order.NoUnit, Subjects: 40}},
		},
		{
			name: "the same twice", orders: []order.TimestampedOrder{move(0, 0, 9, own(0)), move(0, 1, 9, own(0))},
			want:  []sim.Verdict{{Offender: order.NoUnit, Subjects: 1}, rejected(sim.Verdict{Offender: order.NoUnit, Subjects: 1}, sim.ReasonDuplicate, "")},
			exact: []sim.Verdict{{Offender: order.NoUnit, Subjects: 1}, {Offender: order.NoUnit, Subjects: 1}},
		},
		{
			name: "production twice is two", orders: []order.TimestampedOrder{command(0, order.TagProduce, order.Command{}), command(0, order.TagProduce, order.Command{})},
			want: []sim.Verdict{ok, ok},
		},
		{
			name: "the module's judgement", orders: []order.TimestampedOrder{move(0, 0, -1, own(0)), command(0, order.TagDeploy, order.Command{Queued: true})},
			want: []sim.Verdict{
				rejected(sim.Verdict{Offender: order.NoUnit, Subjects: 1}, sim.ReasonInvalidPlacement, "off the map"),
				{Outcome: sim.OutcomeNotModelled, Detail: "queued", Offender: order.NoUnit},
			},
		},
		{
			name: "payload that does not decode", orders: []order.TimestampedOrder{{Order: order.PlayerOrder{
				Kind: order.KindGameOrder, Game: order.GameOrder{Tag: order.TagSell, Payload: []byte{1}},
			}}},
			want: []sim.Verdict{rejected(ok, sim.ReasonMalformed, "payload")},
		},
		{
			name: "chat is none of the module's business", orders: []order.TimestampedOrder{{Order: order.PlayerOrder{Kind: order.KindChatMessage, Text: "hi"}}},
			want: []sim.Verdict{{Offender: order.NoUnit, Unconditional: true}},
		},
	}
	for _, c := range cases {
		for _, exact := range []bool{false, true} {
			want := c.want
			if exact && c.exact != nil {
				want = c.exact
			}
			s := start(t, twoPlayers(1), &walkers{start: 100, exact: exact})
			got, err := s.Apply(&order.TickOrders{Orders: c.orders})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (exact %t): %s", c.name, exact, diff)
			}
		}
	}
}

func TestOrdersBeyondThePlayersLimitAreRejected(t *testing.T) {
	var orders order.TickOrders
	for range order.MaxOrdersPerPlayerTick + 1 {
		orders.Orders = append(orders.Orders, command(0, order.TagProduce, order.Command{}))
	}
	orders.Orders = append(orders.Orders, command(1, order.TagProduce, order.Command{}))
	verdicts, err := start(t, twoPlayers(1), &walkers{}).Apply(&orders)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range verdicts {
		if want := i == order.MaxOrdersPerPlayerTick; (v.Reason == sim.ReasonRateLimited) != want {
			t.Errorf("order %d: %+v", i, v)
		}
	}
}

// recorder notes in which order the accepted ones arrive.
type recorder struct {
	walkers
	got []int
}

func (r *recorder) Step(orders []sim.Accepted) {
	for i := range orders {
		r.got = append(r.got, orders[i].Index)
	}
}

func TestOrdersAreAppliedBySubTickThenPlayerThenAsRecorded(t *testing.T) {
	unit := order.UnitTag{Index: 0, Generation: 1}
	module := &recorder{walkers: walkers{start: 1, exact: true}}
	s := start(t, twoPlayers(1), module)
	_, err := s.Apply(&order.TickOrders{Orders: []order.TimestampedOrder{
		move(1, 5, 1, unit), move(0, 9, 2, unit), move(0, 5, 3, unit), move(1, 0, 4, unit), move(0, 5, 5, unit), move(2, 0, 6, unit),
	}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int{3, 2, 4, 0, 1}, module.got); diff != "" {
		t.Error(diff)
	}
}

func TestValidationDoesNotChangeTheState(t *testing.T) {
	unit := order.UnitTag{Index: 0, Generation: 1}
	module := &recorder{walkers: walkers{start: 1}}
	s := start(t, twoPlayers(1), module)
	before := s.Snapshot()
	if _, err := s.Apply(&order.TickOrders{Orders: []order.TimestampedOrder{move(0, 0, 1, unit), move(1, 0, -1, unit)}}); err != nil {
		t.Fatal(err)
	}
	before.Core.Tick++
	if d := snapshot.Compare(&before.Core, &s.Snapshot().Core); d.Place != snapshot.PlaceNone {
		t.Error(d)
	}
}

func TestEveryReasonHasAName(t *testing.T) {
	seen := make(map[string]bool)
	for r := sim.ReasonNone; r <= sim.ReasonCustom; r++ {
		if name := r.String(); name == "" || name == "unknown" || seen[name] {
			t.Errorf("reason %d is called %q", r, name)
		}
		seen[r.String()] = true
	}
}
