package ir

import "encoding/binary"

// OrderBatchReader hands out the orders of one batch after the other. The zero
// value is ready. It allocates for a batch's new strings, never for an order.
type OrderBatchReader struct {
	wire    *wireReader
	strings []string
	kept    map[string]string
	rows    []byte
	at      int
	left    int
	count   int
	last    rowState
	err     error
}

// Reset starts reading a batch. data must not change until the batch is read.
// A WireError says why the batch is not valid.
func (r *OrderBatchReader) Reset(data []byte) error {
	if r.wire == nil {
		r.wire = newWireReader("orders", data)
		r.kept = make(map[string]string)
	} else {
		r.wire.reset(data)
	}
	w := r.wire
	w.open(wireOrders, orderBatchFields)
	count := w.uintBelow(MaxBatchRows + 1)
	r.strings = r.strings[:0]
	for range w.list(MaxStrings) {
		r.strings = append(r.strings, r.keep(w.bytes()))
		if w.err != nil {
			break
		}
	}
	r.rows = w.bytes()
	w.close()
	if w.err == nil && count > uint64(len(r.rows)) {
		w.fail("%d rows in %d bytes", count, len(r.rows))
	}
	r.err = w.err
	r.at, r.count, r.left, r.last = 0, int(count), int(count), rowState{}
	if r.err != nil {
		r.left, r.rows = 0, nil
	}
	return r.err
}

// keep returns the string without allocating it again if it was seen before.
func (r *OrderBatchReader) keep(b []byte) string {
	if s, ok := r.kept[string(b)]; ok {
		return s
	}
	s := string(b)
	if len(r.kept) < MaxKeptStrings && len(s) <= 64 {
		r.kept[s] = s
	}
	return s
}

// Len is the number of orders in the batch.
func (r *OrderBatchReader) Len() int { return r.count }

// Err returns why Next ended early, or nil.
func (r *OrderBatchReader) Err() error { return r.err }

// Next fills o with the next order and reports whether there was one. Slices
// of o are reused for the next order or alias the batch; strings stay valid.
// After the last order, or at damage, it returns false and Err says which.
func (r *OrderBatchReader) Next(o *Order) bool {
	if r.left == 0 {
		if r.err == nil && r.at != len(r.rows) {
			r.fail("%d bytes after the last row", len(r.rows)-r.at)
		}
		return false
	}
	r.left--
	// The fields that almost every row has are read with a position of our own:
	// it stays in a register, which made reading a third faster.
	rows, last := r.rows, &r.last
	mask, at := uvarintAt(rows, r.at)
	if mask >= rowMaskEnd {
		r.fail("unknown fields %#x", mask)
		return false
	}
	var v uint64
	if mask&rowFrame != 0 {
		v, at = uvarintAt(rows, at)
		last.frame += uint64(unzigzag(v))
	}
	if mask&rowOffset != 0 {
		v, at = uvarintAt(rows, at)
		last.offset += uint64(unzigzag(v))
	}
	if mask&rowKind != 0 {
		if v, at = byteAt(rows, at); v >= uint64(kindCount) {
			at = rowBroken
			v = 0
		}
		last.kind = Kind(v)
	}
	if mask&rowName != 0 {
		if v, at = uvarintAt(rows, at); v > uint64(len(r.strings)) {
			at = rowBroken
			v = 0
		}
		last.name = uint32(v)
	}
	if mask&rowClient != 0 {
		v, at = uvarintAt(rows, at)
		last.client = int32(unzigzag(v))
	}
	if mask&rowPlayer != 0 {
		v, at = uvarintAt(rows, at)
		last.player = int32(unzigzag(v))
	}
	if at < 0 {
		r.fail("a row is cut or holds a number that is too large")
		return false
	}
	r.at = at
	o.Subjects = o.Subjects[:0]
	if mask&rowSubjects != 0 {
		o.Subjects = r.ids(o.Subjects)
	}
	if mask&rowTick != 0 {
		last.tick += uint64(unzigzag(r.uvarint()))
	}
	o.Target = Target{}
	if mask&rowTarget != 0 {
		o.Target = r.target()
	}
	r.rareFields(o, mask)
	o.Frame, o.Tick, o.Offset = last.frame, last.tick, last.offset
	o.Player, o.Client = last.player, last.client
	o.Kind, o.Present, o.NativeID = last.kind, last.present, last.nativeID
	o.NativeName = r.text(last.name)
	return r.err == nil
}

// rowBroken is the position behind a value that is cut or out of range. It
// sticks: reading from it gives it again.
const rowBroken = -1

// uvarintAt reads a number and returns the position behind it.
func uvarintAt(rows []byte, at int) (v uint64, next int) {
	if uint(at) < uint(len(rows)) && rows[at] < 0x80 {
		return uint64(rows[at]), at + 1
	}
	return longUvarintAt(rows, at)
}

func longUvarintAt(rows []byte, at int) (v uint64, next int) {
	if at < 0 || at >= len(rows) {
		return 0, rowBroken
	}
	v, n := binary.Uvarint(rows[at:])
	if n <= 0 {
		return 0, rowBroken
	}
	return v, at + n
}

func byteAt(rows []byte, at int) (v uint64, next int) {
	if uint(at) < uint(len(rows)) {
		return uint64(rows[at]), at + 1
	}
	return 0, rowBroken
}

func (r *OrderBatchReader) rareFields(o *Order, mask uint64) {
	o.Item, o.Text, o.Count, o.Data, o.ItemID = "", "", 0, 0, 0
	o.Entities = o.Entities[:0]
	o.Target2 = Target{}
	o.Raw = nil
	if mask < rowPresent {
		return
	}
	if mask&rowPresent != 0 {
		r.last.present = Presence(r.byteBelow(byte(presenceEnd)))
	}
	if mask&rowNativeID != 0 {
		r.last.nativeID = r.uint32()
	}
	if mask&rowItem != 0 {
		o.Item = r.text(r.stringNumber())
	}
	if mask&rowCount != 0 {
		o.Count = int32(unzigzag(r.uvarint()))
	}
	if mask&rowData != 0 {
		o.Data = r.uint32()
	}
	if mask&rowItemID != 0 {
		o.ItemID = r.uint32()
	}
	if mask&rowText != 0 {
		o.Text = r.text(r.stringNumber())
	}
	if mask&rowEntities != 0 {
		o.Entities = r.ids(o.Entities)
	}
	if mask&rowTarget2 != 0 {
		o.Target2 = r.target()
	}
	if mask&rowRaw != 0 {
		n := r.uvarint()
		if n > uint64(len(r.rows)-r.at) {
			r.fail("%d raw bytes announced, %d left", n, len(r.rows)-r.at)
			return
		}
		o.Raw = r.rows[r.at : r.at+int(n) : r.at+int(n)]
		r.at += int(n)
	}
}

func (r *OrderBatchReader) fail(format string, args ...any) {
	if r.err == nil {
		r.wire.fail(format, args...)
		r.err = r.wire.err
	}
	r.left = 0
}

func (r *OrderBatchReader) uvarint() uint64 {
	v, at := uvarintAt(r.rows, r.at)
	if at < 0 {
		r.fail("a row is cut at byte %d", r.at)
		return 0
	}
	r.at = at
	return v
}

func (r *OrderBatchReader) uint32() uint32 {
	v := r.uvarint()
	if v > 0xFFFFFFFF {
		r.fail("%d does not fit 32 bits", v)
	}
	return uint32(v)
}

func (r *OrderBatchReader) byte() byte {
	if r.at >= len(r.rows) {
		r.fail("row ends at byte %d", r.at)
		return 0
	}
	b := r.rows[r.at]
	r.at++
	return b
}

func (r *OrderBatchReader) byteBelow(limit byte) byte {
	b := r.byte()
	if b >= limit {
		r.fail("%d where less than %d is expected", b, limit)
		return 0
	}
	return b
}

func (r *OrderBatchReader) stringNumber() uint32 {
	n := r.uvarint()
	if n > uint64(len(r.strings)) {
		r.fail("string %d of %d", n, len(r.strings))
		return 0
	}
	return uint32(n)
}

func (r *OrderBatchReader) text(number uint32) string {
	if number == 0 {
		return ""
	}
	return r.strings[number-1]
}

func (r *OrderBatchReader) ids(dst []uint32) []uint32 {
	n := r.uvarint()
	if n > uint64(len(r.rows)-r.at) {
		r.fail("%d ids announced, %d bytes left", n, len(r.rows)-r.at)
		return dst
	}
	last := uint32(0)
	for range n {
		last += uint32(unzigzag(r.uvarint()))
		dst = append(dst, last)
	}
	return dst
}

func (r *OrderBatchReader) target() Target {
	t := Target{Kind: TargetKind(r.byteBelow(byte(targetKinds)))}
	switch t.Kind {
	case TargetPosition:
		r.place(&t)
	case TargetCell:
		r.place(&t)
		t.Sub = r.byte()
	case TargetEntity:
		t.ID = r.uint32()
		t.Generation = int32(unzigzag(r.uvarint()))
	case TargetFrozen:
		t.ID = r.uint32()
		t.Owner = r.uint32()
	case TargetNone, TargetInvalid, targetKinds:
	}
	return t
}

func (r *OrderBatchReader) place(t *Target) {
	if r.byteBelow(2) == 0 {
		t.X = int32(unzigzag(r.uvarint()))
		t.Y = int32(unzigzag(r.uvarint()))
		t.Z = int32(unzigzag(r.uvarint()))
		return
	}
	if len(r.rows)-r.at < 12 {
		r.fail("row ends inside a position at byte %d", r.at)
		return
	}
	b := r.rows[r.at:]
	t.X = int32(binary.LittleEndian.Uint32(b))
	t.Y = int32(binary.LittleEndian.Uint32(b[4:]))
	t.Z = int32(binary.LittleEndian.Uint32(b[8:]))
	r.at += 12
}
