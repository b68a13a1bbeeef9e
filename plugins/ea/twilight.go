// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import (
	"encoding/binary"

	"convertd/core/ir"
)

// Chunks of Tiberian Twilight (published description;
// docs/formats/ea.md#twilight): timecode, type, size, payload; the end is a
// chunk of its own.
const (
	twilightChunkHeader = 8
	twilightCommands    = 1
	twilightCamera      = 2
	twilightEndTime     = 0xFFFFFFFF
	twilightEndType     = 0xFFFF
)

// twilight reads the body of Tiberian Twilight. Nothing here was checked with
// a real file: commands are taken for the words and runs of the other games
// where a whole chunk fits that reading, and kept raw where it does not.
func (b *body) twilight(data []byte) (consumed int, err error) {
	at := b.replay.bodyStart
	for {
		left := len(data) - at
		if left < twilightChunkHeader {
			return at, truncatedChunk(at, twilightChunkHeader, left)
		}
		timecode := le32(data[at:])
		kind := binary.LittleEndian.Uint16(data[at+4:])
		size := int(binary.LittleEndian.Uint16(data[at+6:]))
		if size > left-twilightChunkHeader {
			return at, truncatedChunk(at, size, left-twilightChunkHeader)
		}
		c := chunk{offset: at, at: at + twilightChunkHeader, timecode: timecode}
		c.payload = data[c.at : c.at+size]
		at = c.at + size
		if timecode == twilightEndTime && kind == twilightEndType {
			b.ended = true
			return at, nil
		}
		if damage := b.frame(timecode, c.offset, data[at:]); damage != nil {
			return c.offset, damage
		}
		switch kind {
		case twilightCommands:
			if err := b.twilightChunk(&c); err != nil {
				return c.offset, err
			}
		case twilightCamera:
			b.notes.skip("camera-undocumented", "camera chunks are not documented", c.offset, size)
		default:
			b.notes.skip("unknown-channel", "chunks of a type without a known meaning", c.offset, size)
		}
	}
}

// twilightChunk reads a command chunk: two bytes, a count, commands.
func (b *body) twilightChunk(c *chunk) error {
	const head = 6
	if len(c.payload) < head || !b.fits(c.payload[head:], le32(c.payload[2:])) {
		b.notes.add("raw-commands", "command chunks that do not fit the assumed layout are kept raw", c.offset)
		b.commands++
		b.rawChunks++
		if b.native {
			return b.nativeChunk(c.timecode, c.payload)
		}
		b.order = ir.Order{
			Frame: uint64(c.timecode), Tick: uint64(c.timecode), Offset: uint64(c.offset),
			Player: ir.NoPlayer, Client: -1, NativeName: rawChunkName, Raw: c.payload,
		}
		if holdsAddress(c.payload) {
			b.order.Raw = nil
			b.private++
		}
		return b.stop(b.sink.Order(&b.order))
	}
	at := head
	for range le32(c.payload[2:]) {
		next, err := b.wordCommand(c, c.payload, at)
		if err != nil {
			return err
		}
		at = next
	}
	return nil
}

// fits reports whether data is exactly count commands.
func (b *body) fits(data []byte, count uint32) bool {
	types := b.dialect.arguments
	for range count {
		if len(data) < 3 {
			return false
		}
		data = data[2:]
		for {
			if len(data) == 0 {
				return false
			}
			run := data[0]
			data = data[1:]
			if run == endOfCommand {
				break
			}
			tag, n := run&0xF, int(run>>4)+1
			size := n * int(types.size[tag])
			kind := types.kind[tag]
			if kind == argumentInvalid {
				return false
			}
			if kind == argumentASCII || kind == argumentUnicode {
				size = stringsSize(data, n, kind)
			}
			if size < 0 || size > len(data) {
				return false
			}
			data = data[size:]
		}
	}
	return len(data) == 0
}

func truncatedChunk(at, need, left int) *ir.DecodeError {
	w := chunkWalk{pos: at}
	return w.fail(ir.CodeTruncated, "chunk of %d bytes, %d left", need, left)
}
