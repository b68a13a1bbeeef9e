// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// ProjectileKind is the class of what a weapon fires.
type ProjectileKind uint8

// The classes of projectiles.
const (
	ProjectileNone ProjectileKind = iota
	ProjectileInstant
	ProjectileBullet
	ProjectileMissile
	ProjectileBomb
	ProjectileZap
	ProjectileLaser
	ProjectileOther // not modelled
)

var projectileKinds = map[string]ProjectileKind{
	"": ProjectileNone, "InstantHit": ProjectileInstant, "Bullet": ProjectileBullet, "Missile": ProjectileMissile,
	"GravityBomb": ProjectileBomb, "TeslaZap": ProjectileZap, "LaserZap": ProjectileLaser,
}

// InaccuracyKind says how far from its aim a shot may come down.
type InaccuracyKind uint8

// How inaccuracy grows with the distance.
const (
	InaccuracyMaximum  InaccuracyKind = iota // grows to the full amount at the weapon's range
	InaccuracyPerCell                        // grows by the amount with each cell
	InaccuracyAbsolute                       // always the full amount
)

// ProjectileInfo are the figures of what a weapon fires.
type ProjectileInfo struct {
	Kind        ProjectileKind
	Blockable   bool
	Width       int32
	Inaccuracy  int32
	Spreads     InaccuracyKind
	Speeds      []int32  // one, or the two a speed is drawn between
	Angles      []int32  // likewise of the launch
	Velocity    wpos.Pos // of a bomb
	Fall        wpos.Pos // what a bomb gains each tick
	Tracks      bool     // a zap follows its target
	DamageTicks int32    // how long a zap hurts
	Duration    int32    // of a zap, in ticks
	// DamageInterval is how many ticks pass from one hurt of a laser to the next.
	DamageInterval int32
	Missile        MissileInfo
}

func newProjectile(part *rules.Part) ProjectileInfo {
	kind, known := projectileKinds[part.Type]
	if !known {
		kind = ProjectileOther
	}
	p := ProjectileInfo{
		Kind: kind, Blockable: part.Bool("Blockable"), Width: int32(part.Int("Width", 1)), Inaccuracy: int32(part.Int("Inaccuracy", 0)),
		Speeds: Numbers32(part.Ints("Speed")), Angles: Numbers32(part.Ints("LaunchAngle")),
		Tracks: part.Bool("TrackTarget"), DamageTicks: int32(part.Int("DamageDuration", 1)), Duration: int32(part.Int("Duration", 2)),
		DamageInterval: int32(max(part.Int("DamageInterval", 1), 1)),
		Velocity:       wpos.PosOf(part.Ints("Velocity")), Fall: wpos.PosOf(part.Ints("Acceleration")),
	}
	switch part.Text("InaccuracyType") {
	case "PerCellIncrement":
		p.Spreads = InaccuracyPerCell
	case "Absolute":
		p.Spreads = InaccuracyAbsolute
	case "": // until 20200503 every projectile has its own way
		if kind == ProjectileMissile {
			p.Spreads = InaccuracyAbsolute
		}
	}
	if kind == ProjectileMissile {
		p.Missile = newMissileInfo(part)
	}
	if len(p.Speeds) == 0 {
		p.Speeds = []int32{1}
	}
	if len(p.Angles) == 0 {
		p.Angles = []int32{0}
	}
	return p
}
