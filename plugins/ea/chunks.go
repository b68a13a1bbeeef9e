// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"convertd/core/ir"
)

// Channels of a chunk (docs/formats/ea.md#chunks).
const (
	channelCommands    = 1
	channelCamera      = 2
	channelVoice       = 3
	channelTelestrator = 4
	channelMetadata    = 0xFD // to 0xFF
)

// lastTimecode marks the end of the chunks.
const lastTimecode = 0x7FFFFFFF

// chunkHeader: reserved word, timecode, channel, payload size.
const chunkHeader = 13

// commandMask selects the command id of a command word; the source is above.
const (
	commandMask  = 0x7FF
	sourceShift  = 11
	endOfCommand = 0xFF
)

// chunk is one chunk of the body.
type chunk struct {
	offset   int // of the chunk
	at       int // of the payload
	timecode uint32
	channel  uint8
	payload  []byte
	last     bool // the end marker
}

// chunkWalk goes from chunk to chunk. pos is where the next one begins.
type chunkWalk struct {
	data []byte
	pos  int
}

// next reads the next chunk into c. After an error pos is still where the damaged
// chunk begins.
func (w *chunkWalk) next(c *chunk) *ir.DecodeError {
	left := len(w.data) - w.pos
	if left < 8 {
		return w.fail(ir.CodeTruncated, "end marker and footer are missing, %d bytes left", left)
	}
	head := w.data[w.pos:]
	c.offset, c.timecode = w.pos, binary.LittleEndian.Uint32(head[4:])
	if c.timecode == lastTimecode {
		c.last = true
		w.pos += 8
		return nil
	}
	if left < chunkHeader {
		return w.fail(ir.CodeTruncated, "chunk header of %d bytes, %d left", chunkHeader, left)
	}
	size := binary.LittleEndian.Uint32(head[9:])
	if int64(size) > int64(left-chunkHeader) {
		return w.fail(ir.CodeTruncated, "chunk of %d bytes, %d left", size, left-chunkHeader)
	}
	c.channel = head[8]
	c.at = w.pos + chunkHeader
	w.pos = c.at + int(size)
	c.payload = w.data[c.at:w.pos]
	return nil
}

func (w *chunkWalk) fail(code ir.Code, format string, args ...any) *ir.DecodeError {
	return &ir.DecodeError{Code: code, Section: "chunk", Offset: uint64(w.pos), Message: fmt.Sprintf(format, args...)}
}

// chunks reads the body and the footer of Tiberium Wars, Kane's Wrath and Red
// Alert 3. It returns how far the file was understood.
func (b *body) chunks(data []byte) (consumed int, err error) {
	walk := chunkWalk{data: data, pos: b.replay.bodyStart}
	var c chunk
	for {
		if damage := walk.next(&c); damage != nil {
			return walk.pos, damage
		}
		if c.last {
			b.ended = true
			return b.footer(data, walk.pos)
		}
		if damage := b.frame(c.timecode, c.offset+4, data[min(walk.pos+4, len(data)):]); damage != nil {
			return c.offset, damage
		}
		switch c.channel {
		case channelCommands:
			err = b.commandChunk(&c)
		case channelCamera:
			err = b.cameraChunk(&c)
		case channelVoice:
			b.notes.skip("commentary-audio", "chunks of commentary audio are not converted", c.offset, len(c.payload))
		case channelTelestrator:
			b.notes.skip("telestrator", "chunks of telestrator drawings are not converted", c.offset, len(c.payload))
		default:
			if c.channel >= channelMetadata {
				b.notes.skip("broadcast-metadata", "chunks of broadcast metadata are not converted", c.offset, len(c.payload))
				break
			}
			b.notes.skip("unknown-channel", "chunks on channels without a known meaning", c.offset, len(c.payload))
		}
		if err != nil {
			return c.offset, err
		}
	}
}

// commandChunk reads the commands of one chunk: version, count, commands.
func (b *body) commandChunk(c *chunk) error {
	payload := c.payload
	if len(payload) < 5 || payload[0] != 1 {
		return malformed("commands", c.at, "chunk does not start with version 1 and a count")
	}
	count := binary.LittleEndian.Uint32(payload[1:])
	at := 5
	for range count {
		next, err := b.wordCommand(c, payload, at)
		if err != nil {
			return err
		}
		at = next
	}
	if at != len(payload) {
		return malformed("commands", c.at+at, "%d bytes left behind the last of %d commands", len(payload)-at, count)
	}
	return nil
}

// wordCommand reads one command at payload[at:]: a word of id and source, runs
// of arguments, a byte that ends it. It returns where the next one begins.
func (b *body) wordCommand(c *chunk, payload []byte, at int) (int, error) {
	start := at
	if len(payload)-at < 3 {
		return at, malformed("commands", c.at+at, "command of at least 3 bytes, %d left", len(payload)-at)
	}
	word := binary.LittleEndian.Uint16(payload[at:])
	at += 2
	types := b.dialect.arguments
	b.args.reset()
	for {
		if at >= len(payload) {
			return at, malformed("commands", c.at+start, "command without end")
		}
		run := payload[at]
		at++
		if run == endOfCommand {
			break
		}
		tag, count := run&0xF, int(run>>4)+1
		kind := types.kind[tag]
		if kind == argumentInvalid {
			return at, malformed("commands", c.at+at-1, "argument type %d is not known", tag)
		}
		var size int
		if kind == argumentASCII || kind == argumentUnicode {
			size = stringsSize(payload[at:], count, kind)
		} else {
			size = count * int(types.size[tag])
		}
		if size < 0 || size > len(payload)-at {
			return at, malformed("commands", c.at+at-1, "%d arguments of type %d do not fit into the chunk", count, tag)
		}
		b.args.add(kind, count, payload[at:at+size])
		at += size
	}
	if at-start > maxCommandBytes {
		return at, tooLong("commands", c.at+start, at-start)
	}
	cmd := &b.cmd
	cmd.frame, cmd.id, cmd.native = c.timecode, uint32(word&commandMask), int32(word>>sourceShift)
	cmd.offset, cmd.raw = c.at+start, payload[start+2:at-1]
	if b.native {
		return at, b.nativeWord(cmd)
	}
	return at, b.emit(cmd)
}

// stringsSize returns how many bytes count strings take, -1 if they do not
// fit. A string is a byte of length, or 0xFF and a word of it, then bytes or
// UTF-16 units.
func stringsSize(data []byte, count int, kind argumentKind) int {
	at := 0
	for range count {
		header, length := stringLength(data[at:])
		if header == 0 {
			return -1
		}
		if kind == argumentUnicode {
			length *= 2
		}
		if length > int64(len(data)-at-header) {
			return -1
		}
		at += header + int(length)
	}
	return at
}

// stringLength returns the size of a string's length field and the length; a
// size of zero means that the field does not fit.
func stringLength(data []byte) (header int, length int64) {
	switch {
	case len(data) == 0:
		return 0, 0
	case data[0] != 0xFF:
		return 1, int64(data[0])
	case len(data) < 5:
		return 0, 0
	}
	return 5, int64(binary.LittleEndian.Uint32(data[1:]))
}

// footer reads what follows the end marker (docs/formats/ea.md#footer).
func (b *body) footer(data []byte, start int) (consumed int, err error) {
	c := &cursor{data: data, pos: start, section: "footer"}
	magic := footerCNC3
	if b.replay.dialect == redAlert3 {
		magic = footerRA3
	}
	left := data[start:]
	if len(left) < len(magic) && bytes.HasPrefix([]byte(magic), left) {
		c.fail(ir.CodeTruncated, "footer of at least %d bytes, %d left", len(magic), len(left))
	} else if !bytes.HasPrefix(left, []byte(magic)) {
		c.fail(ir.CodeMalformed, "magic %q expected", magic)
	}
	c.take(len(magic))
	last, version := c.u32(), c.u8()
	b.trailerDetail("footer_timecode", fmt.Sprint(last))
	if version == 1 {
		kind, payload := c.u8(), c.counted()
		b.trailerDetail("footer_kind", fmt.Sprint(kind))
		if len(payload) > 0 {
			b.trailerDetail("footer_payload", fmt.Sprintf("%x", payload))
		}
	}
	size := c.u32()
	if c.err != nil {
		return start, c.err
	}
	b.trailerDetail("footer_version", fmt.Sprint(version))
	if int64(size) != int64(c.pos-start) {
		b.notes.add("footer-length", "the footer states another length than it has", start)
	}
	if last != b.lastFrame {
		b.notes.add("footer-timecode", "the footer's last timecode is not that of the last chunk", start)
	}
	return c.pos, nil
}

func malformed(section string, offset int, format string, args ...any) *ir.DecodeError {
	return &ir.DecodeError{
		Code: ir.CodeMalformed, Section: section, Offset: uint64(offset), Message: fmt.Sprintf(format, args...),
	}
}

func tooLong(section string, offset, size int) *ir.DecodeError {
	return &ir.DecodeError{
		Code: ir.CodeLimitExceeded, Section: section, Offset: uint64(offset),
		Message: fmt.Sprintf("command of %d bytes, limit %d", size, maxCommandBytes),
	}
}
