// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/info"

	"convertd/core/sim/openra/internal/wpos"
)

// missile is what a missile knows on its way besides what every projectile
// does.
type missile struct {
	State         missileState
	Facing, Pitch int32 // 256 to a turn; a falling launch may have a negative pitch
	Loop          int32 // radius of the circle it would climb in
	Covered       int32
	Locked        bool
	PassedBy      bool // the target lies behind
	MayPass       bool
	Offset        wpos.Pos // from the target, by inaccuracy
	Velocity      wpos.Pos
	TargetMoves   wpos.Pos // how the target moved in the last tick
}

type missileState uint8

// The states of missiles.
const (
	MissileFalling missileState = iota
	MissileHoming
	missileHitting
)

// LoopRadius is the circle a missile of that speed flies in when it climbs.
func LoopRadius(speed, climb int32) int32 { return speed * 6400 / (157 * max(climb, 1)) }

// Ahead is a way of that length in the direction of flight.
func (m *missile) Ahead(length int32) wpos.Pos {
	return wpos.Pos{X: 0, Y: -length, Z: 0}.Pitched(m.Pitch * 4).Rotate(wpos.Angle(m.Facing * 4))
}

// changeSpeed makes a missile faster or slower.
func (e *Effect) changeSpeed(sign int32) {
	info := &e.Weapon.Projectile.Missile
	e.Speed = wpos.Clamp(e.Speed+sign*info.Acceleration, 0, info.Speed)
	e.Missile.Loop = LoopRadius(e.Speed, info.Climb)
}

// OutOfFuel reports whether a missile has flown as far as it can.
func (e *Effect) OutOfFuel() bool { return e.Length >= 0 && e.Missile.Covered > e.Length }

// Fall is a step without steering.
func (m *missile) Fall(info *info.MissileInfo) wpos.Pos {
	move := m.Velocity.Add(wpos.Pos{X: 0, Y: 0, Z: -info.Gravity / 2})
	m.Velocity.Z -= info.Gravity
	if ratio := info.Speed * 1024 / max(m.Velocity.Length(), 1); ratio < 1024 {
		v := m.Velocity
		m.Velocity = wpos.Pos{X: v.X * ratio / 1024, Y: v.Y * ratio / 1024, Z: v.Z * ratio / 1024}
	}
	return move
}

// StepOf is the way of one tick, found at 1024 times its length and cut.
func (m *missile) StepOf(speed int32) wpos.Pos {
	p := m.Ahead(1024 * speed)
	return wpos.Pos{X: p.X / 1024, Y: p.Y / 1024, Z: p.Z / 1024}
}

// DesiredPitch is the pitch that a missile over flat land aims for: to its
// cruise altitude far from the target, then down on it.
func (e *Effect) DesiredPitch(height, flat int32) int32 {
	m, info := &e.Missile, &e.Weapon.Projectile.Missile
	if flat > 3*m.Loop && m.State != missileHitting {
		pitch := m.pitchTo(e.At.Z-info.Cruise, -e.Speed)
		if e.At.Z > info.Cruise {
			pitch = -pitch
		}
		e.changeSpeed(1)
		return wpos.Clamp(pitch, -info.Climb, info.Climb)
	}
	m.State = missileHitting
	m.MayPass = m.MayPass || e.To.Z <= 0
	if m.MayPass {
		return m.pitchAtGround(height, flat, info.Climb)
	}
	pitch := m.pitchTo(-height, -flat)
	if m.PassedBy {
		return wpos.Clamp(pitch, -info.Climb, info.Climb)
	}
	up := wpos.Clamp(m.Loop*wpos.Cosine(wpos.Angle(m.Pitch*4))/1024-wpos.Abs(height), 0, m.Loop)
	reach := wpos.Isqrt(int64(m.Loop)*int64(m.Loop) - int64(up)*int64(up))
	side := m.Loop * wpos.Sine(wpos.Angle(m.Pitch*4)) / 1024
	if flat <= reach-wpos.Sign(height)*side {
		e.changeSpeed(-1)
	} else {
		e.changeSpeed(1)
	}
	return pitch
}

// pitchAtGround is the pitch towards something that lies on the ground.
func (m *missile) pitchAtGround(height, flat, climb int32) int32 {
	pitch := int32(0)
	switch {
	case m.PassedBy:
		pitch = m.pitchTo(-height, flat)
	case flat > 2*m.Loop:
		return 0
	default:
		pitch = m.pitchTo(-height, -flat)
	}
	if pitch < 0 && climb < wpos.Signed256(m.Pitch) {
		return 0
	}
	return pitch
}

// pitchTo is the pitch of a way; it stays as it is where the engine takes the
// way for none, which it does by the lowest byte of its squared length.
func (m *missile) pitchTo(x, y int32) int32 {
	v := wpos.Pos{X: x, Y: y, Z: 0}
	if int8(v.FlatSquared()) == 0 {
		return m.Pitch
	}
	return wpos.Facing256(v.Yaw())
}
