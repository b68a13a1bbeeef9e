// SPDX-License-Identifier: GPL-3.0-or-later

package murk

import (
	"encoding/binary"
	"errors"
)

// ErrUndecodable is what a command record that the engine could not have read
// gives. The replay cannot be played beyond it.
var ErrUndecodable = errors.New("command record cannot be decoded")

// Command tags (docs/formats/murk.md).
const (
	tagMove = iota
	tagSpawn
	tagDespawn
	tagSetField
	tagCustom
	tagSetParameter
	tagSetParameterBatch
)

// none stands for an absent source_id or source_seq: it sorts last.
const none = ^uint64(0)

// command is what the engine needs of a command record.
type command struct {
	tag      uint8
	priority uint8
	source   uint64 // none if absent
	sequence uint64 // none if absent
	expires  uint64
	arrival  int // place in submission order; the file's number is ignored

	// Of a SetField only.
	coordinate []byte // int32 components, little-endian, within the record
	field      uint32
	value      uint32 // float32 bits
}

// parseCommand reads a whole record. It refuses what the engine's reader or
// its payload decoder refuses.
func parseCommand(record []byte) (command, error) {
	reader := recordReader{rest: record}
	c := command{tag: reader.uint8()}
	payload := reader.take(uint64(reader.uint32()))
	c.priority = reader.uint8()
	source, hasSource := reader.optional()
	sequence, hasSequence := reader.optional()
	c.expires = reader.uint64()
	reader.uint64() // arrival_seq
	if reader.short || len(reader.rest) > 0 {
		return command{}, ErrUndecodable
	}
	c.source, c.sequence = none, none
	if hasSource {
		c.source = source
		if hasSequence { // without a source the engine drops it
			c.sequence = sequence
		}
	}
	if !c.parsePayload(payload) {
		return command{}, ErrUndecodable
	}
	return c, nil
}

// parsePayload reads what a SetField says and checks that any other payload
// is long enough for its kind; bytes left over are ignored.
func (c *command) parsePayload(payload []byte) bool {
	reader := recordReader{rest: payload}
	switch c.tag {
	case tagMove:
		reader.take(8)
		reader.take(4 * uint64(reader.uint32()))
	case tagSpawn:
		reader.take(4 * uint64(reader.uint32()))
		reader.take(8 * uint64(reader.uint32()))
	case tagDespawn:
		reader.take(8)
	case tagSetField:
		c.coordinate = reader.take(4 * uint64(reader.uint32()))
		c.field = reader.uint32()
		c.value = reader.uint32()
	case tagCustom:
		reader.take(4)
		reader.take(uint64(reader.uint32()))
	case tagSetParameter:
		reader.take(4 + 8)
	case tagSetParameterBatch:
		reader.take(12 * uint64(reader.uint32()))
	default:
		return false
	}
	return !reader.short
}

// recordReader takes fields from the front of rest; once one is missing,
// short is set and every further read gives zero.
type recordReader struct {
	rest  []byte
	short bool
}

func (r *recordReader) take(n uint64) []byte {
	if r.short || n > uint64(len(r.rest)) {
		r.short = true
		return nil
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *recordReader) uint8() uint8 {
	if field := r.take(1); field != nil {
		return field[0]
	}
	return 0
}

func (r *recordReader) uint32() uint32 {
	if field := r.take(4); field != nil {
		return binary.LittleEndian.Uint32(field)
	}
	return 0
}

func (r *recordReader) uint64() uint64 {
	if field := r.take(8); field != nil {
		return binary.LittleEndian.Uint64(field)
	}
	return 0
}

func (r *recordReader) optional() (value uint64, present bool) {
	switch r.uint8() {
	case 0:
		return 0, false
	case 1:
		return r.uint64(), true
	default:
		r.short = true
		return 0, false
	}
}
