// SPDX-License-Identifier: GPL-3.0-or-later

package identity

import (
	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/sim"
)

// ledger holds what the recorded players ordered, line by line. Where an engine
// numbers nothing but entities, an id is the place of its entity in the order in
// which entities appear, and only how the lines interleave is unknown: a schedule
// finds that. Entities are known by what they are in both games, the n-th of
// their type that their owner gets, so that an id can be bound whatever has
// become of ours.
type ledger struct {
	production sim.Production
	view       sim.View

	lines []line  // lines[exact] first
	path  []place // by id less first, as far as ids are known
	first uint32  // id of the first entity
	begun bool    // first is known
	// remains: Binder.CountRemains.
	remains bool
	finds   Finds
	// apart: somebody was named who is not here as it was there.
	apart bool
	// strangers is how many places of the path are of nothing that is listed.
	strangers int
	entries   int                         // of all lines
	got       map[product][]order.UnitTag // ours, in the order of appearance
	listed    map[product]int             // how many of them the lines explain
	counts    map[product]int32           // working memory of retrace
	coming    []order.UnitTag
	placed    []placement // the last ones
	beam      beam
}

// product is a type as one player gets it. kind is the module's number of it, or
// negative where it has none.
type product struct {
	owner order.PlayerID
	kind  int32
}

// exact is the line of what appears at a moment that is known: what is there
// from the start, what orders put down, what ours shows and no order explains.
const exact = 0

// Limits.
const (
	// maxLines bounds the lines of all players together; orders to produce in
	// further ones say nothing.
	maxLines = 32
	// maxEntries bounds the entries of one line; further ones are not listed.
	maxEntries = 1<<16 - 2
	// slackIDs is by how much ids may run ahead of what is listed. Beyond that the
	// engine numbers other things too.
	slackIDs = 64
	// strangersIn is of how many places one may be of nothing listed, beside
	// fewStrangers.
	strangersIn  = 8
	fewStrangers = 16
)

// line is one production line of one player.
type line struct {
	owner   order.PlayerID
	number  int32 // the module's
	rank    int32 // lower ones come first among what is done in the same tick
	entries []entry
	ours    int   // the next entry that our line will finish
	since   int64 // when it finished the one before, half ticks
	works   bool  // ours has a factory
	found   bool  // of what lies about: it comes at its time or never
	stops   []stop
	depths  [maxDepth + 1]int // how many of the first orders made so many wait
	orders  int               // the sum of depths
}

// stop is a moment at which a line may have lost its last factory: whatever of
// its first entries was waiting was given up.
type stop struct {
	at      int64
	entries int32
}

// entry is one thing that was ordered. Times are in half ticks: what an order
// puts down appears half a tick before what is finished in the same one.
type entry struct {
	product
	at    int64 // ordered; for those of the exact line, appeared
	takes int64
	stall int64 // by how much longer ours took, -1 until it is there
	since int64 // when ours finished the one before it
	// soonest is when it would be done had nothing ever held up its line.
	soonest int64
	gone    bool // cancelled
	// dropped: ours gave it up with its last factory.
	dropped bool
}

func newLedger(view sim.View, production sim.Production) *ledger {
	return &ledger{
		production: production, view: view, lines: make([]line, 1, maxLines),
		got: make(map[product][]order.UnitTag), listed: make(map[product]int), counts: make(map[product]int32),
	}
}

// appear takes up an entity of ours that has appeared.
func (l *ledger) appear(tag order.UnitTag, owner order.PlayerID, kind sim.KindID, tick order.Tick) {
	p := product{owner, l.production.ProductOf(kind)}
	if p.kind < 0 {
		p.kind = -1 - int32(kind)
	}
	l.got[p] = append(l.got[p], tag)
	if len(l.got[p]) > l.listed[p] {
		l.list(exact, entry{product: p, at: 2 * int64(tick)})
		return
	}
	if number, _, placed := l.production.Made(p.kind); !placed && number >= 0 {
		if at := l.find(owner, number); at >= 0 {
			l.lines[at].finish(p, 2*int64(tick))
		}
	}
}

// finish notes that our line has finished something.
func (n *line) finish(p product, now int64) {
	for i := n.ours; i < len(n.entries); i++ {
		if e := &n.entries[i]; e.product == p && !e.gone {
			e.stall, e.since = max(0, now-max(e.at, n.since)-e.takes), n.since
			n.ours, n.since = i+1, now
			return
		}
	}
}

// list adds an entry to a line; false if the line is full.
func (l *ledger) list(at int, e entry) bool {
	if len(l.lines[at].entries) == maxEntries {
		return false
	}
	l.lines[at].entries = append(l.lines[at].entries, e)
	l.listed[e.product]++
	l.entries++
	return true
}

// find returns the line of an owner, -1 for none.
func (l *ledger) find(owner order.PlayerID, number int32) int {
	for i := 1; i < len(l.lines); i++ {
		if l.lines[i].owner == owner && l.lines[i].number == number {
			return i
		}
	}
	return -1
}

// watch notes which of our lines have lost their last factory.
func (l *ledger) watch(tick order.Tick) {
	l.listFinds(tick)
	for i := 1; i < len(l.lines); i++ {
		n := &l.lines[i]
		if n.found {
			continue
		}
		works := l.production.Working(n.owner, n.number)
		if n.works && !works {
			n.stops = append(n.stops, stop{2 * int64(tick), int32(len(n.entries))})
			for k := n.ours; k < len(n.entries); k++ {
				n.entries[k].dropped = true
			}
			n.ours = len(n.entries)
		}
		n.works = works
	}
}

// order takes a recorded order of a player. What somebody ordered who is no player
// of the game, a sender that the lobby does not know, never appears.
func (l *ledger) order(o *ir.Order, player order.PlayerID, tick order.Tick) {
	if player == order.NoPlayer {
		return
	}
	if o.Kind != ir.KindProduce && o.Kind != ir.KindCancelProduction && o.Kind != ir.KindPlaceBuilding {
		return
	}
	kind, known := l.production.Product(o.Item, o.ItemID, o.Present.Has(ir.PresentItemID))
	if !known {
		return
	}
	p := product{player, kind}
	number, ticks, placed := l.production.Made(kind)
	switch {
	case o.Kind == ir.KindPlaceBuilding && placed && l.remains && l.again(o, player, tick):
	case o.Kind == ir.KindPlaceBuilding && placed:
		l.list(exact, entry{product: p, at: 2*int64(tick) + 1})
		l.rebuilt(p, 2*int64(tick))
	case placed || number < 0 || o.Kind == ir.KindPlaceBuilding:
	case o.Kind == ir.KindCancelProduction:
		l.cancel(p, number)
	case l.remains && !l.production.Working(player, number): // the engine refused it
	default:
		count := int32(1)
		if o.Present.Has(ir.PresentCount) {
			count = min(max(o.Count, 1), maxCount)
		}
		for range count {
			l.produce(p, number, 2*ticks, 2*int64(tick))
		}
	}
}

// maxCount bounds what one order to produce lists.
const maxCount = 100

// rebuilt notes, for the lines that a structure works for, that the one before
// may have been lost.
func (l *ledger) rebuilt(p product, now int64) {
	for i := 1; i < len(l.lines); i++ {
		if n := &l.lines[i]; n.owner == p.owner && l.production.Serves(p.kind, n.number) {
			n.stops = append(n.stops, stop{now, int32(len(n.entries))})
		}
	}
}

func (l *ledger) produce(p product, number int32, takes, now int64) {
	at := l.find(p.owner, number)
	if at < 0 {
		if len(l.lines) == maxLines {
			return
		}
		at = len(l.lines)
		l.lines = append(l.lines, line{owner: p.owner, number: number, rank: int32(p.owner)<<16 | number})
	}
	if l.list(at, entry{product: p, at: now, takes: takes, stall: -1}) {
		l.lines[at].learn()
	}
}

// cancel takes back the last of its type that is not done here.
func (l *ledger) cancel(p product, number int32) {
	at := l.find(p.owner, number)
	if at < 0 {
		return
	}
	entries := l.lines[at].entries
	for i := len(entries) - 1; i >= l.lines[at].ours; i-- {
		if entries[i].product == p && !entries[i].gone {
			entries[i].gone = true
			l.listed[p]--
			return
		}
	}
}

// placeOf is the place of an id that the ledger reaches.
func (l *ledger) placeOf(native uint32) int { return int(native) - int(l.first) }

// reaches reports whether an id can be of an entity that was listed.
func (l *ledger) reaches(native uint32) bool {
	most := l.entries + slackIDs
	if l.remains {
		most += l.entries
	}
	return native >= l.first && l.placeOf(native) < most
}

// failed reports whether too many ids are of nothing that was listed.
func (l *ledger) failed() bool {
	return !l.remains && l.strangers > fewStrangers+len(l.path)/strangersIn
}

// tag returns the entity of ours that a place stands for.
func (l *ledger) tag(at *place) (order.UnitTag, bool) {
	if at.line < 0 {
		return order.NoUnit, false
	}
	p := l.lines[at.line].entries[at.entry].product
	got := l.got[p]
	if int(at.ordinal) <= len(got) {
		return got[at.ordinal-1], true
	}
	if p.kind < 0 {
		return order.NoUnit, false
	}
	l.coming = l.production.Coming(l.coming[:0], p.owner, p.kind)
	if next := int(at.ordinal) - len(got) - 1; next < len(l.coming) {
		return l.coming[next], true
	}
	return order.NoUnit, false
}
