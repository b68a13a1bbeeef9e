// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import (
	"encoding/binary"
	"strconv"
)

// Native lines are those of the format's oracle: frame or timecode, command
// id, player number or source, then for each argument its type tag and the
// bytes of its value as they stand in the file, of strings the characters
// alone. The games put strings only into commands that identify an account, a
// session or a match, some with a machine's network address: unless the lines
// are wanted raw, every digit of a string is an "x".

// nativeRecord sends the line of a record: raw is the number of runs, the
// runs, the values.
func (b *body) nativeRecord(c *command) error {
	b.startLine(c)
	types := b.dialect.arguments
	runs := int(c.raw[0])
	values := c.raw[1+2*runs:]
	for i := range runs {
		tag, count := c.raw[1+2*i], int(c.raw[2+2*i])
		size := int(types.size[tag])
		for range count {
			b.lineArgument(tag, values[:size])
			values = values[size:]
		}
	}
	return b.endLine(c)
}

// nativeWord sends the line of a command in a chunk: raw is the runs, each
// with its values.
func (b *body) nativeWord(c *command) error {
	b.startLine(c)
	types := b.dialect.arguments
	for raw := c.raw; len(raw) > 0; {
		tag, count := raw[0]&0xF, int(raw[0]>>4)+1
		raw = raw[1:]
		size := int(types.size[tag])
		kind := types.kind[tag]
		for range count {
			text := kind == argumentASCII || kind == argumentUnicode
			if text {
				header, length := stringLength(raw)
				raw, size = raw[header:], int(length)
				if kind == argumentUnicode {
					size *= 2
				}
			}
			if text && !b.raw {
				b.lineMasked(tag, size)
			} else {
				b.lineArgument(tag, raw[:size])
			}
			raw = raw[size:]
		}
	}
	return b.endLine(c)
}

func (b *body) startLine(c *command) {
	line := strconv.AppendUint(b.line[:0], uint64(c.frame), 10)
	line = append(line, ' ')
	line = strconv.AppendUint(line, uint64(c.id), 10)
	line = append(line, ' ')
	b.line = strconv.AppendInt(line, int64(c.native), 10)
}

func (b *body) lineArgument(tag uint8, value []byte) {
	const digits = "0123456789abcdef"
	line := append(b.line, ' ')
	line = strconv.AppendUint(line, uint64(tag), 10)
	line = append(line, ':')
	for _, v := range value {
		line = append(line, digits[v>>4], digits[v&0xF])
	}
	b.line = line
}

// lineMasked writes an argument of so many bytes without them.
func (b *body) lineMasked(tag uint8, size int) {
	b.lineArgument(tag, nil)
	for range 2 * size {
		b.line = append(b.line, 'x')
	}
}

// endLine sends the line and counts the command. What the trailer says beside
// the counts is gathered from the arguments as always.
func (b *body) endLine(c *command) error {
	b.commands++
	if b.commands%contextStride == 0 {
		if err := b.ctx.Err(); err != nil {
			return b.stop(err)
		}
	}
	b.counts[c.id]++
	m := &b.meanings[c.id]
	b.order.Player = b.player(c.native)
	if b.args.texts > 0 {
		b.private++
	}
	switch m.plan { //nolint:exhaustive // the others leave nothing for the trailer
	case planSelfDestruct:
		b.selfDestruct(c)
	case planDestroyed:
		b.destroyed(c)
	case planEnd:
		b.ended = true
	case planChecksum:
		b.outcomes.reported(b.order.Player, c.frame)
	}
	return b.stop(b.sink.Native(b.line))
}

// nativeChunk sends the line of a Tiberian Twilight chunk whose commands are
// not understood.
func (b *body) nativeChunk(timecode uint32, payload []byte) error {
	line := strconv.AppendUint(b.line[:0], uint64(timecode), 10)
	line = append(line, " "+rawChunkName...)
	b.line = line
	if holdsAddress(payload) && !b.raw {
		b.lineMasked(0, len(payload))
	} else {
		b.lineArgument(0, payload)
	}
	return b.stop(b.sink.Native(b.line))
}

// rawChunkName stands for the command id where there is none.
const rawChunkName = "chunk"

// le32 reads a little-endian word that is known to be there.
func le32(b []byte) uint32 { return binary.LittleEndian.Uint32(b) }
