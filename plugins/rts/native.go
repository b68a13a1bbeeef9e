// SPDX-License-Identifier: GPL-3.0-or-later

package rts

import (
	"fmt"
	"math"
	"strconv"
)

// sendLine sends an entry as the oracle's canonical text: tick, player, c,
// then key=value in byte order of the keys.
func (s *stream) sendLine(e *entry) error {
	line := strconv.AppendUint(s.line[:0], uint64(e.tick), 10)
	line = append(line, ' ')
	line = strconv.AppendUint(line, uint64(e.player), 10)
	line = append(line, ' ')
	line = append(line, e.form.name...)
	for _, i := range e.form.sorted {
		key := &e.form.keys[i]
		if !e.present.has(key.id) || key.id == fieldQueued && !e.queued {
			continue
		}
		line = append(line, ' ')
		line = append(line, key.name...)
		line = append(line, '=')
		line = s.appendValue(line, e, key.id)
	}
	s.line = line
	return s.sink.Native(line)
}

func (s *stream) appendValue(line []byte, e *entry, id fieldID) []byte {
	switch id {
	case fieldUnits:
		return appendList(line, s.artifact.log.units[e.unitsAt:e.unitsEnd])
	case fieldX, fieldOptionalX:
		return fmt.Appendf(line, "%08x", math.Float32bits(e.x))
	case fieldY, fieldOptionalY:
		return fmt.Appendf(line, "%08x", math.Float32bits(e.y))
	case fieldQueued:
		return strconv.AppendBool(line, e.queued)
	case fieldEnabled:
		return strconv.AppendBool(line, e.enabled)
	case fieldEntity, fieldOptionalEntity:
		return strconv.AppendUint(line, uint64(e.entity), 10)
	case fieldBuilding:
		return strconv.AppendUint(line, uint64(e.building), 10)
	case fieldTileX:
		return strconv.AppendUint(line, uint64(e.tileX), 10)
	case fieldTileY:
		return strconv.AppendUint(line, uint64(e.tileY), 10)
	case fieldItem:
		return appendText(line, e.item)
	case fieldRally:
		return appendText(line, e.rally)
	default:
		return line
	}
}

func appendList(line []byte, numbers []uint32) []byte {
	if len(numbers) == 0 {
		return append(line, '-')
	}
	for i, n := range numbers {
		if i > 0 {
			line = append(line, ',')
		}
		line = strconv.AppendUint(line, uint64(n), 10)
	}
	return line
}

// appendText writes a text as it is, or quoted if it would break the line.
func appendText(line []byte, text string) []byte {
	for _, b := range []byte(text) {
		if b < 0x20 || b == 0x7F {
			return strconv.AppendQuote(line, text)
		}
	}
	return append(line, text...)
}
