// SPDX-License-Identifier: GPL-3.0-or-later

package identity

import (
	"math/bits"
	"slices"

	"convertd/core/order"
	"convertd/core/snapshot"
)

// Costs of the alignment, in thousandths: about what minus the logarithm of a
// probability would be.
const (
	// impossible: the entity cannot be what orders ask of the id.
	impossible = int64(1) << 40
	// unbound leaves an id without an entity.
	unbound = 7_000
	// gapLimit bounds the cost of an unexpected distance: an entity that one
	// of the two games has and the other has not costs once, not for ever.
	gapLimit = 4_000
	// unlikely is added for a kind that seldom gets such orders.
	unlikely = 3_500
	// stray is added for each place by which an entity is off the place that
	// the neighbouring ids of all owners suggest, up to maxStray; less where
	// ids vary much.
	stray    = 150
	maxStray = 3_000
	// change is added where a binding differs from what it was.
	change = 700
	// dead is added for an entity that is gone and was not bound before.
	dead = 5_000
	// passed is added for every mobile entity between two neighbouring ids that
	// stays without one: players seldom forget the older of two units. Up to
	// maxPassed of them count.
	passed    = 150
	maxPassed = 8
	// unfinished is added for an entity still in production.
	unfinished = 4_000
)

// How far around new ids the alignment looks.
const (
	// contextIDs bound ids on either side are placed anew with the new ones.
	contextIDs = 8
	// reach is how many entities may lie between two neighbouring ids at most;
	// where ids are sparser, the first reach entities count.
	reach = 64
	// skips is how many ids in a row may stay without an entity.
	skips = 4
)

// alignment is the working memory of align.
type alignment struct {
	rows    []int32 // ids to place, ascending
	columns []int32 // entities they may name, in the order of appearance
	cost    []int64
	from    []step
	cells   []int32 // result: index into entities for each row, -1 for none
	// commanded counts the mobile entities before each column.
	commanded []int64
	votes     []int64
	before    int // the nearest bound id before the rows, -1 for none
	after     int // the same behind them
}

// step is where the best way to a cell comes from: the row, -1 for the start,
// and the column.
type step struct{ row, column int32 }

// align places the ids from low to high, and their neighbours of the same
// owner, on that owner's entities, so that ids and entities keep the same order
// and the sum of all costs is least. Owners are placed apart: when rules differ
// a little, entities of two players change places in the order of appearance
// far more often than those of one.
func (b *Binder) align(low, high int) {
	owner := b.ids[low].owner
	if owner == order.NoPlayer {
		owner = b.guessOwner(low)
		b.ids[low].owner = owner
	}
	w := &b.scratch
	w.rows = w.rows[:0]
	for i := low; i < high; i++ {
		if b.ids[i].owner == owner {
			w.rows = append(w.rows, int32(i))
		}
	}
	if len(w.rows) == 0 {
		return
	}
	b.widen(owner)
	b.collect(owner)
	if len(w.columns) == 0 {
		return
	}
	pace := b.pace()
	b.fill(&pace)
	b.trace(&pace)
}

// widen adds the neighbours that are placed anew, and finds the bound ids
// beyond them.
func (b *Binder) widen(owner order.PlayerID) {
	w := &b.scratch
	w.before, w.after = -1, -1
	near := 0
	for i := int(w.rows[0]) - 1; i >= 0 && w.before < 0; i-- {
		switch {
		case b.ids[i].owner != owner:
		case near < contextIDs && !b.ids[i].kept:
			w.rows = append(w.rows, int32(i))
			near++
		case b.ids[i].at >= 0:
			w.before = i
		}
	}
	slices.Sort(w.rows)
	near = 0
	for i := int(w.rows[len(w.rows)-1]) + 1; i < len(b.ids) && w.after < 0; i++ {
		switch {
		case b.ids[i].owner != owner:
		case near < contextIDs && !b.ids[i].kept:
			w.rows = append(w.rows, int32(i))
			near++
		case b.ids[i].at >= 0:
			w.after = i
		}
	}
}

// collect lists the owner's entities between the two bound ids.
func (b *Binder) collect(owner order.PlayerID) {
	w := &b.scratch
	first, last := 0, len(b.entities)
	if w.before >= 0 {
		first = int(b.ids[w.before].at) + 1
	}
	if w.after >= 0 {
		last = int(b.ids[w.after].at)
	}
	w.columns, w.commanded = w.columns[:0], append(w.commanded[:0], 0)
	mobile := int64(0)
	for i := first; i < last; i++ {
		e := &b.entities[i]
		if e.owner != owner {
			continue
		}
		if e.flags&snapshot.FlagMobile != 0 && e.serial != notAppeared {
			mobile++
		}
		w.columns, w.commanded = append(w.columns, int32(i)), append(w.commanded, mobile)
	}
}

// guessOwner says whose an id is that was only aimed at: the owner of the
// entity whose place is nearest to the expected one.
func (b *Binder) guessOwner(at int) order.PlayerID {
	n := &b.ids[at]
	expected, pace := int64(0), b.pace()
	for i := at - 1; i >= 0 && expected == 0; i-- {
		if to := b.ids[i].at; to >= 0 {
			expected = b.place(int(to)) + int64(n.native-b.ids[i].native)*1000/pace.slope
		}
	}
	for i := at + 1; i < len(b.ids) && expected == 0; i++ {
		if to := b.ids[i].at; to >= 0 {
			expected = b.place(int(to)) - int64(b.ids[i].native-n.native)*1000/pace.slope
		}
	}
	best, owner := int64(1)<<62, order.NoPlayer
	for i := range b.entities {
		e := &b.entities[i]
		if e.owner == n.notOwner || e.native >= 0 {
			continue
		}
		off := b.place(i) - expected
		if off = max(off, -off); off < best {
			best, owner = off, e.owner
		}
	}
	return owner
}

// fill computes for every id (row) and entity (column) the least cost of
// placing all ids up to it with this one on that entity.
func (b *Binder) fill(pace *pace) {
	w := &b.scratch
	columns := len(w.columns)
	w.cost = resize(w.cost, len(w.rows)*columns)
	w.from = resize(w.from, len(w.rows)*columns)
	for row, i := range w.rows {
		n := &b.ids[i]
		expected, known := b.expected(int(i), pace)
		for column, at := range w.columns {
			cell := row*columns + column
			w.cost[cell] = impossible
			emission := b.emission(n, int(at))
			if emission >= impossible {
				continue
			}
			if known {
				emission += pace.stray(b.place(int(at)) - expected)
			}
			cost, from := b.cheapest(n, row, column, pace)
			w.cost[cell], w.from[cell] = cost+emission, from
		}
	}
}

// voters is how many bound ids on either side say where an id belongs.
const voters = 12

// expected is the place that the median of the neighbouring ids suggests.
func (b *Binder) expected(i int, pace *pace) (place int64, known bool) {
	return b.suggested(i, i+1, b.ids[i].native, pace)
}

// expectedAt is the same for an id that is not listed: at is where it would be.
func (b *Binder) expectedAt(at int, native uint32, pace *pace) (place int64, known bool) {
	return b.suggested(at, at, native, pace)
}

// suggested takes the votes of the ids below low and from high on.
func (b *Binder) suggested(low, high int, n uint32, pace *pace) (place int64, known bool) {
	w := &b.scratch
	w.votes = w.votes[:0]
	for k, left := low-1, voters; k >= 0 && left > 0; k-- {
		if at := b.ids[k].at; at >= 0 {
			w.votes = append(w.votes, b.place(int(at))+(int64(n-b.ids[k].native)*1000+pace.slope/2)/pace.slope)
			left--
		}
	}
	for k, left := high, voters; k < len(b.ids) && left > 0; k++ {
		if at := b.ids[k].at; at >= 0 {
			w.votes = append(w.votes, b.place(int(at))-(int64(b.ids[k].native-n)*1000+pace.slope/2)/pace.slope)
			left--
		}
	}
	if len(w.votes) == 0 {
		return 0, false
	}
	slices.Sort(w.votes)
	return w.votes[len(w.votes)/2], true
}

// cheapest is the best way to place everything before a cell.
func (b *Binder) cheapest(n *id, row, column int, pace *pace) (best int64, from step) {
	w := &b.scratch
	columns, place := len(w.columns), b.place(int(w.columns[column]))
	// As the first placed id of the stretch.
	best, from = int64(row)*unbound, step{row: -1}
	if w.before >= 0 {
		anchor := &b.ids[w.before]
		best += passed*min(maxPassed, w.commanded[column]) + pace.gap(anchor.native, n.native, b.place(int(anchor.at)), place)
	}
	for skipped := 0; skipped <= skips && row-1-skipped >= 0; skipped++ {
		up := row - 1 - skipped
		previous := &b.ids[w.rows[up]]
		for left := max(0, column-reach); left < column; left++ {
			so := w.cost[up*columns+left]
			if so >= impossible {
				continue
			}
			so += int64(skipped)*unbound + passed*min(maxPassed, w.commanded[column]-w.commanded[left+1])
			so += pace.gap(previous.native, n.native, b.place(int(w.columns[left])), place)
			if so < best {
				best, from = so, step{row: int32(up), column: int32(left)}
			}
		}
	}
	return best, from
}

func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// trace takes the best way back and changes the bindings to it.
func (b *Binder) trace(pace *pace) {
	w := &b.scratch
	rows, columns := len(w.rows), len(w.columns)
	best, end := int64(rows)*unbound, step{row: -1}
	second := impossible
	for row := range rows {
		for column, at := range w.columns {
			cost := w.cost[row*columns+column]
			if cost >= impossible {
				continue
			}
			cost += int64(rows-1-row) * unbound
			if w.after >= 0 {
				anchor := &b.ids[w.after]
				cost += pace.gap(b.ids[w.rows[row]].native, anchor.native, b.place(int(at)), b.place(int(anchor.at)))
			}
			switch {
			case cost < best:
				best, second, end = cost, best, step{row: int32(row), column: int32(column)}
			case cost < second:
				second = cost
			}
		}
	}
	w.cells = resize(w.cells, rows)
	for row := range w.cells {
		w.cells[row] = -1
	}
	for end.row >= 0 {
		w.cells[end.row] = w.columns[end.column]
		end = w.from[int(end.row)*columns+int(end.column)]
	}
	b.rebind(confidence(second - best))
}

func confidence(margin int64) uint8 {
	return uint8(min(mostConfidence, baseConfidence+max(0, margin)/100))
}

// rebind writes the new places of the rows.
func (b *Binder) rebind(confidence uint8) {
	w := &b.scratch
	for row, i := range w.rows {
		if was := b.ids[i].at; was >= 0 && was != w.cells[row] {
			b.entities[was].native = -1
		}
	}
	for row, i := range w.rows {
		n, to := &b.ids[i], w.cells[row]
		switch {
		case n.at == to:
			continue
		case n.at < 0:
			n.confidence = confidence
			b.counter.note(b.place(int(to)) - int64(n.native))
		default:
			n.revised++
			n.confidence = max(leastConfidence, n.confidence/2)
		}
		n.at = to
		b.changes++
		if to >= 0 {
			b.entities[to].native = i
		}
	}
}

// emission is the cost of an id naming an entity, apart from its neighbours.
func (b *Binder) emission(n *id, at int) int64 {
	e := &b.entities[at]
	if n.owner != order.NoPlayer && e.owner != n.owner || n.notOwner != order.NoPlayer && e.owner == n.notOwner {
		return impossible
	}
	cost := int64(0)
	for _, wanted := range n.asked[:n.demands] {
		if !b.can(e, wanted) {
			return impossible
		}
		if b.abilities != nil && !b.abilities.Likely(e.kind, wanted.tag) {
			cost = unlikely
		}
	}
	if int(n.at) == at {
		return cost
	}
	if n.at >= 0 {
		cost += change
	}
	if _, alive := b.view.Entity(e.tag); !alive {
		cost += dead
	} else if e.serial == notAppeared {
		cost += unfinished
	}
	return cost
}

func (b *Binder) can(e *entity, wanted demand) bool {
	if b.abilities != nil {
		return b.abilities.Can(e.kind, wanted.tag, wanted.item)
	}
	switch wanted.tag {
	case order.TagSell, order.TagRepairBuilding, order.TagPowerToggle, order.TagSetRallyPoint, order.TagSetPrimary:
		return e.flags&snapshot.FlagStructure != 0
	case order.TagMove, order.TagAttackMove, order.TagForceMove, order.TagReverseMove, order.TagPatrol, order.TagScatter, order.TagGuard:
		return e.flags&snapshot.FlagMobile != 0
	default:
		return true
	}
}

// pace is how ids grow with appearances: so many thousandths of an id for each,
// and how much that varies.
type pace struct{ slope, spread int64 }

// leastSpread keeps engines that number nothing but entities from ruling out
// any irregularity.
const leastSpread = 40

// pace measures over all bound ids, beginning with the belief of one id for
// each entity, give or take one.
func (b *Binder) pace() pace {
	ids, places := int64(2000), int64(2)
	last := -1
	for i := range b.ids {
		if b.ids[i].at < 0 {
			continue
		}
		if last >= 0 {
			if d := b.place(int(b.ids[i].at)) - b.place(int(b.ids[last].at)); d > 0 {
				ids += int64(b.ids[i].native-b.ids[last].native) * 1000
				places += d
			}
		}
		last = i
	}
	p := pace{slope: max(1000, ids/places)}
	squares, n := int64(2000), int64(2)
	last = -1
	for i := range b.ids {
		if b.ids[i].at < 0 {
			continue
		}
		if last >= 0 {
			if d := b.place(int(b.ids[i].at)) - b.place(int(b.ids[last].at)); d > 0 {
				off := min(p.off(b.ids[last].native, b.ids[i].native, d), maxOff)
				squares += off * off / 1000 / d
				n++
			}
		}
		last = i
	}
	p.spread = max(leastSpread, squares/n)
	return p
}

// maxOff bounds what one irregularity adds to the spread: ten ids.
const maxOff = 10_000

// off is how many thousandths of an id a distance differs from the expected.
func (p *pace) off(low, high uint32, places int64) int64 {
	off := int64(high-low)*1000 - p.slope*places
	if off < 0 {
		return -off
	}
	return off
}

// gap is the cost of two neighbouring ids being that many places apart.
func (p *pace) gap(low, high uint32, from, to int64) int64 {
	places := to - from
	if places <= 0 {
		return impossible
	}
	off := min(p.off(low, high, places), maxOff*places)
	hi, lo := bits.Mul64(uint64(off), uint64(off))
	if hi != 0 || lo > 1<<62 {
		return gapLimit
	}
	return min(gapLimit, int64(lo)/(2*p.spread*places))
}

// stray is the cost of a place being that far from the expected one.
func (p *pace) stray(off int64) int64 {
	return min(maxStray, max(off, -off)*stray*1000/(500+p.spread))
}
