// SPDX-License-Identifier: GPL-3.0-or-later

package icsave

import (
	"encoding/binary"
	"errors"
	"fmt"

	"convertd/core/order"
)

// Sizes and limits (docs/icsave.md).
const (
	HeaderBytes = 68
	Version     = 1
	Magic       = "ICSV"

	compressionLZ4 = 0x01

	// MaxMetadataBytes bounds the metadata.
	MaxMetadataBytes = 1 << 20
	// MaxStateBytes bounds the payload, decompressed.
	MaxStateBytes = 64 << 20
	// MaxPayloadBytes bounds the payload as it lies in the file. LZ4 makes data
	// that does not compress larger by less than one part in 250.
	MaxPayloadBytes = MaxStateBytes + MaxStateBytes/250
	// MaxThumbnailBytes bounds the picture.
	MaxThumbnailBytes = 1 << 20
)

// Classes of failure. Test with errors.Is.
var (
	// ErrNotSave: the bytes are not an `.icsave`. Try another format.
	ErrNotSave = errors.New("not an .icsave file")
	// ErrUnsupported: a version or compression that this program does not know.
	ErrUnsupported = errors.New("unsupported version")
	// ErrTruncated: the file ends too early. Use another save.
	ErrTruncated = errors.New("truncated")
	// ErrCorrupt: bytes contradict the format or a hash. Use another save.
	ErrCorrupt = errors.New("corrupt")
	// ErrLimit: the file exceeds a limit; treat it as hostile.
	ErrLimit = errors.New("limit exceeded")
	// ErrConfigMismatch: the state belongs to another game or map. Nothing was
	// changed; load the right map.
	ErrConfigMismatch = errors.New("the save belongs to another game")
	// ErrExists: the file exists and overwriting was not asked for.
	ErrExists = errors.New("file exists")
)

// Error says what is wrong and where.
type Error struct {
	Class   error
	Part    string // "header", "metadata", "payload", "state", "thumbnail", "file"
	Offset  int64  // byte offset in the file; -1 if there is none
	Message string
}

func (e *Error) Error() string {
	if e.Offset < 0 {
		return fmt.Sprintf("icsave: %s: %s: %v", e.Part, e.Message, e.Class)
	}
	return fmt.Sprintf("icsave: %s, byte %d: %s: %v", e.Part, e.Offset, e.Message, e.Class)
}

// Unwrap returns the class.
func (e *Error) Unwrap() error { return e.Class }

func failure(class error, part string, offset int64, format string, args ...any) *Error {
	return &Error{Class: class, Part: part, Offset: offset, Message: fmt.Sprintf(format, args...)}
}

// flagThumbnail says that a PNG follows the payload. The other bits must be
// clear in version 1.
const flagThumbnail = 1 << 0

// Header is the fixed part of the file.
type Header struct {
	Flags                          uint8
	MetadataOffset, MetadataLength uint32
	PayloadOffset, PayloadLength   uint32
	UncompressedLength             uint32
	StateHash                      order.SyncHash
	PayloadHash                    [32]byte
}

// Append appends the 68 bytes of the header.
func (h *Header) Append(dst []byte) []byte {
	dst = append(dst, Magic...)
	dst = binary.LittleEndian.AppendUint16(dst, Version)
	dst = append(dst, compressionLZ4, h.Flags)
	for _, v := range []uint32{h.MetadataOffset, h.MetadataLength, h.PayloadOffset, h.PayloadLength, h.UncompressedLength} {
		dst = binary.LittleEndian.AppendUint32(dst, v)
	}
	dst = binary.LittleEndian.AppendUint64(dst, uint64(h.StateHash))
	return append(dst, h.PayloadHash[:]...)
}

// ParseHeader reads a header and checks it against the size of its file.
func ParseHeader(data []byte, size int64) (Header, error) {
	var h Header
	switch {
	case len(data) < 4 || string(data[:4]) != Magic:
		return h, failure(ErrNotSave, "header", 0, "the magic is not %q", Magic)
	case len(data) < HeaderBytes:
		return h, failure(ErrTruncated, "header", int64(len(data)), "%d of %d header bytes", len(data), HeaderBytes)
	case binary.LittleEndian.Uint16(data[4:]) != Version:
		return h, failure(ErrUnsupported, "header", 4, "version %d, only %d is known", binary.LittleEndian.Uint16(data[4:]), Version)
	case data[6] != compressionLZ4:
		return h, failure(ErrUnsupported, "header", 6, "compression algorithm %#02x, only %#02x (LZ4) is known", data[6], compressionLZ4)
	case data[7]&^flagThumbnail != 0:
		return h, failure(ErrCorrupt, "header", 7, "flags %#02x are not assigned in version 1", data[7]&^flagThumbnail)
	}
	h.Flags = data[7]
	fields := []*uint32{&h.MetadataOffset, &h.MetadataLength, &h.PayloadOffset, &h.PayloadLength, &h.UncompressedLength}
	for i, field := range fields {
		*field = binary.LittleEndian.Uint32(data[8+4*i:])
	}
	h.StateHash = order.SyncHash(binary.LittleEndian.Uint64(data[28:]))
	copy(h.PayloadHash[:], data[36:])
	return h, h.check(size)
}

func (h *Header) check(size int64) error {
	metadataEnd := int64(h.MetadataOffset) + int64(h.MetadataLength)
	switch {
	case h.MetadataLength > MaxMetadataBytes:
		return failure(ErrLimit, "header", 12, "%d bytes of metadata, the limit is %d", h.MetadataLength, MaxMetadataBytes)
	case h.UncompressedLength > MaxStateBytes:
		return failure(ErrLimit, "header", 24, "a state of %d bytes, the limit is %d", h.UncompressedLength, MaxStateBytes)
	case h.PayloadLength > MaxPayloadBytes:
		return failure(ErrLimit, "header", 20, "%d bytes of payload, the limit is %d", h.PayloadLength, MaxPayloadBytes)
	case h.MetadataOffset != HeaderBytes || h.MetadataLength == 0:
		return failure(ErrCorrupt, "header", 8, "the metadata must follow the header, it is at %d", h.MetadataOffset)
	case int64(h.PayloadOffset) != metadataEnd || h.PayloadLength == 0:
		return failure(ErrCorrupt, "header", 16, "the payload must follow the metadata at %d, it is at %d", metadataEnd, h.PayloadOffset)
	}
	rest := size - h.end()
	switch thumbnail := h.Flags&flagThumbnail != 0; {
	case rest < 0:
		return failure(ErrTruncated, "header", 20, "the payload ends at %d, the file at %d", h.end(), size)
	case thumbnail == (rest == 0):
		return failure(ErrCorrupt, "header", 7, "%d bytes behind the payload, thumbnail flag %t", rest, thumbnail)
	case rest > MaxThumbnailBytes:
		return failure(ErrLimit, "thumbnail", h.end(), "%d bytes, the limit is %d", rest, MaxThumbnailBytes)
	}
	return nil
}

// end is the file offset behind the payload.
func (h *Header) end() int64 { return int64(h.PayloadOffset) + int64(h.PayloadLength) }
