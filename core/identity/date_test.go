// SPDX-License-Identifier: GPL-3.0-or-later

package identity

import (
	"testing"

	"convertd/core/sim"
	"convertd/core/sim/plausible"
)

func TestHabitIsHowManyWouldWaitHadNothingHeldUpTheLine(t *testing.T) {
	const takes = 100
	cases := []struct {
		name string
		next func(i int64) int64 // when entry i is ordered
		want int
	}{
		{"one after the other", func(i int64) int64 { return i * takes }, 1},
		{"one waits behind the one at work", func(i int64) int64 { return max(0, i-1) * takes }, 2},
		{"one waits, and the line stalls for long", func(i int64) int64 { return max(0, i-1)*takes + i/10*900 }, 2},
		{"now and then", func(i int64) int64 { return i * 1000 }, 1},
		{"all at once says nothing", func(int64) int64 { return 0 }, 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var n line
			for i := range int64(habitOrders) {
				if i == habitLeast-1 && n.habit() != 0 {
					t.Error("a habit is known too early")
				}
				n.entries = append(n.entries, entry{at: c.next(i), takes: takes})
				n.learn()
			}
			if got := n.habit(); got != c.want {
				t.Errorf("%d wait, want %d", got, c.want)
			}
		})
	}
}

func TestHabitForgetsWhatWasCancelled(t *testing.T) {
	var n line
	for i := range int64(20) {
		n.entries = append(n.entries, entry{at: 100 * i, takes: 100})
		n.learn()
		n.entries = append(n.entries, entry{at: 100 * i, takes: 1000, gone: true})
	}
	if got := n.habit(); got != 1 {
		t.Errorf("%d wait, want 1", got)
	}
}

func TestDatesCostNothingWhereExpectedAndLittleWhereHeldUpOtherwise(t *testing.T) {
	d := date{earliest: 1000, expected: 1300, room: 2000}
	for _, c := range []struct{ then, off, overdue int64 }{
		{900, heldOtherwise + 100*perHalfTick, 0},
		{1000, heldOtherwise, 0},
		{1290, 10 * perHalfTick, 0},
		{1300, 0, 0},
		{1310, 10 * perHalfTick, 10 * perHalfTick},
		{1900, heldOtherwise + 100*perHalfTick, heldOtherwise},
		{2000, heldOtherwise, heldOtherwise},
		{9000, mostOff, mostOff},
	} {
		if got := d.off(c.then); got != c.off {
			t.Errorf("at %d it costs %d, want %d", c.then, got, c.off)
		}
		if got := d.overdue(c.then); got != c.overdue {
			t.Errorf("later than %d it costs %d, want %d", c.then, got, c.overdue)
		}
	}
}

func TestADateThatIsLateIsPutRightByTheNextOrder(t *testing.T) {
	module, err := plausible.New(plausible.Rules{Name: "none"}, plausible.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := sim.New(sim.Config{Players: make([]sim.PlayerConfig, 1)}, module)
	if err != nil {
		t.Fatal(err)
	}
	// Whoever orders the third is done with the second: at 1000 at the latest.
	n := line{entries: []entry{{at: 0, takes: 100, stall: -1}, {at: 100, takes: 100, stall: -1}, {at: 1000, takes: 100, stall: -1}}}
	n.orders, n.depths[1] = habitLeast, habitLeast
	l := newLedger(s.View(), module)
	l.lines = append(l.lines, n)
	for _, c := range []struct {
		name           string
		before, expect int64 // when the first was done, and the second
	}{
		{"in time", 500, 600},
		{"late", 950, 1000},
		{"as late as is believed", 900 + trusted, 1000},
		{"too late to be put right", 901 + trusted, 1001 + trusted},
	} {
		h := hypothesis{}
		h.last[1] = int32(c.before)
		if d := l.date(&h, 1, 1); d.earliest != c.expect || d.expected != c.expect {
			t.Errorf("%s: %+v, want %d", c.name, d, c.expect)
		}
	}
}
