// SPDX-License-Identifier: GPL-3.0-or-later

package bincode

import (
	"encoding/binary"
	"fmt"
	"unicode/utf8"
)

// Error is why bytes could not be read, and where.
type Error struct {
	Offset  int    // byte offset in the slice given to NewReader
	Message string // what is wrong
}

func (e *Error) Error() string { return fmt.Sprintf("bincode: byte %d: %s", e.Offset, e.Message) }

// Reader reads values in order. The first failure sticks: later reads return
// zero values, and Err returns it, so that a caller may read a whole structure
// and check once. No read allocates by a length that exceeds the bytes left.
type Reader struct {
	data   []byte
	offset int
	err    *Error
}

// NewReader reads from data, which must not change while it is read.
func NewReader(data []byte) *Reader { return &Reader{data: data} }

// Reset makes the reader start over on other data.
func (r *Reader) Reset(data []byte) { r.data, r.offset, r.err = data, 0, nil }

// Err returns the first failure, or nil.
func (r *Reader) Err() error {
	if r.err == nil {
		return nil
	}
	return r.err
}

// Offset is where the next value begins.
func (r *Reader) Offset() int { return r.offset }

// Remaining is how many bytes are left.
func (r *Reader) Remaining() int { return len(r.data) - r.offset }

// Fail records a failure at the current offset unless one was recorded before.
// Callers use it for values that are well-formed but not allowed.
func (r *Reader) Fail(format string, args ...any) {
	if r.err == nil {
		r.err = &Error{Offset: r.offset, Message: fmt.Sprintf(format, args...)}
	}
}

// Finish records a failure if bytes are left over.
func (r *Reader) Finish() {
	if r.err == nil && r.Remaining() != 0 {
		r.Fail("%d bytes left over", r.Remaining())
	}
}

// Take returns the next n bytes, aliasing the data, or nil.
func (r *Reader) Take(n int) []byte {
	if r.err != nil {
		return nil
	}
	if n < 0 || n > r.Remaining() {
		r.Fail("need %d bytes, have %d", n, r.Remaining())
		return nil
	}
	out := r.data[r.offset : r.offset+n : r.offset+n]
	r.offset += n
	return out
}

// Uint8 reads one byte.
func (r *Reader) Uint8() uint8 {
	if b := r.Take(1); b != nil {
		return b[0]
	}
	return 0
}

// Uint16 reads two bytes.
func (r *Reader) Uint16() uint16 {
	if b := r.Take(2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

// Uint32 reads four bytes.
func (r *Reader) Uint32() uint32 {
	if b := r.Take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

// Uint64 reads eight bytes.
func (r *Reader) Uint64() uint64 {
	if b := r.Take(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// Int32 reads four bytes, two's complement.
func (r *Reader) Int32() int32 { return int32(r.Uint32()) }

// Int64 reads eight bytes, two's complement.
func (r *Reader) Int64() int64 { return int64(r.Uint64()) }

// Bool reads one byte that must be 0 or 1.
func (r *Reader) Bool() bool {
	b := r.Take(1)
	if b == nil {
		return false
	}
	if b[0] > 1 {
		r.offset--
		r.Fail("boolean is %d, not 0 or 1", b[0])
		return false
	}
	return b[0] == 1
}

// Option reads the tag of an Option, which must be 0 or 1.
func (r *Reader) Option() bool { return r.Bool() }

// Variant reads an enum's variant number, which must be below count.
func (r *Reader) Variant(count uint32) uint32 {
	v := r.Uint32()
	if r.err == nil && v >= count {
		r.offset -= 4
		r.Fail("variant %d, only %d are known", v, count)
		return 0
	}
	return v
}

// Length reads a list's element count. elementSize is the least number of
// bytes an element takes (at least 1); a count that the bytes left cannot hold,
// or above limit, is a failure, so that callers may allocate by the result.
func (r *Reader) Length(elementSize, limit int) int {
	v := r.Uint64()
	if r.err != nil {
		return 0
	}
	if v > uint64(limit) {
		r.offset -= 8
		r.Fail("%d elements, the limit is %d", v, limit)
		return 0
	}
	if left := r.Remaining(); v > uint64(left/elementSize) {
		r.offset -= 8
		r.Fail("%d elements of at least %d bytes, have %d bytes", v, elementSize, left)
		return 0
	}
	return int(v)
}

// Bytes reads a byte vector of at most limit bytes, aliasing the data.
func (r *Reader) Bytes(limit int) []byte { return r.Take(r.Length(1, limit)) }

// String reads a string of at most limit bytes; it must be UTF-8.
func (r *Reader) String(limit int) string {
	start := r.offset
	b := r.Bytes(limit)
	if b != nil && !utf8.Valid(b) {
		r.offset = start
		r.Fail("string is not UTF-8")
		return ""
	}
	return string(b)
}
