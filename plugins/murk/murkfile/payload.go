// SPDX-License-Identifier: GPL-3.0-or-later

package murkfile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
)

// ErrUnknownPayload is what the tag of a command that version 3 does not
// define gives. It does not make the file malformed: report the command as
// unknown, with its tag and bytes, and go on.
var ErrUnknownPayload = errors.New("unknown payload type tag")

// ErrMalformedPayload wraps every payload that is too short for its kind. As
// with ErrUnknownPayload the file goes on behind it.
var ErrMalformedPayload = errors.New("malformed payload")

// Payload is a decoded command payload. Which fields are set depends on the
// tag; slices point into the payload. Bytes left over behind a payload are
// ignored, as the real reader does.
type Payload struct {
	// Entity of Move and Despawn.
	Entity uint64
	// Coordinate of Move, Spawn and SetField.
	Coordinate Coordinate
	// Key is the field of SetField, the key of SetParameter and the type of
	// Custom.
	Key uint32
	// Bits is the value of SetField (32 bits of a float32) and of
	// SetParameter (64 bits of a float64).
	Bits uint64
	// Data of Custom.
	Data []byte

	entries   []byte // of Spawn and SetParameterBatch
	entrySize int
}

// Coordinate is a list of int32 components in their file form; it may be
// empty and has no upper bound but the payload's length.
type Coordinate struct{ encoded []byte }

// Len returns the number of components.
func (c Coordinate) Len() int { return len(c.encoded) / 4 }

// At returns component i.
func (c Coordinate) At(i int) int32 {
	return int32(binary.LittleEndian.Uint32(c.encoded[4*i:]))
}

// EntryCount returns how many field values a Spawn, or parameters a
// SetParameterBatch carries.
func (p *Payload) EntryCount() int {
	if p.entrySize == 0 {
		return 0
	}
	return len(p.entries) / p.entrySize
}

// Entries yields field and float32 bits of a Spawn, key and float64 bits of a
// SetParameterBatch, in file order.
func (p *Payload) Entries() iter.Seq2[uint32, uint64] {
	return func(yield func(uint32, uint64) bool) {
		for rest := p.entries; len(rest) > 0; rest = rest[p.entrySize:] {
			bits := uint64(binary.LittleEndian.Uint32(rest[4:]))
			if p.entrySize == batchEntryBytes {
				bits = binary.LittleEndian.Uint64(rest[4:])
			}
			if !yield(binary.LittleEndian.Uint32(rest), bits) {
				return
			}
		}
	}
}

const (
	spawnEntryBytes = 4 + 4 // field, float32
	batchEntryBytes = 4 + 8 // key, float64
)

// Fault is why a payload could not be decoded: a number, so that a file full
// of bad payloads costs no allocation.
type Fault uint8

// Faults. Err gives the words of the real reader where they are known.
const (
	FaultNone Fault = iota
	FaultUnknownTag
	FaultMove
	FaultCoordinateLength
	FaultCoordinateData
	FaultSpawnCount
	FaultSpawnEntry
	FaultDespawn
	FaultSetField
	FaultCustom
	FaultCustomData
	FaultSetParameter
	FaultBatchCount
	FaultBatchEntry
)

var faultTexts = [...]string{
	FaultMove:             "truncated Move payload",
	FaultCoordinateLength: "truncated coord length",
	FaultCoordinateData:   "truncated coord data",
	FaultSpawnCount:       "truncated Spawn field_values count",
	FaultSpawnEntry:       "truncated Spawn field_values entry",
	FaultDespawn:          "truncated Despawn payload",
	FaultSetField:         "truncated SetField payload",
	FaultCustom:           "truncated Custom payload",
	FaultCustomData:       "truncated Custom data",
	FaultSetParameter:     "truncated SetParameter payload",
	FaultBatchCount:       "truncated SetParameterBatch count",
	FaultBatchEntry:       "truncated SetParameterBatch entry",
}

// Err returns the fault as an error about a command with this tag: nil,
// ErrUnknownPayload or ErrMalformedPayload with details.
func (f Fault) Err(tag Tag) error {
	switch f {
	case FaultNone:
		return nil
	case FaultUnknownTag:
		return fmt.Errorf("%w %d", ErrUnknownPayload, tag)
	default:
		return fmt.Errorf("%w: %s", ErrMalformedPayload, faultTexts[f])
	}
}

// Decode reads payload as the kind that tag names into p.
func (p *Payload) Decode(tag Tag, payload []byte) Fault {
	p.entries, p.entrySize = nil, 0
	switch tag {
	case TagMove:
		return p.decodeMove(payload)
	case TagSpawn:
		return p.decodeSpawn(payload)
	case TagDespawn:
		return p.decodeDespawn(payload)
	case TagSetField:
		return p.decodeSetField(payload)
	case TagCustom:
		return p.decodeCustom(payload)
	case TagSetParameter:
		return p.decodeSetParameter(payload)
	case TagSetParameterBatch:
		return p.decodeBatch(payload)
	default:
		return FaultUnknownTag
	}
}

func (p *Payload) decodeMove(payload []byte) Fault {
	if len(payload) < 8 {
		return FaultMove
	}
	p.Entity = binary.LittleEndian.Uint64(payload)
	_, fault := p.decodeCoordinate(payload[8:])
	return fault
}

func (p *Payload) decodeSpawn(payload []byte) Fault {
	rest, fault := p.decodeCoordinate(payload)
	if fault != FaultNone {
		return fault
	}
	return p.decodeEntries(rest, spawnEntryBytes, FaultSpawnCount, FaultSpawnEntry)
}

func (p *Payload) decodeDespawn(payload []byte) Fault {
	if len(payload) < 8 {
		return FaultDespawn
	}
	p.Entity = binary.LittleEndian.Uint64(payload)
	return FaultNone
}

func (p *Payload) decodeSetField(payload []byte) Fault {
	rest, fault := p.decodeCoordinate(payload)
	if fault != FaultNone {
		return fault
	}
	if len(rest) < 8 {
		return FaultSetField
	}
	p.Key = binary.LittleEndian.Uint32(rest)
	p.Bits = uint64(binary.LittleEndian.Uint32(rest[4:]))
	return FaultNone
}

func (p *Payload) decodeCustom(payload []byte) Fault {
	if len(payload) < 8 {
		return FaultCustom
	}
	p.Key = binary.LittleEndian.Uint32(payload)
	length := uint64(binary.LittleEndian.Uint32(payload[4:]))
	rest := payload[8:]
	if length > uint64(len(rest)) {
		return FaultCustomData
	}
	p.Data = rest[:length]
	return FaultNone
}

func (p *Payload) decodeSetParameter(payload []byte) Fault {
	if len(payload) < batchEntryBytes {
		return FaultSetParameter
	}
	p.Key = binary.LittleEndian.Uint32(payload)
	p.Bits = binary.LittleEndian.Uint64(payload[4:])
	return FaultNone
}

func (p *Payload) decodeBatch(payload []byte) Fault {
	return p.decodeEntries(payload, batchEntryBytes, FaultBatchCount, FaultBatchEntry)
}

// decodeCoordinate reads a coordinate and returns what follows it.
func (p *Payload) decodeCoordinate(payload []byte) ([]byte, Fault) {
	if len(payload) < 4 {
		return nil, FaultCoordinateLength
	}
	size := 4 * uint64(binary.LittleEndian.Uint32(payload))
	rest := payload[4:]
	if size > uint64(len(rest)) {
		return nil, FaultCoordinateData
	}
	p.Coordinate.encoded = rest[:size]
	return rest[size:], FaultNone
}

// decodeEntries reads a count and that many entries. The count is held
// against the bytes that are there before anything is done with it: the real
// reader reserves memory for it first and can be aborted that way.
func (p *Payload) decodeEntries(payload []byte, size int, noCount, cutEntry Fault) Fault {
	if len(payload) < 4 {
		return noCount
	}
	total := uint64(size) * uint64(binary.LittleEndian.Uint32(payload))
	rest := payload[4:]
	if total > uint64(len(rest)) {
		return cutEntry
	}
	p.entries, p.entrySize = rest[:total], size
	return FaultNone
}
