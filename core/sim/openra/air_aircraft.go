// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"math"

	"convertd/core/sim/openra/internal/wpos"
)

// farthest is a range without an end.
const farthest = math.MaxInt32

func (w *World) airSpeed(a *Actor) int32 {
	return w.modified(a, a.typ.Modifiers.Speed, a.typ.Aircraft.Speed)
}

// circleSpeed is how fast an aircraft circles with nothing to do.
func (w *World) circleSpeed(a *Actor) int32 {
	if n := a.typ.Aircraft.IdleSpeed; n >= 0 {
		return w.modified(a, a.typ.Modifiers.Speed, n)
	}
	return w.airSpeed(a)
}

// airTurn is how much an aircraft turns in a tick. Since 20230225 what makes it
// faster makes it turn faster, too.
func (w *World) airTurn(a *Actor, idle bool) int32 {
	if idle && w.circleSpeed(a) == 0 || w.airSpeed(a) == 0 {
		return 0
	}
	step := a.typ.Aircraft.TurnSpeed
	if idle && a.typ.Aircraft.IdleTurn >= 0 {
		step = a.typ.Aircraft.IdleTurn
	}
	if w.behaviour.TwoSided {
		return step
	}
	return wpos.Clamp(w.modified(a, a.typ.Modifiers.Speed, step), 1, 1024)
}

// flyStep is the way of one tick in a direction.
func flyStep(speed, facing int32) Pos {
	d := Pos{X: 0, Y: -1024, Z: 0}.Rotate(facing)
	return Pos{X: speed * d.X / 1024, Y: speed * d.Y / 1024, Z: 0}
}

// flyBy moves an aircraft by a step, turns it, and lets it climb or sink towards
// an altitude as steeply as it can over that step.
func (w *World) flyBy(a *Actor, desired, altitude int32, step Pos, idle bool) {
	a.facing = wpos.Turn(a.facing, desired, w.airTurn(a, idle))
	if a.center.Z != altitude || step.Z != 0 {
		most := step.FlatLength() * a.typ.Aircraft.Climb / 1024
		rise := step.Z
		if rise == 0 {
			rise = altitude - a.center.Z
		}
		step.Z = wpos.Clamp(rise, -most, most)
	}
	w.flyTo(a, a.center.Add(step))
}

// flyAhead moves an aircraft the way of one tick.
func (w *World) flyAhead(a *Actor, desired, altitude int32) {
	facing := a.facing
	if a.typ.Aircraft.Slides {
		facing = desired
	}
	w.flyBy(a, desired, altitude, flyStep(w.airSpeed(a), facing), false)
}

// flyTo puts an aircraft somewhere; on the ground it runs over what lies there.
func (w *World) flyTo(a *Actor, at Pos) {
	w.setCenter(a, at)
	if a.inWorld && at.Z == 0 {
		w.underAircraft(a, func(other *Actor) { w.crush(a, other) })
	}
}

// liftTo rises or sinks on the spot; false where the altitude is reached.
func (w *World) liftTo(a *Actor, desired, altitude int32) bool {
	a.facing = wpos.Turn(a.facing, desired, a.typ.Aircraft.TurnSpeed)
	if a.center.Z == altitude {
		return false
	}
	lift := a.typ.Aircraft.Lift
	w.flyTo(a, a.center.Add(Pos{X: 0, Y: 0, Z: wpos.Clamp(altitude-a.center.Z, -lift, lift)}))
	return true
}

// underAircraft visits what an aircraft may run over in the cell below it.
func (w *World) underAircraft(a *Actor, visit func(*Actor)) {
	for at := w.first(w.cellContaining(a.center)); at != 0; {
		node := w.occupied.nodes[at]
		at = node.next
		if other := w.actors[node.actor]; other != nil && other != a && other.center.Z == 0 && w.crushableBy(a.typ.Aircraft.Crushes, a, other) {
			visit(other)
		}
	}
}

// tickHover moves the height a helicopter is drawn at.
func (w *World) tickHover(a *Actor) {
	h := a.typ.Hover
	if !w.holds(a, h.Requires) {
		if a.hover >= 0 {
			a.hover = h.Fall * (a.hover/h.Fall - 1)
		}
		return
	}
	height := h.Bob*wpos.Sine(a.hoverTicks*(256/h.Ticks))/1024 + h.Height
	a.hoverTicks = (a.hoverTicks + 1) % (h.Ticks * 4)
	if a.hover < height {
		height = min(a.hover+h.Rise, height)
	}
	a.hover = height
}
