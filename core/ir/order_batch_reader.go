// SPDX-License-Identifier: GPL-3.0-or-later

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
	s := validText(string(b))
	if len(r.kept) < MaxKeptStrings && len(s) <= 64 {
		r.kept[string(b)] = s
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
	// All fields are read with a position of our own, which stays in a register
	// and sticks at rowBroken: one check at the end finds every damage. Numbers
	// of one byte, which most are, are read without a call.
	rows, last, at := r.rows, &r.last, r.at
	mask, short := shortAt(rows, at)
	if at++; !short {
		mask, at = uvarintAt(rows, at-1)
	}
	if mask&rowFrame != 0 {
		v, short := shortAt(rows, at)
		if at++; !short {
			v, at = uvarintAt(rows, at-1)
		}
		last.frame += uint64(unzigzag(v))
	}
	if mask&rowOffset != 0 {
		v, short := shortAt(rows, at)
		if at++; !short {
			v, at = uvarintAt(rows, at-1)
		}
		last.offset += uint64(unzigzag(v))
	}
	if mask&rowKind != 0 {
		var kind byte
		kind, at = byteAt(rows, at, int(kindCount))
		last.kind = Kind(kind)
	}
	if mask&rowName != 0 {
		last.name, at = r.stringAt(rows, at)
	}
	if mask&rowClient != 0 {
		v, short := shortAt(rows, at)
		if at++; !short {
			v, at = uvarintAt(rows, at-1)
		}
		last.client = int32(unzigzag(v))
	}
	if mask&rowPlayer != 0 {
		v, short := shortAt(rows, at)
		if at++; !short {
			v, at = uvarintAt(rows, at-1)
		}
		last.player = int32(unzigzag(v))
	}
	o.Subjects = o.Subjects[:0]
	if mask&rowSubjects != 0 {
		o.Subjects, at = idsAt(o.Subjects, rows, at)
	}
	if mask&rowTick != 0 {
		v, short := shortAt(rows, at)
		if at++; !short {
			v, at = uvarintAt(rows, at-1)
		}
		next := last.tick + uint64(unzigzag(v))
		if next < last.tick && at != rowBroken {
			r.fail("row %d goes back from tick %d to %d", r.count-r.left, last.tick, next)
			return false
		}
		last.tick = next
	}
	o.Target = Target{}
	if mask&rowTarget != 0 {
		at = targetAt(&o.Target, rows, at)
	}
	o.Item, o.Text, o.Count, o.Data, o.ItemID = "", "", 0, 0, 0
	o.Entities = o.Entities[:0]
	o.Target2 = Target{}
	o.Raw = nil
	if mask >= rowPresent {
		at = r.rareFields(o, mask, at)
	}
	if at == rowBroken || mask >= rowMaskEnd {
		r.fail("row %d is cut or holds a value that is out of range", r.count-r.left)
		return false
	}
	r.at = at
	o.Frame, o.Tick, o.Offset = last.frame, last.tick, last.offset
	o.Player, o.Client = last.player, last.client
	o.Kind, o.Present, o.NativeID = last.kind, last.present, last.nativeID
	o.NativeName = r.text(last.name)
	return true
}

// rareFields reads the fields behind the target and returns the position behind
// them.
func (r *OrderBatchReader) rareFields(o *Order, mask uint64, at int) int {
	rows, last := r.rows, &r.last
	if mask&rowPresent != 0 {
		var present byte
		present, at = byteAt(rows, at, int(presenceEnd))
		last.present = Presence(present)
	}
	if mask&rowNativeID != 0 {
		last.nativeID, at = uint32At(rows, at)
	}
	if mask&rowItem != 0 {
		var number uint32
		number, at = r.stringAt(rows, at)
		o.Item = r.text(number)
	}
	if mask&rowCount != 0 {
		var count int64
		count, at = signedAt(rows, at)
		o.Count = int32(count)
	}
	if mask&rowData != 0 {
		o.Data, at = uint32At(rows, at)
	}
	if mask&rowItemID != 0 {
		o.ItemID, at = uint32At(rows, at)
	}
	if mask&rowText != 0 {
		var number uint32
		number, at = r.stringAt(rows, at)
		o.Text = r.text(number)
	}
	if mask&rowEntities != 0 {
		o.Entities, at = idsAt(o.Entities, rows, at)
	}
	if mask&rowTarget2 != 0 {
		at = targetAt(&o.Target2, rows, at)
	}
	if mask&rowRaw != 0 {
		o.Raw, at = rawAt(rows, at)
	}
	return at
}

func (r *OrderBatchReader) fail(format string, args ...any) {
	if r.err == nil {
		r.wire.fail(format, args...)
		r.err = r.wire.err
	}
	r.left = 0
}

// stringAt reads the number of a string.
func (r *OrderBatchReader) stringAt(rows []byte, at int) (number uint32, next int) {
	long, next := uvarintAt(rows, at)
	if long > uint64(len(r.strings)) {
		return 0, rowBroken
	}
	return uint32(long), next
}

func (r *OrderBatchReader) text(number uint32) string {
	if number == 0 {
		return ""
	}
	return r.strings[number-1]
}

// idsAt appends a list of ids. Each takes a byte at least, so their count is
// bounded by the bytes that remain.
func idsAt(dst []uint32, rows []byte, at int) (ids []uint32, next int) {
	n, at := uvarintAt(rows, at)
	if at > len(rows) || n > uint64(len(rows)-at) {
		return dst, rowBroken
	}
	last := uint32(0)
	for range n {
		var difference int64
		difference, at = signedAt(rows, at)
		if at == rowBroken {
			break
		}
		last += uint32(difference)
		dst = append(dst, last)
	}
	return dst, at
}

// rawAt reads bytes, which alias the rows.
func rawAt(rows []byte, at int) (raw []byte, next int) {
	n, at := uvarintAt(rows, at)
	if at > len(rows) || n > uint64(len(rows)-at) {
		return nil, rowBroken
	}
	end := at + int(n)
	return rows[at:end:end], end
}

// targetAt reads a target and returns the position behind it.
func targetAt(t *Target, rows []byte, at int) int {
	kind, at := byteAt(rows, at, int(targetKinds))
	t.Kind = TargetKind(kind)
	switch t.Kind {
	case TargetPosition:
		at = placeAt(t, rows, at)
	case TargetCell:
		at = placeAt(t, rows, at)
		t.Sub, at = byteAt(rows, at, 1<<8)
	case TargetEntity:
		var generation int64
		t.ID, at = uint32At(rows, at)
		generation, at = signedAt(rows, at)
		t.Generation = int32(generation)
	case TargetFrozen:
		t.ID, at = uint32At(rows, at)
		t.Owner, at = uint32At(rows, at)
	case TargetNone, TargetInvalid, targetKinds:
	}
	return at
}

// placeAt reads the coordinates of a target: small ones as varints, others as
// they are.
func placeAt(t *Target, rows []byte, at int) int {
	plain, at := byteAt(rows, at, 2)
	if plain == 0 {
		var x, y, z int64
		x, at = signedAt(rows, at)
		y, at = signedAt(rows, at)
		z, at = signedAt(rows, at)
		t.X, t.Y, t.Z = int32(x), int32(y), int32(z)
		return at
	}
	if at+placeBytes > len(rows) {
		return rowBroken
	}
	place := rows[at : at+placeBytes]
	t.X = int32(binary.LittleEndian.Uint32(place))
	t.Y = int32(binary.LittleEndian.Uint32(place[4:]))
	t.Z = int32(binary.LittleEndian.Uint32(place[8:]))
	return at + placeBytes
}
