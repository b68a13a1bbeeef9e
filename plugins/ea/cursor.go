// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"convertd/core/ir"
)

// maxHeaderText bounds every text of a header, in bytes. Real ones stay below
// 2 KiB; the games themselves stop at 500 units
// (docs/formats/ea.md#chunk-header).
const maxHeaderText = 16 << 10

// cursor reads a header front to back. After the first failure every read
// returns zero and err keeps why: callers read on and look at err once.
type cursor struct {
	data    []byte
	pos     int
	section string
	err     *ir.DecodeError
}

func (c *cursor) fail(code ir.Code, format string, args ...any) {
	if c.err == nil {
		c.err = &ir.DecodeError{
			Code: code, Section: c.section, Offset: uint64(max(c.pos, 0)), Message: fmt.Sprintf(format, args...),
		}
	}
}

// take returns the next n bytes, or nil if they are not there.
func (c *cursor) take(n int) []byte {
	if c.err != nil {
		return nil
	}
	if n < 0 || n > len(c.data)-c.pos {
		c.fail(ir.CodeTruncated, "%d bytes needed, %d left", n, len(c.data)-c.pos)
		return nil
	}
	part := c.data[c.pos : c.pos+n : c.pos+n]
	c.pos += n
	return part
}

func (c *cursor) u8() uint8 {
	if b := c.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (c *cursor) u16() uint16 {
	if b := c.take(2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

func (c *cursor) u32() uint32 {
	if b := c.take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

// i32 reads a signed number: the bits of u32, reinterpreted.
func (c *cursor) i32() int32 { return int32(c.u32()) }

// magic consumes want or fails as not recognised.
func (c *cursor) magic(want string) {
	if c.err == nil && !bytes.HasPrefix(c.data[c.pos:], []byte(want)) {
		c.fail(ir.CodeNotRecognised, "magic %q expected", want)
		return
	}
	c.take(len(want))
}

// wideText reads UTF-16LE units up to a zero unit.
func (c *cursor) wideText() string {
	if c.err != nil {
		return ""
	}
	for end := c.pos; end+2 <= len(c.data); end += 2 {
		if end-c.pos > maxHeaderText {
			c.fail(ir.CodeLimitExceeded, "text longer than %d bytes", maxHeaderText)
			return ""
		}
		if c.data[end] == 0 && c.data[end+1] == 0 {
			text := decodeUTF16(c.data[c.pos:end])
			c.pos = end + 2
			return text
		}
	}
	c.fail(ir.CodeTruncated, "text without end")
	return ""
}

// wideCounted reads a u32 number of UTF-16LE units and the units.
func (c *cursor) wideCounted() string {
	units := c.u32()
	if units > maxHeaderText/2 {
		c.fail(ir.CodeLimitExceeded, "text of %d units, limit %d", units, maxHeaderText/2)
		return ""
	}
	return decodeUTF16(c.take(int(units) * 2))
}

// counted reads a u32 number of bytes and the bytes.
func (c *cursor) counted() []byte {
	size := c.u32()
	if size > maxHeaderText {
		c.fail(ir.CodeLimitExceeded, "text of %d bytes, limit %d", size, maxHeaderText)
		return nil
	}
	return c.take(int(size))
}

// zeroEnded reads bytes up to a zero byte.
func (c *cursor) zeroEnded() []byte {
	if c.err != nil {
		return nil
	}
	window := c.data[c.pos:]
	if len(window) > maxHeaderText+1 {
		window = window[:maxHeaderText+1]
	}
	end := bytes.IndexByte(window, 0)
	switch {
	case end >= 0:
		text := window[:end:end]
		c.pos += end + 1
		return text
	case len(window) > maxHeaderText:
		c.fail(ir.CodeLimitExceeded, "text longer than %d bytes", maxHeaderText)
	default:
		c.fail(ir.CodeTruncated, "text without end")
	}
	return nil
}

// localTime reads the eight words of a Windows SYSTEMTIME and returns them as
// ISO 8601 without zone: the file does not say which zone.
func (c *cursor) localTime() string {
	var w [8]uint16 // year, month, day of week, day, hour, minute, second, millisecond
	for i := range w {
		w[i] = c.u16()
	}
	return fmt.Sprintf("%04d-%02d-%02dT%02d:%02d:%02d.%03d", w[0], w[1], w[3], w[4], w[5], w[6], w[7])
}
