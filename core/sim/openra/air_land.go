// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// Flags of actLand.
const (
	flagLanding    = iota // the cell below is taken
	flagApproached        // what cannot stand in the air is lined up
	flagHere              // wherever it is when the activity begins
)

// land makes the activity to land on a place or on an actor, beside its middle
// by an offset and pointing in a direction (-1: any).
func (w *World) land(a, host *Actor, at, offset Pos, facing int32) *Activity {
	act := w.newActivity(actLand)
	act.to, act.from, act.facing, act.high = at, offset, facing, a.typ.Aircraft.LandRange
	if host != nil {
		act.host, act.high = host.ID, 0
	}
	return act
}

func (w *World) beginLand(a *Actor, act *Activity) {
	if act.flag[flagHere] {
		act.to = w.centerOfCell(w.location(a))
	}
}

// tickLand is one tick of an aircraft that comes down.
func (w *World) tickLand(a *Actor, act *Activity) bool {
	info, host := a.typ.Aircraft, w.validTarget(act.host)
	if act.state == stateCanceling || act.host != none && host == nil {
		return w.breakOffLanding(a, act)
	}
	if host != nil {
		act.to = host.center
	}
	if a.center == act.to.Add(act.from) {
		return true
	}
	if host == nil && !act.flag[flagLanding] {
		c, found := w.landingCell(a, w.cellContaining(act.to.Add(act.from)), act.high)
		if !found {
			act.queueChild(w.fly(act.to))
			return true
		}
		if c != w.cellContaining(act.to.Add(act.from)) {
			act.to = w.centerOfCell(c)
		}
	}
	at := act.to.Add(act.from)
	switch rest := at.Sub(a.center); {
	case info.Vertical && rest.FlatSquared() != 0:
		act.queueChild(w.fly(at))
		return false
	case info.Vertical && act.facing >= 0 && act.facing != a.facing:
		w.queueTurn(act, act.facing)
		return false
	case !info.Vertical && !act.flag[flagApproached]:
		w.queueApproach(a, act, at)
		return false
	}
	if !act.flag[flagLanding] && !w.touchDown(a, act, host, w.cellContaining(at)) {
		return false
	}
	if info.Vertical {
		return !w.liftTo(a, a.facing, at.Z)
	}
	rest := at.Sub(a.center)
	if step := flyStep(w.airSpeed(a), a.facing); rest.FlatSquared() < step.FlatSquared() {
		w.flyTo(a, at)
		return true
	}
	w.flyAhead(a, w.yawOf(rest), at.Z)
	return false
}

// breakOffLanding lets an aircraft climb again that had begun to come down.
func (w *World) breakOffLanding(a *Actor, act *Activity) bool {
	if !act.flag[flagLanding] {
		return true
	}
	if a.center.Z > 0 && a.center.Z < a.typ.Aircraft.Altitude {
		act.queueChild(w.newActivity(actTakeOff))
		return false
	}
	w.leaveGround(a)
	return true
}

// touchDown takes the cell to land in, or waits for it to be free, and for
// another one where the activity names it.
func (w *World) touchDown(a *Actor, act *Activity, host *Actor, c Cell) bool {
	if !w.canLand(a, c, host, true) || act.hasTarget && !w.canLand(a, act.target, host, true) {
		act.queueChild(w.flyIdle(holdingTicks))
		if act.hasTarget {
			w.notifyBlockers(a, act.target)
		}
		w.notifyBlockers(a, c)
		act.flag[flagApproached] = false
		return false
	}
	w.standOn(a, c)
	w.underAircraft(a, func(other *Actor) { w.warnOf(a, other) })
	act.flag[flagLanding] = true
	return true
}

// holdingTicks is how long an aircraft waits for the place to land.
const holdingTicks = 25

// queueApproach queues the way to the line along which an aircraft comes down:
// round a circle beside it, along a tangent, round a circle before the line.
func (w *World) queueApproach(a *Actor, act *Activity, at Pos) {
	info := a.typ.Aircraft
	distance := info.Altitude * 1024 / info.Climb
	start := Pos{X: 0, Y: distance, Z: info.Altitude}
	if act.facing >= 0 {
		start = start.Rotate(act.facing)
	}
	start = at.Add(start)
	radius := turnRadius(w.airSpeed(a)*32/35, info.TurnSpeed)
	side := Pos{X: wpos.Cosine(a.facing), Y: -wpos.Sine(a.facing), Z: 0}
	if d := a.center.Sub(start); int64(side.X)*int64(d.X)+int64(side.Y)*int64(d.Y) > 0 {
		side = Pos{X: -side.X, Y: -side.Y, Z: 0}
	}
	center := a.center.Add(Pos{X: radius * side.X / 1024, Y: radius * side.Y / 1024, Z: 0})
	center.Z = info.Altitude
	before := start.Add(Pos{X: 0, Y: radius * wpos.Sign(a.center.Y-start.Y), Z: 0})
	along := before.Sub(center)
	var aside Pos
	if length := along.Length(); length != 0 {
		aside = Pos{X: -along.Y * radius / length, Y: along.X * radius / length, Z: 0}
	}
	if aside.X > 0 {
		aside = Pos{X: -aside.X, Y: -aside.Y, Z: 0}
	}
	radius = turnRadius(info.Speed, info.TurnSpeed)
	for _, leg := range [...]struct {
		to    Pos
		reach int32
	}{{center.Add(aside), radius * 3}, {before.Add(aside), 0}, {start, radius / 2}} {
		child := w.fly(leg.to)
		child.high = leg.reach
		act.queueChild(child)
	}
	act.flag[flagApproached] = true
}

// landingCell is the cell itself if an aircraft can land there, else the nearest
// within reach where it can.
func (w *World) landingCell(a *Actor, c Cell, reach int32) (Cell, bool) {
	if w.canLand(a, c, nil, false) {
		return c, true
	}
	middle := w.centerOfCell(c)
	for _, ring := range wpos.Annulus(0, (reach+1023)/1024) {
		near := c.Add(ring.At)
		if w.canLand(a, near, nil, false) && w.centerOfCell(near).Sub(middle).Squared() < int64(reach)*int64(reach) {
			return near, true
		}
	}
	return c, false
}

// canLand reports whether an aircraft may come down in a cell: on an actor it
// docks at, or on ground that is good for it. Who stands there is in the way
// unless it can be run over or, where those that move do not count, be asked to
// go.
func (w *World) canLand(a *Actor, c Cell, host *Actor, byMobile bool) bool {
	if !w.ground.contains(c) {
		return false
	}
	for at := w.first(c); at != 0; at = w.occupied.nodes[at].next {
		other := w.actors[w.occupied.nodes[at].actor]
		if other == nil || other == a || other == host {
			continue
		}
		if !byMobile && other.typ.Mobile != nil && w.allied(a.owner, other.owner) && other.idle() {
			continue
		}
		if !w.crushableBy(a.typ.Aircraft.Crushes, a, other) {
			return false
		}
	}
	return host != nil || info.Contains(a.typ.Aircraft.Landable, w.terrainName(c))
}

// standOn takes a cell for an aircraft on the ground.
func (w *World) standOn(a *Actor, c Cell) {
	w.leaveGround(a)
	a.landed, a.landing = true, c
	if a.inWorld {
		w.addInfluence(a)
	}
}

// leaveGround gives the cell back.
func (w *World) leaveGround(a *Actor) {
	if !a.landed {
		return
	}
	if a.inWorld {
		w.removeInfluence(a)
	}
	a.landed, a.landing = false, Cell{}
}

// beginFall lets a wreck fall from its first tick on; which way it spins is
// drawn.
func (w *World) beginFall(a *Actor) {
	act := w.newActivity(actFall)
	act.uninterruptible = true
	if a.typ.Falls.Spin != 0 {
		act.distance = w.random.below(2)*2 - 1
	}
	act.waitLeft = a.facing / anglesPerFacing
	w.order(a, false, act)
}

// spinStep is how much faster a falling wreck turns with each tick.
const spinStep = 4

func (w *World) tickFall(a *Actor, act *Activity) bool {
	info := a.typ.Falls
	if info == nil || a.typ.Aircraft == nil {
		return true
	}
	if a.center.Z <= 0 {
		if info.Weapon != nil {
			w.explode(info.Weapon, a, a.center)
		}
		w.destroy(a, a, nil)
		return true
	}
	switch {
	case act.distance == 0:
	case w.behaviour.EarlyMove:
		act.progress += act.distance
		act.waitLeft = (act.waitLeft + act.progress) % (1024 / anglesPerFacing)
		a.facing = wpos.Angle(act.waitLeft * anglesPerFacing)
	default:
		if info.Spin < 0 || wpos.Abs(act.progress) < info.Spin {
			act.progress += spinStep * act.distance
		}
		a.facing = wpos.Angle(a.facing + act.progress)
	}
	step := Pos{X: 0, Y: 0, Z: -info.Velocity}
	if info.Moves {
		step = step.Add(flyStep(w.airSpeed(a), a.facing))
	}
	w.flyTo(a, a.center.Add(step))
	return false
}

// flightHash is the hash of where an aircraft points. In release-20200202 the
// facing of a wreck that turns to the left is counted below zero.
func (w *World) flightHash(a *Actor) int32 {
	if act := a.activity; w.behaviour.EarlyMove && a.typ.Falls != nil && act != nil && act.kind == actFall {
		return act.waitLeft
	}
	return w.facingHash(a.facing)
}
