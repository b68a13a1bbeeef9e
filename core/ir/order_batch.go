// SPDX-License-Identifier: GPL-3.0-or-later

package ir

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// An order batch is a msgpack array [version, kind, row count, strings, rows].
// Rows are one byte string: each row is a mask of the fields that follow, so a
// field that is as in the row before, or at its default, costs nothing. The
// form is normative in docs/ir.md#order-batch; docs/adr holds the measurement
// against columns.
const orderBatchFields = 3

// Bits of a row's mask, in the order the fields follow. The first eight are
// relative to the row before (all zero before the first row); the others are
// absent at their default.
const (
	rowFrame    = 1 << iota // zigzag difference
	rowOffset               // zigzag difference
	rowKind                 // u8
	rowName                 // string number
	rowClient               // zigzag
	rowPlayer               // zigzag
	rowSubjects             // count, then zigzag differences
	rowTick                 // zigzag difference
	rowTarget               // target
	rowPresent              // u8
	rowNativeID             // uvarint
	rowItem                 // string number
	rowCount                // zigzag
	rowData                 // uvarint
	rowItemID               // uvarint
	rowText                 // string number
	rowEntities             // count, then zigzag differences
	rowTarget2              // target
	rowRaw                  // length, bytes
	rowMaskEnd              // first bit that no field uses
)

// OrderBatchWriter collects orders into one batch. The zero value is ready.
// It keeps its memory from batch to batch.
type OrderBatchWriter struct {
	rows    []byte
	count   int
	strings stringTable
	last    rowState
	out     *wireWriter // reused by Flush
}

// rowState is what the next row is relative to.
type rowState struct {
	frame, tick, offset uint64
	player, client      int32
	nativeID, name      uint32
	kind                Kind
	present             Presence
}

// Len is the number of orders collected.
func (w *OrderBatchWriter) Len() int { return w.count }

// Add copies an order into the batch. full reports that the batch should be
// taken with Flush before the next Add; the order itself was added.
// ErrTooLarge: the order cannot be represented; nothing was added.
func (w *OrderBatchWriter) Add(o *Order) (full bool, err error) {
	size := orderSize(o)
	if size > MaxOrderBytes {
		return w.full(), ErrTooLarge
	}
	last := &w.last
	name := last.name
	if name == 0 || w.strings.strings[name-1] != o.NativeName {
		name = w.strings.number(o.NativeName)
	}
	item, text := uint32(0), uint32(0)
	if o.Item != "" {
		item = w.strings.number(o.Item)
	}
	if o.Text != "" {
		text = w.strings.number(o.Text)
	}
	mask := w.mask(o, name, item, text)
	// The row is written where it may take its largest size, so that no field
	// has to look whether there is room.
	at := len(w.rows)
	w.rows = slices.Grow(w.rows, size+wordBytes)
	b := w.rows[:cap(w.rows)]
	at = putUvarint(b, at, uint64(mask))
	if mask&rowFrame != 0 {
		at = putUvarint(b, at, zigzag(int64(o.Frame-last.frame)))
	}
	if mask&rowOffset != 0 {
		at = putUvarint(b, at, zigzag(int64(o.Offset-last.offset)))
	}
	if mask&rowKind != 0 {
		b[at] = byte(o.Kind)
		at++
	}
	if mask&rowName != 0 {
		at = putUvarint(b, at, uint64(name))
	}
	if mask&rowClient != 0 {
		at = putUvarint(b, at, zigzag(int64(o.Client)))
	}
	if mask&rowPlayer != 0 {
		at = putUvarint(b, at, zigzag(int64(o.Player)))
	}
	if mask&rowSubjects != 0 {
		at = putIDs(b, at, o.Subjects)
	}
	if mask&rowTick != 0 {
		at = putUvarint(b, at, zigzag(int64(o.Tick-last.tick)))
	}
	if mask&rowTarget != 0 {
		at = putTarget(b, at, &o.Target)
	}
	if mask >= rowPresent {
		at = putRareFields(b, at, o, mask, item, text)
	}
	w.rows = b[:at]
	// Field by field: copying a whole struct right after its fields were written
	// makes the processor wait, which took a fifth of this function.
	last.frame, last.tick, last.offset = o.Frame, o.Tick, o.Offset
	last.player, last.client = o.Player, o.Client
	last.nativeID, last.name, last.kind, last.present = o.NativeID, name, o.Kind, o.Present
	w.count++
	return w.full(), nil
}

// orderFieldBytes is more than all fields of an order take that are not lists or
// texts.
const orderFieldBytes = 128

// orderSize bounds what the order adds to a batch.
func orderSize(o *Order) int {
	return orderFieldBytes + len(o.Raw) + len(o.Text) + len(o.Item) + len(o.NativeName) + 5*(len(o.Subjects)+len(o.Entities))
}

func (w *OrderBatchWriter) full() bool {
	return w.count >= MaxBatchRows ||
		len(w.strings.strings) >= MaxStrings-3 ||
		len(w.rows)+w.strings.size+MaxOrderBytes > MaxBatchBytes-1024
}

// mask says which fields of the order a row holds.
func (w *OrderBatchWriter) mask(o *Order, name, item, text uint32) uint32 {
	last := &w.last
	mask := bit(o.Frame != last.frame, rowFrame) | bit(o.Offset != last.offset, rowOffset) |
		bit(o.Kind != last.kind, rowKind) | bit(name != last.name, rowName) |
		bit(o.Client != last.client, rowClient) | bit(o.Player != last.player, rowPlayer) |
		bit(len(o.Subjects) != 0, rowSubjects) | bit(o.Tick != last.tick, rowTick) |
		bit(o.Target.Kind != TargetNone, rowTarget) | bit(o.Present != last.present, rowPresent)
	return mask | bit(o.NativeID != last.nativeID, rowNativeID) | bit(item != 0, rowItem) |
		bit(o.Count != 0, rowCount) | bit(o.Data != 0, rowData) | bit(o.ItemID != 0, rowItemID) |
		bit(text != 0, rowText) | bit(len(o.Entities) != 0, rowEntities) |
		bit(o.Target2.Kind != TargetNone, rowTarget2) | bit(len(o.Raw) != 0, rowRaw)
}

func bit(set bool, value uint32) uint32 {
	if set {
		return value
	}
	return 0
}

// putRareFields writes the fields behind the target.
func putRareFields(b []byte, at int, o *Order, mask, item, text uint32) int {
	if mask&rowPresent != 0 {
		b[at] = byte(o.Present)
		at++
	}
	if mask&rowNativeID != 0 {
		at = putUvarint(b, at, uint64(o.NativeID))
	}
	if mask&rowItem != 0 {
		at = putUvarint(b, at, uint64(item))
	}
	if mask&rowCount != 0 {
		at = putUvarint(b, at, zigzag(int64(o.Count)))
	}
	if mask&rowData != 0 {
		at = putUvarint(b, at, uint64(o.Data))
	}
	if mask&rowItemID != 0 {
		at = putUvarint(b, at, uint64(o.ItemID))
	}
	if mask&rowText != 0 {
		at = putUvarint(b, at, uint64(text))
	}
	if mask&rowEntities != 0 {
		at = putIDs(b, at, o.Entities)
	}
	if mask&rowTarget2 != 0 {
		at = putTarget(b, at, &o.Target2)
	}
	if mask&rowRaw != 0 {
		at = putUvarint(b, at, uint64(len(o.Raw)))
		at += copy(b[at:], o.Raw)
	}
	return at
}

// Flush appends the batch to dst and empties the writer.
func (w *OrderBatchWriter) Flush(dst []byte) []byte {
	if w.out == nil {
		w.out = newWireWriter()
	}
	out := w.out
	out.buffer.Reset()
	out.open(wireOrders, orderBatchFields)
	out.uint(uint64(w.count))
	out.array(len(w.strings.strings))
	for _, s := range w.strings.strings {
		out.string(s)
	}
	out.bytesLength(len(w.rows))
	dst = append(append(dst, out.buffer.Bytes()...), w.rows...)
	w.Discard()
	return dst
}

// Discard empties the writer without a batch.
func (w *OrderBatchWriter) Discard() {
	w.rows = w.rows[:0]
	w.count = 0
	w.strings.next()
	w.last = rowState{}
}

func putIDs(b []byte, at int, ids []uint32) int {
	at = putUvarint(b, at, uint64(len(ids)))
	last := uint32(0)
	for _, id := range ids {
		at = putUvarint(b, at, zigzag(int64(int32(id-last))))
		last = id
	}
	return at
}

func putTarget(b []byte, at int, t *Target) int {
	b[at] = byte(t.Kind)
	at++
	switch t.Kind {
	case TargetPosition:
		at = putPlace(b, at, t)
	case TargetCell:
		at = putPlace(b, at, t)
		b[at] = t.Sub
		at++
	case TargetEntity:
		at = putUvarint(b, at, uint64(t.ID))
		at = putUvarint(b, at, zigzag(int64(t.Generation)))
	case TargetFrozen:
		at = putUvarint(b, at, uint64(t.ID))
		at = putUvarint(b, at, uint64(t.Owner))
	case TargetNone, TargetInvalid, targetKinds:
	}
	return at
}

// putPlace writes small coordinates as varints and bit patterns of floats,
// which are always large, as they are: a byte says which.
func putPlace(b []byte, at int, t *Target) int {
	if bits.Len32(uint32(t.X>>31^t.X)|uint32(t.Y>>31^t.Y)|uint32(t.Z>>31^t.Z)) > 20 {
		place := b[at : at+1+placeBytes]
		place[0] = 1
		binary.LittleEndian.PutUint32(place[1:], uint32(t.X))
		binary.LittleEndian.PutUint32(place[5:], uint32(t.Y))
		binary.LittleEndian.PutUint32(place[9:], uint32(t.Z))
		return at + len(place)
	}
	b[at] = 0
	at = putUvarint(b, at+1, zigzag(int64(t.X)))
	at = putUvarint(b, at, zigzag(int64(t.Y)))
	return putUvarint(b, at, zigzag(int64(t.Z)))
}

// placeBytes is how many bytes coordinates take that are written as they are.
const placeBytes = 3 * 4
