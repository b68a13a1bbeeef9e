// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// launchMissile draws whether it locks on and how far off it comes.
func (w *World) launchMissile(e *state.Effect, p *info.ProjectileInfo, s *state.Shot) {
	m, info := &e.Missile, &p.Missile
	e.Kind = state.EffectMissile
	m.Facing = wpos.Facing256(wpos.Angle(s.Facing))
	m.Locked = w.Random.Below(100) <= info.LockChance
	spread := p.Inaccuracy
	if m.Locked && info.LockSpread > -1 {
		spread = info.LockSpread
	}
	if spread > 0 {
		m.Offset = w.inaccuracy(p, spread, s)
	}
	e.Length = w.fuel(s, info)
	e.Speed = info.MaxSpeed
	m.Loop = state.LoopRadius(e.Speed, info.Climb)
	way := e.To.Add(m.Offset).Sub(e.At)
	m.Pitch = wpos.Signed256(wpos.Facing256(Pos{X: -way.Z, Y: -way.FlatLength(), Z: 0}.Yaw()))
	if m.Pitch == -1 {
		m.Pitch = 0
	}
	m.Pitch = wpos.Clamp(m.Pitch, wpos.Signed256(wpos.Angle(info.MinAngle)>>2), wpos.Signed256(wpos.Angle(info.MaxAngle)>>2))
	m.Velocity = m.Ahead(e.Speed)
}

// fuel is how far a missile flies before it falls, below zero without end: that
// of who reaches farther lasts longer.
func (w *World) fuel(s *state.Shot, info *info.MissileInfo) int32 {
	limit := info.Reach
	if limit == 0 {
		limit = s.Weapon.Reach
	}
	if a := w.Actor(s.Source); a != nil && len(a.Type.Modifiers.Reach) > 0 {
		return w.modified(a, a.Type.Modifiers.Reach, limit)
	}
	return limit
}

// tickMissile steers and flies one step.
func (w *World) tickMissile(i int) {
	e := &w.Effects[i]
	m, info := &e.Missile, &e.Weapon.Projectile.Missile
	e.Ticks++
	if e.Ticks == info.HomingAfter+1 {
		m.State = state.MissileHoming
		e.Speed = m.Velocity.Length()
		m.Loop = state.LoopRadius(e.Speed, info.Climb)
	}
	if e.OutOfFuel() {
		m.State = state.MissileFalling
		m.Velocity = m.Ahead(e.Speed)
	}
	guided := w.guides(e)
	prediction := w.follow(e, guided)
	way := e.To.Add(m.Offset).Sub(e.At)
	distance, flat := way.Length(), way.FlatLength()
	var move Pos
	if m.State == state.MissileFalling {
		move = m.Fall(info)
	} else {
		move = w.home(e, way, flat, prediction, guided != nil || e.Target == none)
	}
	e.Last = e.At
	if info.Snaps && m.State != state.MissileFalling && distance < move.Length() {
		e.At = e.To.Add(m.Offset)
	} else {
		e.At = e.At.Add(move)
	}
	stopped := false
	if e.Weapon.Projectile.Blockable {
		var at Pos
		if at, stopped = w.blocker(e.Owner, e.Last, e.At, e.Weapon.Projectile.Width); stopped {
			e.At = at
		}
	}
	m.Covered += e.Speed
	c := w.CellContaining(e.At)
	if stopped || e.At.Z < 0 || distance < info.CloseEnough || info.ExplodesEmpty && e.OutOfFuel() ||
		!w.Ground.Contains(c) || info.Terrain != "" && w.terrainName(c) != info.Terrain {
		w.burstMissile(i)
	}
}

// guides returns the actor a projectile goes for, as long as who fired it knows
// where that is.
func (w *World) guides(e *state.Effect) *Actor { return w.targetOf(e.Owner, e.Target) }

// burstMissile ends a missile; one that is not armed yet does no harm.
func (w *World) burstMissile(i int) {
	e := &w.Effects[i]
	if e.Ticks > e.Weapon.Projectile.Missile.Arm {
		w.burst(i)
		return
	}
	e.Gone = true
}

// follow takes notice of where the target is and returns how it will move, if
// it goes on in a circle.
func (w *World) follow(e *state.Effect, guided *Actor) Pos {
	m := &e.Missile
	to := e.To
	if guided != nil && m.Locked {
		to = guided.Center
		if !e.Weapon.ToCenter {
			to = w.aimAt(e.From, guided)
		}
	}
	before, after := wpos.Angle(m.Facing*4), wpos.Angle(m.Facing*4)
	if m.TargetMoves.FlatSquared() != 0 {
		before = m.TargetMoves.Yaw()
	}
	m.TargetMoves = to.Sub(e.To)
	if m.TargetMoves.FlatSquared() != 0 {
		after = m.TargetMoves.Yaw()
	}
	e.To = to
	return m.TargetMoves.Rotate(wpos.Angle(after - before))
}

// home is a step towards the target.
func (w *World) home(e *state.Effect, way Pos, flat int32, prediction Pos, guided bool) Pos {
	m, info := &e.Missile, &e.Weapon.Projectile.Missile
	desired := m.Facing
	if v := way.Add(prediction); v.FlatSquared() != 0 {
		desired = wpos.Facing256(v.Yaw())
	}
	m.PassedBy = false
	if delta := (m.Facing - desired) & 255; m.MayPass && delta > 64 && delta < 192 {
		desired = (desired + 128) & 255
		m.PassedBy = true
	}
	pitch := e.DesiredPitch(way.Z, flat)
	if flat < e.Speed*wpos.Cosine(wpos.Angle(m.Pitch*4))/1024 {
		m.PassedBy = true
	}
	switch {
	case info.Jammable && w.jammed(e):
		desired = m.Facing + w.Random.Between(-info.Astray, info.Astray+1)
		pitch = m.Pitch + w.Random.Between(-info.Astray, info.Astray+1)
	case !guided:
		desired = m.Facing
	}
	m.Facing = wpos.Turn256(m.Facing, desired, info.Turn)
	m.Pitch = wpos.Turn256(m.Pitch, pitch, info.Climb)
	return m.StepOf(e.Speed)
}
