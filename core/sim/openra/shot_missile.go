// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// missile is what a missile knows on its way besides what every projectile
// does.
type missile struct {
	state         missileState
	facing, pitch int32 // 256 to a turn; a falling launch may have a negative pitch
	loop          int32 // radius of the circle it would climb in
	covered       int32
	locked        bool
	passedBy      bool // the target lies behind
	mayPass       bool
	offset        Pos // from the target, by inaccuracy
	velocity      Pos
	targetMoves   Pos // how the target moved in the last tick
}

type missileState uint8

const (
	missileFalling missileState = iota
	missileHoming
	missileHitting
)

// loopRadius is the circle a missile of that speed flies in when it climbs.
func loopRadius(speed, climb int32) int32 { return speed * 6400 / (157 * max(climb, 1)) }

// launchMissile draws whether it locks on and how far off it comes.
func (w *World) launchMissile(e *effect, p *info.ProjectileInfo, s *shot) {
	m, info := &e.missile, &p.Missile
	e.kind = effectMissile
	m.facing = wpos.Facing256(wpos.Angle(s.facing))
	m.locked = w.random.below(100) <= info.LockChance
	spread := p.Inaccuracy
	if m.locked && info.LockSpread > -1 {
		spread = info.LockSpread
	}
	if spread > 0 {
		m.offset = w.inaccuracy(p, spread, s)
	}
	e.length = w.fuel(s, info)
	e.speed = info.MaxSpeed
	m.loop = loopRadius(e.speed, info.Climb)
	way := e.to.Add(m.offset).Sub(e.at)
	m.pitch = wpos.Signed256(wpos.Facing256(Pos{X: -way.Z, Y: -way.FlatLength(), Z: 0}.Yaw()))
	if m.pitch == -1 {
		m.pitch = 0
	}
	m.pitch = wpos.Clamp(m.pitch, wpos.Signed256(wpos.Angle(info.MinAngle)>>2), wpos.Signed256(wpos.Angle(info.MaxAngle)>>2))
	m.velocity = m.ahead(e.speed)
}

// fuel is how far a missile flies before it falls, below zero without end: that
// of who reaches farther lasts longer.
func (w *World) fuel(s *shot, info *info.MissileInfo) int32 {
	limit := info.Reach
	if limit == 0 {
		limit = s.weapon.Reach
	}
	if a := w.actor(s.source); a != nil && len(a.typ.Modifiers.Reach) > 0 {
		return w.modified(a, a.typ.Modifiers.Reach, limit)
	}
	return limit
}

// ahead is a way of that length in the direction of flight.
func (m *missile) ahead(length int32) Pos {
	return Pos{X: 0, Y: -length, Z: 0}.Pitched(m.pitch * 4).Rotate(wpos.Angle(m.facing * 4))
}

// changeSpeed makes a missile faster or slower.
func (e *effect) changeSpeed(sign int32) {
	info := &e.weapon.Projectile.Missile
	e.speed = wpos.Clamp(e.speed+sign*info.Acceleration, 0, info.Speed)
	e.missile.loop = loopRadius(e.speed, info.Climb)
}

// tickMissile steers and flies one step.
func (w *World) tickMissile(i int) {
	e := &w.effects[i]
	m, info := &e.missile, &e.weapon.Projectile.Missile
	e.ticks++
	if e.ticks == info.HomingAfter+1 {
		m.state = missileHoming
		e.speed = m.velocity.Length()
		m.loop = loopRadius(e.speed, info.Climb)
	}
	if e.outOfFuel() {
		m.state = missileFalling
		m.velocity = m.ahead(e.speed)
	}
	guided := w.guides(e)
	prediction := w.follow(e, guided)
	way := e.to.Add(m.offset).Sub(e.at)
	distance, flat := way.Length(), way.FlatLength()
	var move Pos
	if m.state == missileFalling {
		move = m.fall(info)
	} else {
		move = w.home(e, way, flat, prediction, guided != nil || e.target == none)
	}
	e.last = e.at
	if info.Snaps && m.state != missileFalling && distance < move.Length() {
		e.at = e.to.Add(m.offset)
	} else {
		e.at = e.at.Add(move)
	}
	stopped := false
	if e.weapon.Projectile.Blockable {
		var at Pos
		if at, stopped = w.blocker(e.owner, e.last, e.at, e.weapon.Projectile.Width); stopped {
			e.at = at
		}
	}
	m.covered += e.speed
	c := w.cellContaining(e.at)
	if stopped || e.at.Z < 0 || distance < info.CloseEnough || info.ExplodesEmpty && e.outOfFuel() ||
		!w.ground.contains(c) || info.Terrain != "" && w.terrainName(c) != info.Terrain {
		w.burstMissile(i)
	}
}

// outOfFuel reports whether a missile has flown as far as it can.
func (e *effect) outOfFuel() bool { return e.length >= 0 && e.missile.covered > e.length }

// guides returns the actor a projectile goes for, as long as who fired it knows
// where that is.
func (w *World) guides(e *effect) *Actor { return w.targetOf(e.owner, e.target) }

// burstMissile ends a missile; one that is not armed yet does no harm.
func (w *World) burstMissile(i int) {
	e := &w.effects[i]
	if e.ticks > e.weapon.Projectile.Missile.Arm {
		w.burst(i)
		return
	}
	e.gone = true
}

// follow takes notice of where the target is and returns how it will move, if
// it goes on in a circle.
func (w *World) follow(e *effect, guided *Actor) Pos {
	m := &e.missile
	to := e.to
	if guided != nil && m.locked {
		to = guided.center
		if !e.weapon.ToCenter {
			to = w.aimAt(e.from, guided)
		}
	}
	before, after := wpos.Angle(m.facing*4), wpos.Angle(m.facing*4)
	if m.targetMoves.FlatSquared() != 0 {
		before = m.targetMoves.Yaw()
	}
	m.targetMoves = to.Sub(e.to)
	if m.targetMoves.FlatSquared() != 0 {
		after = m.targetMoves.Yaw()
	}
	e.to = to
	return m.targetMoves.Rotate(wpos.Angle(after - before))
}

// fall is a step without steering.
func (m *missile) fall(info *info.MissileInfo) Pos {
	move := m.velocity.Add(Pos{X: 0, Y: 0, Z: -info.Gravity / 2})
	m.velocity.Z -= info.Gravity
	if ratio := info.Speed * 1024 / max(m.velocity.Length(), 1); ratio < 1024 {
		v := m.velocity
		m.velocity = Pos{X: v.X * ratio / 1024, Y: v.Y * ratio / 1024, Z: v.Z * ratio / 1024}
	}
	return move
}

// home is a step towards the target.
func (w *World) home(e *effect, way Pos, flat int32, prediction Pos, guided bool) Pos {
	m, info := &e.missile, &e.weapon.Projectile.Missile
	desired := m.facing
	if v := way.Add(prediction); v.FlatSquared() != 0 {
		desired = wpos.Facing256(v.Yaw())
	}
	m.passedBy = false
	if delta := (m.facing - desired) & 255; m.mayPass && delta > 64 && delta < 192 {
		desired = (desired + 128) & 255
		m.passedBy = true
	}
	pitch := e.desiredPitch(way.Z, flat)
	if flat < e.speed*wpos.Cosine(wpos.Angle(m.pitch*4))/1024 {
		m.passedBy = true
	}
	switch {
	case info.Jammable && w.jammed(e):
		desired = m.facing + w.random.between(-info.Astray, info.Astray+1)
		pitch = m.pitch + w.random.between(-info.Astray, info.Astray+1)
	case !guided:
		desired = m.facing
	}
	m.facing = wpos.Turn256(m.facing, desired, info.Turn)
	m.pitch = wpos.Turn256(m.pitch, pitch, info.Climb)
	return m.stepOf(e.speed)
}

// stepOf is the way of one tick, found at 1024 times its length and cut.
func (m *missile) stepOf(speed int32) Pos {
	p := m.ahead(1024 * speed)
	return Pos{X: p.X / 1024, Y: p.Y / 1024, Z: p.Z / 1024}
}

// desiredPitch is the pitch that a missile over flat land aims for: to its
// cruise altitude far from the target, then down on it.
func (e *effect) desiredPitch(height, flat int32) int32 {
	m, info := &e.missile, &e.weapon.Projectile.Missile
	if flat > 3*m.loop && m.state != missileHitting {
		pitch := m.pitchTo(e.at.Z-info.Cruise, -e.speed)
		if e.at.Z > info.Cruise {
			pitch = -pitch
		}
		e.changeSpeed(1)
		return wpos.Clamp(pitch, -info.Climb, info.Climb)
	}
	m.state = missileHitting
	m.mayPass = m.mayPass || e.to.Z <= 0
	if m.mayPass {
		return m.pitchAtGround(height, flat, info.Climb)
	}
	pitch := m.pitchTo(-height, -flat)
	if m.passedBy {
		return wpos.Clamp(pitch, -info.Climb, info.Climb)
	}
	up := wpos.Clamp(m.loop*wpos.Cosine(wpos.Angle(m.pitch*4))/1024-wpos.Abs(height), 0, m.loop)
	reach := wpos.Isqrt(int64(m.loop)*int64(m.loop) - int64(up)*int64(up))
	side := m.loop * wpos.Sine(wpos.Angle(m.pitch*4)) / 1024
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
	case m.passedBy:
		pitch = m.pitchTo(-height, flat)
	case flat > 2*m.loop:
		return 0
	default:
		pitch = m.pitchTo(-height, -flat)
	}
	if pitch < 0 && climb < wpos.Signed256(m.pitch) {
		return 0
	}
	return pitch
}

// pitchTo is the pitch of a way; it stays as it is where the engine takes the
// way for none, which it does by the lowest byte of its squared length.
func (m *missile) pitchTo(x, y int32) int32 {
	v := Pos{X: x, Y: y, Z: 0}
	if int8(v.FlatSquared()) == 0 {
		return m.pitch
	}
	return wpos.Facing256(v.Yaw())
}
