// SPDX-License-Identifier: GPL-3.0-or-later

package sim

import (
	"math/bits"

	"convertd/core/order"
	"convertd/core/snapshot"
)

// entityRow is what the kernel knows of one slot: the tag's generation, who
// lives there, and the last look at it.
type entityRow struct {
	generation uint16
	alive      bool
	kind       KindID
	owner      order.PlayerID
	serial     uint64 // place in the order of appearance, 0 before it
	look       Look
}

// pool hands out slots: always the lowest free one, so that slots stay dense
// and the free list needs no recording.
type pool struct {
	rows   []entityRow
	free   bitset
	living int
	high   int // slots ever used: all above are free at FirstGeneration
	hint   int // no word of free below this one has a bit
	gone   uint64
}

func newPool(capacity int) pool {
	p := pool{rows: make([]entityRow, capacity), free: newBitset(capacity)}
	for i := range p.rows {
		p.rows[i].generation = snapshot.FirstGeneration
		p.free.set(i)
	}
	return p
}

func (p *pool) take(kind KindID, owner order.PlayerID) (order.UnitTag, bool) {
	if p.living >= snapshot.MaxEntities {
		return order.NoUnit, false
	}
	for ; p.hint < len(p.free); p.hint++ {
		word := p.free[p.hint]
		if word == 0 {
			continue
		}
		slot := p.hint<<6 + bits.TrailingZeros64(word)
		p.free.clear(slot)
		p.living++
		p.high = max(p.high, slot+1)
		row := &p.rows[slot]
		row.alive, row.kind, row.owner, row.serial, row.look = true, kind, owner, 0, Look{}
		return order.UnitTag{Index: uint16(slot), Generation: row.generation}, true
	}
	return order.NoUnit, false
}

// release frees the slot under its next generation, or retires it when there
// is none left.
func (p *pool) release(slot int) {
	row := &p.rows[slot]
	row.alive = false
	p.living--
	p.gone++
	row.generation++
	if row.generation == snapshot.RetiredGeneration {
		return
	}
	p.free.set(slot)
	p.hint = min(p.hint, slot>>6)
}

// find returns the row of a living entity, or nil.
func (p *pool) find(tag order.UnitTag) *entityRow {
	if int(tag.Index) >= len(p.rows) {
		return nil
	}
	row := &p.rows[tag.Index]
	if !row.alive || row.generation != tag.Generation {
		return nil
	}
	return row
}

func (p *pool) tag(slot int) order.UnitTag {
	return order.UnitTag{Index: uint16(slot), Generation: p.rows[slot].generation}
}

// bitset is a fixed set of small numbers.
type bitset []uint64

func newBitset(n int) bitset { return make(bitset, (n+63)/64) }

func (b bitset) set(i int)   { b[i>>6] |= 1 << (i & 63) }
func (b bitset) clear(i int) { b[i>>6] &^= 1 << (i & 63) }
