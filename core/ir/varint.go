// SPDX-License-Identifier: GPL-3.0-or-later

package ir

import (
	"encoding/binary"
	"math/bits"
)

// Numbers in rows: seven bits a byte, lowest first, the top bit set on all but
// the last byte (docs/ir.md#order-batch). Most are one byte; ids and the bits
// of floats take five. Those are read and written eight bytes at a time: a loop
// over bytes took a third of reading the batches of EA replays.

const (
	// wordBytes is how many bytes one step of reading or writing touches.
	wordBytes = 8
	// moreBits has the top bit of each byte set: "another byte follows".
	moreBits = 0x8080808080808080
)

// rowBroken is the position behind a value that is cut or out of range. It lies
// behind every batch, so it sticks: reading from it gives it again.
const rowBroken = 1 << 30

// shortAt reads a number that takes one byte, if it is one.
func shortAt(rows []byte, at int) (v uint64, short bool) {
	if at >= len(rows) {
		return 0, false
	}
	return uint64(rows[at]), rows[at] < 0x80
}

// uvarintAt reads a number and returns the position behind it.
func uvarintAt(rows []byte, at int) (v uint64, next int) {
	if at+wordBytes > len(rows) {
		return lastUvarintAt(rows, at)
	}
	word := binary.LittleEndian.Uint64(rows[at : at+wordBytes])
	switch {
	case word&0x80 == 0:
		return word & 0x7f, at + 1
	case word&0x8000 == 0:
		return word&0x7f | word>>1&0x3f80, at + 2
	case word&0x800000 == 0:
		return word&0x7f | word>>1&0x3f80 | word>>2&0x1fc000, at + 3
	}
	ends := ^word & moreBits
	if ends == 0 {
		return lastUvarintAt(rows, at)
	}
	word &= ends ^ (ends - 1) // nothing above the last byte
	word = word&0x007f007f007f007f | word&0x7f007f007f007f00>>1
	word = word&0x00003fff00003fff | word&0x3fff00003fff0000>>2
	word = word&0x000000000fffffff | word&0x0fffffff00000000>>4
	return word, at + bits.TrailingZeros64(ends)/8 + 1
}

// lastUvarintAt reads a number near the end of the rows, or one that is longer
// than eight bytes.
func lastUvarintAt(rows []byte, at int) (v uint64, next int) {
	if at >= len(rows) {
		return 0, rowBroken
	}
	v, n := binary.Uvarint(rows[at:])
	if n <= 0 {
		return 0, rowBroken
	}
	return v, at + n
}

// signedAt reads a number that was written with zigzag.
func signedAt(rows []byte, at int) (v int64, next int) {
	u, next := uvarintAt(rows, at)
	return unzigzag(u), next
}

// uint32At reads a number of at most 32 bits.
func uint32At(rows []byte, at int) (v uint32, next int) {
	long, next := uvarintAt(rows, at)
	if long > 0xFFFFFFFF {
		return 0, rowBroken
	}
	return uint32(long), next
}

// byteAt reads one byte that must be less than limit.
func byteAt(rows []byte, at, limit int) (v byte, next int) {
	if at >= len(rows) || int(rows[at]) >= limit {
		return 0, rowBroken
	}
	return rows[at], at + 1
}

// putUvarint writes a number at a position and returns the one behind it. There
// must be room for wordBytes more than the number takes.
func putUvarint(rows []byte, at int, v uint64) int {
	if v < 0x80 {
		rows[at] = byte(v)
		return at + 1
	}
	return putLongUvarint(rows, at, v)
}

func putLongUvarint(rows []byte, at int, v uint64) int {
	b := rows[at : at+wordBytes]
	switch {
	case v < 1<<14:
		binary.LittleEndian.PutUint16(b, uint16(v&0x7f|0x80|v<<1&0x7f00))
		return at + 2
	case v < 1<<21:
		binary.LittleEndian.PutUint32(b, uint32(v&0x7f|v<<1&0x7f00|v<<2&0x7f0000|0x8080))
		return at + 3
	case v < 1<<28:
		binary.LittleEndian.PutUint32(b, uint32(v&0x7f|v<<1&0x7f00|v<<2&0x7f0000|v<<3&0x7f000000|0x808080))
		return at + 4
	case v < 1<<35:
		binary.LittleEndian.PutUint64(b, v&0x7f|v<<1&0x7f00|v<<2&0x7f0000|v<<3&0x7f000000|v<<4&0x7f00000000|0x80808080)
		return at + 5
	default:
		return at + binary.PutUvarint(rows[at:], v)
	}
}

func zigzag(v int64) uint64 { return uint64(v)<<1 ^ uint64(v>>63) }

func unzigzag(v uint64) int64 { return int64(v>>1) ^ -int64(v&1) }
