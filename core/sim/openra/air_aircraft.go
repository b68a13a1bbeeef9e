// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"math"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// aircraftInfo is how an actor type flies.
type aircraftInfo struct {
	speed, turnSpeed, altitude, deadzone int32
	// climb is how much height is won or lost over 1024 of way, lift how much in
	// a tick without any.
	climb, lift int32
	// hovers: it can stand in the air; slides: it flies sideways; vertical: it
	// rises and lands on the spot.
	hovers, slides, vertical bool
	// leavesPad: it takes off again when it is resupplied.
	leavesPad bool
	// idleSpeed is how fast it circles with nothing to do, -1 as it flies;
	// idleTurn how fast it turns then, -1 as it turns.
	idleSpeed, idleTurn int32
	repulsable          bool
	separation          int32 // kept from others at its height
	repulsion           int32 // speed at which it gives way, -1 as it flies
	landable, crushes   []string
	landRange           int32
	// waitDistance is how near a taken pad it waits, waitTicks how long before it
	// asks again.
	waitDistance, waitTicks int32
	// padFacing is where it points on a pad until 20200503: afterwards that is
	// the pad's.
	padFacing int32
}

// runwayFacing is the padFacing of what needs a runway.
const runwayFacing = 768

func newAircraft(trait *rules.Trait) *aircraftInfo {
	pitch := wpos.Angle(number(trait, "MaximumPitch", 28))
	padFacing := int32(runwayFacing)
	if trait.Bool("VTOL") {
		padFacing = number(trait, "InitialFacing", 0)
	}
	return &aircraftInfo{
		padFacing: padFacing,
		speed:     number(trait, "Speed", 1), turnSpeed: number(trait, "TurnSpeed", 512),
		altitude: number(trait, "CruiseAltitude", 1280), deadzone: number(trait, "TurnDeadzone", 2),
		climb: wpos.Tangents[min(pitch, int32(len(wpos.Tangents))-1)], lift: number(trait, "AltitudeVelocity", 43),
		hovers: trait.Bool("CanHover"), slides: trait.Bool("CanSlide"), vertical: trait.Bool("VTOL"), leavesPad: trait.Bool("TakeOffOnResupply"),
		idleSpeed: number(trait, "IdleSpeed", -1), idleTurn: number(trait, "IdleTurnSpeed", -1),
		repulsable: trait.Bool("Repulsable"), separation: number(trait, "IdealSeparation", 1706), repulsion: number(trait, "RepulsionSpeed", -1),
		landable: trait.Texts("LandableTerrainTypes"), crushes: trait.Texts("Crushes"), landRange: number(trait, "LandRange", 5120),
		waitDistance: number(trait, "WaitDistanceFromResupplyBase", 3072), waitTicks: number(trait, "NumberOfTicksToVerifyAvailableAirport", 150),
	}
}

// farthest is a range without an end.
const farthest = math.MaxInt32

// circles reports whether a type must keep moving when it has nothing to do.
func (info *aircraftInfo) circles() bool {
	return info.idleSpeed > 0 || !info.hovers && info.idleSpeed < 0
}

func (w *World) airSpeed(a *Actor) int32 {
	return w.modified(a, a.typ.modifiers.speed, a.typ.aircraft.speed)
}

// circleSpeed is how fast an aircraft circles with nothing to do.
func (w *World) circleSpeed(a *Actor) int32 {
	if n := a.typ.aircraft.idleSpeed; n >= 0 {
		return w.modified(a, a.typ.modifiers.speed, n)
	}
	return w.airSpeed(a)
}

// airTurn is how much an aircraft turns in a tick. Since 20230225 what makes it
// faster makes it turn faster, too.
func (w *World) airTurn(a *Actor, idle bool) int32 {
	if idle && w.circleSpeed(a) == 0 || w.airSpeed(a) == 0 {
		return 0
	}
	step := a.typ.aircraft.turnSpeed
	if idle && a.typ.aircraft.idleTurn >= 0 {
		step = a.typ.aircraft.idleTurn
	}
	if w.behaviour.twoSided {
		return step
	}
	return wpos.Clamp(w.modified(a, a.typ.modifiers.speed, step), 1, 1024)
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
		most := step.FlatLength() * a.typ.aircraft.climb / 1024
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
	if a.typ.aircraft.slides {
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
	a.facing = wpos.Turn(a.facing, desired, a.typ.aircraft.turnSpeed)
	if a.center.Z == altitude {
		return false
	}
	lift := a.typ.aircraft.lift
	w.flyTo(a, a.center.Add(Pos{X: 0, Y: 0, Z: wpos.Clamp(altitude-a.center.Z, -lift, lift)}))
	return true
}

// underAircraft visits what an aircraft may run over in the cell below it.
func (w *World) underAircraft(a *Actor, visit func(*Actor)) {
	for at := w.first(w.cellContaining(a.center)); at != 0; {
		node := w.occupied.nodes[at]
		at = node.next
		if other := w.actors[node.actor]; other != nil && other != a && other.center.Z == 0 && w.crushableBy(a.typ.aircraft.crushes, a, other) {
			visit(other)
		}
	}
}

// hoverInfo is how a helicopter bobs up and down in the air; the height it is
// drawn at is hashed since 2024.
type hoverInfo struct {
	ticks, bob, height, rise, fall int32
	requires                       expression
}

func newHover(trait *rules.Trait) *hoverInfo {
	h := &hoverInfo{
		ticks: max(number(trait, "Ticks", 6), 1), bob: number(trait, "BobDistance", -43), height: number(trait, "InitialHeight", 43),
		requires: requirementOf(trait),
	}
	fall := max(number(trait, "FallTicks", 10), 1)
	h.rise = h.height / max(number(trait, "RiseTicks", 20), 1)
	h.fall = max(h.height+h.bob, fall) / fall
	return h
}

// tickHover moves the height a helicopter is drawn at.
func (w *World) tickHover(a *Actor) {
	h := a.typ.hover
	if !w.holds(a, h.requires) {
		if a.hover >= 0 {
			a.hover = h.fall * (a.hover/h.fall - 1)
		}
		return
	}
	height := h.bob*wpos.Sine(a.hoverTicks*(256/h.ticks))/1024 + h.height
	a.hoverTicks = (a.hoverTicks + 1) % (h.ticks * 4)
	if a.hover < height {
		height = min(a.hover+h.rise, height)
	}
	a.hover = height
}
