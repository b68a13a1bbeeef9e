// SPDX-License-Identifier: GPL-3.0-or-later

package identity

import (
	"slices"

	"convertd/core/order"
	"convertd/core/snapshot"
	"convertd/core/translate"
)

// Adopt takes over from a module that knew the foreign ids up to now: every
// living entity whose own number is below limit keeps it for good, and places
// the ids that come. What the module has made since is bound like anything
// else. Adopt is called once, before the first Find.
func (b *Binder) Adopt(limit uint32) {
	b.ledger = nil // what was ordered before is not known
	b.observe()
	for i := range b.entities {
		e := &b.entities[i]
		row, alive := b.view.Entity(e.tag)
		if !alive || !row.HasNative || row.Native >= limit {
			continue
		}
		at, known := b.search(row.Native)
		if known || len(b.ids) >= MaxBindings {
			continue
		}
		b.insert(at, id{
			native: row.Native, at: int32(i), owner: e.owner, notOwner: order.NoPlayer, confidence: mostConfidence, kept: true,
		})
		e.native = int32(at)
		b.counter.note(b.place(i) - int64(row.Native))
	}
}

// Owner returns whose an id is: the owner of its entity, or else who commanded
// it; ok is false for ids of which neither is known.
func (b *Binder) Owner(native uint32) (owner order.PlayerID, ok bool) {
	at, known := b.search(native)
	if !known {
		return order.NoPlayer, false
	}
	n := &b.ids[at]
	if n.at >= 0 {
		if e, alive := b.view.Entity(b.entities[n.at].tag); alive {
			return e.Owner, true
		}
		return b.entities[n.at].owner, true
	}
	return n.owner, n.owner != order.NoPlayer
}

// GuessOwner says whose an unknown subject most likely is, where one sender
// commands for several players: of those, the one whose fitting entity is
// nearest to the place that the neighbouring ids suggest. order.NoPlayer if
// none of them has any.
func (b *Binder) GuessOwner(mention *translate.Mention, among []order.PlayerID) order.PlayerID {
	b.observe()
	if owner := b.listedOwner(mention); slices.Contains(among, owner) {
		return owner
	}
	var n id
	n.ask(mention.Order)
	at, _ := b.search(mention.Native)
	pace := b.pace()
	expected, known := b.expectedAt(at, mention.Native, &pace)
	best, owner := int64(1)<<62, order.NoPlayer
	for i := range b.entities {
		e := &b.entities[i]
		if e.native >= 0 || !slices.Contains(among, e.owner) || n.demands > 0 && !b.can(e, n.asked[0]) {
			continue
		}
		if e.flags&(snapshot.FlagStructure|snapshot.FlagMobile) == 0 {
			continue
		}
		off := int64(0)
		if known {
			off = b.place(i) - expected
		}
		off = max(off, -off)
		if _, alive := b.view.Entity(e.tag); !alive {
			off += gonePlaces
		}
		if off < best {
			best, owner = off, e.owner
		}
	}
	return owner
}

// gonePlaces is by how many places a dead entity is a worse guess.
const gonePlaces = 20
