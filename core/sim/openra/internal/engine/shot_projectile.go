// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// launch puts what a weapon fires into the world. It flies from the next look
// at the effects on, which is in the same tick where units and traits are what
// fires.
func (w *World) launch(s *state.Shot) {
	e := state.Effect{
		Weapon: s.Weapon, Source: s.Source, Owner: s.Owner, Firepower: s.Firepower, Target: s.Target, From: s.From, To: s.To, At: s.From,
	}
	p := &s.Weapon.Projectile
	switch p.Kind {
	case info.ProjectileNone:
		return
	case info.ProjectileInstant:
		e.Kind = state.EffectInstant
		if p.Inaccuracy > 0 && !s.Weapon.ToCenter {
			e.To = e.To.Add(w.inaccuracy(p, p.Inaccuracy, s))
		}
	case info.ProjectileBullet:
		w.launchBullet(&e, p, s)
	case info.ProjectileMissile:
		w.launchMissile(&e, p, s)
	case info.ProjectileBomb:
		w.launchBomb(&e, p, s)
	case info.ProjectileZap:
		e.Kind = state.EffectZap
	case info.ProjectileLaser:
		w.launchLaser(&e, p, s)
	case info.ProjectileOther:
		w.unmodelled.Add("projectile of " + s.Weapon.Name)
		return
	}
	w.Effects = append(w.Effects, e)
}

// inaccuracy draws how far from the aim a shot comes down.
func (w *World) inaccuracy(p *info.ProjectileInfo, most int32, s *state.Shot) Pos {
	most = most * s.Spread / 100
	distance := s.To.Sub(s.From).Length()
	switch p.Spreads {
	case info.InaccuracyMaximum:
		most = most * distance / max(s.Reach, 1)
	case info.InaccuracyPerCell:
		most = most * distance / 1024
	case info.InaccuracyAbsolute:
	}
	d := w.Random.Scatter()
	return Pos{X: d.X * most / 1024, Y: d.Y * most / 1024, Z: 0}
}

// tickEffects runs effects in the order they came. What is added meanwhile
// waits for the next tick.
func (w *World) tickEffects() {
	w.beforeEffects = false
	for i, n := 0, len(w.Effects); i < n; i++ {
		if w.Observer == nil {
			w.RunEffect(i)
		} else {
			w.Observer.EffectTurn(w, i)
		}
	}
}

// RunEffect runs one effect for a tick.
func (w *World) RunEffect(i int) {
	switch e := &w.Effects[i]; e.Kind {
	case state.EffectInstant:
		w.tickInstant(i)
	case state.EffectBullet:
		w.tickBullet(i)
	case state.EffectMissile:
		w.tickMissile(i)
	case state.EffectBomb:
		w.tickBomb(i)
	case state.EffectZap:
		w.tickZap(i)
	case state.EffectLaser:
		w.tickLaser(i)
	case state.EffectSpurt:
		w.tickSpurt(i)
	case state.EffectStrike:
		w.tickStrike(i)
	case state.EffectDelayed:
		if e.Length--; e.Length <= 0 {
			w.later(state.Task{Kind: state.TaskImpact, Amount: int32(i)})
		}
	}
}

// dropEffects takes out what has ended; the order of the others stays.
func (w *World) dropEffects() {
	kept := 0
	for i := range w.Effects {
		if !w.Effects[i].Gone {
			if kept != i {
				w.Effects[kept] = w.Effects[i]
			}
			kept++
		}
	}
	clear(w.Effects[kept:])
	w.Effects = w.Effects[:kept]
}

// EffectHash is the hash of a projectile, if it takes part in the native hash
// (docs/engine/openra-world.md#hash).
func (w *World) EffectHash(e *state.Effect) (hash int32, synced bool) {
	switch e.Kind {
	case state.EffectBullet:
		return e.BulletHash(w.Release.HashesLastPosition), true
	case state.EffectMissile:
		return e.At.Hash() ^ e.Missile.Facing ^ e.Missile.Pitch, true
	case state.EffectBomb:
		if !w.Release.HashesLastPosition {
			return e.At.Hash(), true
		}
		return e.At.Hash() ^ e.Last.Hash(), true
	case state.EffectZap:
		return e.To.Hash(), true
	case state.EffectLaser:
		return e.To.Hash() ^ e.From.Hash(), true
	case state.EffectInstant, state.EffectDelayed, state.EffectSpurt, state.EffectStrike:
	}
	return 0, false
}

// tickInstant hits in its first tick.
func (w *World) tickInstant(i int) {
	e := &w.Effects[i]
	e.Gone = true
	b := e.Impact(e.To)
	if e.Weapon.ToCenter {
		if victim := w.validTarget(e.Target); victim != nil {
			b.Victim, b.At = victim.ID, victim.Center
		}
	}
	if e.Weapon.Projectile.Blockable {
		if at, blocked := w.blocker(e.Owner, e.From, b.At, e.Weapon.Projectile.Width); blocked {
			b.Victim, b.At = none, at
		}
	}
	w.strike(&b)
}

// tickZap hurts what is where it points, in its first ticks.
func (w *World) tickZap(i int) {
	e := &w.Effects[i]
	p := &e.Weapon.Projectile
	e.Ticks++
	e.Gone = e.Ticks > p.Duration
	if victim := w.guides(e); p.Tracks && victim != nil {
		e.To = victim.Center
		if !e.Weapon.ToCenter {
			e.To = w.aimAt(e.From, victim)
		}
	}
	if e.Ticks <= min(p.DamageTicks, p.Duration) {
		b := e.Impact(e.To)
		w.strike(&b)
	}
}

// launchBomb lets a bomb fall from where it is; it keeps going ahead as its
// weapon says.
func (w *World) launchBomb(e *state.Effect, p *info.ProjectileInfo, s *state.Shot) {
	e.Kind = state.EffectBomb
	ahead := Pos{X: p.Velocity.Y, Y: -p.Velocity.X, Z: p.Velocity.Z}
	e.Missile.Velocity = ahead.Rotate(s.Facing)
}

// tickBomb falls to the height it is aimed at.
func (w *World) tickBomb(i int) {
	e := &w.Effects[i]
	p := &e.Weapon.Projectile
	e.Last = e.At
	e.At = e.At.Add(e.Missile.Velocity)
	e.Missile.Velocity = e.Missile.Velocity.Add(Pos{X: p.Fall.Y, Y: -p.Fall.X, Z: p.Fall.Z})
	if e.At.Z > e.To.Z {
		return
	}
	e.At.Z = e.To.Z
	w.burst(i)
}
