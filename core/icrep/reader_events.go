// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"convertd/core/bincode"
	"convertd/core/order"
)

// minEventBytes is the size of the smallest event: variant, tick, one tag.
const minEventBytes = 16

// HasEvents says whether there is an events section.
func (r *Reader) HasEvents() bool { return len(r.events.index) > 0 }

// Names reads the name table of the events section: what NameIDs stand for.
// Without an events section it is empty.
func (r *Reader) Names() ([]string, error) {
	if !r.HasEvents() {
		return nil, nil
	}
	blocks := blockReader{src: r.src}
	head, plain, err := blocks.read(&r.events, 0)
	if err != nil {
		return nil, err
	}
	if head.count != 0 || head.firstTick != 0 {
		return nil, corrupt(SectionEvents, r.events.base, "the first block is not a name table")
	}
	return decodeNames(plain, r.events.base)
}

// EventIterator walks the analysis events; use it like TickIterator.
type EventIterator struct {
	section *blockSection
	blocks  blockReader
	names   int
	total   uint64
	from    order.Tick
	next    int
	at      int64
	left    int
	first   bool
	head    blockHeader
	reader  bincode.Reader
	decoder EventDecoder
	event   Event
	last    order.Tick
	err     error
	// onBlock sees every block as it is decompressed.
	onBlock func(plain []byte)
}

// Events walks the events from the given tick on.
func (r *Reader) Events(from order.Tick) *EventIterator {
	it := &EventIterator{section: &r.events, blocks: blockReader{src: r.src}, total: r.header.TotalTicks, from: from, next: 1}
	names, err := r.Names()
	it.names, it.err = len(names), err
	if from > 0 {
		// Blocks may begin in the middle of a tick: start in the one before
		// the first that begins at it.
		it.next = max(1, blockBefore(&r.events, uint64(from)-1))
	}
	return it
}

// Next reads the next event; false means the end or an error.
func (it *EventIterator) Next() bool {
	for it.err == nil {
		if it.left == 0 && !it.openBlock() {
			return false
		}
		it.err = it.readEvent()
		if it.err == nil && it.event.EventTick() >= it.from {
			return true
		}
	}
	return false
}

// Event returns the current event, a pointer to one of the event types, valid
// until the next call of Next.
func (it *EventIterator) Event() Event { return it.event }

// Err returns why the walk ended early, or nil.
func (it *EventIterator) Err() error { return it.err }

func (it *EventIterator) openBlock() bool {
	if it.next >= len(it.section.index) {
		return false
	}
	head, plain, err := it.blocks.read(it.section, it.next)
	it.at = it.section.base + int64(it.section.index[it.next].offset)
	switch {
	case err != nil:
		it.err = err
	case head.count == 0 || int64(head.count)*minEventBytes > int64(len(plain)):
		it.err = corrupt(SectionEvents, it.at+16, "%d events in %d bytes", head.count, len(plain))
	}
	if it.err != nil {
		return false
	}
	if it.onBlock != nil {
		it.onBlock(plain)
	}
	it.head, it.left, it.first = head, int(head.count), true
	it.reader.Reset(plain)
	it.next++
	return true
}

func (it *EventIterator) readEvent() error {
	it.event = it.decoder.Decode(&it.reader)
	if it.left--; it.left == 0 {
		it.reader.Finish()
	}
	if err := it.reader.Err(); err != nil {
		return fromBincode(SectionEvents, it.at, true, err)
	}
	tick := it.event.EventTick()
	var unknown bool
	it.event.names(func(id NameID) { unknown = int64(id) >= int64(it.names) })
	switch {
	case it.first && uint64(tick) != it.head.firstTick:
		return corrupt(SectionEvents, it.at, "the first event is of tick %d, the block header says %d", tick, it.head.firstTick)
	case tick < it.last:
		return corrupt(SectionEvents, it.at, "%s of tick %d after tick %d", it.event.EventKind(), tick, it.last)
	case uint64(tick) > it.total:
		return corrupt(SectionEvents, it.at, "%s of tick %d in a game of %d", it.event.EventKind(), tick, it.total)
	case unknown:
		return corrupt(SectionEvents, it.at, "%s of tick %d names a type that the table does not have", it.event.EventKind(), tick)
	}
	it.first, it.last = false, tick
	return nil
}
