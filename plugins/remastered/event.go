// SPDX-License-Identifier: GPL-3.0-or-later

package remastered

import "convertd/plugins/remastered/internal/names"

// event is one event as recorded; data aliases the source.
type event struct {
	number    uint8 // of the type, in the file
	kind      eventKind
	frame     uint32
	id        uint8 // house of the sender
	mplayerID uint8 // Tiberian Dawn; noise outside network games
	record    []byte
	data      []byte
}

// read takes the event at the start of record, whose type the walker has
// checked.
func (e *event) read(l *layout, record []byte) {
	e.number = record[0]
	e.kind = l.types[e.number]
	bits := le32(record[1:])
	frameBits := l.frameBits()
	e.frame = bits & (1<<frameBits - 1)
	e.id = uint8(bits << 1 >> 1 >> frameBits) // without the executed flag
	e.mplayerID = 0
	if l.game == names.TiberianDawn {
		e.mplayerID = record[5]
	}
	e.record = record[:l.eventBytes:l.eventBytes]
	e.data = e.record[l.eventHeader():]
}

// meaning is the event up to its last byte that means something.
func (e *event) meaning(l *layout) []byte {
	n := l.eventHeader() + l.dataBytes(e.kind)
	return e.record[:n:n]
}

// target is a native target, widened to 32 bits.
type target uint32

// targetAt reads a target of the layout's width.
func (l *layout) targetAt(b []byte) target {
	if l.targetBytes == 2 {
		return target(le16(b))
	}
	return target(le32(b))
}

// parts splits a target into the kind of object and its value: a heap index,
// or the place of a cell (docs/formats/remastered.md#targets).
func (t target) parts(l *layout) (kind int, value uint32) {
	if l.targetBytes == 2 {
		return int(t >> 12), uint32(t) & 0xFFF
	}
	return int(t >> 24), uint32(t) & 0xFFFFFF
}

// Kinds of targets that are places.
const (
	redAlertTargetCell     = 9
	tiberianDawnTargetCell = 1
)

// isCell reports whether the target is a place on the map.
func (t target) isCell(l *layout) bool {
	kind, _ := t.parts(l)
	if l.game == names.TiberianDawn {
		return kind == tiberianDawnTargetCell
	}
	return kind == redAlertTargetCell
}

// place splits the value of a Red Alert cell target: x and y in sixteenths of
// a cell.
func sixteenths(value uint32) (x, y int32) {
	return int32(value & 0xFFF), int32(value >> 12)
}

// splitCell splits a packed cell number; ok is false for one off the map.
func (l *layout) splitCell(cell int) (x, y int32, ok bool) {
	width := int(l.mapWidth())
	if cell < 0 || cell >= width*width {
		return 0, 0, false
	}
	return int32(cell % width), int32(cell / width), true
}

// megaMission is the data of MEGAMISSION and MEGAMISSION_F.
type megaMission struct {
	whom, target, destination target
	mission                   int8
	speed                     int8  // MEGAMISSION_F
	maxSpeed                  uint8 // MEGAMISSION_F
}

func (e *event) megaMission(l *layout) megaMission {
	width := l.targetBytes
	m := megaMission{
		whom: l.targetAt(e.data), mission: int8(e.data[width]),
		target: l.targetAt(e.data[width+1:]), destination: l.targetAt(e.data[2*width+1:]),
	}
	if e.kind == eventMegaMissionF {
		m.speed, m.maxSpeed = int8(e.data[13]), e.data[14]
	}
	return m
}

// specific is the data of PRODUCE, SUSPEND and ABANDON.
func (e *event) specific() (rtti uint8, id int32) { return e.data[0], int32(le32(e.data[1:])) }

// place is the data of PLACE.
func (e *event) place() (rtti uint8, cell int16) { return e.data[0], int16(le16(e.data[1:])) }

// specialPlace is the data of SPECIAL_PLACE.
func (e *event) specialPlace() (weapon int32, cell int16) {
	return int32(le32(e.data)), int16(le16(e.data[4:]))
}

// animation is the data of ANIMATION.
type animation struct {
	anim, owner int8
	x, y        uint16 // leptons
	visible     int32  // houses that see it, where the build has the field
}

func (e *event) animation(l *layout) animation {
	a := animation{anim: int8(e.data[0]), owner: int8(e.data[1]), x: le16(e.data[2:]), y: le16(e.data[4:])}
	if l.visibleMask {
		a.visible = int32(le32(e.data[6:]))
	}
	return a
}

// frameInfo is the data of FRAMEINFO, FRAMESYNC and RESPONSE_TIME.
type frameInfo struct {
	crc      uint32
	commands uint16
	delay    uint8
}

func (e *event) frameInfo() frameInfo {
	return frameInfo{crc: le32(e.data), commands: le16(e.data[4:]), delay: e.data[6]}
}

// value is the data of ALLY and GAMESPEED.
func (e *event) value() int32 { return int32(le32(e.data)) }
