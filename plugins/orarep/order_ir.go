package orarep

import (
	"unicode/utf8"

	"convertd/core/ir"
)

// translate fills s.order from a native order. docs/formats/orarep.md says how
// the native order is read back: the fields alone give every native field and
// its presence, or Raw holds the order's bytes.
func (s *stream) translate(p *packet, from *sender, o *nativeOrder, name *orderName) {
	roles := name.meaning.roles
	s.order = ir.Order{
		Offset:     uint64(o.start) + s.container.base,
		Player:     ir.NoPlayer,
		Client:     p.client,
		Kind:       name.meaning.kind,
		NativeName: name.text,
	}
	exact := s.takeSubjects(o)
	exact = s.takeTargets(o) && exact
	exact = s.takeValues(o, roles) && exact
	if p.frame == 0 {
		s.takeImmediate(from, o, name, exact)
		return
	}
	s.order.Frame = uint64(p.frame)
	s.order.Tick = s.tick(s.order.Frame)
	s.order.Player = s.playerOf(from, roles, o, s.firstSubject())
	if !exact || !name.exact || o.odd || o.handshake || roles&roleKnown == 0 || roles&roleImmediate != 0 {
		s.order.Raw = s.data[o.start:o.end]
	}
}

// takeImmediate finishes an order that is executed on receipt: it happens at the
// net frame the stream has reached. Its text is scrubbed of private values; the
// bytes are kept only if there were none.
func (s *stream) takeImmediate(from *sender, o *nativeOrder, name *orderName, exact bool) {
	roles := name.meaning.roles
	s.order.Frame = s.reached
	s.order.Tick = s.tick(s.reached)
	if roles&roleServer == 0 {
		s.order.Player = from.seat
	}
	if roles&roleKnown == 0 {
		s.order.Kind = ir.KindSystem
	}
	scrubbed := scrub(s.order.Text)
	unchanged := scrubbed == s.order.Text
	s.order.Text = scrubbed
	handshakeForm := !s.layout.handshakeOnly() || roles&roleHandshake != 0
	fits := exact && name.exact && !o.odd && o.handshake == handshakeForm && roles&(roleKnown|roleImmediate) == roleKnown|roleImmediate
	if !fits && unchanged {
		s.order.Raw = s.data[o.start:o.end]
	}
}

// takeSubjects: one subject is the native subject, several are the grouped
// actors.
func (s *stream) takeSubjects(o *nativeOrder) (exact bool) {
	exact = true
	s.subjects = s.subjects[:0]
	if o.has&hasSubject != 0 && !o.handshake {
		if o.subject != nobody {
			s.subjects = append(s.subjects, o.subject)
		} else if s.layout.optionalSubject {
			exact = false
		}
	}
	if o.has&hasGrouped != 0 {
		exact = exact && len(s.subjects) == 0 && o.groupedActors.count > 1
		s.subjects = o.groupedActors.appendTo(s.subjects, s.data)
	}
	s.order.Subjects = s.subjects
	return exact
}

func (s *stream) firstSubject() uint32 {
	if len(s.subjects) == 0 {
		return nobody
	}
	return s.subjects[0]
}

// takeTargets fills both targets and the extra actors.
func (s *stream) takeTargets(o *nativeOrder) (exact bool) {
	exact = true
	s.entities = s.entities[:0]
	switch {
	case o.has&hasCell != 0:
		s.order.Target = ir.Target{Kind: ir.TargetCell, X: o.cell.x, Y: o.cell.y, Z: int32(o.cell.layer)}
		if s.layout.target == targetWithCell {
			s.order.Target.Sub = uint8(o.subCell)
			exact = o.subCell == int32(uint8(o.subCell))
		}
		if o.has&hasActor != 0 {
			// Only the plain layouts set both; the actor is the producer.
			s.entities = append(s.entities, o.actor)
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
		s.entities = o.extraActors.appendTo(s.entities, s.data)
	}
	if o.has&hasExtraCell != 0 {
		s.order.Target2 = ir.Target{Kind: ir.TargetCell, X: o.extraCell.x, Y: o.extraCell.y, Z: int32(o.extraCell.layer)}
	}
	s.order.Entities = s.entities
	return exact
}

// takeValues fills string, extra data, count and the queued flag.
func (s *stream) takeValues(o *nativeOrder, roles role) (exact bool) {
	exact = true
	if o.has&hasString != 0 {
		text := o.text.of(s.text)
		if !utf8.ValidString(text) {
			text, exact = validText(text), false
		}
		if text == "" && !o.handshake {
			exact = false
		}
		if roles&roleItem != 0 {
			s.order.Item = text
		} else {
			s.order.Text = text
		}
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

// takeCount reads how many are produced or cancelled: the extra data, until
// release-20131223 x of the target cell (openra.md §3.4).
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
