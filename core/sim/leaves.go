// SPDX-License-Identifier: GPL-3.0-or-later

package sim

import (
	"bytes"

	"convertd/core/snapshot"
)

// leaves is the Merkle tree of the state with what its leaves hold, as they were
// last hashed. It is behind the simulation by what was logged and not summed.
type leaves struct {
	layout  snapshot.Layout
	tree    *snapshot.Tree
	whole   [][]byte    // leaves before those of the slots, each with room for its prefix
	pieces  []slotPiece // leaves of the slots
	scratch []byte
	// entityBytes is what the components of the next snapshot are likely to take.
	entityBytes int
}

// slotPiece is a leaf of some slots: room for the leaf's prefix, then what the
// leaf holds; and where each slot begins in that.
type slotPiece struct {
	data  []byte
	start [snapshot.SlotsPerLeaf + 1]uint32
}

func newLeaves(layout snapshot.Layout) leaves {
	first := layout.Slot(0)
	return leaves{
		layout: layout, tree: snapshot.NewTree(layout.Leaves()), whole: make([][]byte, first), pieces: make([]slotPiece, layout.Leaves()-first),
	}
}

// set replaces a leaf before those of the slots; data has room for the prefix.
func (l *leaves) set(leaf int, data []byte) {
	if l.whole[leaf] != nil && bytes.Equal(data, l.whole[leaf]) {
		return
	}
	l.whole[leaf] = append(l.whole[leaf][:0], data...)
	l.hash(leaf)
}

// write replaces bytes of a leaf of a layer, from an offset in what it holds on; it
// is to be hashed afterwards. The first time all of it is written, in order.
func (l *leaves) write(leaf, offset int, data []byte) {
	whole := l.whole[leaf]
	if whole == nil {
		whole = make([]byte, 1, 1+snapshot.MapBytesPerLeaf)
	}
	if end := 1 + offset + len(data); end > len(whole) {
		whole = whole[:end]
	}
	copy(whole[1+offset:], data)
	l.whole[leaf] = whole
}

func (l *leaves) hash(leaf int) { l.whole[leaf] = l.tree.HashLeaf(leaf, l.whole[leaf]) }

// slotBytes is what a leaf holds for a slot.
type slotBytes struct {
	slot int
	data []byte
}

// setSlots replaces what a leaf holds for the given slots, ascending, and takes
// the others over.
func (l *leaves) setSlots(leaf int, slots []slotBytes) {
	piece := &l.pieces[leaf-len(l.whole)]
	buffer := append(l.scratch[:0], 0)
	oldStart := piece.start[0]
	piece.start[0] = 1
	for i := range snapshot.SlotsPerLeaf {
		oldEnd := piece.start[i+1]
		if len(slots) > 0 && slots[0].slot%snapshot.SlotsPerLeaf == i {
			buffer = append(buffer, slots[0].data...)
			slots = slots[1:]
		} else {
			buffer = append(buffer, piece.data[oldStart:oldEnd]...)
		}
		oldStart = oldEnd
		piece.start[i+1] = uint32(len(buffer))
	}
	if !bytes.Equal(buffer, piece.data) {
		buffer = l.tree.HashLeaf(leaf, buffer)
	}
	l.scratch, piece.data = piece.data, buffer
}
