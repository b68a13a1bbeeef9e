// SPDX-License-Identifier: GPL-3.0-or-later

package murkfile

import (
	"encoding/binary"
	"fmt"
	"unicode/utf8"

	"convertd/core/ir"
)

// Sections named by the errors of this package.
const (
	SectionHeader  = "header"
	SectionFrame   = "frame"
	SectionCommand = "command"
)

// unexpectedEnd is what the real reader says for every cut except one inside
// a frame's tick.
const unexpectedEnd = "failed to fill whole buffer"

// Header is what stands before the first frame (Murk specification, "Header
// Layout").
type Header struct {
	Toolchain    string
	TargetTriple string
	MurkVersion  string
	CompileFlags string

	Seed       uint64
	ConfigHash uint64
	FieldCount uint32 // fields that the frame hashes cover
	CellCount  uint64
	// SpaceDescriptor is opaque; no known caller of the engine fills it. It
	// points into the file.
	SpaceDescriptor []byte
}

// ParseHeader reads the header at the start of data and returns it with the
// offset of the first frame. Its errors are *ir.DecodeError: not recognised
// for another magic, unsupported version with the version found, truncated,
// or malformed.
func ParseHeader(data []byte) (Header, int, error) {
	cursor := headerCursor{data: data}
	cursor.magic()
	cursor.version()
	header := Header{
		Toolchain:    cursor.text("toolchain"),
		TargetTriple: cursor.text("target_triple"),
		MurkVersion:  cursor.text("murk_version"),
		CompileFlags: cursor.text("compile_flags"),
	}
	header.Seed = cursor.uint64()
	header.ConfigHash = cursor.uint64()
	header.FieldCount = cursor.uint32()
	header.CellCount = cursor.uint64()
	header.SpaceDescriptor = cursor.blob("space_descriptor")
	if cursor.err != nil {
		return Header{}, 0, cursor.err
	}
	return header, cursor.at, nil
}

// headerCursor reads fields one after another; after its first error every
// read returns zero.
type headerCursor struct {
	data []byte
	at   int
	err  error
}

func (c *headerCursor) fail(code ir.Code, at int, format string, arguments ...any) {
	if c.err == nil {
		c.err = fault(code, SectionHeader, at, format, arguments...)
	}
}

// take returns the next n bytes, or nil after noting the truncation.
func (c *headerCursor) take(n int) []byte {
	if c.err != nil {
		return nil
	}
	if n > len(c.data)-c.at {
		c.fail(ir.CodeTruncated, c.at, unexpectedEnd)
		return nil
	}
	taken := c.data[c.at : c.at+n]
	c.at += n
	return taken
}

func (c *headerCursor) magic() {
	if magic := c.take(len(Magic)); c.err == nil && string(magic) != Magic {
		c.fail(ir.CodeNotRecognised, 0, "invalid magic bytes (expected %q)", Magic)
	}
}

func (c *headerCursor) version() {
	if version := c.take(1); c.err == nil && version[0] != Version {
		c.fail(ir.CodeUnsupportedVersion, len(Magic), "unsupported format version %d", version[0])
	}
}

func (c *headerCursor) uint32() uint32 {
	if field := c.take(4); field != nil {
		return binary.LittleEndian.Uint32(field)
	}
	return 0
}

func (c *headerCursor) uint64() uint64 {
	if field := c.take(8); field != nil {
		return binary.LittleEndian.Uint64(field)
	}
	return 0
}

func (c *headerCursor) text(name string) string {
	at := c.at
	length := c.uint32()
	if length > MaxStringBytes {
		c.fail(ir.CodeMalformed, at, "string length %d exceeds limit %d", length, MaxStringBytes)
	}
	content := c.take(int(length))
	if c.err == nil && !utf8.Valid(content) {
		c.fail(ir.CodeMalformed, at, "%s is not valid UTF-8", name)
	}
	return string(content)
}

func (c *headerCursor) blob(name string) []byte {
	at := c.at
	length := c.uint32()
	if length > MaxBlobBytes {
		c.fail(ir.CodeMalformed, at, "%s length %d exceeds limit %d", name, length, MaxBlobBytes)
	}
	return c.take(int(length))
}

func fault(code ir.Code, section string, at int, format string, arguments ...any) *ir.DecodeError {
	message := format
	if len(arguments) > 0 {
		message = fmt.Sprintf(format, arguments...)
	}
	return &ir.DecodeError{Code: code, Section: section, Offset: uint64(at), Message: message}
}
