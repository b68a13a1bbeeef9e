package sim

import (
	"bytes"
	"math/bits"

	"convertd/core/snapshot"
)

// slotCache is one part of all entity slots in its encoded form, in pieces as the
// leaves hold them.
type slotCache struct {
	touched bitset // slots
	stale   bitset // pieces that were encoded and not hashed since
	pieces  []slotPiece
	scratch []byte
	encode  func(dst []byte, slot int) []byte // appends what a leaf holds for a slot
	slots   int
	words   int // of touched in which there was ever a bit
}

// touch marks a slot to be encoded.
func (c *slotCache) touch(slot int) {
	c.touched.set(slot)
	c.words = max(c.words, slot>>6+1)
}

// slotPiece is one leaf: room for the leaf's prefix, then what the leaf holds;
// and where each slot begins in that.
type slotPiece struct {
	data  []byte
	start [snapshot.SlotsPerLeaf + 1]uint32
}

func (c *slotCache) makePieces(slots int, encode func(dst []byte, slot int) []byte) {
	c.pieces = make([]slotPiece, (slots+snapshot.SlotsPerLeaf-1)/snapshot.SlotsPerLeaf)
	c.stale = newBitset(len(c.pieces))
	c.slots, c.encode = slots, encode
}

// refresh encodes the touched slots.
func (c *slotCache) refresh() {
	for w, word := range c.touched[:c.words] {
		for word != 0 {
			piece := (w<<6 + bits.TrailingZeros64(word)) / snapshot.SlotsPerLeaf
			first := piece * snapshot.SlotsPerLeaf & 63
			c.refreshPiece(piece, uint16(word>>first))
			word &^= (1<<snapshot.SlotsPerLeaf - 1) << first
		}
		c.touched[w] = 0
	}
}

// refreshPiece encodes the touched slots of one leaf and takes the others over.
func (c *slotCache) refreshPiece(n int, touched uint16) {
	piece := &c.pieces[n]
	buffer := append(c.scratch[:0], 0) // room for the leaf's prefix
	oldStart := piece.start[0]
	piece.start[0] = 1
	for i := range snapshot.SlotsPerLeaf {
		oldEnd := piece.start[i+1]
		slot := n*snapshot.SlotsPerLeaf + i
		switch {
		case slot >= c.slots: // the last leaf may be shorter
		case touched>>i&1 == 1:
			buffer = c.encode(buffer, slot)
		default:
			buffer = append(buffer, piece.data[oldStart:oldEnd]...)
		}
		oldStart = oldEnd
		piece.start[i+1] = uint32(len(buffer))
	}
	if !bytes.Equal(buffer, piece.data) {
		c.stale.set(n)
	}
	c.scratch, piece.data = piece.data, buffer
}

// slot is what the leaf holds for a slot.
func (c *slotCache) slot(slot int) []byte {
	piece, i := &c.pieces[slot/snapshot.SlotsPerLeaf], slot%snapshot.SlotsPerLeaf
	return piece.data[piece.start[i]:piece.start[i+1]]
}

// eachStale yields the leaves that may differ from what was last hashed or
// logged; leafOf is the number of the one that holds a slot.
func (c *slotCache) eachStale(leafOf func(slot int) int, yield func(leaf int, data []byte)) {
	for w, word := range c.stale[:(c.words+snapshot.SlotsPerLeaf-1)/snapshot.SlotsPerLeaf] {
		c.stale[w] = 0
		for ; word != 0; word &= word - 1 {
			n := w<<6 + bits.TrailingZeros64(word)
			yield(leafOf(n*snapshot.SlotsPerLeaf), c.pieces[n].data)
		}
	}
}
