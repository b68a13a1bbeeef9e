// SPDX-License-Identifier: GPL-3.0-or-later

package remastered

import (
	"strconv"

	"convertd/plugins/remastered/internal/names"
)

// sendLine sends the current event as one JSON object with the keys of the
// oracles (docs/formats/remastered.md#lines-of-dump).
func (s *stream) sendLine(t *turn, offset int) error {
	s.line = s.appendLine(s.line[:0], &s.event, t.frame, offset)
	return s.sink.Native(s.line)
}

// jsonLine appends members of one JSON object.
type jsonLine []byte

func (j *jsonLine) key(name string) {
	*j = append(append(append(*j, ',', '"'), name...), '"', ':')
}

func (j *jsonLine) number(name string, value int64) {
	j.key(name)
	*j = strconv.AppendInt(*j, value, 10)
}

// text appends a text that needs no escapes: names of the format and numbers.
func (j *jsonLine) text(name, value string) {
	j.key(name)
	*j = append(append(append(*j, '"'), value...), '"')
}

// named appends a name, or the number as text where it has none.
func (j *jsonLine) named(name, value string, number int64) {
	if value != "" {
		j.text(name, value)
		return
	}
	j.key(name)
	*j = append(strconv.AppendInt(append(*j, '"'), number, 10), '"')
}

func (s *stream) appendLine(line []byte, e *event, frame uint64, offset int) []byte {
	l := s.r.layout
	j := jsonLine(append(line, `{"frame":`...))
	j = strconv.AppendUint(j, frame, 10)
	j.text("type", eventNames[e.kind])
	j.number("id", int64(e.id))
	if l.game == names.TiberianDawn {
		j.number("mplayer_id", int64(e.mplayerID))
	}
	s.appendLocal(&j, e)
	switch e.kind {
	case eventMegaMission, eventMegaMissionF:
		j.megaMission(l, e)
	case eventIdle, eventScatter, eventPrimary, eventRepair, eventSell:
		j.target(l, "whom", l.targetAt(e.data))
	case eventArchive:
		j.target(l, "whom", l.targetAt(e.data))
		j.target(l, "where", l.targetAt(e.data[l.targetBytes:]))
	case eventAlly, eventGameSpeed:
		j.number("value", int64(e.value()))
	case eventProduce, eventSuspend, eventAbandon:
		rtti, id := e.specific()
		j.named("rtti", l.game.RTTI(int(rtti)), int64(rtti))
		j.named("item", l.game.Type(int(rtti), int(id)), int64(id))
	case eventPlace:
		rtti, cell := e.place()
		j.named("rtti", l.game.RTTI(int(rtti)), int64(rtti))
		j.cell(l, cell)
	case eventSpecialPlace:
		weapon, cell := e.specialPlace()
		j.named("weapon", l.game.Weapon(int(weapon)), int64(weapon))
		j.cell(l, cell)
	case eventSellCell:
		j.cell(l, int16(le16(e.data)))
	case eventAnimation:
		j.animation(l, e)
	case eventSpecial:
		j.special(l, e)
	default:
		j.connection(l, e)
	}
	j.number("offset", int64(offset))
	return append(j, '}')
}

// appendLocal says whether the recording player's own machine made the event,
// so that the unused bytes of its union are noise. The oracles leave it out for
// the FRAMEINFO of others, which is the normal case.
func (s *stream) appendLocal(j *jsonLine, e *event) {
	local := s.roster.local >= 0 && s.roster.bySender[s.roster.sender(e)] == s.roster.local
	if !local && e.kind == eventFrameInfo {
		return
	}
	j.key("local")
	*j = strconv.AppendBool(*j, local)
}

func (j *jsonLine) megaMission(l *layout, e *event) {
	m := e.megaMission(l)
	j.target(l, "whom", m.whom)
	if m.mission < 0 {
		j.text("mission", "none")
	} else {
		j.named("mission", l.game.Mission(int(m.mission)), int64(m.mission))
	}
	j.target(l, "target", m.target)
	j.target(l, "destination", m.destination)
	if e.kind == eventMegaMissionF {
		j.number("speed", int64(m.speed))
		j.number("max_speed", int64(m.maxSpeed))
	}
}

// target appends an object or a place: Red Alert's in sixteenths of a cell,
// Tiberian Dawn's in cells.
func (j *jsonLine) target(l *layout, name string, t target) {
	if t == 0 {
		j.text(name, "none")
		return
	}
	kind, value := t.parts(l)
	j.key(name)
	*j = append(*j, `{"kind":"`...)
	if text := l.game.Target(kind); text != "" {
		*j = append(*j, text...)
	} else {
		*j = strconv.AppendInt(*j, int64(kind), 10)
	}
	*j = append(*j, '"')
	x, y, onMap := int32(0), int32(0), false
	nameX, nameY := "x", "y"
	if t.isCell(l) {
		if l.game == names.RedAlert {
			x, y = sixteenths(value)
			onMap, nameX, nameY = true, "x16", "y16"
		} else {
			x, y, onMap = l.splitCell(int(value))
		}
	}
	if onMap {
		j.number(nameX, int64(x))
		j.number(nameY, int64(y))
	} else {
		j.number("value", int64(value))
	}
	*j = append(*j, '}')
}

// cell appends a packed cell number as a place, one off the map as it is.
func (j *jsonLine) cell(l *layout, cell int16) {
	x, y, ok := l.splitCell(int(cell))
	if !ok {
		j.number("cell", int64(cell))
		return
	}
	j.place("cell", int64(x), int64(y))
}

func (j *jsonLine) place(name string, x, y int64) {
	j.key(name)
	*j = append(*j, `{"x":`...)
	*j = strconv.AppendInt(*j, x, 10)
	j.number("y", y)
	*j = append(*j, '}')
}

func (j *jsonLine) animation(l *layout, e *event) {
	a := e.animation(l)
	j.number("anim", int64(a.anim))
	j.number("owner", int64(a.owner))
	j.place("where", int64(a.x), int64(a.y))
	if l.visibleMask {
		j.number("visible", int64(a.visible))
	}
}

func (j *jsonLine) special(l *layout, e *event) {
	s := l.special.read(e.data)
	j.key("special")
	*j = append(*j, `{"flags":[`...)
	first := true
	s.eachFlag(func(name string) {
		if !first {
			*j = append(*j, ',')
		}
		first = false
		*j = append(append(append(*j, '"'), name...), '"')
	})
	*j = append(*j, ']')
	if s.healthBar != 0 || s.resourceBar != 0 {
		j.number("health_bar_display_mode", int64(s.healthBar))
		j.number("resource_bar_display_mode", int64(s.resourceBar))
	}
	*j = append(*j, '}')
}

// connection appends the data of the events about the connection.
func (j *jsonLine) connection(l *layout, e *event) {
	switch e.kind { //nolint:exhaustive // the others have no data
	case eventFrameInfo, eventFrameSync:
		info := e.frameInfo()
		j.number("crc", int64(info.crc))
		j.number("command_count", int64(info.commands))
		j.number("delay", int64(info.delay))
	case eventResponseTime:
		j.number("delay", int64(e.frameInfo().delay))
	case eventAddPlayer:
		j.addPlayer(l, e)
	case eventTiming:
		j.number("desired_frame_rate", int64(le16(e.data)))
		j.number("max_ahead", int64(le16(e.data[2:])))
	case eventProcessTime:
		j.number("average_ticks", int64(le16(e.data)))
	}
}

// addPlayer appends a pointer of the recording program, which means nothing
// outside it, and the size of what it pointed to, which is not in the file.
func (j *jsonLine) addPlayer(l *layout, e *event) {
	pointer := uint64(le32(e.data))
	if l.pointer == 8 {
		pointer |= uint64(le32(e.data[4:])) << 32
	}
	j.key("pointer")
	*j = strconv.AppendUint(*j, pointer, 10)
	j.number("size", int64(le32(e.data[l.pointer:])))
}
