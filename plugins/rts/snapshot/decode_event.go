// SPDX-License-Identifier: GPL-3.0-or-later

package snapshot

// eventSlots are the least and the most slots of each kind of event.
var eventSlots = [...][2]int{
	EventAttack:          {3, 5},
	EventDeath:           {5, 5},
	EventBuild:           {3, 3},
	EventNotice:          {2, 5},
	EventSmokeLaunch:     {4, 4},
	EventMortarImpact:    {4, 6},
	EventArtilleryTarget: {5, 5},
	EventArtilleryImpact: {4, 4},
	EventMortarLaunch:    {6, 6},
	EventOverpenetration: {2, 2},
}

// maxEventSlots is the most of any kind.
const maxEventSlots = 6

func (d *decoder) event(index int, to *Event) {
	before := d.at
	v := d.head()
	switch {
	case d.err != nil:
		return
	case v.kind != typeArray:
		d.at = before
		d.fail("event %d must be an array", index)
		return
	case v.length > maxEventSlots:
		d.at = before
		d.fail("event %d exceeds max length %d", index, maxEventSlots)
		return
	case v.length < 1:
		d.at = before
		d.fail("event %d is too short", index)
		return
	}
	to.Kind = EventKind(d.code("event.kind", eventNames))
	if d.err != nil {
		return
	}
	slots := eventSlots[to.Kind]
	// A notice has a place or none: four slots would be half of one.
	if v.length < slots[0] || v.length > slots[1] || to.Kind == EventNotice && v.length == 4 {
		d.at = before
		d.fail("%s event %d field count mismatch", to.Kind, index)
		return
	}
	d.eventFields(to, v.length)
}

func (d *decoder) eventFields(to *Event, n int) {
	switch to.Kind {
	case EventAttack:
		d.attack(to, n)
	case EventDeath:
		to.ID = d.uint32("event.id")
		to.At = Point{X: d.float("event.x"), Y: d.float("event.y")}
		to.EntityKind = Kind(d.code("event.kind", kindNames))
	case EventBuild:
		to.ID = d.uint32("event.id")
		to.EntityKind = Kind(d.code("event.kind", kindNames))
	case EventNotice:
		d.notice(to, n)
	case EventSmokeLaunch:
		to.FromAt = d.point("event.from")
		to.ToAt = Some(Place(d.point("event.to")))
		to.DelayTicks = d.uint32("event.delayTicks")
	case EventMortarImpact:
		d.mortarImpact(to, n)
	case EventArtilleryTarget:
		to.From = Some(d.uint32("event.from"))
		to.At = d.point("event.target")
		to.RadiusTiles = d.float("event.radiusTiles")
		to.DelayTicks = d.uint32("event.delayTicks")
	case EventArtilleryImpact:
		to.At = Point{X: d.float("event.x"), Y: d.float("event.y")}
		to.RadiusTiles = d.float("event.radiusTiles")
	case EventMortarLaunch:
		to.From = Some(d.uint32("event.from"))
		to.FromAt = d.point("event.fromPos")
		to.ToAt = Some(Place(d.point("event.toPos")))
		to.RadiusTiles = d.float("event.radiusTiles")
		to.DelayTicks = d.uint32("event.delayTicks")
	case EventOverpenetration:
		to.To = d.uint32("event.to")
	}
}

func (d *decoder) attack(to *Event, n int) {
	to.From = Some(d.uint32("event.from"))
	to.To = d.uint32("event.to")
	if n > 3 && !d.null() {
		to.Reveal = d.reveal()
	}
	if n > 4 && !d.null() {
		to.ToAt = Some(Place(d.point("event.toPos")))
	}
}

func (d *decoder) notice(to *Event, n int) {
	to.Message = d.text("event.msg")
	to.Severity = SeverityInfo
	if n > 2 && !d.null() {
		to.Severity = Severity(d.code("event.severity", severityNames))
	}
	if n == 5 {
		to.NoticeAt = Some(Point{X: d.float("event.x"), Y: d.float("event.y")})
	}
}

func (d *decoder) mortarImpact(to *Event, n int) {
	to.At = Point{X: d.float("event.x"), Y: d.float("event.y")}
	to.RadiusTiles = d.float("event.radiusTiles")
	if n > 4 && !d.null() {
		to.From = Some(d.uint32("event.from"))
	}
	if n > 5 && !d.null() {
		to.Reveal = d.reveal()
	}
}

func (d *decoder) reveal() *Reveal {
	before := d.at
	n := d.array("event.reveal", revealSlots)
	if d.err == nil && n < 4 {
		d.at = before
		d.fail("event.reveal is too short")
	}
	to := &Reveal{Owner: d.uint32("reveal.owner"), Kind: Kind(d.code("reveal.kind", kindNames))}
	to.X, to.Y = d.float("reveal.x"), d.float("reveal.y")
	if n > 4 {
		to.Facing = d.optionalFloat("reveal.facing")
	}
	if n > 5 {
		to.WeaponFacing = d.optionalFloat("reveal.weaponFacing")
	}
	if n > 6 && !d.null() {
		to.SetupState = Some(SetupState(d.code("reveal.setupState", setupNames)))
	}
	return to
}
