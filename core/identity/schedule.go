// SPDX-License-Identifier: GPL-3.0-or-later

package identity

import (
	"math"
	"slices"

	"convertd/core/order"
)

// A schedule says in which order the entries of all lines appeared: one for each
// id. Every line keeps its order; only how they interleave is unknown. Hypotheses
// are followed side by side, id by id, and the cheapest are kept (beam search).

// Costs of a schedule, in thousandths as those of the alignment.
const (
	// perHalfTick is for each half tick by which an entry is off its date, up to
	// mostOff.
	perHalfTick = 10
	mostOff     = 4_000
	// heldOtherwise is for an entry that was held up otherwise than ours: not at
	// all, or until there was room for it.
	heldOtherwise = 400
	// contradicted: the id is commanded by somebody else, or asked what its type
	// cannot do.
	contradicted = 9_000
	// unnamed is for an id that nobody has named, of a type that players usually
	// command.
	unnamed = 250
	// tooSoon is for an entry that is named before it could have been done.
	tooSoon = 1_500
	// stranger is for an id of nothing that is listed.
	stranger = 6_000
	// vanished is for an entry that never appeared, neverPlaced for something an
	// order put down.
	vanished    = 6_000
	neverPlaced = 12_000
	// givenUp is for giving up, or not giving up, what a line had waiting when it
	// may have lost its last factory, other than ours did.
	givenUp = 1_500
	// hopeless is how much worse than the best a hypothesis may be.
	hopeless = 9_000
)

const (
	// beamWidth is how many hypotheses are followed.
	beamWidth = 48
	// revision is how many places before a new id are found anew with it.
	revision = 48
	// alike is by how many half ticks a hypothesis that places the same must be
	// ahead of a cheaper one to be kept.
	alike = 50
)

// place is what the schedule found for one id.
type place struct {
	line    int32 // -1: nothing that is listed
	entry   int32
	ordinal int32 // it is the n-th of its type that its owner gets
	state   hypothesis
}

// hypothesis is where all lines stand after an id.
type hypothesis struct {
	next [maxLines]uint16
	last [maxLines]int32 // when the last entry of the line appeared, half ticks
	now  int32           // when the last of all did
	rank int32           // of its line
	cost int32
}

// candidate is a way to go on from a hypothesis: an entry that is the next to
// appear.
type candidate struct {
	from, line, entry, now int32
	cost                   int32
	score                  int32 // cost, and that of what is overdue
	key                    uint64
}

// kept is a hypothesis that was kept: key says what it places.
type kept struct {
	key uint64
	now int32
}

// beam is the working memory of a schedule.
type beam struct {
	states, fresh []hypothesis
	candidates    []candidate
	ranking       []uint64 // score and index of candidates
	kept          []kept
	steps         [][]candidate // those that were kept for each place
	facts         []fact
	dates         [maxLines]date
	heads         [maxLines]int32
	best          int64 // score of the candidates so far
}

// fact is what is known about the id at a place.
type fact struct {
	id    *id   // nil while nobody named it
	bound int64 // when it or a later one was first named, half ticks
}

// schedule finds all places from low on anew, up to the last known id.
func (l *ledger) schedule(ids []id, low int) {
	high := 0
	for i := range ids {
		if l.reaches(ids[i].native) {
			high = l.placeOf(ids[i].native) + 1
		}
	}
	low = min(max(0, low), len(l.path))
	w := &l.beam
	l.gather(ids, low, high)
	start := hypothesis{rank: -1}
	if low > 0 {
		start = l.path[low-1].state
	}
	start.cost = 0
	w.states = append(w.states[:0], start)
	for len(w.steps) < high-low {
		w.steps = append(w.steps, nil)
	}
	for k := range high - low {
		w.candidates, w.best = w.candidates[:0], math.MaxInt32
		for i := range w.states {
			l.expand(int32(i), &w.facts[k])
		}
		l.prune(k)
	}
	l.retrace(low, high, start)
}

// gather lists what is known about each place.
func (l *ledger) gather(ids []id, low, high int) {
	w := &l.beam
	w.facts = slices.Grow(w.facts[:0], high-low)[:high-low]
	clear(w.facts)
	for i := range ids {
		if at := l.placeOf(ids[i].native); l.reaches(ids[i].native) && at >= low {
			w.facts[at-low].id = &ids[i]
		}
	}
	bound := int64(math.MaxInt32)
	for k := high - low - 1; k >= 0; k-- {
		if n := w.facts[k].id; n != nil {
			bound = min(bound, 2*int64(n.first))
		}
		w.facts[k].bound = bound
	}
}

// expand lists what may come next.
func (l *ledger) expand(from int32, f *fact) {
	w := &l.beam
	h := &w.states[from]
	key, overdue := uint64(0), int64(0)
	for at := range l.lines {
		w.heads[at] = l.head(at, h)
		w.dates[at].earliest = never
		if int(w.heads[at]) < len(l.lines[at].entries) {
			w.dates[at] = l.date(h, at, int(w.heads[at]))
			overdue += w.dates[at].overdue(int64(h.now))
		}
		key += keyOf(at, int32(h.next[at]))
	}
	for at := range l.lines {
		if w.dates[at].earliest != never {
			l.expandLine(from, at, f, key)
		}
	}
	cost := h.cost + l.strange(f)
	w.best = min(w.best, int64(cost)+overdue)
	w.candidates = append(w.candidates, candidate{from: from, line: -1, now: h.now, cost: cost, score: cost + int32(overdue), key: key})
}

// expandLine lists which of a line's entries may come next: the first that
// waits, or a later one if those before it never appeared.
func (l *ledger) expandLine(from int32, at int, f *fact, key uint64) {
	n := &l.lines[at]
	h := &l.beam.states[from]
	head := l.beam.heads[at]
	l.take(from, at, head, f, 0, key)
	if n.found {
		return
	}
	lost := int64(vanished)
	if at == exact {
		lost = neverPlaced
	}
	if next := l.skip(at, int(head)+1); int(next) < len(n.entries) {
		l.take(from, at, next, f, lost, key)
	}
	for _, stop := range n.stops {
		if stop.entries > head && int(stop.entries) < len(n.entries) && stop.at < int64(h.now)+trusted {
			l.take(from, at, stop.entries, f, givenUp, key)
		}
	}
	if before := l.skip(at, int(h.next[at])); before < head { // only ours gave it up
		l.take(from, at, before, f, givenUp, key)
	}
}

// keyOf mixes where a line stands, so that the sum over all lines tells hypotheses
// apart: one line further and another less far is not the same (the finalizer of
// SplitMix64).
func keyOf(at int, next int32) uint64 {
	x := (uint64(at)<<32 | uint64(uint32(next))) * 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// take lists the times at which an entry may be the next to appear.
func (l *ledger) take(from int32, at int, next int32, f *fact, extra int64, key uint64) {
	h := &l.beam.states[from]
	if at != exact && f.bound < l.lines[at].entries[next].at {
		return // it was named before this was ordered
	}
	cost := int64(h.cost) + extra + l.match(f, &l.lines[at].entries[next])
	if cost > l.beam.best+hopeless {
		return // whatever its date may add: a third of the work
	}
	d := l.date(h, at, int(next))
	c := candidate{from: from, line: int32(at), entry: next, key: key - keyOf(at, int32(h.next[at])) + keyOf(at, next+1)}
	earliest := d.earliest
	if earliest > f.bound {
		cost += tooSoon
		earliest = f.bound
	}
	now := int64(h.now)
	then := max(now, min(d.expected, f.bound))
	l.offer(c, h, then, cost+d.off(then))
	if soon := max(now, earliest); soon < then {
		l.offer(c, h, soon, cost+d.off(soon))
	}
	if late := max(now, min(d.room, f.bound)); late > then {
		l.offer(c, h, late, cost+d.off(late))
	}
}

// offer lists a candidate for a time.
func (l *ledger) offer(c candidate, h *hypothesis, then, cost int64) {
	w := &l.beam
	if cost > w.best+hopeless {
		return
	}
	rank := l.lines[c.line].rank
	if then == int64(h.now) && rank < h.rank && c.line != exact {
		cost++
	}
	behind := int64(0)
	for i := range l.lines {
		d := &w.dates[i]
		if i == int(c.line) || d.earliest == never || d.expected > then {
			continue
		}
		behind += d.overdue(then)
		if d.expected == then && l.lines[i].rank < rank {
			behind++
		}
	}
	w.best = min(w.best, cost+behind)
	c.now, c.cost, c.score = int32(then), int32(cost), int32(cost+behind)
	w.candidates = append(w.candidates, c)
}

// match is the cost of an id being of that entry.
func (l *ledger) match(f *fact, e *entry) int64 {
	n := f.id
	if e.kind == found {
		if n != nil && n.owner != order.NoPlayer {
			return contradicted
		}
		return 0
	}
	if n == nil {
		if e.kind >= 0 && l.production.ProductLikely(e.kind, order.TagMove) && l.production.ProductCan(e.kind, order.TagMove, "") {
			return unnamed
		}
		return 0
	}
	if n.owner != order.NoPlayer && e.owner != n.owner || n.notOwner != order.NoPlayer && e.owner == n.notOwner {
		return contradicted
	}
	cost := int64(0)
	for _, wanted := range n.asked[:n.demands] {
		if e.kind >= 0 && !l.production.ProductCan(e.kind, wanted.tag, wanted.item) {
			return contradicted
		}
		if e.kind >= 0 && !l.production.ProductLikely(e.kind, wanted.tag) {
			cost = unlikely
		}
	}
	return cost
}

// prune keeps the best candidates as the next hypotheses.
func (l *ledger) prune(step int) {
	w := &l.beam
	w.ranking = w.ranking[:0]
	for i := range w.candidates {
		if score := w.candidates[i].score; int64(score) <= w.best+hopeless {
			w.ranking = append(w.ranking, uint64(score)<<32|uint64(i))
		}
	}
	slices.Sort(w.ranking)
	w.fresh, w.kept = w.fresh[:0], w.kept[:0]
	w.steps[step] = w.steps[step][:0]
	for _, ranked := range w.ranking {
		c := &w.candidates[uint32(ranked)]
		if len(w.kept) == beamWidth {
			break
		}
		if slices.ContainsFunc(w.kept, func(k kept) bool { return k.key == c.key && k.now <= c.now+alike }) {
			continue
		}
		w.kept = append(w.kept, kept{c.key, c.now})
		h := w.states[c.from]
		l.advance(&h, c)
		w.fresh = append(w.fresh, h)
		w.steps[step] = append(w.steps[step], *c)
	}
	w.states, w.fresh = w.fresh, w.states
}

// advance takes a hypothesis one step on.
func (l *ledger) advance(h *hypothesis, c *candidate) {
	h.now, h.cost, h.rank = c.now, c.cost, -1
	if c.line >= 0 {
		h.next[c.line], h.last[c.line], h.rank = uint16(c.entry+1), c.now, l.lines[c.line].rank
	}
}

// retrace writes the cheapest way onto the path.
func (l *ledger) retrace(low, high int, state hypothesis) {
	w := &l.beam
	l.path = slices.Grow(l.path[:low], max(0, high-low))[:max(low, high)]
	best := int32(0)
	for k := high - 1; k >= low; k-- {
		c := &w.steps[k-low][best]
		l.path[k].line, l.path[k].entry = c.line, c.entry
		// The step is kept where advance finds it on the way back.
		best, w.steps[k-low][0] = c.from, *c
	}
	clear(l.counts)
	l.strangers = 0
	for k := range l.path {
		p := &l.path[k]
		if k >= low {
			l.advance(&state, &w.steps[k-low][0])
			p.state = state
		}
		if p.line < 0 {
			l.strangers++
			continue
		}
		of := l.lines[p.line].entries[p.entry].product
		l.counts[of]++
		p.ordinal = l.counts[of]
	}
}
