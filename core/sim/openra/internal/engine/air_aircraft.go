// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"math"

	"convertd/core/sim/openra/internal/wpos"
)

// farthest is a range without an end.
const farthest = math.MaxInt32

func (w *World) airSpeed(a *Actor) int32 {
	return w.modified(a, a.Type.Modifiers.Speed, a.Type.Aircraft.Speed)
}

// circleSpeed is how fast an aircraft circles with nothing to do.
func (w *World) circleSpeed(a *Actor) int32 {
	if n := a.Type.Aircraft.IdleSpeed; n >= 0 {
		return w.modified(a, a.Type.Modifiers.Speed, n)
	}
	return w.airSpeed(a)
}

// airTurn is how much an aircraft turns in a tick. Since 20230225 what makes it
// faster makes it turn faster, too.
func (w *World) airTurn(a *Actor, idle bool) int32 {
	if idle && w.circleSpeed(a) == 0 || w.airSpeed(a) == 0 {
		return 0
	}
	step := a.Type.Aircraft.TurnSpeed
	if idle && a.Type.Aircraft.IdleTurn >= 0 {
		step = a.Type.Aircraft.IdleTurn
	}
	if w.Release.TwoSided {
		return step
	}
	return wpos.Clamp(w.modified(a, a.Type.Modifiers.Speed, step), 1, 1024)
}

// flyStep is the way of one tick in a direction.
func flyStep(speed, facing int32) Pos {
	d := Pos{X: 0, Y: -1024, Z: 0}.Rotate(facing)
	return Pos{X: speed * d.X / 1024, Y: speed * d.Y / 1024, Z: 0}
}

// flyBy moves an aircraft by a step, turns it, and lets it climb or sink towards
// an altitude as steeply as it can over that step.
func (w *World) flyBy(a *Actor, desired, altitude int32, step Pos, idle bool) {
	a.Facing = wpos.Turn(a.Facing, desired, w.airTurn(a, idle))
	if a.Center.Z != altitude || step.Z != 0 {
		most := step.FlatLength() * a.Type.Aircraft.Climb / 1024
		rise := step.Z
		if rise == 0 {
			rise = altitude - a.Center.Z
		}
		step.Z = wpos.Clamp(rise, -most, most)
	}
	w.flyTo(a, a.Center.Add(step))
}

// flyAhead moves an aircraft the way of one tick.
func (w *World) flyAhead(a *Actor, desired, altitude int32) {
	facing := a.Facing
	if a.Type.Aircraft.Slides {
		facing = desired
	}
	w.flyBy(a, desired, altitude, flyStep(w.airSpeed(a), facing), false)
}

// flyTo puts an aircraft somewhere; on the ground it runs over what lies there.
func (w *World) flyTo(a *Actor, at Pos) {
	w.setCenter(a, at)
	if a.InWorld && at.Z == 0 {
		w.underAircraft(a, func(other *Actor) { w.crush(a, other) })
	}
}

// liftTo rises or sinks on the spot; false where the altitude is reached.
func (w *World) liftTo(a *Actor, desired, altitude int32) bool {
	a.Facing = wpos.Turn(a.Facing, desired, a.Type.Aircraft.TurnSpeed)
	if a.Center.Z == altitude {
		return false
	}
	lift := a.Type.Aircraft.Lift
	w.flyTo(a, a.Center.Add(Pos{X: 0, Y: 0, Z: wpos.Clamp(altitude-a.Center.Z, -lift, lift)}))
	return true
}

// underAircraft visits what an aircraft may run over in the cell below it.
func (w *World) underAircraft(a *Actor, visit func(*Actor)) {
	for at := w.First(w.CellContaining(a.Center)); at != 0; {
		node := w.Occupied.Nodes[at]
		at = node.Next
		if other := w.Actors[node.Actor]; other != nil && other != a && other.Center.Z == 0 && w.crushableBy(a.Type.Aircraft.Crushes, a, other) {
			visit(other)
		}
	}
}

// tickHover moves the height a helicopter is drawn at.
func (w *World) tickHover(a *Actor) {
	h := a.Type.Hover
	if !w.Holds(a, h.Requires) {
		if a.Hover >= 0 {
			a.Hover = h.Fall * (a.Hover/h.Fall - 1)
		}
		return
	}
	height := h.Bob*wpos.Sine(a.HoverTicks*(256/h.Ticks))/1024 + h.Height
	a.HoverTicks = (a.HoverTicks + 1) % (h.Ticks * 4)
	if a.Hover < height {
		height = min(a.Hover+h.Rise, height)
	}
	a.Hover = height
}
