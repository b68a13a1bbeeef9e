// SPDX-License-Identifier: GPL-3.0-or-later

package mutate

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strconv"
)

// maxGrowth bounds how much longer than its source a spoilt input may be.
const maxGrowth = 4096

// Bytes returns a copy of data with one to four changes. other is a second input of
// the same kind, to splice with; it may be nil.
func Bytes(r *Random, data, other []byte) []byte {
	out := slices.Clone(data)
	for range 1 + r.Below(4) {
		out = change(r, out, other)
	}
	return out
}

// change makes one change.
func change(r *Random, b, other []byte) []byte {
	if len(b) == 0 {
		return append(b, byte(r.Uint64()))
	}
	at := place(r, len(b))
	switch r.Below(12) {
	case 0, 1:
		b[at] ^= 1 << r.Below(8)
	case 2:
		b[at] = byte(r.Number())
	case 3, 4:
		setNumber(r, b, at)
	case 5:
		return b[:at]
	case 6: // a part is lost
		return slices.Delete(b, at, min(len(b), at+1+r.Below(64)))
	case 7: // a part comes twice
		part := slices.Clone(b[at:min(len(b), at+1+r.Below(256))])
		return slices.Insert(b, at, part...)
	case 8: // a part stands elsewhere
		part := slices.Clone(b[at:min(len(b), at+1+r.Below(256))])
		b = slices.Delete(b, at, at+len(part))
		return slices.Insert(b, r.Below(len(b)+1), part...)
	case 9: // the end of another
		if len(other) > 0 {
			from := r.Below(len(other))
			return append(b[:at:at], other[from:min(len(other), from+len(b)-at+maxGrowth)]...)
		}
		return append(b, b[at:min(len(b), at+maxGrowth)]...)
	case 10:
		return digits(r, b, at)
	case 11: // a row of the same
		value := byte(r.Number())
		for i := at; i < min(len(b), at+1+r.Below(32)); i++ {
			b[i] = value
		}
	}
	return b
}

// place is where to change: the beginning, where formats have their structure, as
// often as all of the rest.
func place(r *Random, size int) int {
	if r.Once(2) {
		return r.Below(min(size, 512))
	}
	return r.Below(size)
}

// setNumber puts a number at an edge of its width, in either order of bytes.
func setNumber(r *Random, b []byte, at int) {
	var room [8]byte
	width := 2 << r.Below(3)
	if r.Once(2) {
		binary.LittleEndian.PutUint64(room[:], r.Number())
		copy(b[at:], room[:width])
		return
	}
	binary.BigEndian.PutUint64(room[:], r.Number())
	copy(b[at:], room[8-width:])
}

// digits replaces the decimal number that stands at, or behind, a place.
func digits(r *Random, b []byte, at int) []byte {
	first := bytes.IndexAny(b[at:], "0123456789")
	if first < 0 {
		return b
	}
	first += at
	end := first
	for end < len(b) && b[end] >= '0' && b[end] <= '9' {
		end++
	}
	number := strconv.AppendInt(nil, int64(r.Number()), 10)
	if r.Once(2) {
		number = strconv.AppendUint(nil, r.Number(), 10)
	}
	return slices.Replace(b, first, end, number...)
}
