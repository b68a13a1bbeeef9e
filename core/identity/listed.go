// SPDX-License-Identifier: GPL-3.0-or-later

package identity

import (
	"cmp"
	"slices"

	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/translate"
)

// Watch takes up what has appeared. It is called before the orders of every
// tick, so that nothing that dies at once is missed.
func (b *Binder) Watch() {
	if b.ledger != nil {
		b.observe()
		b.ledger.watch(b.view.Tick())
	}
}

// Order takes a recorded order of a player, before its ids are asked for.
func (b *Binder) Order(o *ir.Order, player order.PlayerID) {
	if b.ledger != nil {
		b.observe()
		b.ledger.order(o, player, b.view.Tick())
	}
}

// enter hands what appeared to the ledger; what the first look finds was there
// from the start.
func (b *Binder) enter(fresh []entity, first bool) {
	tick := b.seenTick
	if first {
		tick = 0
	}
	for i := range fresh {
		if e := &fresh[i]; e.serial != notAppeared {
			b.ledger.appear(e.tag, e.owner, e.kind, tick)
		}
	}
}

// listing reports whether ids are placed by the ledger: the first of them show
// that the engine numbers nothing but entities.
func (b *Binder) listing() bool {
	return b.ledger != nil && (b.remains || b.counter.seen >= provenIDs && !b.counter.broken)
}

// findListed answers a mention by the ledger; answered is false where ids are
// placed otherwise.
func (b *Binder) findListed(mention *translate.Mention) (tag order.UnitTag, bound, answered bool) {
	if !b.listing() {
		return order.NoUnit, false, false
	}
	l := b.ledger
	if !l.begun && !b.begin(mention) {
		return order.NoUnit, false, false
	}
	if mention.Native < l.first { // it was there before anybody began
		return order.NoUnit, false, true
	}
	if !l.reaches(mention.Native) || l.failed() {
		b.counter.broken = true
		return order.NoUnit, false, false
	}
	at, known := b.search(mention.Native)
	switch {
	case known:
		b.ids[at].learn(mention)
	case len(b.ids) >= MaxBindings:
		return order.NoUnit, false, true
	default:
		b.add(mention)
		at, _ = b.search(mention.Native)
	}
	n, k := &b.ids[at], l.placeOf(mention.Native)
	if tag, plain := b.plain(n); plain {
		b.bind(at, tag, true)
		return tag, true, true
	}
	if k >= len(l.path) {
		l.schedule(b.ids, len(l.path)-revision)
	} else if vain := len(l.path)<<8 | int(n.demands); n.vain != vain && l.contradicts(n, &l.path[k]) {
		l.schedule(b.ids, k-revision)
		n.vain = vain // until there is more to go by
	}
	tag, bound = l.tag(&l.path[k])
	b.bind(at, tag, bound)
	return tag, bound, true
}

// begin finds the first id: the first ids named show it, or, where they need not
// show anything, the first that is told to act is the first entity of its player
// that can.
func (b *Binder) begin(mention *translate.Mention) bool {
	if !b.remains {
		b.beginAt(uint32(1 - b.counter.offset))
		return true
	}
	n := id{at: -1, owner: order.NoPlayer, notOwner: order.NoPlayer}
	n.learn(mention)
	for at := range b.entities[:b.appeared] {
		if e := &b.entities[at]; e.owner == mention.Player && b.emission(&n, at) == 0 && uint64(mention.Native) >= e.serial {
			b.beginAt(mention.Native - uint32(e.serial) + 1)
			return true
		}
	}
	return false
}

func (b *Binder) beginAt(first uint32) {
	b.ledger.begun, b.ledger.first = true, first
	b.counter.offset = 1 - int64(first)
}

// plain returns the entity that stands here where an id stands there. As long as
// everybody who is named has appeared here, lives, is its owner's and can do
// what it is told, the two games are the same as far as anybody can see, and
// nothing is left to be found. Once that fails it is never asked again.
func (b *Binder) plain(n *id) (order.UnitTag, bool) {
	if b.ledger.apart {
		return order.NoUnit, false
	}
	wanted := int64(n.native) + b.counter.offset
	at, appeared := slices.BinarySearchFunc(b.entities[:b.appeared], wanted, func(e entity, serial int64) int {
		return cmp.Compare(int64(e.serial), serial)
	})
	if appeared && b.emission(n, at) == 0 {
		tag := b.entities[at].tag
		if _, alive := b.view.Entity(tag); alive {
			return tag, true
		}
	}
	b.ledger.apart = true
	return order.NoUnit, false
}

// contradicts reports whether an id cannot be what the path says.
func (l *ledger) contradicts(n *id, at *place) bool {
	return at.line >= 0 && l.match(&fact{id: n}, &l.lines[at.line].entries[at.entry]) >= contradicted
}

// bind notes what an id was found to name.
func (b *Binder) bind(at int, tag order.UnitTag, bound bool) {
	n, to := &b.ids[at], int32(-1)
	if bound {
		to = b.locate(tag)
	}
	if n.at == to {
		return
	}
	if n.at >= 0 {
		b.entities[n.at].native = -1
		n.revised++
		n.confidence = max(leastConfidence, n.confidence/2)
	} else {
		n.confidence = baseConfidence
		b.counter.note(min(b.place(int(to)), int64(b.serial)+1) - int64(n.native))
	}
	if to >= 0 {
		if other := b.entities[to].native; other >= 0 {
			b.ids[other].at = -1
		}
		b.entities[to].native = int32(at)
	}
	n.at = to
	b.changes++
}

// locate returns where an entity stands, -1 if it was not seen yet.
func (b *Binder) locate(tag order.UnitTag) int32 {
	if int(tag.Index) < len(b.bySlot) {
		if at := b.bySlot[tag.Index]; at >= 0 && int(at) < len(b.entities) && b.entities[at].tag == tag {
			return at
		}
	}
	for i := len(b.entities) - 1; i >= 0; i-- {
		if b.entities[i].tag == tag {
			return int32(i)
		}
	}
	return -1
}
