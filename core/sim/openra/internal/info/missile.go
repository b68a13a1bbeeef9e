// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"convertd/core/rules"
)

// jamsInfo is what leads missiles astray (JamsMissiles).
type jamsInfo struct {
	Reach, Chance int32
	From          Relations // whose missiles
}

// MissileInfo are the figures of a missile that bullets do not have. Turns are
// in 256ths of a circle: the engine steers missiles so.
type MissileInfo struct {
	Speed, Acceleration    int32
	MinSpeed, MaxSpeed     int32
	MinAngle, MaxAngle     int32 // of the launch, 1024 to a turn
	Turn, Climb            int32 // each tick
	Cruise, CloseEnough    int32
	Arm, HomingAfter       int32
	Reach, Gravity         int32
	LockChance, LockSpread int32
	Terrain                string // only in this it flies on
	ExplodesEmpty, Snaps   bool
	Jammable               bool
	Astray                 int32 // how far its way strays when it is jammed
}

func newMissileInfo(part *rules.Part) MissileInfo {
	speed := int32(part.Int("Speed", 384))
	m := MissileInfo{
		Speed: speed, Acceleration: int32(part.Int("Acceleration", 5)),
		MinSpeed: int32(part.Int("MinimumLaunchSpeed", -1)), MaxSpeed: int32(part.Int("MaximumLaunchSpeed", -1)),
		MinAngle: int32(part.Int("MinimumLaunchAngle", -64)), MaxAngle: int32(part.Int("MaximumLaunchAngle", 128)),
		Turn: int32(part.Int("HorizontalRateOfTurn", 20)) / 4, Climb: int32(part.Int("VerticalRateOfTurn", 24)) / 4,
		Cruise: int32(part.Int("CruiseAltitude", 512)), CloseEnough: int32(part.Int("CloseEnough", 298)),
		Arm: int32(part.Int("Arm", 0)), HomingAfter: int32(part.Int("HomingActivationDelay", 0)),
		Reach: int32(part.Int("RangeLimit", 0)), Gravity: int32(part.Int("Gravity", 10)),
		LockChance: int32(part.Int("LockOnProbability", 100)), LockSpread: int32(part.Int("LockOnInaccuracy", -1)),
		Jammable: part.Bool("Jammable"), Astray: int32(part.Int("JammedDiversionRange", 20)),
		Terrain: part.Text("BoundToTerrainType"), ExplodesEmpty: part.Bool("ExplodeWhenEmpty"), Snaps: part.Bool("AllowSnapping"),
	}
	if m.MinSpeed < 0 {
		m.MinSpeed = speed
	}
	if m.MaxSpeed < 0 {
		m.MaxSpeed = speed
	}
	return m
}
