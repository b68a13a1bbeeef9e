// SPDX-License-Identifier: GPL-3.0-or-later

package remastered

import (
	"encoding/binary"
	"fmt"

	"convertd/core/ir"
)

func le16(b []byte) uint16 { return binary.LittleEndian.Uint16(b) }
func le32(b []byte) uint32 { return binary.LittleEndian.Uint32(b) }

// cursor reads a header front to back. After the first failure every read
// returns zero and err keeps why: callers read on and look at err once.
//
// Beside failures it keeps the first doubt: a value that no build writes. It
// speaks against the layout; a strict cursor stops there.
type cursor struct {
	data   []byte
	at     int
	strict bool
	err    *ir.DecodeError
	doubt  string
}

// sectionHeader names the header in errors.
const sectionHeader = "header"

func (c *cursor) fail(code ir.Code, offset int, format string, args ...any) {
	if c.err == nil {
		c.err = &ir.DecodeError{Code: code, Section: sectionHeader, Offset: uint64(offset), Message: fmt.Sprintf(format, args...)}
	}
}

// take returns the next n bytes, or nil if they are not there. The offset of
// a truncation is the end of the file: there the next byte is missing.
func (c *cursor) take(n int) []byte {
	if c.err != nil || c.strict && c.doubt != "" {
		return nil
	}
	if n > len(c.data)-c.at {
		c.fail(ir.CodeTruncated, len(c.data), "the file ends %d bytes into a field of %d", len(c.data)-c.at, n)
		return nil
	}
	part := c.data[c.at : c.at+n : c.at+n]
	c.at += n
	return part
}

// number reads a signed little-endian integer of 1, 2 or 4 bytes that builds
// write between low and high.
func (c *cursor) number(name string, width int, low, high int64) int64 {
	b := c.take(width)
	if b == nil {
		return 0
	}
	var value int64
	switch width {
	case 1:
		value = int64(int8(b[0]))
	case 2:
		value = int64(int16(le16(b)))
	default:
		value = int64(int32(le32(b)))
	}
	if value < low || value > high {
		c.question("%s is %d", name, value)
	}
	return value
}

func (c *cursor) question(format string, args ...any) {
	if c.doubt == "" && c.err == nil {
		c.doubt = fmt.Sprintf(format, args...)
	}
}

// text reads a field of n bytes that holds a NUL-terminated text and after it
// stale bytes, which are left alone. The file does not name its code page:
// characters beyond ASCII are taken as Latin 1.
func (c *cursor) text(name string, n int) string {
	b := c.take(n)
	for i, character := range b {
		if character == 0 {
			return latin1(b[:i])
		}
		if character < ' ' || character == 0x7F {
			c.question("%s is not text", name)
			return latin1(b[:i])
		}
	}
	if b != nil {
		c.question("%s does not end", name)
	}
	return latin1(b)
}

func latin1(b []byte) string {
	runes := make([]rune, len(b))
	for i, character := range b {
		runes[i] = rune(character)
	}
	return string(runes)
}
