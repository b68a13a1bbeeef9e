// SPDX-License-Identifier: GPL-3.0-or-later

package actions_test

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"convertd/core/actions"
	"convertd/core/ir"
	"convertd/core/order"
)

// perSecond counts as games at 10 ticks a second are.
var perSecond = actions.Rules{Rate: order.TickRate{Num: 10, Den: 1}}

func meterOf(rules actions.Rules, orders ...ir.Order) *actions.Meter {
	m := actions.NewMeter(rules, 2)
	for i := range orders {
		m.Add(int(orders[i].Player), &orders[i])
	}
	return m
}

func TestActionsAMinuteCountToThePlayersLastAction(t *testing.T) {
	move := func(tick uint64, subject uint32) ir.Order {
		return ir.Order{Tick: tick, Kind: ir.KindMove, Subjects: []uint32{subject}}
	}
	tests := []struct {
		name               string
		orders             []ir.Order
		actions, perMinute uint64
	}{
		{"nobody acts", nil, 0, 0},
		{"one action in the last tick of the first minute", []ir.Order{move(599, 1)}, 1, 1},
		{"one action in the last tick of the second minute is half of one, rounded up", []ir.Order{move(1199, 1)}, 1, 1},
		{"one in three minutes is less than half of one", []ir.Order{move(1799, 1)}, 1, 0},
		{"half a minute is not rounded to a whole one", []ir.Order{move(10, 1), move(20, 2), move(299, 3)}, 3, 6},
		{"ninety seconds are neither one minute nor two", []ir.Order{move(0, 1), move(20, 2), move(899, 3)}, 3, 2},
		{"an action in tick 0 took a tick", []ir.Order{move(0, 1)}, 1, 600},
		{"chat and leaving are none", []ir.Order{move(59, 1), {Tick: 70, Kind: ir.KindChat}, {Tick: 599, Kind: ir.KindLeave}}, 1, 10},
		{"what comes after leaving does not count", []ir.Order{move(59, 1), {Tick: 60, Kind: ir.KindLeave}, move(61, 2)}, 1, 10},
		{"what comes after resigning does not count", []ir.Order{move(59, 1), {Tick: 599, Kind: ir.KindResign}, move(600, 2)}, 1, 10},
		{"the tick of the end is over with it", []ir.Order{move(59, 1), {Tick: 60, Kind: ir.KindResign}, move(60, 2)}, 1, 10},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := meterOf(perSecond, test.orders...).Figures(0)
			if got.Actions != test.actions || got.PerMinute(perSecond.Rate) != test.perMinute {
				t.Errorf("%d actions, %d a minute, want %d and %d", got.Actions, got.PerMinute(perSecond.Rate), test.actions, test.perMinute)
			}
		})
	}
}

func TestEffectiveActionsLeaveOutWhatHasNoEffect(t *testing.T) {
	act := func(tick uint64, kind ir.Kind, item string, subjects ...uint32) ir.Order {
		return ir.Order{Tick: tick, Kind: kind, Item: item, Subjects: subjects}
	}
	var queue []ir.Order
	for i := range uint64(11) {
		queue = append(queue, act(100*i, ir.KindProduce, "tank", 7))
	}
	tests := []struct {
		name      string
		queue     int
		orders    []ir.Order
		effective uint64
	}{
		{"a cancellation 0.8 s after the order", 0, []ir.Order{act(0, ir.KindProduce, "tank"), act(8, ir.KindCancelProduction, "tank")}, 1},
		{"a cancellation later than that counts", 0, []ir.Order{act(0, ir.KindProduce, "tank"), act(9, ir.KindCancelProduction, "tank")}, 2},
		{"a cancellation of something else counts", 0, []ir.Order{act(0, ir.KindProduce, "tank"), act(1, ir.KindCancelProduction, "jeep")}, 2},
		{"a cancellation that names nothing is of what came before", 0, []ir.Order{act(0, ir.KindResearch, "radar"), act(1, ir.KindCancelResearch, "")}, 1},
		{"a second cancellation is no repetition", 0, []ir.Order{act(0, ir.KindCancelProduction, "tank"), act(1, ir.KindCancelProduction, "tank")}, 2},
		{"the same to the same units within 0.4 s", 0, []ir.Order{act(0, ir.KindMove, "", 1, 2), act(4, ir.KindMove, "", 1, 2)}, 1},
		{"the same to the same units later counts", 0, []ir.Order{act(0, ir.KindMove, "", 1, 2), act(5, ir.KindMove, "", 1, 2)}, 2},
		{"the same to others counts", 0, []ir.Order{act(0, ir.KindMove, "", 1), act(0, ir.KindMove, "", 2)}, 2},
		{"another order to the same counts", 0, []ir.Order{act(0, ir.KindMove, "", 1), act(1, ir.KindAttack, "", 1)}, 2},
		{"three clicks are three tanks", 0, []ir.Order{act(0, ir.KindProduce, "tank"), act(1, ir.KindProduce, "tank"), act(2, ir.KindProduce, "tank")}, 3},
		{"a selection 0.3 s after another", 0, []ir.Order{act(0, ir.KindSelect, "", 1), act(3, ir.KindGroupSelect, "")}, 1},
		{"a selection later than that counts", 0, []ir.Order{act(0, ir.KindSelect, "", 1), act(4, ir.KindSelect, "", 2)}, 2},
		{"the first action counts, whenever it comes", 0, []ir.Order{act(0, ir.KindSelect, "", 1)}, 1},
		{"what a queue of nine does not take", 9, queue, 9},
		{"a queue that takes as many as anybody likes", 0, queue, 11},
		{"another action between begins a new row", 9, append(append(queue[:9:9], act(850, ir.KindMove, "", 1)), queue[9:]...), 12},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			rules := perSecond
			rules.Queue = test.queue
			if got := meterOf(rules, test.orders...).Figures(0).Effective; got != test.effective {
				t.Errorf("%d actions are effective, want %d", got, test.effective)
			}
		})
	}
}

func TestOrdersOfNobodyAreCountedApart(t *testing.T) {
	m := meterOf(perSecond,
		ir.Order{Player: ir.NoPlayer, Kind: ir.KindMove}, ir.Order{Player: 5, Kind: ir.KindMove},
		ir.Order{Player: ir.NoPlayer, Kind: ir.KindChat}, ir.Order{Player: 1, Kind: ir.KindMove})
	if m.Unattributed() != 2 || m.Figures(1).Actions != 1 || m.Figures(0).Actions != 0 {
		t.Errorf("%d orders are nobody's, the players have %d and %d", m.Unattributed(), m.Figures(0).Actions, m.Figures(1).Actions)
	}
}

// TestLawsOfActions draws games: the exact quotient, rounded once; nobody's actions
// change another's; an end that is known late gives what one known in time does.
func TestLawsOfActions(t *testing.T) {
	kinds := []ir.Kind{ir.KindMove, ir.KindProduce, ir.KindCancelProduction, ir.KindSelect, ir.KindChat, ir.KindAttack}
	rapid.Check(t, func(t *rapid.T) {
		rules := actions.Rules{Rate: order.TickRate{
			Num: rapid.Uint32Range(1, 100_000).Draw(t, "num"), Den: rapid.Uint32Range(1, 5000).Draw(t, "den"),
		}}
		end := rapid.Uint64Range(0, 400).Draw(t, "end")
		late, inTime, alone := actions.NewMeter(rules, 2), actions.NewMeter(rules, 2), actions.NewMeter(rules, 2)
		inTime.End(0, end)
		tick, counted, lastTick := uint64(0), uint64(0), uint64(0)
		for range rapid.IntRange(0, 60).Draw(t, "orders") {
			tick += rapid.Uint64Range(0, 12).Draw(t, "step")
			o := ir.Order{Tick: tick, Kind: rapid.SampledFrom(kinds).Draw(t, "kind"), Item: "tank", Subjects: []uint32{1}}
			player := rapid.IntRange(0, 1).Draw(t, "player")
			late.Add(player, &o)
			inTime.Add(player, &o)
			if player == 0 {
				alone.Add(0, &o)
				if o.Kind != ir.KindChat && tick < end {
					counted, lastTick = counted+1, tick+1
				}
			}
		}
		late.End(0, end)
		alone.End(0, end)
		got := late.Figures(0)
		if got != inTime.Figures(0) || got != alone.Figures(0) {
			t.Fatalf("known late %+v, in time %+v, alone %+v", got, inTime.Figures(0), alone.Figures(0))
		}
		if got.Actions != counted || got.Ticks != lastTick || got.Effective > got.Actions {
			t.Fatalf("%+v, want %d actions in %d ticks", got, counted, lastTick)
		}
		if want := roundedQuotient(counted, lastTick, rules.Rate); got.PerMinute(rules.Rate) != want {
			t.Fatalf("%d a minute, exactly %d", got.PerMinute(rules.Rate), want)
		}
	})
}

// roundedQuotient computes the definition with numbers of any size.
func roundedQuotient(count, ticks uint64, rate order.TickRate) uint64 {
	if ticks == 0 {
		return 0
	}
	exact := big.NewRat(1, 1).SetFrac(
		new(big.Int).Mul(new(big.Int).SetUint64(count), big.NewInt(60*int64(rate.Num))),
		new(big.Int).Mul(new(big.Int).SetUint64(ticks), big.NewInt(int64(rate.Den))))
	exact.Add(exact, big.NewRat(1, 2))
	return new(big.Int).Quo(exact.Num(), exact.Denom()).Uint64()
}

func TestFiguresOfAbsurdTicksAreSafe(t *testing.T) {
	m := meterOf(perSecond, ir.Order{Tick: 1 << 63, Kind: ir.KindMove}, ir.Order{Tick: 3, Kind: ir.KindMove})
	if got := m.Figures(0); got.Actions != 2 || got.PerMinute(perSecond.Rate) != 0 {
		t.Errorf("%+v, %d a minute", got, got.PerMinute(perSecond.Rate))
	}
	m.End(0, 5)
	if got := m.Figures(0).Actions; got != 0 {
		t.Errorf("%d actions before tick 5", got)
	}
}
