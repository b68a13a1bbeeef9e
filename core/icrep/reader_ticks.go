// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"sort"

	"convertd/core/bincode"
	"convertd/core/order"
)

// TickIterator walks the order stream. Use it as
//
//	ticks := replay.Ticks(0)
//	for ticks.Next() {
//		frame := ticks.Frame()
//	}
//	if err := ticks.Err(); err != nil { ... }
//
// It holds one block and allocates nothing per tick once its buffers have
// grown, except for the text of chat orders.
type TickIterator struct {
	section  *blockSection
	blocks   blockReader
	strict   bool // every tick must have a frame
	total    uint64
	from     order.Tick
	next     int // block to read
	head     blockHeader
	at       int64 // of the current block in the file
	left     int   // frames left in it
	reader   bincode.Reader
	frame    TickFrame
	expected order.Tick
	frames   uint64
	err      error
	// onBlock sees every block as it is decompressed.
	onBlock func(plain []byte)
}

// Ticks walks the frames from the given tick on.
func (r *Reader) Ticks(from order.Tick) *TickIterator {
	it := &TickIterator{
		section: &r.orders, blocks: blockReader{src: r.src},
		strict: r.header.Flags&FlagIncomplete == 0, total: r.header.TotalTicks, from: from,
	}
	it.next = max(0, blockBefore(&r.orders, uint64(from)))
	if it.next < len(r.orders.index) {
		it.expected = order.Tick(r.orders.index[it.next].firstTick)
	}
	if it.next == 0 {
		it.expected = 0
	}
	return it
}

// blockBefore returns the last block that begins at or before a tick, or -1.
func blockBefore(s *blockSection, tick uint64) int {
	return sort.Search(len(s.index), func(i int) bool { return s.index[i].firstTick > tick }) - 1
}

// Next reads the next frame; false means the end or an error.
func (it *TickIterator) Next() bool {
	for it.err == nil {
		if it.left == 0 && !it.openBlock() {
			return false
		}
		it.err = it.readFrame()
		if it.err == nil && it.frame.Tick >= it.from {
			return true
		}
	}
	return false
}

// Frame returns the current frame. It and everything in it is valid until the
// next call of Next.
func (it *TickIterator) Frame() *TickFrame { return &it.frame }

// Err returns why the walk ended early, or nil.
func (it *TickIterator) Err() error { return it.err }

// openBlock reads the next block; false means the end or an error.
func (it *TickIterator) openBlock() bool {
	if it.next == len(it.section.index) {
		it.err = it.checkEnd()
		return false
	}
	head, plain, err := it.blocks.read(it.section, it.next)
	it.at = it.section.base + int64(it.section.index[it.next].offset)
	switch {
	case err != nil:
		it.err = err
	case head.count == 0 || int(head.count) > BlockTicks || int64(head.count)*emptyFrameBytes > int64(len(plain)):
		it.err = corrupt(SectionOrders, it.at+16, "%d frames in %d bytes", head.count, len(plain))
	}
	if it.err != nil {
		return false
	}
	if it.onBlock != nil {
		it.onBlock(plain)
	}
	it.head, it.left = head, int(head.count)
	it.reader.Reset(plain)
	it.next++
	return true
}

func (it *TickIterator) readFrame() error {
	first := it.left == int(it.head.count)
	it.frame.ReadFrom(&it.reader)
	if it.left--; it.left == 0 {
		it.reader.Finish()
	}
	if err := it.reader.Err(); err != nil {
		return fromBincode(SectionOrders, it.at, true, err)
	}
	tick := uint64(it.frame.Tick)
	switch {
	case first && tick != it.head.firstTick:
		return corrupt(SectionOrders, it.at, "the first frame is of tick %d, the block header says %d", tick, it.head.firstTick)
	case tick/BlockTicks != it.head.firstTick/BlockTicks:
		return corrupt(SectionOrders, it.at, "tick %d in the block of tick %d", tick, it.head.firstTick)
	case it.frame.Tick < it.expected:
		return corrupt(SectionOrders, it.at, "tick %d where %d was due", tick, it.expected)
	case it.frame.Tick > it.expected && it.strict:
		return corrupt(SectionOrders, it.at, "no frame of tick %d in a file that is not INCOMPLETE", it.expected)
	case tick >= it.total:
		return corrupt(SectionOrders, it.at, "tick %d of %d", tick, it.total)
	}
	it.expected = it.frame.Tick + 1
	it.frames++
	return nil
}

func (it *TickIterator) checkEnd() error {
	if it.strict && uint64(it.expected) != it.total {
		return corrupt(SectionOrders, it.section.end, "the frames end before tick %d of %d in a file that is not INCOMPLETE", it.expected, it.total)
	}
	return nil
}
