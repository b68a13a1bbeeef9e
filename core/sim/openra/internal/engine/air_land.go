// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// Flags of ActLand.
const (
	flagLanding    = iota // the cell below is taken
	flagApproached        // what cannot stand in the air is lined up
	flagHere              // wherever it is when the activity begins
)

// land makes the activity to land on a place or on an actor, beside its middle
// by an offset and pointing in a direction (-1: any).
func (w *World) land(a, host *Actor, at, offset Pos, facing int32) *Activity {
	act := w.newActivity(state.ActLand)
	act.To, act.From, act.Facing, act.High = at, offset, facing, a.Type.Aircraft.LandRange
	if host != nil {
		act.Host, act.High = host.ID, 0
	}
	return act
}

func (w *World) beginLand(a *Actor, act *Activity) {
	if act.Flag[flagHere] {
		act.To = w.CenterOfCell(w.location(a))
	}
}

// tickLand is one tick of an aircraft that comes down.
func (w *World) tickLand(a *Actor, act *Activity) bool {
	info, host := a.Type.Aircraft, w.validTarget(act.Host)
	if act.State == state.StateCanceling || act.Host != none && host == nil {
		return w.breakOffLanding(a, act)
	}
	if host != nil {
		act.To = host.Center
	}
	if a.Center == act.To.Add(act.From) {
		return true
	}
	if host == nil && !act.Flag[flagLanding] {
		c, found := w.landingCell(a, w.CellContaining(act.To.Add(act.From)), act.High)
		if !found {
			act.QueueChild(w.fly(act.To))
			return true
		}
		if c != w.CellContaining(act.To.Add(act.From)) {
			act.To = w.CenterOfCell(c)
		}
	}
	at := act.To.Add(act.From)
	switch rest := at.Sub(a.Center); {
	case info.Vertical && rest.FlatSquared() != 0:
		act.QueueChild(w.fly(at))
		return false
	case info.Vertical && act.Facing >= 0 && act.Facing != a.Facing:
		w.queueTurn(act, act.Facing)
		return false
	case !info.Vertical && !act.Flag[flagApproached]:
		w.queueApproach(a, act, at)
		return false
	}
	if !act.Flag[flagLanding] && !w.touchDown(a, act, host, w.CellContaining(at)) {
		return false
	}
	if info.Vertical {
		return !w.liftTo(a, a.Facing, at.Z)
	}
	rest := at.Sub(a.Center)
	if step := flyStep(w.airSpeed(a), a.Facing); rest.FlatSquared() < step.FlatSquared() {
		w.flyTo(a, at)
		return true
	}
	w.flyAhead(a, w.yawOf(rest), at.Z)
	return false
}

// breakOffLanding lets an aircraft climb again that had begun to come down.
func (w *World) breakOffLanding(a *Actor, act *Activity) bool {
	if !act.Flag[flagLanding] {
		return true
	}
	if a.Center.Z > 0 && a.Center.Z < a.Type.Aircraft.Altitude {
		act.QueueChild(w.newActivity(state.ActTakeOff))
		return false
	}
	w.leaveGround(a)
	return true
}

// touchDown takes the cell to land in, or waits for it to be free, and for
// another one where the activity names it.
func (w *World) touchDown(a *Actor, act *Activity, host *Actor, c Cell) bool {
	if !w.canLand(a, c, host, true) || act.HasTarget && !w.canLand(a, act.Target, host, true) {
		act.QueueChild(w.flyIdle(holdingTicks))
		if act.HasTarget {
			w.notifyBlockers(a, act.Target)
		}
		w.notifyBlockers(a, c)
		act.Flag[flagApproached] = false
		return false
	}
	w.standOn(a, c)
	w.underAircraft(a, func(other *Actor) { w.warnOf(a, other) })
	act.Flag[flagLanding] = true
	return true
}

// holdingTicks is how long an aircraft waits for the place to land.
const holdingTicks = 25

// queueApproach queues the way to the line along which an aircraft comes down:
// round a circle beside it, along a tangent, round a circle before the line.
func (w *World) queueApproach(a *Actor, act *Activity, at Pos) {
	info := a.Type.Aircraft
	distance := info.Altitude * 1024 / info.Climb
	start := Pos{X: 0, Y: distance, Z: info.Altitude}
	if act.Facing >= 0 {
		start = start.Rotate(act.Facing)
	}
	start = at.Add(start)
	radius := turnRadius(w.airSpeed(a)*32/35, info.TurnSpeed)
	side := Pos{X: wpos.Cosine(a.Facing), Y: -wpos.Sine(a.Facing), Z: 0}
	if d := a.Center.Sub(start); int64(side.X)*int64(d.X)+int64(side.Y)*int64(d.Y) > 0 {
		side = Pos{X: -side.X, Y: -side.Y, Z: 0}
	}
	center := a.Center.Add(Pos{X: radius * side.X / 1024, Y: radius * side.Y / 1024, Z: 0})
	center.Z = info.Altitude
	before := start.Add(Pos{X: 0, Y: radius * wpos.Sign(a.Center.Y-start.Y), Z: 0})
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
		child.High = leg.reach
		act.QueueChild(child)
	}
	act.Flag[flagApproached] = true
}

// landingCell is the cell itself if an aircraft can land there, else the nearest
// within reach where it can.
func (w *World) landingCell(a *Actor, c Cell, reach int32) (Cell, bool) {
	if w.canLand(a, c, nil, false) {
		return c, true
	}
	middle := w.CenterOfCell(c)
	for _, ring := range wpos.Annulus(0, (reach+1023)/1024) {
		near := c.Add(ring.At)
		if w.canLand(a, near, nil, false) && w.CenterOfCell(near).Sub(middle).Squared() < int64(reach)*int64(reach) {
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
	if !w.Ground.Contains(c) {
		return false
	}
	for at := w.First(c); at != 0; at = w.Occupied.Nodes[at].Next {
		other := w.Actors[w.Occupied.Nodes[at].Actor]
		if other == nil || other == a || other == host {
			continue
		}
		if !byMobile && other.Type.Mobile != nil && w.Allied(a.Owner, other.Owner) && other.Idle() {
			continue
		}
		if !w.crushableBy(a.Type.Aircraft.Crushes, a, other) {
			return false
		}
	}
	return host != nil || info.Contains(a.Type.Aircraft.Landable, w.terrainName(c))
}

// standOn takes a cell for an aircraft on the ground.
func (w *World) standOn(a *Actor, c Cell) {
	w.leaveGround(a)
	a.Landed, a.Landing = true, c
	if a.InWorld {
		w.addInfluence(a)
	}
}

// leaveGround gives the cell back.
func (w *World) leaveGround(a *Actor) {
	if !a.Landed {
		return
	}
	if a.InWorld {
		w.removeInfluence(a)
	}
	a.Landed, a.Landing = false, Cell{}
}

// beginFall lets a wreck fall from its first tick on; which way it spins is
// drawn.
func (w *World) beginFall(a *Actor) {
	act := w.newActivity(state.ActFall)
	act.Uninterruptible = true
	if a.Type.Falls.Spin != 0 {
		act.Distance = w.Random.Below(2)*2 - 1
	}
	act.WaitLeft = a.Facing / anglesPerFacing
	w.order(a, false, act)
}

// spinStep is how much faster a falling wreck turns with each tick.
const spinStep = 4

func (w *World) tickFall(a *Actor, act *Activity) bool {
	info := a.Type.Falls
	if info == nil || a.Type.Aircraft == nil {
		return true
	}
	if a.Center.Z <= 0 {
		if info.Weapon != nil {
			w.explode(info.Weapon, a, a.Center)
		}
		w.Destroy(a, a, nil)
		return true
	}
	switch {
	case act.Distance == 0:
	case w.Release.EarlyMove:
		act.Progress += act.Distance
		act.WaitLeft = (act.WaitLeft + act.Progress) % (1024 / anglesPerFacing)
		a.Facing = wpos.Angle(act.WaitLeft * anglesPerFacing)
	default:
		if info.Spin < 0 || wpos.Abs(act.Progress) < info.Spin {
			act.Progress += spinStep * act.Distance
		}
		a.Facing = wpos.Angle(a.Facing + act.Progress)
	}
	step := Pos{X: 0, Y: 0, Z: -info.Velocity}
	if info.Moves {
		step = step.Add(flyStep(w.airSpeed(a), a.Facing))
	}
	w.flyTo(a, a.Center.Add(step))
	return false
}

// flightHash is the hash of where an aircraft points. In release-20200202 the
// facing of a wreck that turns to the left is counted below zero.
func (w *World) flightHash(a *Actor) int32 {
	if act := a.Activity; w.Release.EarlyMove && a.Type.Falls != nil && act != nil && act.Kind == state.ActFall {
		return act.WaitLeft
	}
	return w.FacingHash(a.Facing)
}
