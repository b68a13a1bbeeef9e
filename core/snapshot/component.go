// SPDX-License-Identifier: GPL-3.0-or-later

package snapshot

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"convertd/core/bincode"
	"convertd/core/order"
)

// ComponentID numbers one part of an entity's, a player's or the world's
// state. It is also its bit in the presence and change masks. The numbers are
// frozen in docs/simulation.md: append, never renumber.
type ComponentID uint8

// Components of an entity that mean the same in every game. Numbers up to
// FirstModuleComponent are the kernel's; a module numbers its own from there
// to MaxEntityComponent and keeps them as they are for ever.
const (
	// EntityPosition is a WorldPos: i32 x, y, z.
	EntityPosition ComponentID = 0
	// EntityHealth is i32 health, i32 maximum, in the game's own points.
	EntityHealth ComponentID = 1
	// EntityFacing is i32, 1024 to a turn, 0 north, clockwise.
	EntityFacing ComponentID = 2
	// EntityNative is the u32 id of the entity in the foreign engine.
	EntityNative ComponentID = 3
	// EntityFlags is u32, see Flags.
	EntityFlags ComponentID = 4

	FirstModuleComponent ComponentID = 16
	// FirstMotionComponent is the first of those of a module's components that
	// are hashed as motion, see MotionComponents.
	FirstMotionComponent ComponentID = 48
	MaxEntityComponent   ComponentID = 61
)

// MotionComponents are those that change with nearly every tick while an entity
// moves. They are hashed apart from what rests meanwhile, four fifths of an
// entity's bytes (docs/adr/0054-motion-has-leaves-of-its-own.md).
const MotionComponents = 1<<EntityPosition | 1<<EntityFacing | (1<<(MaxEntityComponent+1) - 1<<FirstMotionComponent)

// Bits 62 and 63 of an EntityDelta's change mask stand for the fixed fields.
const (
	entityKindBit  = 62
	entityOwnerBit = 63
)

// Flags says what an entity is, for readers that do not know its kind.
type Flags uint32

// Entity flags.
const (
	// FlagInWorld marks what stands on the map: not the world or a player as
	// actors, not a passenger.
	FlagInWorld Flags = 1 << iota
	// FlagStructure marks buildings, defences and walls.
	FlagStructure
	// FlagMobile marks what can move.
	FlagMobile
	// FlagUnfinished marks a structure under construction.
	FlagUnfinished
	// FlagScenery marks trees, mines, bridges, spawn points, crates: nobody's.
	FlagScenery

	flagsKnown = FlagInWorld | FlagStructure | FlagMobile | FlagUnfinished | FlagScenery
)

// Components of a player that mean the same in every game. Modules number
// theirs from FirstPlayerModuleComponent to MaxPlayerComponent.
const (
	// PlayerMoney is i64 spendable credits (stored ones included), i64 stored
	// resources worth, i64 storage capacity.
	PlayerMoney ComponentID = 0
	// PlayerPower is i32 provided, i32 drained.
	PlayerPower ComponentID = 1
	// PlayerStanding is u8, see Standing.
	PlayerStanding ComponentID = 2

	FirstPlayerModuleComponent ComponentID = 8
	MaxPlayerComponent         ComponentID = 30
)

// playerFixedBit of a PlayerStateDelta's change mask stands for the fixed
// fields.
const playerFixedBit = 31

// MaxGlobalComponent is the highest component number of the world itself; all
// from 0 are the module's.
const MaxGlobalComponent ComponentID = 63

// Standing is whether a player is still in the game.
type Standing uint8

// Standings.
const (
	StandingPlaying Standing = iota
	StandingWon
	StandingLost
	StandingLeft

	standings
)

// Components is a set of parts in ascending order of their numbers. Data holds
// for each bit set in Mask, lowest first, a u32 length and the bytes.
type Components struct {
	Mask uint64
	Data []byte
}

// Get returns the bytes of one component, aliasing Data.
func (c Components) Get(id ComponentID) (data []byte, ok bool) {
	if c.Mask>>id&1 == 0 {
		return nil, false
	}
	rest := c.Data
	for skip := bits.OnesCount64(c.Mask & (1<<id - 1)); ; skip-- {
		if len(rest) < 4 {
			return nil, false
		}
		n := int64(binary.LittleEndian.Uint32(rest))
		if n > int64(len(rest)-4) {
			return nil, false
		}
		if skip == 0 {
			return rest[4 : 4+n : 4+n], true
		}
		rest = rest[4+n:]
	}
}

// appendPart appends what AppendComponents does of those components that are in
// mask.
func appendPart(dst []byte, c Components, mask uint64) []byte {
	dst = bincode.AppendUint64(bincode.AppendUint64(dst, c.Mask&mask), 0)
	start := len(dst)
	for cursor := c.cursor(); cursor.mask != 0; {
		if id, data, _ := cursor.next(); mask>>id&1 == 1 {
			dst = append(bincode.AppendUint32(dst, uint32(len(data))), data...)
		}
	}
	binary.LittleEndian.PutUint64(dst[start-8:], uint64(len(dst)-start))
	return dst
}

// AppendMerged appends the components of two blocks, of which none is in both,
// in ascending order of their numbers, as they stand in Components.Data.
func AppendMerged(dst []byte, a, b Components) []byte {
	one, other := a.cursor(), b.cursor()
	for one.mask|other.mask != 0 {
		from := &one
		if one.mask == 0 || other.mask != 0 && bits.TrailingZeros64(other.mask) < bits.TrailingZeros64(one.mask) {
			from = &other
		}
		_, data, _ := from.next()
		dst = append(bincode.AppendUint32(dst, uint32(len(data))), data...)
	}
	return dst
}

// check walks the whole block: every length must fit and nothing may be left.
func (c Components) check(highest ComponentID) error {
	if top := 64 - bits.LeadingZeros64(c.Mask); top > int(highest)+1 {
		return fmt.Errorf("component %d, the highest allowed is %d", top-1, highest)
	}
	rest := c.Data
	for mask := c.Mask; mask != 0; mask &= mask - 1 {
		id := bits.TrailingZeros64(mask)
		if len(rest) < 4 {
			return fmt.Errorf("component %d: its length is cut", id)
		}
		n := int64(binary.LittleEndian.Uint32(rest))
		if n > int64(len(rest)-4) {
			return fmt.Errorf("component %d: %d bytes, have %d", id, n, len(rest)-4)
		}
		rest = rest[4+n:]
	}
	if len(rest) != 0 {
		return fmt.Errorf("%d bytes left over after the components", len(rest))
	}
	return nil
}

// componentCursor walks a checked block.
type componentCursor struct {
	mask uint64
	rest []byte
}

func (c Components) cursor() componentCursor { return componentCursor{mask: c.Mask, rest: c.Data} }

// next returns the next component; ok is false after the last.
func (c *componentCursor) next() (id ComponentID, data []byte, ok bool) {
	if c.mask == 0 {
		return 0, nil, false
	}
	id = ComponentID(bits.TrailingZeros64(c.mask))
	c.mask &= c.mask - 1
	n := binary.LittleEndian.Uint32(c.rest)
	data, c.rest = c.rest[4:4+n], c.rest[4+n:]
	return id, data, true
}

// ComponentWriter builds a Components block without allocating once its buffer
// has grown. Components must be added in ascending order of their numbers.
type ComponentWriter struct {
	buffer []byte
	mask   uint64
	open   int // offset of the open component's length, -1 if none
	err    error
}

// Reset empties the writer, keeping dst's capacity as the buffer.
func (w *ComponentWriter) Reset(dst []byte) {
	*w = ComponentWriter{buffer: dst, open: -1}
}

// Buffer returns the bytes so far, behind whatever Reset was given.
func (w *ComponentWriter) Buffer() []byte { return w.buffer }

// Mask returns the components so far.
func (w *ComponentWriter) Mask() uint64 { return w.mask }

// Err returns the first misuse: numbers out of order or above the limit.
func (w *ComponentWriter) Err() error { return w.err }

// Add appends one whole component. Adding no bytes still marks it as present.
func (w *ComponentWriter) Add(id ComponentID, data []byte) {
	w.Set(id, append(w.Start(id), data...))
}

// Start begins a component and returns the buffer to append its bytes to; the
// result goes back through Set:
//
//	w.Set(id, bincode.AppendUint32(w.Start(id), value))
func (w *ComponentWriter) Start(id ComponentID) []byte {
	if w.err == nil && (id > MaxGlobalComponent || w.mask>>id != 0) {
		w.err = fmt.Errorf("component %d is added out of order (present %#x)", id, w.mask)
	}
	w.open = len(w.buffer)
	return append(w.buffer, 0, 0, 0, 0)
}

// Set ends the component that Start began.
func (w *ComponentWriter) Set(id ComponentID, buffer []byte) {
	binary.LittleEndian.PutUint32(buffer[w.open:], uint32(len(buffer)-w.open-4))
	w.buffer = buffer
	w.mask |= 1 << (id & 63)
	w.open = -1
}

// Position reads EntityPosition.
func (e *EntitySnapshot) Position() (p order.WorldPos, ok bool) {
	b, ok := e.Components.Get(EntityPosition)
	if !ok || len(b) != 12 {
		return p, false
	}
	r := bincode.NewReader(b)
	return order.ReadWorldPos(r), true
}

// Health reads EntityHealth.
func (e *EntitySnapshot) Health() (health, maximum int32, ok bool) {
	b, ok := e.Components.Get(EntityHealth)
	if !ok || len(b) != 8 {
		return 0, 0, false
	}
	return int32(binary.LittleEndian.Uint32(b)), int32(binary.LittleEndian.Uint32(b[4:])), true
}

// Native reads EntityNative.
func (e *EntitySnapshot) Native() (id uint32, ok bool) {
	b, ok := e.Components.Get(EntityNative)
	if !ok || len(b) != 4 {
		return 0, false
	}
	return binary.LittleEndian.Uint32(b), true
}

// Flags reads EntityFlags; 0 if absent.
func (e *EntitySnapshot) Flags() Flags {
	b, ok := e.Components.Get(EntityFlags)
	if !ok || len(b) != 4 {
		return 0
	}
	return Flags(binary.LittleEndian.Uint32(b))
}

// Money reads PlayerMoney.
func (p *PlayerState) Money() (credits, stored, capacity int64, ok bool) {
	b, ok := p.Components.Get(PlayerMoney)
	if !ok || len(b) != 24 {
		return 0, 0, 0, false
	}
	r := bincode.NewReader(b)
	return r.Int64(), r.Int64(), r.Int64(), true
}

// Power reads PlayerPower.
func (p *PlayerState) Power() (provided, drained int32, ok bool) {
	b, ok := p.Components.Get(PlayerPower)
	if !ok || len(b) != 8 {
		return 0, 0, false
	}
	return int32(binary.LittleEndian.Uint32(b)), int32(binary.LittleEndian.Uint32(b[4:])), true
}

// Standing reads PlayerStanding; playing if absent.
func (p *PlayerState) Standing() Standing {
	b, ok := p.Components.Get(PlayerStanding)
	if !ok || len(b) != 1 {
		return StandingPlaying
	}
	return Standing(b[0])
}
