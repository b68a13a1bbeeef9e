// SPDX-License-Identifier: GPL-3.0-or-later

package snapshot

func (e *encoder) event(from *Event) {
	switch from.Kind {
	case EventAttack:
		e.attack(from)
	case EventDeath:
		e.eventHead(from, 5)
		e.uint32(from.ID)
		e.float(from.At.X)
		e.float(from.At.Y)
		e.code(uint8(from.EntityKind), kindNames)
	case EventBuild:
		e.eventHead(from, 3)
		e.uint32(from.ID)
		e.code(uint8(from.EntityKind), kindNames)
	case EventNotice:
		e.notice(from)
	case EventSmokeLaunch:
		e.eventHead(from, 4)
		e.point(from.FromAt)
		e.point(Point(from.ToAt.Value))
		e.uint32(from.DelayTicks)
	case EventMortarImpact:
		e.mortarImpact(from)
	case EventArtilleryTarget:
		e.eventHead(from, 5)
		e.uint32(from.From.Value)
		e.point(from.At)
		e.float(from.RadiusTiles)
		e.uint32(from.DelayTicks)
	case EventArtilleryImpact:
		e.eventHead(from, 4)
		e.float(from.At.X)
		e.float(from.At.Y)
		e.float(from.RadiusTiles)
	case EventMortarLaunch:
		e.eventHead(from, 6)
		e.uint32(from.From.Value)
		e.point(from.FromAt)
		e.point(Point(from.ToAt.Value))
		e.float(from.RadiusTiles)
		e.uint32(from.DelayTicks)
	case EventOverpenetration:
		e.eventHead(from, 2)
		e.uint32(from.To)
	default:
		e.fail("event of unknown kind %d", from.Kind)
	}
}

func (e *encoder) eventHead(from *Event, length int) {
	e.array(length)
	e.uint32(uint32(from.Kind))
}

func (e *encoder) attack(from *Event) {
	length := 3
	if from.Reveal != nil {
		length = 4
	}
	if from.ToAt.Valid {
		length = 5
	}
	e.eventHead(from, length)
	e.uint32(from.From.Value)
	e.uint32(from.To)
	if length > 3 {
		e.reveal(from.Reveal)
	}
	if length > 4 {
		e.point(Point(from.ToAt.Value))
	}
}

// notice leaves out the severity of a plain notice without a place.
func (e *encoder) notice(from *Event) {
	length := 2
	if from.Severity != SeverityInfo {
		length = 3
	}
	if from.NoticeAt.Valid {
		length = 5
	}
	e.eventHead(from, length)
	e.out = appendText(e.out, from.Message)
	if length > 2 {
		e.code(uint8(from.Severity), severityNames)
	}
	if length > 3 {
		e.float(from.NoticeAt.Value.X)
		e.float(from.NoticeAt.Value.Y)
	}
}

func (e *encoder) mortarImpact(from *Event) {
	length := 4
	if from.From.Valid {
		length = 5
	}
	if from.Reveal != nil {
		length = 6
	}
	e.eventHead(from, length)
	e.float(from.At.X)
	e.float(from.At.Y)
	e.float(from.RadiusTiles)
	if length > 4 {
		e.optionalUint32(from.From)
	}
	if length > 5 {
		e.reveal(from.Reveal)
	}
}

func (e *encoder) reveal(from *Reveal) {
	if from == nil {
		e.null()
		return
	}
	length := 4
	for i, says := range [...]bool{from.Facing.Valid, from.WeaponFacing.Valid, from.SetupState.Valid} {
		if says {
			length = 5 + i
		}
	}
	e.array(length)
	e.uint32(from.Owner)
	e.code(uint8(from.Kind), kindNames)
	e.float(from.X)
	e.float(from.Y)
	if length > 4 {
		e.optionalFloat(from.Facing)
	}
	if length > 5 {
		e.optionalFloat(from.WeaponFacing)
	}
	if length > 6 {
		e.optionalCode(uint8(from.SetupState.Value), from.SetupState.Valid, setupNames)
	}
}
