package ir

import (
	"encoding/binary"
	"math/bits"
	"strings"
)

// An order batch is a msgpack array [version, kind, row count, strings, rows].
// Rows are one byte string: each row is a mask of the fields that follow, so a
// field that is as in the row before, or at its default, costs nothing. The
// form is normative in docs/ir.md "Order batch"; docs/adr holds the
// measurement against columns.
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
	strings []string
	numbers map[string]uint32
	// recent answers for strings met a moment ago: looking names up in the map
	// took an eighth of writing a batch.
	recent [recentStrings]recentString
	size   int // bytes of the strings
	last   rowState
	out    *wireWriter // reused by Flush
}

const recentStrings = 32

type recentString struct {
	text   string
	number uint32
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
	if orderSize(o) > MaxOrderBytes {
		return w.full(), ErrTooLarge
	}
	if w.numbers == nil {
		w.numbers = make(map[string]uint32)
	}
	name, item, text := w.number(o.NativeName), w.number(o.Item), w.number(o.Text)
	mask := w.mask(o, name, item, text)
	b := appendUvarint(w.rows, uint64(mask))
	last := &w.last
	if mask&rowFrame != 0 {
		b = appendUvarint(b, zigzag(int64(o.Frame-last.frame)))
	}
	if mask&rowOffset != 0 {
		b = appendUvarint(b, zigzag(int64(o.Offset-last.offset)))
	}
	if mask&rowKind != 0 {
		b = append(b, byte(o.Kind))
	}
	if mask&rowName != 0 {
		b = appendUvarint(b, uint64(name))
	}
	if mask&rowClient != 0 {
		b = appendUvarint(b, zigzag(int64(o.Client)))
	}
	if mask&rowPlayer != 0 {
		b = appendUvarint(b, zigzag(int64(o.Player)))
	}
	if mask&rowSubjects != 0 {
		b = appendIDs(b, o.Subjects)
	}
	if mask&rowTick != 0 {
		b = appendUvarint(b, zigzag(int64(o.Tick-last.tick)))
	}
	if mask&rowTarget != 0 {
		b = appendTarget(b, &o.Target)
	}
	w.rows = appendRareFields(b, o, mask, item, text)
	w.last = rowState{
		frame: o.Frame, tick: o.Tick, offset: o.Offset, player: o.Player, client: o.Client,
		nativeID: o.NativeID, name: name, kind: o.Kind, present: o.Present,
	}
	w.count++
	return w.full(), nil
}

// orderSize bounds what the order adds to a batch.
func orderSize(o *Order) int {
	return 128 + len(o.Raw) + len(o.Text) + len(o.Item) + len(o.NativeName) + 5*(len(o.Subjects)+len(o.Entities))
}

func (w *OrderBatchWriter) full() bool {
	return w.count >= MaxBatchRows ||
		len(w.strings) >= MaxStrings-3 ||
		len(w.rows)+w.size+MaxOrderBytes > MaxBatchBytes-1024
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

func appendRareFields(b []byte, o *Order, mask, item, text uint32) []byte {
	if mask < rowPresent {
		return b
	}
	if mask&rowPresent != 0 {
		b = append(b, byte(o.Present))
	}
	if mask&rowNativeID != 0 {
		b = appendUvarint(b, uint64(o.NativeID))
	}
	if mask&rowItem != 0 {
		b = appendUvarint(b, uint64(item))
	}
	if mask&rowCount != 0 {
		b = appendUvarint(b, zigzag(int64(o.Count)))
	}
	if mask&rowData != 0 {
		b = appendUvarint(b, uint64(o.Data))
	}
	if mask&rowItemID != 0 {
		b = appendUvarint(b, uint64(o.ItemID))
	}
	if mask&rowText != 0 {
		b = appendUvarint(b, uint64(text))
	}
	if mask&rowEntities != 0 {
		b = appendIDs(b, o.Entities)
	}
	if mask&rowTarget2 != 0 {
		b = appendTarget(b, &o.Target2)
	}
	if mask&rowRaw != 0 {
		b = append(appendUvarint(b, uint64(len(o.Raw))), o.Raw...)
	}
	return b
}

// number returns the string's place in the table plus one; 0 is "". The string
// is copied: a decoder may reuse the memory behind it.
func (w *OrderBatchWriter) number(s string) uint32 {
	if s == "" {
		return 0
	}
	recent := &w.recent[(len(s)*7+int(s[0])+int(s[len(s)-1]))%recentStrings]
	if recent.text == s {
		return recent.number
	}
	n, ok := w.numbers[s]
	if ok {
		*recent = recentString{w.strings[n-1], n}
		return n
	}
	kept := strings.Clone(s)
	w.strings = append(w.strings, kept)
	n = uint32(len(w.strings))
	w.numbers[kept] = n
	*recent = recentString{kept, n}
	w.size += len(kept) + 5
	return n
}

// Flush appends the batch to dst and empties the writer.
func (w *OrderBatchWriter) Flush(dst []byte) []byte {
	if w.out == nil {
		w.out = newWireWriter()
	}
	out := w.out
	out.buffer.Reset()
	out.buffer.Grow(len(w.rows) + w.size + 64)
	out.open(wireOrders, orderBatchFields)
	out.uint(uint64(w.count))
	out.array(len(w.strings))
	for _, s := range w.strings {
		out.string(s)
	}
	out.bytes(w.rows)
	w.rows = w.rows[:0]
	w.count, w.size = 0, 0
	w.strings = w.strings[:0]
	clear(w.numbers)
	w.recent = [recentStrings]recentString{}
	w.last = rowState{}
	return append(dst, out.buffer.Bytes()...)
}

func zigzag(v int64) uint64 { return uint64(v)<<1 ^ uint64(v>>63) }

func unzigzag(v uint64) int64 { return int64(v>>1) ^ -int64(v&1) }

// appendUvarint writes 7 bits a byte, low first. Most values are one byte.
func appendUvarint(b []byte, v uint64) []byte {
	if v < 0x80 {
		return append(b, byte(v))
	}
	return binary.AppendUvarint(b, v)
}

func appendIDs(b []byte, ids []uint32) []byte {
	b = appendUvarint(b, uint64(len(ids)))
	last := uint32(0)
	for _, id := range ids {
		b = appendUvarint(b, zigzag(int64(int32(id-last))))
		last = id
	}
	return b
}

func appendTarget(b []byte, t *Target) []byte {
	b = append(b, byte(t.Kind))
	switch t.Kind {
	case TargetPosition:
		b = appendPlace(b, t)
	case TargetCell:
		b = append(appendPlace(b, t), t.Sub)
	case TargetEntity:
		b = appendUvarint(b, uint64(t.ID))
		b = appendUvarint(b, zigzag(int64(t.Generation)))
	case TargetFrozen:
		b = appendUvarint(b, uint64(t.ID))
		b = appendUvarint(b, uint64(t.Owner))
	case TargetNone, TargetInvalid, targetKinds:
	}
	return b
}

// appendPlace writes small coordinates as varints and bit patterns of floats,
// which are always large, as they are: a byte says which.
func appendPlace(b []byte, t *Target) []byte {
	if bits.Len32(uint32(t.X>>31^t.X)|uint32(t.Y>>31^t.Y)|uint32(t.Z>>31^t.Z)) > 20 {
		b = append(b, 1)
		b = binary.LittleEndian.AppendUint32(b, uint32(t.X))
		b = binary.LittleEndian.AppendUint32(b, uint32(t.Y))
		return binary.LittleEndian.AppendUint32(b, uint32(t.Z))
	}
	b = append(b, 0)
	b = appendUvarint(b, zigzag(int64(t.X)))
	b = appendUvarint(b, zigzag(int64(t.Y)))
	return appendUvarint(b, zigzag(int64(t.Z)))
}
