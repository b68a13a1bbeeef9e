// SPDX-License-Identifier: GPL-3.0-or-later

package identity

import "math"

// When an entry appeared follows from the recorded orders and, as far as the two
// games are alike, from what held ours up.

// date is when an entry may have appeared, in half ticks.
type date struct {
	earliest int64 // ordered, its predecessor done, and made as fast as can be
	expected int64 // if it was held up as long as ours
	// room is when its player gave the order that is usually given only once it is
	// done, or now if that is still to come: it may have been held up until then.
	room int64
	// lapses: it appears about then or never.
	lapses bool
}

// never is the earliest date of what does not exist.
const never = math.MaxInt64

// trusted is by how many half ticks two lines may differ for ours to say what
// held the other up: four seconds.
const trusted = 200

// Habits: how many entries players let wait in a line is learned from its first
// orders.
const (
	maxDepth = 9
	// habitOrders is how many orders tell, habitLeast how many it takes.
	habitOrders = 60
	habitLeast  = 6
	// habitPercent of them leave at most so many waiting.
	habitPercent = 95
)

// date says when an entry of a line appeared, after a hypothesis.
func (l *ledger) date(h *hypothesis, at, next int) date {
	n := &l.lines[at]
	e := &n.entries[next]
	if at == exact || n.found {
		return date{earliest: e.at, expected: e.at, room: e.at, lapses: n.found}
	}
	before, now := int64(h.last[at]), 2*int64(l.view.Tick())
	earliest := max(e.at, before) + e.takes
	d := date{earliest: earliest, expected: earliest, room: earliest}
	switch {
	case e.stall >= 0 && apart(e.since, before) <= trusted:
		d.expected = earliest + e.stall
	case e.stall < 0 && next == n.ours && apart(n.since, before) <= trusted: // ours is at work on it
		d.expected = max(earliest, now)
	}
	if depth := n.habit(); depth > 0 {
		d.room = now
		if next+depth < len(n.entries) {
			d.room = n.entries[next+depth].at
			if d.room < earliest && earliest-d.room <= trusted { // its predecessor was dated too late
				d.earliest = max(d.room, e.at+e.takes)
			}
			d.expected = max(d.earliest, min(d.expected, d.room))
		}
		d.room = max(d.room, d.expected)
	}
	return d
}

func apart(a, b int64) int64 { return max(a-b, b-a) }

// off is the cost of appearing at a time.
func (d *date) off(then int64) int64 {
	return d.least(apart(then, d.earliest), apart(then, d.expected), apart(then, d.room))
}

// overdue is the least that it still costs to appear later than a time.
func (d *date) overdue(now int64) int64 {
	if d.lapses {
		return 0
	}
	return d.least(max(0, now-d.earliest), max(0, now-d.expected), max(0, now-d.room))
}

// least is the cost of being off the three dates by so much.
func (d *date) least(earliest, expected, room int64) int64 {
	cost := min(expected*perHalfTick, heldOtherwise+earliest*perHalfTick, mostOff)
	if d.room > d.expected {
		cost = min(cost, heldOtherwise+room*perHalfTick)
	}
	return cost
}

// habit is how many entries usually wait in a line at most once another was
// ordered, 0 if that is not known.
func (n *line) habit() int {
	if n.orders < habitLeast {
		return 0
	}
	sum := 0
	for depth, count := range n.depths[:maxDepth] {
		if sum += count; sum*100 >= n.orders*habitPercent {
			return depth
		}
	}
	return 0
}

// learn takes up the last order of a line: how many would wait if nothing had
// ever held it up. Ours may have been held up longer than theirs, and a habit
// that is taken for too lax says nothing.
func (n *line) learn() {
	last := &n.entries[len(n.entries)-1]
	last.soonest = last.at + last.takes
	waiting := 0
	for i := len(n.entries) - 2; i >= 0; i-- {
		e := &n.entries[i]
		if e.gone {
			continue
		}
		if waiting == 0 {
			last.soonest = max(last.soonest, e.soonest+last.takes)
		}
		if e.soonest <= last.at {
			break
		}
		waiting++
	}
	if n.orders < habitOrders {
		n.orders++
		n.depths[min(waiting+1, maxDepth)]++
	}
}

// skip leaves out what was cancelled.
func (l *ledger) skip(at, next int) int32 {
	entries := l.lines[at].entries
	for next < len(entries) && entries[next].gone {
		next++
	}
	return int32(next)
}

// resume leaves out what ours gave up when it lost its last factory, too.
func (l *ledger) resume(at, next int) int32 {
	entries := l.lines[at].entries
	for next < len(entries) && (entries[next].gone || entries[next].dropped) {
		next++
	}
	return int32(next)
}
