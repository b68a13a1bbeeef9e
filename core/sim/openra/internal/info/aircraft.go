// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// aircraftInfo is how an actor type flies.
type aircraftInfo struct {
	Speed, TurnSpeed, Altitude, Deadzone int32
	// climb is how much height is won or lost over 1024 of way, lift how much in
	// a tick without any.
	Climb, Lift int32
	// hovers: it can stand in the air; slides: it flies sideways; vertical: it
	// rises and lands on the spot.
	Hovers, Slides, Vertical bool
	// LeavesPad: it takes off again when it is resupplied.
	LeavesPad bool
	// IdleSpeed is how fast it circles with nothing to do, -1 as it flies;
	// IdleTurn how fast it turns then, -1 as it turns.
	IdleSpeed, IdleTurn int32
	Repulsable          bool
	Separation          int32 // kept from others at its height
	Repulsion           int32 // speed at which it gives way, -1 as it flies
	Landable, Crushes   []string
	LandRange           int32
	// WaitDistance is how near a taken pad it waits, WaitTicks how long before it
	// asks again.
	WaitDistance, WaitTicks int32
	// PadFacing is where it points on a pad until 20200503: afterwards that is
	// the pad's.
	PadFacing int32
}

// runwayFacing is the PadFacing of what needs a runway.
const runwayFacing = 768

func newAircraft(trait *rules.Trait) *aircraftInfo {
	pitch := wpos.Angle(Number(trait, "MaximumPitch", 28))
	padFacing := int32(runwayFacing)
	if trait.Bool("VTOL") {
		padFacing = Number(trait, "InitialFacing", 0)
	}
	return &aircraftInfo{
		PadFacing: padFacing,
		Speed:     Number(trait, "Speed", 1), TurnSpeed: Number(trait, "TurnSpeed", 512),
		Altitude: Number(trait, "CruiseAltitude", 1280), Deadzone: Number(trait, "TurnDeadzone", 2),
		Climb: wpos.Tangents[min(pitch, int32(len(wpos.Tangents))-1)], Lift: Number(trait, "AltitudeVelocity", 43),
		Hovers: trait.Bool("CanHover"), Slides: trait.Bool("CanSlide"), Vertical: trait.Bool("VTOL"), LeavesPad: trait.Bool("TakeOffOnResupply"),
		IdleSpeed: Number(trait, "IdleSpeed", -1), IdleTurn: Number(trait, "IdleTurnSpeed", -1),
		Repulsable: trait.Bool("Repulsable"), Separation: Number(trait, "IdealSeparation", 1706), Repulsion: Number(trait, "RepulsionSpeed", -1),
		Landable: trait.Texts("LandableTerrainTypes"), Crushes: trait.Texts("Crushes"), LandRange: Number(trait, "LandRange", 5120),
		WaitDistance: Number(trait, "WaitDistanceFromResupplyBase", 3072), WaitTicks: Number(trait, "NumberOfTicksToVerifyAvailableAirport", 150),
	}
}

// Circles reports whether a type must keep moving when it has nothing to do.
func (info *aircraftInfo) Circles() bool {
	return info.IdleSpeed > 0 || !info.Hovers && info.IdleSpeed < 0
}

// hoverInfo is how a helicopter bobs up and down in the air; the height it is
// drawn at is hashed since 2024.
type hoverInfo struct {
	Ticks, Bob, Height, Rise, Fall int32
	Requires                       Expression
}

func newHover(trait *rules.Trait) *hoverInfo {
	h := &hoverInfo{
		Ticks: max(Number(trait, "Ticks", 6), 1), Bob: Number(trait, "BobDistance", -43), Height: Number(trait, "InitialHeight", 43),
		Requires: RequirementOf(trait),
	}
	fall := max(Number(trait, "FallTicks", 10), 1)
	h.Rise = h.Height / max(Number(trait, "RiseTicks", 20), 1)
	h.Fall = max(h.Height+h.Bob, fall) / fall
	return h
}

// fallInfo is how what is left of a shot down aircraft comes down.
type fallInfo struct {
	Spin     int32 // most it turns in a tick, -1 without limit, 0 not at all
	Moves    bool
	Velocity int32
	Weapon   *Weapon
}

// spinOf is how much a falling wreck turns in a tick at most: in release-20200202
// it turns, or it does not.
func spinOf(trait *rules.Trait) int32 {
	if trait.Has("Spins") && !trait.Bool("Spins") {
		return 0
	}
	return Number(trait, "MaximumSpinSpeed", -1)
}
