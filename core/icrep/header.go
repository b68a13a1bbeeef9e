// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"encoding/binary"
	"slices"

	"convertd/core/order"
)

// HeaderBytes is the size of the header (docs/icrep.md#header).
const HeaderBytes = 108

// Version is the format version that this package writes and reads: bincode
// frames, Ed25519 signatures.
const Version = 1

// CompressionLZ4 is the only compression algorithm of version 1.
const CompressionLZ4 = 0x01

// Magic opens every file.
const Magic = "ICRP"

// Flags of the header.
type Flags uint8

// Flag bits; the others must be clear in version 1.
const (
	FlagSigned     Flags = 1 << 0
	FlagHasEvents  Flags = 1 << 1
	FlagHasVoice   Flags = 1 << 3
	FlagIncomplete Flags = 1 << 4

	flagsKnown = FlagSigned | FlagHasEvents | FlagHasVoice | FlagIncomplete
)

// Span is a section's place in the file.
type Span struct{ Offset, Length uint32 }

func (s Span) end() int64 { return int64(s.Offset) + int64(s.Length) }

// Header is the fixed part of the file.
type Header struct {
	Flags          Flags
	Metadata       Span
	Orders         Span
	Keyframes      Span
	Events         Span
	Signature      Span
	Voice          Span
	Embedded       Span
	TotalTicks     uint64
	FinalStateHash order.StateHash
	LostFrames     uint32
}

// Append appends the 108 bytes of the header.
func (h *Header) Append(dst []byte) []byte {
	dst = append(dst, Magic...)
	dst = binary.LittleEndian.AppendUint16(dst, Version)
	dst = append(dst, CompressionLZ4, byte(h.Flags))
	for _, s := range []Span{h.Metadata, h.Orders, h.Keyframes, h.Events, h.Signature} {
		dst = appendSpan(dst, s)
	}
	dst = binary.LittleEndian.AppendUint64(dst, h.TotalTicks)
	dst = append(dst, h.FinalStateHash[:]...)
	dst = appendSpan(dst, h.Voice)
	dst = appendSpan(dst, h.Embedded)
	return binary.LittleEndian.AppendUint32(dst, h.LostFrames)
}

func appendSpan(dst []byte, s Span) []byte {
	return binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(dst, s.Offset), s.Length)
}

// ParseHeader reads a header and checks it against the size of its file:
// known version, compression and flags, presence rules, and sections that
// tile the file exactly, in any order, without overlap, gap or remainder.
func ParseHeader(data []byte, size int64) (Header, error) {
	h, err := decodeHeader(data)
	if err != nil {
		return h, err
	}
	return h, h.check(size)
}

// decodeHeader reads the fields and judges only those that need no file size.
func decodeHeader(data []byte) (Header, error) {
	var h Header
	if len(data) >= 4 && string(data[:4]) == JournalMagic {
		return h, failure(ErrNotReplay, SectionJournal, 0, "this is the journal of a recording that was never finished: repair makes a replay of it")
	}
	if len(data) < 4 || string(data[:4]) != Magic {
		return h, failure(ErrNotReplay, SectionHeader, 0, "the magic is not %q", Magic)
	}
	if len(data) < HeaderBytes {
		return h, failure(ErrTruncated, SectionHeader, int64(len(data)), "%d of %d header bytes", len(data), HeaderBytes)
	}
	if v := binary.LittleEndian.Uint16(data[4:]); v != Version {
		return h, failure(ErrUnsupported, SectionHeader, 4, "version %d, only %d is known", v, Version)
	}
	if data[6] != CompressionLZ4 {
		return h, failure(ErrUnsupported, SectionHeader, 6, "compression algorithm %#02x, only %#02x (LZ4) is known", data[6], CompressionLZ4)
	}
	h.Flags = Flags(data[7])
	if unknown := h.Flags &^ flagsKnown; unknown != 0 {
		return h, corrupt(SectionHeader, 7, "flags %#02x are not assigned in version 1", uint8(unknown))
	}
	span := func(at int) Span {
		return Span{binary.LittleEndian.Uint32(data[at:]), binary.LittleEndian.Uint32(data[at+4:])}
	}
	h.Metadata, h.Orders, h.Keyframes, h.Events, h.Signature = span(8), span(16), span(24), span(32), span(40)
	h.TotalTicks = binary.LittleEndian.Uint64(data[48:])
	copy(h.FinalStateHash[:], data[56:88])
	h.Voice, h.Embedded = span(88), span(96)
	h.LostFrames = binary.LittleEndian.Uint32(data[104:])
	return h, nil
}

// SectionSpan is a section and its place.
type SectionSpan struct {
	Section Section
	Span    Span
	// Field is the header offset of the section's offset field.
	Field int64
}

// sections lists the header slots of all seven sections, in the order of the format.
func (h *Header) sections() []SectionSpan {
	return []SectionSpan{
		{SectionMetadata, h.Metadata, 8},
		{SectionOrders, h.Orders, 16},
		{SectionKeyframes, h.Keyframes, 24},
		{SectionEvents, h.Events, 32},
		{SectionVoice, h.Voice, 88},
		{SectionSignature, h.Signature, 40},
		{SectionEmbedded, h.Embedded, 96},
	}
}

// Sections lists the sections that are present, in the order of the format.
func (h *Header) Sections() []SectionSpan {
	return slices.DeleteFunc(h.sections(), func(s SectionSpan) bool { return s.Span.Offset == 0 })
}

func (h *Header) check(size int64) error {
	if size > MaxFileBytes {
		return failure(ErrLimit, SectionFile, -1, "%d bytes, the format allows %d", size, int64(MaxFileBytes))
	}
	if h.TotalTicks > MaxTicks {
		return failure(ErrLimit, SectionHeader, 48, "%d ticks, the limit is %d", h.TotalTicks, MaxTicks)
	}
	if err := h.checkPresence(); err != nil {
		return err
	}
	present := h.Sections()
	for _, s := range present {
		if int64(s.Span.Offset) < HeaderBytes {
			return corrupt(SectionHeader, s.Field, "the %s section begins at %d, inside the header", s.Section, s.Span.Offset)
		}
		if s.Span.end() > size {
			return failure(ErrTruncated, SectionHeader, s.Field, "the %s section ends at %d, the file at %d", s.Section, s.Span.end(), size)
		}
	}
	return checkTiling(present, size)
}

// checkPresence holds flags, offsets and counters to each other.
func (h *Header) checkPresence() error {
	flags := map[Section]Flags{SectionEvents: FlagHasEvents, SectionVoice: FlagHasVoice, SectionSignature: FlagSigned}
	for _, s := range h.sections() {
		flag, optional := flags[s.Section]
		switch {
		case optional && (h.Flags&flag != 0) != (s.Span.Offset != 0):
			return corrupt(SectionHeader, s.Field, "the flag of the %s section and its offset disagree", s.Section)
		case !optional && s.Section != SectionEmbedded && s.Span.Offset == 0:
			return corrupt(SectionHeader, s.Field, "the %s section is missing", s.Section)
		case s.Span.Offset == 0 && s.Span.Length != 0:
			return corrupt(SectionHeader, s.Field+4, "the %s section has a length but no offset", s.Section)
		case s.Span.Offset != 0 && s.Span.Length == 0:
			return corrupt(SectionHeader, s.Field+4, "the %s section is empty", s.Section)
		}
	}
	unknownEnd := h.FinalStateHash == order.StateHash{}
	if incomplete := h.LostFrames > 0 || unknownEnd; incomplete != (h.Flags&FlagIncomplete != 0) {
		return corrupt(SectionHeader, 7, "INCOMPLETE must be set exactly if frames were lost or the final state hash is unknown")
	}
	if uint64(h.LostFrames) > h.TotalTicks {
		return corrupt(SectionHeader, 104, "%d lost frames of %d ticks", h.LostFrames, h.TotalTicks)
	}
	return nil
}

func checkTiling(present []SectionSpan, size int64) error {
	slices.SortFunc(present, func(a, b SectionSpan) int { return int(int64(a.Span.Offset) - int64(b.Span.Offset)) })
	end, before := int64(HeaderBytes), SectionHeader
	for _, s := range present {
		switch at := int64(s.Span.Offset); {
		case at < end:
			return corrupt(SectionHeader, s.Field, "the %s section overlaps the %s section", s.Section, before)
		case at > end:
			return corrupt(SectionHeader, s.Field, "%d bytes between the %s and %s sections belong to none", at-end, before, s.Section)
		}
		end, before = s.Span.end(), s.Section
	}
	if end != size {
		return corrupt(SectionFile, end, "%d bytes after the last section", size-end)
	}
	return nil
}
