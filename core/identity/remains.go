// SPDX-License-Identifier: GPL-3.0-or-later

package identity

import (
	"math"

	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/translate"
)

// Finds is what comes into a game from time to time and belongs to nobody, as crates
// do: at First and then every Interval ticks up to so many ids. The zero value is
// nothing.
type Finds struct {
	First, Interval order.Tick
	IDs             int
}

// CountRemains is for engines that number, from the first on, entities and what
// remains of them or is found: wrecks, crates. Ids then need not show first that
// nothing else is numbered, and many may be of nothing that is listed. It is called
// before the first Find and has no effect where nothing is known of production.
//
// first is the id of the first entity, 0 where that is not known: then the first
// subject is taken for the first entity of its player that can do what it is told.
func (b *Binder) CountRemains(first uint32, finds Finds) {
	b.remains, b.counter.broken = true, true // how many entities there were cannot be told
	if l := b.ledger; l != nil {
		l.remains, l.finds = true, finds
		if first > 0 {
			b.beginAt(first)
		}
	}
}

// listFinds lists what is to be found from a tick on.
func (l *ledger) listFinds(tick order.Tick) {
	f := &l.finds
	if f.Interval == 0 || tick < f.First || (tick-f.First)%f.Interval != 0 {
		return
	}
	at := l.find(order.NoPlayer, findsLine)
	if at < 0 {
		if len(l.lines) == maxLines {
			return
		}
		at = len(l.lines)
		l.lines = append(l.lines, line{owner: order.NoPlayer, number: findsLine, found: true})
	}
	for range f.IDs {
		l.list(at, entry{product: product{order.NoPlayer, found}, at: 2 * int64(tick), stall: -1})
	}
}

// findsLine is the line of what is found, found what it lists.
const (
	findsLine int32 = -1
	found     int32 = math.MinInt32
)

// remainsCost is what an id of nothing that is listed costs where remains are numbered:
// half of what it costs elsewhere.
const remainsCost = stranger / 2

// strange is what it costs that an id is of nothing that is listed. Nobody commands
// remains.
func (l *ledger) strange(f *fact) int32 {
	if l.remains && (f.id == nil || f.id.owner == order.NoPlayer && f.id.demands == 0) {
		return remainsCost
	}
	return stranger
}

// head is the first entry of a line that waits after a hypothesis.
func (l *ledger) head(at int, h *hypothesis) int32 {
	if l.lines[at].found {
		return l.current(at, h)
	}
	return l.resume(at, int(h.next[at]))
}

// current is the next of what is found that can still come after a hypothesis.
func (l *ledger) current(at int, h *hypothesis) int32 {
	next, entries := int(h.next[at]), l.lines[at].entries
	for next < len(entries) && entries[next].at < int64(h.now)-findsLast {
		next++
	}
	return int32(next)
}

// findsLast is how many half ticks after its time something that is found may still
// appear: how far a hypothesis may be off.
const findsLast = 100

// again reports whether an order to put something down repeats the last one of its
// player: who clicks twice builds once.
func (l *ledger) again(o *ir.Order, player order.PlayerID, tick order.Tick) bool {
	now := placing{player, o.Item, o.ItemID, o.Target}
	for i := range l.placed {
		if l.placed[i].placing == now {
			soon := tick < l.placed[i].at+againTicks
			l.placed[i].at = tick
			return soon
		}
	}
	l.placed = append(l.placed, placement{now, tick})
	if len(l.placed) > maxPlaced {
		l.placed = append(l.placed[:0], l.placed[1:]...)
	}
	return false
}

// placing is what an order to put something down says, placement when it was given
// last.
type placing struct {
	player order.PlayerID
	item   string
	itemID uint32
	target ir.Target
}

type placement struct {
	placing
	at order.Tick
}

// maxPlaced is how many orders are remembered, againTicks for how long one counts as
// the same.
const (
	maxPlaced  = 16
	againTicks = 125
)

// listedOwner is whose an unknown id is by the ledger, order.NoPlayer if it does not
// tell.
func (b *Binder) listedOwner(mention *translate.Mention) order.PlayerID {
	l := b.ledger
	if !b.listing() || !l.begun || !l.reaches(mention.Native) || len(b.ids) >= MaxBindings {
		return order.NoPlayer
	}
	at, known := b.search(mention.Native)
	switch {
	case !known:
		at, _ = b.add(mention)
	case b.ids[at].owner != order.NoPlayer: // somebody else's
		return order.NoPlayer
	}
	if tag, plain := b.plain(&b.ids[at]); plain {
		e, _ := b.view.Entity(tag)
		return e.Owner
	}
	k := l.placeOf(mention.Native)
	l.schedule(b.ids, min(k, len(l.path))-revision)
	if line := l.path[k].line; line >= 0 {
		return l.lines[line].entries[l.path[k].entry].owner
	}
	return order.NoPlayer
}
