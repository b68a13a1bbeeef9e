// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import (
	"unicode/utf8"

	"convertd/core/ir"
)

// translate fills s.order from a native order. docs/formats/orarep.md says how
// the native order is read back: the fields alone give every native field and
// its presence, or Raw holds the order's bytes. The tick is set when it is sent.
func (s *stream) translate(p *waitingPacket, o *nativeOrder, name *orderName) {
	roles := name.meaning.roles
	order := &s.order
	s.clearOrder()
	order.Offset = s.offset(int(o.start))
	order.Client = p.client
	order.Kind = name.meaning.kind
	order.NativeName = name.text
	exact := s.takeSubjects(o)
	exact = s.takeTargets(o) && exact
	exact = s.takeValues(o, roles) && exact
	if p.frame == 0 {
		s.takeImmediate(p.from, o, name, exact)
		return
	}
	order.Frame = uint64(p.frame)
	order.Player = s.playerOf(p.from, roles, o, s.firstSubject())
	if roles&roleImmediate != 0 {
		order.Kind = ir.KindUnknown // an immediate order's name in a frame of play
	}
	if !s.hidePrivate(name) && (!exact || !name.exact || o.odd || o.handshake || roles&(roleKnown|roleImmediate) != roleKnown) {
		order.Raw = s.data[o.start:o.end]
	}
}

// clearOrder empties s.order field by field: assigning a whole value costs a
// copy of it and a write barrier for each pointer, most of which do not change.
func (s *stream) clearOrder() {
	o := &s.order
	o.Frame, o.Tick, o.Offset = 0, 0, 0
	o.Player, o.Client = ir.NoPlayer, ir.NoPlayer
	o.Kind, o.NativeID, o.Present = ir.KindUnknown, 0, 0
	o.Count, o.ItemID, o.Data = 0, 0, 0
	o.Target, o.Target2 = ir.Target{}, ir.Target{}
	if o.Item != "" {
		o.Item = ""
	}
	if o.Text != "" {
		o.Text = ""
	}
	if o.Raw != nil {
		o.Raw = nil
	}
	o.NativeName = ""
	o.Subjects, o.Entities = o.Subjects[:0], o.Entities[:0]
}

// takeImmediate finishes an order that is executed on receipt: it happens at the
// net frame the stream has reached. Its text is scrubbed of private values; the
// bytes are kept only if there were none.
func (s *stream) takeImmediate(from *sender, o *nativeOrder, name *orderName, exact bool) {
	roles := name.meaning.roles
	s.order.Frame = s.now()
	if roles&roleServer == 0 {
		s.order.Player = from.seat
	}
	if roles&roleImmediate == 0 {
		s.order.Kind = ir.KindSystem // the kind tells immediate orders from play
	}
	hidden := s.hidePrivate(name)
	handshakeForm := !s.layout.handshakeOnly() || roles&roleHandshake != 0
	fits := exact && name.exact && !o.odd && o.handshake == handshakeForm && roles&(roleKnown|roleImmediate) == roleKnown|roleImmediate
	if !fits && !hidden {
		s.order.Raw = s.data[o.start:o.end]
	}
}

// hidePrivate scrubs the order's texts and reports whether anything had to be
// hidden. Then its bytes do not leave.
func (s *stream) hidePrivate(name *orderName) (hidden bool) {
	o := &s.order
	if o.Text != "" && mayHoldPrivate(o.Text) {
		if text := s.scrubber.scrub(o.Text); text != o.Text {
			o.Text, hidden = text, true
		}
	}
	if o.Item != "" && mayHoldPrivate(o.Item) {
		if item := s.scrubber.scrub(o.Item); item != o.Item {
			o.Item, hidden = item, true
		}
	}
	return hidden || name.hidden
}

// takeSubjects: one subject is the native subject, several are the grouped
// actors.
func (s *stream) takeSubjects(o *nativeOrder) (exact bool) {
	exact = true
	subjects := s.order.Subjects
	if o.has&hasSubject != 0 && !o.handshake {
		if o.subject != nobody {
			subjects = append(subjects, o.subject)
		} else if s.layout.optionalSubject {
			exact = false
		}
	}
	if o.has&hasGrouped != 0 {
		exact = exact && len(subjects) == 0 && o.groupedActors.count > 1
		subjects = o.groupedActors.appendTo(subjects, s.data)
	}
	if len(subjects) > 0 {
		s.order.Subjects = subjects
	}
	return exact
}

func (s *stream) firstSubject() uint32 {
	if len(s.order.Subjects) == 0 {
		return nobody
	}
	return s.order.Subjects[0]
}

// takeTargets fills both targets and the extra actors.
func (s *stream) takeTargets(o *nativeOrder) (exact bool) {
	exact = true
	switch {
	case o.has&hasCell != 0:
		s.order.Target = ir.Target{Kind: ir.TargetCell, X: o.cell.x, Y: o.cell.y, Z: int32(o.cell.layer)}
		if s.layout.target == targetWithCell {
			s.order.Target.Sub = uint8(o.subCell)
			exact = o.subCell == int32(uint8(o.subCell))
		}
		if o.has&hasActor != 0 {
			// Only the plain layouts set both; the actor is the producer.
			s.order.Entities = append(s.order.Entities, o.actor)
		}
	case o.has&hasActor != 0:
		s.order.Target = ir.Target{Kind: ir.TargetEntity, ID: o.actor}
		if o.actor == nobody {
			s.order.Target.Kind = ir.TargetInvalid
		}
		if s.layout.generations {
			s.order.Target.Generation = o.generation
		}
	case o.has&hasFrozen != 0:
		s.order.Target = ir.Target{Kind: ir.TargetFrozen, ID: o.frozen, Owner: o.frozenViewer}
	case o.has&hasPosition != 0:
		s.order.Target = ir.Target{Kind: ir.TargetPosition, X: o.position[0], Y: o.position[1], Z: o.position[2]}
		exact = o.has&hasMorePositions == 0
	}
	if o.has&hasExtraActors != 0 {
		exact = exact && o.extraActors.count > 0
		s.order.Entities = o.extraActors.appendTo(s.order.Entities, s.data)
	}
	if o.has&hasExtraCell != 0 {
		s.order.Target2 = ir.Target{Kind: ir.TargetCell, X: o.extraCell.x, Y: o.extraCell.y, Z: int32(o.extraCell.layer)}
	}
	return exact
}

// takeValues fills string, extra data, count and the queued flag.
func (s *stream) takeValues(o *nativeOrder, roles role) (exact bool) {
	exact = true
	if o.has&hasString != 0 {
		text := s.stringOf(o)
		if !utf8.ValidString(text) {
			text, exact = validText(text), false
		}
		if text == "" && roles&roleImmediate == 0 {
			exact = false // looks like no string
		}
		if roles&roleItem != 0 {
			s.order.Item = text
		} else {
			s.order.Text = text
		}
	}
	if o.has&hasString == 0 && roles&roleImmediate != 0 {
		exact = false // looks like an empty string, which immediate orders have
	}
	if o.flags&flagQueued != 0 {
		s.order.Present |= ir.PresentQueued
	}
	if o.has&hasExtraData != 0 {
		s.order.Data = o.extraData
		s.order.Present |= ir.PresentData
	}
	if roles&roleCount != 0 {
		s.takeCount(o)
	}
	return exact
}

// maxItemBytes tells short target strings, which recur, from texts, which do
// not.
const maxItemBytes = 64

// stringOf is the order's string. Only texts allocate.
func (s *stream) stringOf(o *nativeOrder) string {
	bytes := o.text.of(s.data)
	if len(bytes) > maxItemBytes {
		return string(bytes)
	}
	return s.items.find(bytes)
}

// takeCount reads how many are produced or cancelled: the extra data, until
// release-20131223 x of the target cell (docs/formats/orarep.md#order-names).
func (s *stream) takeCount(o *nativeOrder) {
	switch {
	case o.has&hasExtraData != 0:
		s.order.Count = int32(o.extraData)
	case s.layout.target == targetPlain && o.has&hasCell != 0:
		s.order.Count = o.cell.x
	default:
		return
	}
	s.order.Present |= ir.PresentCount
}
