// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// flagStale of ActFlyFollow: the way to what is followed was flown to its end.
const flagStale = 0

// fly makes the activity to fly over a place.
func (w *World) fly(to Pos) *Activity {
	act := w.newActivity(state.ActFly)
	act.To = to
	return act
}

// flyWithin makes the activity to fly until a target is farther than low and
// not farther than high; with both zero, until over it. It was last seen in a
// place.
func (w *World) flyWithin(ref uint32, at Pos, low, high int32) *Activity {
	act := w.fly(at)
	act.Low, act.High = low, high
	if act.Host = ref; onGround(ref) {
		act.Host = none
		return act
	}
	w.rememberMiddle(act, at)
	return act
}

// flightGoal is where an activity flies to: a place, or an actor as far as is
// known of it; nil when only the place where it was is known. lost: not even
// that.
func (w *World) flightGoal(a *Actor, act *Activity) (target *Actor, at Pos, lost bool) {
	if act.Host == none {
		return nil, act.To, false
	}
	seen := w.Look(a, act)
	if seen.visible() {
		w.remember(act, seen.Actor)
	}
	if seen.past() {
		return nil, act.From, !act.Remembers()
	}
	return seen.Actor, seen.Actor.Center, false
}

// goalInReach reports whether the goal of a flight is within a distance.
func (w *World) goalInReach(from Pos, act *Activity, target *Actor, reach int32) bool {
	if act.Host == none {
		return act.To.Sub(from).FlatSquared() <= int64(reach)*int64(reach)
	}
	return w.knownInReach(from, act, target, target == nil, reach)
}

// tickFly is one tick of an aircraft on its way (docs/engine/openra-releases.md#flight).
func (w *World) tickFly(a *Actor, act *Activity) bool {
	info := a.Type.Aircraft
	if act.State == state.StateCanceling {
		return w.levelOff(a, act)
	}
	if a.Center.Z <= 0 {
		act.QueueChild(w.newActivity(state.ActTakeOff))
		return false
	}
	target, at, lost := w.flightGoal(a, act)
	tooNear := act.Low > 0 && w.goalInReach(a.Center, act, target, act.Low)
	if lost || act.High > 0 && !tooNear && w.goalInReach(a.Center, act, target, act.High) {
		return true
	}
	rest := at.Sub(a.Center)
	desired := a.Facing
	if rest.FlatSquared() != 0 {
		yaw := w.yawOf(rest)
		deadzone := info.Deadzone
		if w.Release.AlwaysTurns {
			deadzone = 0
		}
		if off := wpos.Abs(yaw - desired); off > deadzone && off < 1024-deadzone {
			desired = yaw
		}
	}
	step := flyStep(w.airSpeed(a), a.Facing)
	if info.Slides {
		step = flyStep(w.airSpeed(a), desired)
	}
	switch {
	case tooNear && info.Slides:
		w.flyBy(a, desired, info.Altitude, Pos{X: -step.X, Y: -step.Y, Z: 0}, false)
		return false
	case tooNear:
		w.flyBy(a, wpos.Angle(desired+512), info.Altitude, step, false)
		return false
	case act.Stuck() && rest.FlatSquared() <= int64(act.NearEnough)*int64(act.NearEnough):
		return true
	case rest.FlatSquared() < step.FlatSquared():
		return w.arriveInAir(a, desired, rest)
	}
	if !info.Slides && w.insideTurn(a, desired, at) {
		desired = a.Facing
	}
	act.PassedBy(a.Center)
	w.flyAhead(a, desired, info.Altitude)
	return false
}

// levelOff lets what can stand in the air come to its height before it does
// something else.
func (w *World) levelOff(a *Actor, act *Activity) bool {
	info := a.Type.Aircraft
	if !info.Hovers || a.Center.Z == info.Altitude {
		return true
	}
	if a.Center.Z <= 0 {
		act.QueueChild(w.newActivity(state.ActTakeOff))
	} else {
		w.liftTo(a, a.Facing, info.Altitude)
	}
	return false
}

// arriveInAir is the last step of a flight: what slides or lands on the spot
// comes to rest over the very place.
func (w *World) arriveInAir(a *Actor, desired int32, rest Pos) bool {
	info := a.Type.Aircraft
	if !info.Slides && !info.Vertical {
		return true
	}
	height := a.Center.Z
	if rest.FlatSquared() != 0 {
		w.flyBy(a, desired, height, Pos{X: rest.X, Y: rest.Y, Z: 0}, false)
	}
	if height == info.Altitude {
		return true
	}
	w.liftTo(a, a.Facing, info.Altitude)
	return false
}

// turnRadius is the radius of the circle an aircraft flies at full turn.
func turnRadius(speed, turnSpeed int32) int32 {
	if turnSpeed <= 0 {
		return 0
	}
	return 180 * speed / turnSpeed
}

// insideTurn reports whether a place is inside the circle an aircraft would fly
// if it turned towards it all the time.
func (w *World) insideTurn(a *Actor, desired int32, at Pos) bool {
	radius := turnRadius(w.airSpeed(a), a.Type.Aircraft.TurnSpeed)
	d := Pos{X: 0, Y: -1024, Z: 0}.Rotate(wpos.Angle(a.Facing + wpos.TurnDirection(a.Facing, desired)*256))
	center := a.Center.Add(Pos{X: d.X * radius / 1024, Y: d.Y * radius / 1024, Z: 0})
	return at.Sub(center).FlatSquared() < int64(radius)*int64(radius)
}

// beginTakeOff frees the cell an aircraft stands in, or was about to land in.
// Until 20210321 who is in the air keeps that until he is at his height
// (OpenRA pull request 20212).
func (w *World) beginTakeOff(a *Actor) {
	if !w.Release.TwoSided || a.Center.Z <= 0 {
		w.leaveGround(a)
	}
}

// tickTakeOff climbs to the height of flight.
func (w *World) tickTakeOff(a *Actor) bool {
	info := a.Type.Aircraft
	switch {
	case info == nil || a.Center.Z >= info.Altitude:
		return true
	case info.Vertical:
		w.liftTo(a, a.Facing, info.Altitude)
	default:
		w.flyAhead(a, a.Facing, info.Altitude)
	}
	return false
}

// flyIdle makes the activity of an aircraft that has nothing to do: for a number
// of ticks, or with -1 until something else comes.
func (w *World) flyIdle(ticks int32) *Activity {
	act := w.newActivity(state.ActFlyIdle)
	act.WaitLeft = ticks
	return act
}

func (w *World) tickFlyIdle(a *Actor, act *Activity) bool {
	if act.WaitLeft == 0 || act.WaitLeft < 0 && state.SkipDone(act.Next) != nil || act.State == state.StateCanceling {
		return true
	}
	if act.WaitLeft > 0 {
		act.WaitLeft--
	}
	w.tickIdle(a)
	if info := a.Type.Aircraft; info.Circles() {
		w.flyBy(a, wpos.Angle(a.Facing+256), info.Altitude, flyStep(w.circleSpeed(a), a.Facing), true)
	}
	return false
}

// flyForward makes the activity to keep on for a number of ticks, or a distance.
func (w *World) flyForward(ticks, distance int32) *Activity {
	act := w.newActivity(state.ActFlyForward)
	act.WaitLeft, act.Distance = ticks, distance
	return act
}

func (w *World) tickFlyForward(a *Actor, act *Activity) bool {
	if act.State == state.StateCanceling || act.WaitLeft > 0 && act.Progress >= act.WaitLeft || act.WaitLeft == 0 && act.Distance <= 0 {
		return true
	}
	act.Progress++
	if act.Distance != 0 {
		act.Distance -= flyStep(w.airSpeed(a), a.Facing).FlatLength()
	}
	w.flyAhead(a, a.Facing, a.Type.Aircraft.Altitude)
	return false
}

// tickFlyFollow stays near an actor; where it is lost from sight there is
// nothing left to do.
func (w *World) tickFlyFollow(a *Actor, act *Activity) bool {
	if act.State == state.StateCanceling {
		return true
	}
	seen := w.Look(a, act)
	if seen.visible() {
		w.remember(act, seen.Actor)
	}
	past := seen.past()
	if act.Flag[flagStale] && seen.hidden || past && !act.Remembers() {
		return true
	}
	act.Flag[flagStale] = false
	if w.knownRightlyFar(a.Center, act, seen.Actor, past, 0, act.High) {
		if !a.Type.Aircraft.Hovers {
			w.flyAhead(a, a.Facing, a.Type.Aircraft.Altitude)
		}
		return past
	}
	act.QueueChild(w.flyWithin(act.Host, w.knownPlace(act, &seen), 0, act.High))
	act.Flag[flagStale] = true
	return false
}

// becomeIdleInAir is what an aircraft does when it has nothing left to do: it
// stays on its pad, or flies; until 20230225 at its height only.
func (w *World) becomeIdleInAir(a *Actor) {
	switch {
	case a.Center.Z == 0:
		if !w.canLand(a, w.location(a), nil, true) && a.Pad == none {
			w.queue(a, w.newActivity(state.ActTakeOff))
		}
	case w.Release.ClimbsIdle && a.Center.Z != a.Type.Aircraft.Altitude:
		w.queue(a, w.newActivity(state.ActTakeOff))
	default:
		w.queue(a, w.flyIdle(-1))
	}
}

// repulse lets an aircraft give way to others at its height.
func (w *World) repulse(a *Actor) {
	info := a.Type.Aircraft
	if !info.Repulsable || !a.InWorld || a.Center.Z != info.Altitude {
		return
	}
	if pad := w.Actor(a.Pad); pad != nil && pad.Center.Sub(a.Center).FlatLength() < info.WaitDistance {
		return
	}
	force := w.repulsionOn(a)
	if force == (Pos{}) {
		return
	}
	speed := info.Repulsion
	if speed < 0 {
		speed = w.airSpeed(a)
	}
	w.giveWay(a, a.Center.Add(flyStep(speed, w.yawOf(force))))
}

// giveWay moves an aircraft that others push. From there it sees when it moves by
// itself or comes to rest; in 20200202, which looks each tick, at once.
func (w *World) giveWay(a *Actor, to Pos) {
	if w.Release.InstantShroud {
		w.flyTo(a, to)
		return
	}
	a.Center = to
	w.moved(a)
}

// repulsionOn is the direction others push an aircraft to; those that cannot
// stand still are never pushed back.
func (w *World) repulsionOn(a *Actor) Pos {
	info := a.Type.Aircraft
	var force Pos
	first := len(w.scratch.victims)
	w.scratch.victims = w.inCircle(w.scratch.victims, a.Center, info.Separation)
	for _, other := range w.scratch.victims[first:] {
		air := other.Type.Aircraft
		if other.Dead || air == nil || !air.Repulsable || air.Altitude != info.Altitude {
			continue
		}
		force = force.Add(w.repulsionFrom(a, other))
	}
	clear(w.scratch.victims[first:])
	w.scratch.victims = w.scratch.victims[:first]
	if !w.Ground.Contains(w.CellContaining(a.Center)) {
		force = force.Add(w.pushBack(a))
	}
	if info.Slides {
		return force
	}
	ahead := flyStep(w.airSpeed(a), a.Facing)
	length := ahead.FlatLength() * force.FlatLength()
	if length == 0 || (ahead.X*force.X+ahead.Y*force.Y+ahead.Z*force.Z)/length < 0 {
		return Pos{}
	}
	return force
}

// pushBack is what turns an aircraft back that has left the map: towards its
// middle, until 20200503 past it. The right edge counts a column too few, as in
// distanceToEdge.
func (w *World) pushBack(a *Actor) Pos {
	edges, width, height := w.Ground.Edges()
	first := Pos{X: edges.Left * width, Y: edges.Top * height, Z: 0}
	middle := wpos.LerpPos(first, Pos{X: (edges.Right-1)*width - 1, Y: edges.Bottom*height - 1, Z: 0}, 1, 2)
	push := Pos{X: 0, Y: 1024, Z: 0}
	if w.Release.CoarseFacing {
		push = Pos{X: 1024, Y: 0, Z: 0}
	}
	return push.Rotate(a.Center.Sub(middle).Yaw())
}

func (w *World) repulsionFrom(a, other *Actor) Pos {
	if a == other || other.Center.Z < a.Center.Z {
		return Pos{}
	}
	d := a.Center.Sub(other.Center)
	square := d.FlatSquared()
	if limit := int64(a.Type.Aircraft.Separation); square > limit*limit {
		return Pos{}
	}
	if square < 1 {
		return Pos{X: 1024, Y: 0, Z: 0}.Rotate(w.Random.Between(0, 1023))
	}
	n := int32(square)
	return Pos{X: d.X * 1024 * 8 / n, Y: d.Y * 1024 * 8 / n, Z: d.Z * 1024 * 8 / n}
}
