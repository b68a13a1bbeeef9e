// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
)

// effect is a projectile on its way, or a warhead that waits. It outlives who
// fired it.
type effect struct {
	kind      effectKind
	gone      bool // to be dropped at the end of the tick
	weapon    *info.Weapon
	warhead   int32  // of a delayed hit
	source    uint32 // who fired
	owner     int32  // for whom
	firepower int32  // a million and more by rank, less by handicap
	target    uint32 // what it was fired at, none for a place
	from, to  Pos
	at, last  Pos
	angle     int32
	speed     int32
	length    int32 // of the flight in ticks
	ticks     int32
	missile   missile
}

type effectKind uint8

const (
	effectInstant effectKind = iota
	effectBullet
	effectMissile
	effectBomb
	effectZap
	effectDelayed
	effectSpurt  // waits to be thrown
	effectStrike // a weapon on its way to a place that nothing carries
	effectLaser
)

// shot is everything about a shot that is decided when the trigger is pulled.
type shot struct {
	weapon    *info.Weapon
	source    uint32
	owner     int32
	firepower int32
	spread    int32 // percent of the weapon's inaccuracy
	reach     int32 // of the weapon for who fires
	target    uint32
	from, to  Pos
	facing    int32
}

// launch puts what a weapon fires into the world. It flies from the next look
// at the effects on, which is in the same tick where units and traits are what
// fires.
func (w *World) launch(s *shot) {
	e := effect{
		weapon: s.weapon, source: s.source, owner: s.owner, firepower: s.firepower, target: s.target, from: s.from, to: s.to, at: s.from,
	}
	p := &s.weapon.Projectile
	switch p.Kind {
	case info.ProjectileNone:
		return
	case info.ProjectileInstant:
		e.kind = effectInstant
		if p.Inaccuracy > 0 && !s.weapon.ToCenter {
			e.to = e.to.Add(w.inaccuracy(p, p.Inaccuracy, s))
		}
	case info.ProjectileBullet:
		w.launchBullet(&e, p, s)
	case info.ProjectileMissile:
		w.launchMissile(&e, p, s)
	case info.ProjectileBomb:
		w.launchBomb(&e, p, s)
	case info.ProjectileZap:
		e.kind = effectZap
	case info.ProjectileLaser:
		w.launchLaser(&e, p, s)
	case info.ProjectileOther:
		w.unmodelled.add("projectile of " + s.weapon.Name)
		return
	}
	w.effects = append(w.effects, e)
}

// inaccuracy draws how far from the aim a shot comes down.
func (w *World) inaccuracy(p *info.ProjectileInfo, most int32, s *shot) Pos {
	most = most * s.spread / 100
	distance := s.to.Sub(s.from).Length()
	switch p.Spreads {
	case info.InaccuracyMaximum:
		most = most * distance / max(s.reach, 1)
	case info.InaccuracyPerCell:
		most = most * distance / 1024
	case info.InaccuracyAbsolute:
	}
	d := w.random.scatter()
	return Pos{X: d.X * most / 1024, Y: d.Y * most / 1024, Z: 0}
}

// scatter draws a vector of at most 1024 either way, likelier short than long.
func (t *twister) scatter() Pos {
	x := (t.between(-1024, 1024) + t.between(-1024, 1024)) / 2
	return Pos{X: x, Y: (t.between(-1024, 1024) + t.between(-1024, 1024)) / 2, Z: 0}
}

// tickEffects runs effects in the order they came. What is added meanwhile
// waits for the next tick.
func (w *World) tickEffects() {
	w.beforeEffects = false
	for i, n := 0, len(w.effects); i < n; i++ {
		if w.observer == nil {
			w.runEffect(i)
		} else {
			w.observer.effectTurn(w, i)
		}
	}
}

// runEffect runs one effect for a tick.
func (w *World) runEffect(i int) {
	switch e := &w.effects[i]; e.kind {
	case effectInstant:
		w.tickInstant(i)
	case effectBullet:
		w.tickBullet(i)
	case effectMissile:
		w.tickMissile(i)
	case effectBomb:
		w.tickBomb(i)
	case effectZap:
		w.tickZap(i)
	case effectLaser:
		w.tickLaser(i)
	case effectSpurt:
		w.tickSpurt(i)
	case effectStrike:
		w.tickStrike(i)
	case effectDelayed:
		if e.length--; e.length <= 0 {
			w.later(task{kind: taskImpact, amount: int32(i)})
		}
	}
}

// dropEffects takes out what has ended; the order of the others stays.
func (w *World) dropEffects() {
	kept := 0
	for i := range w.effects {
		if !w.effects[i].gone {
			if kept != i {
				w.effects[kept] = w.effects[i]
			}
			kept++
		}
	}
	clear(w.effects[kept:])
	w.effects = w.effects[:kept]
}

// effectHash is the hash of a projectile, if it takes part in the native hash
// (docs/engine/openra-world.md#hash).
func (w *World) effectHash(e *effect) (hash int32, synced bool) {
	switch e.kind {
	case effectBullet:
		return e.bulletHash(w.behaviour.HashesLastPosition), true
	case effectMissile:
		return e.at.Hash() ^ e.missile.facing ^ e.missile.pitch, true
	case effectBomb:
		if !w.behaviour.HashesLastPosition {
			return e.at.Hash(), true
		}
		return e.at.Hash() ^ e.last.Hash(), true
	case effectZap:
		return e.to.Hash(), true
	case effectLaser:
		return e.to.Hash() ^ e.from.Hash(), true
	case effectInstant, effectDelayed, effectSpurt, effectStrike:
	}
	return 0, false
}

// tickInstant hits in its first tick.
func (w *World) tickInstant(i int) {
	e := &w.effects[i]
	e.gone = true
	b := e.impact(e.to)
	if e.weapon.ToCenter {
		if victim := w.validTarget(e.target); victim != nil {
			b.victim, b.at = victim.ID, victim.center
		}
	}
	if e.weapon.Projectile.Blockable {
		if at, blocked := w.blocker(e.owner, e.from, b.at, e.weapon.Projectile.Width); blocked {
			b.victim, b.at = none, at
		}
	}
	w.strike(&b)
}

// tickZap hurts what is where it points, in its first ticks.
func (w *World) tickZap(i int) {
	e := &w.effects[i]
	p := &e.weapon.Projectile
	e.ticks++
	e.gone = e.ticks > p.Duration
	if victim := w.guides(e); p.Tracks && victim != nil {
		e.to = victim.center
		if !e.weapon.ToCenter {
			e.to = w.aimAt(e.from, victim)
		}
	}
	if e.ticks <= min(p.DamageTicks, p.Duration) {
		b := e.impact(e.to)
		w.strike(&b)
	}
}

// launchBomb lets a bomb fall from where it is; it keeps going ahead as its
// weapon says.
func (w *World) launchBomb(e *effect, p *info.ProjectileInfo, s *shot) {
	e.kind = effectBomb
	ahead := Pos{X: p.Velocity.Y, Y: -p.Velocity.X, Z: p.Velocity.Z}
	e.missile.velocity = ahead.Rotate(s.facing)
}

// tickBomb falls to the height it is aimed at.
func (w *World) tickBomb(i int) {
	e := &w.effects[i]
	p := &e.weapon.Projectile
	e.last = e.at
	e.at = e.at.Add(e.missile.velocity)
	e.missile.velocity = e.missile.velocity.Add(Pos{X: p.Fall.Y, Y: -p.Fall.X, Z: p.Fall.Z})
	if e.at.Z > e.to.Z {
		return
	}
	e.at.Z = e.to.Z
	w.burst(i)
}
