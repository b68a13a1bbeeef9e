// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import "encoding/binary"

// fieldSet says which fields of a nativeOrder are set.
type fieldSet uint16

const (
	hasSubject fieldSet = 1 << iota
	hasActor
	hasCell
	hasFrozen
	hasPosition
	hasMorePositions
	hasString
	hasExtraActors
	hasExtraCell
	hasExtraData
	hasGrouped
)

// nobody is the actor id that means "no actor".
const nobody = 0xFFFFFFFF

// nativeOrder is one order as the file holds it. Fields without their bit in
// has are stale. Spans and lists are offsets into the data it was read from,
// which is smaller than maxSourceBytes.
type nativeOrder struct {
	start, end uint32
	handshake  bool // type 0xFE: name and string only
	odd        bool // a flag the layout does not know, or flags that contradict each other
	has        fieldSet
	flags      uint16
	known      uint16 // number of the name in the name table
	name       span
	text       span

	subject       uint32
	actor         uint32
	generation    int32
	frozenViewer  uint32
	frozen        uint32
	cell          cell
	subCell       int32
	position      [3]int32
	extraCell     cell
	extraData     uint32
	extraActors   idList
	groupedActors idList
}

type span struct{ start, end uint32 }

func (s span) of(data []byte) []byte { return data[s.start:s.end] }

type cell struct {
	x, y  int32
	layer uint8
}

// idList is a list of u32 in the file.
type idList struct{ start, count uint32 }

func (l idList) appendTo(ids []uint32, data []byte) []uint32 {
	for at := l.start; at < l.start+4*l.count; at += 4 {
		ids = append(ids, binary.LittleEndian.Uint32(data[at:]))
	}
	return ids
}

// Target types (docs/formats/orarep.md#order-layouts).
const (
	targetTypeActor   = 1
	targetTypeTerrain = 2
	targetTypeFrozen  = 3
)

// read reads the order at data[at] into o, and nothing behind end. ok is false
// if what is there is not an order of the layout.
func (l *layout) read(data []byte, at, end int, o *nativeOrder) (next int, ok bool) {
	c := cursor{data: data[:end], at: at}
	o.start, o.has, o.flags, o.odd = uint32(at), 0, 0, false
	switch c.u8() {
	case contentHandshake:
		o.handshake = true
		o.name = c.str()
		o.text = c.str()
		o.has = hasString
	case contentOrder:
		o.handshake = false
		o.name = c.str()
		l.readHead(&c, o)
		l.readTarget(&c, o)
		l.readRest(&c, o)
	default:
		return at, false
	}
	o.end = uint32(c.at)
	return c.at, !c.failed
}

// readHead reads subject and flags.
func (l *layout) readHead(c *cursor, o *nativeOrder) {
	if !l.optionalSubject {
		o.subject = c.u32()
		o.has |= hasSubject
	}
	if l.wideFlags {
		o.flags = c.u16()
	} else {
		o.flags = uint16(c.u8())
	}
	if l.optionalSubject && o.flags&flagSubject != 0 {
		o.subject = c.u32()
		o.has |= hasSubject
	}
	o.odd = o.flags&^l.known != 0 || o.flags&(flagCell|flagTarget) == flagCell
}

func (l *layout) readTarget(c *cursor, o *nativeOrder) {
	if l.target == targetPlain {
		if o.flags&flagTarget != 0 {
			o.actor = c.u32()
			o.has |= hasActor
		}
		if o.flags&flagCellOrActors != 0 {
			o.cell = l.readCell(c)
			o.has |= hasCell
		}
		return
	}
	if o.flags&flagTarget == 0 {
		return
	}
	switch c.u8() {
	case targetTypeActor:
		o.actor, o.generation = c.u32(), 0
		if l.generations {
			o.generation = c.i32()
		}
		o.has |= hasActor
	case targetTypeTerrain:
		l.readTerrain(c, o)
	case targetTypeFrozen:
		o.frozenViewer = c.u32()
		o.frozen = c.u32()
		o.has |= hasFrozen
	default:
		c.failed = true
	}
}

// readTerrain reads a target cell or a target position.
func (l *layout) readTerrain(c *cursor, o *nativeOrder) {
	if l.target == targetTyped || o.flags&flagCell != 0 {
		o.cell, o.subCell = l.readCell(c), 0
		o.has |= hasCell
		switch l.cells {
		case cellLayer:
			o.subCell = c.i32()
		case cellPacked:
			o.subCell = int32(c.u8())
		case cellPair:
		}
		return
	}
	o.position = [3]int32{c.i32(), c.i32(), c.i32()}
	o.has |= hasPosition
	if !l.positionLists {
		return
	}
	if count := int(int16(c.u16())); count >= 0 {
		c.skip(12 * count)
		o.has |= hasMorePositions
	}
}

func (l *layout) readRest(c *cursor, o *nativeOrder) {
	if o.flags&flagString != 0 {
		o.text = c.str()
		o.has |= hasString
	}
	if o.flags&flagCellOrActors != 0 && l.extraActors() {
		o.extraActors = c.ids()
		o.has |= hasExtraActors
	}
	if o.flags&flagExtraCell != 0 {
		o.extraCell = l.readCell(c)
		o.has |= hasExtraCell
	}
	if o.flags&flagExtraData != 0 && l.known&flagExtraData != 0 {
		o.extraData = c.u32()
		o.has |= hasExtraData
	}
	if o.flags&flagGrouped != 0 && l.grouped() {
		o.groupedActors = c.ids()
		o.has |= hasGrouped
	}
}

func (l *layout) readCell(c *cursor) cell {
	switch l.cells {
	case cellPair:
		return cell{x: c.i32(), y: c.i32()}
	case cellLayer:
		return cell{x: c.i32(), y: c.i32(), layer: c.u8()}
	default:
		bits := c.i32()
		return cell{x: bits >> 20, y: bits << 12 >> 20, layer: uint8(bits)}
	}
}

// cursor reads little-endian values and remembers when they ran out.
type cursor struct {
	data   []byte
	at     int
	failed bool
}

func (c *cursor) u8() uint8 {
	if c.at >= len(c.data) {
		c.failed = true
		return 0
	}
	v := c.data[c.at]
	c.at++
	return v
}

func (c *cursor) u16() uint16 {
	if len(c.data)-c.at < 2 {
		c.failed = true
		return 0
	}
	v := binary.LittleEndian.Uint16(c.data[c.at:])
	c.at += 2
	return v
}

func (c *cursor) u32() uint32 {
	if len(c.data)-c.at < 4 {
		c.failed = true
		return 0
	}
	v := binary.LittleEndian.Uint32(c.data[c.at:])
	c.at += 4
	return v
}

func (c *cursor) i32() int32 { return int32(c.u32()) }

func (c *cursor) skip(n int) {
	if n < 0 || len(c.data)-c.at < n {
		c.failed = true
		return
	}
	c.at += n
}

// str reads a .NET BinaryWriter string: its length in groups of seven bits,
// lowest first, then the bytes.
func (c *cursor) str() span {
	length := int(c.u8())
	if length >= 0x80 {
		length = c.longLength(length & 0x7F)
	}
	start := c.at
	c.skip(length)
	if c.failed {
		return span{}
	}
	return span{uint32(start), uint32(c.at)}
}

// longLength reads the groups behind the first.
func (c *cursor) longLength(length int) int {
	for shift := 7; shift < 35; shift += 7 {
		group := c.u8()
		length |= int(group&0x7F) << shift
		if group < 0x80 {
			return length
		}
	}
	c.failed = true
	return 0
}

// ids reads a counted list of u32. The count is bounded by the bytes that
// remain before anything is done with it.
func (c *cursor) ids() idList {
	count := c.i32()
	if count < 0 || int(count) > (len(c.data)-c.at)/4 {
		c.failed = true
		return idList{}
	}
	list := idList{start: uint32(c.at), count: uint32(count)}
	c.at += 4 * int(count)
	return list
}
