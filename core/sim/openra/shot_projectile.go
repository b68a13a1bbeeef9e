// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// projectileKind is the class of what a weapon fires.
type projectileKind uint8

const (
	projectileNone projectileKind = iota
	projectileInstant
	projectileBullet
	projectileMissile
	projectileBomb
	projectileZap
	projectileLaser
	projectileOther // not modelled
)

var projectileKinds = map[string]projectileKind{
	"": projectileNone, "InstantHit": projectileInstant, "Bullet": projectileBullet, "Missile": projectileMissile,
	"GravityBomb": projectileBomb, "TeslaZap": projectileZap, "LaserZap": projectileLaser,
}

// inaccuracyKind says how far from its aim a shot may come down.
type inaccuracyKind uint8

const (
	inaccuracyMaximum  inaccuracyKind = iota // grows to the full amount at the weapon's range
	inaccuracyPerCell                        // grows by the amount with each cell
	inaccuracyAbsolute                       // always the full amount
)

// projectileInfo are the figures of what a weapon fires.
type projectileInfo struct {
	kind        projectileKind
	blockable   bool
	width       int32
	inaccuracy  int32
	spreads     inaccuracyKind
	speeds      []int32 // one, or the two a speed is drawn between
	angles      []int32 // likewise of the launch
	velocity    Pos     // of a bomb
	fall        Pos     // what a bomb gains each tick
	tracks      bool    // a zap follows its target
	damageTicks int32   // how long a zap hurts
	duration    int32   // of a zap, in ticks
	// damageInterval is how many ticks pass from one hurt of a laser to the next.
	damageInterval int32
	missile        missileInfo
}

func newProjectile(part *rules.Part) projectileInfo {
	kind, known := projectileKinds[part.Type]
	if !known {
		kind = projectileOther
	}
	p := projectileInfo{
		kind: kind, blockable: part.Bool("Blockable"), width: int32(part.Int("Width", 1)), inaccuracy: int32(part.Int("Inaccuracy", 0)),
		speeds: numbers32(part.Ints("Speed")), angles: numbers32(part.Ints("LaunchAngle")),
		tracks: part.Bool("TrackTarget"), damageTicks: int32(part.Int("DamageDuration", 1)), duration: int32(part.Int("Duration", 2)),
		damageInterval: int32(max(part.Int("DamageInterval", 1), 1)),
		velocity:       wpos.PosOf(part.Ints("Velocity")), fall: wpos.PosOf(part.Ints("Acceleration")),
	}
	switch part.Text("InaccuracyType") {
	case "PerCellIncrement":
		p.spreads = inaccuracyPerCell
	case "Absolute":
		p.spreads = inaccuracyAbsolute
	case "": // until 20200503 every projectile has its own way
		if kind == projectileMissile {
			p.spreads = inaccuracyAbsolute
		}
	}
	if kind == projectileMissile {
		p.missile = newMissileInfo(part)
	}
	if len(p.speeds) == 0 {
		p.speeds = []int32{1}
	}
	if len(p.angles) == 0 {
		p.angles = []int32{0}
	}
	return p
}

// effect is a projectile on its way, or a warhead that waits. It outlives who
// fired it.
type effect struct {
	kind      effectKind
	gone      bool // to be dropped at the end of the tick
	weapon    *weapon
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
	weapon    *weapon
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
	p := &s.weapon.projectile
	switch p.kind {
	case projectileNone:
		return
	case projectileInstant:
		e.kind = effectInstant
		if p.inaccuracy > 0 && !s.weapon.toCenter {
			e.to = e.to.Add(w.inaccuracy(p, p.inaccuracy, s))
		}
	case projectileBullet:
		w.launchBullet(&e, p, s)
	case projectileMissile:
		w.launchMissile(&e, p, s)
	case projectileBomb:
		w.launchBomb(&e, p, s)
	case projectileZap:
		e.kind = effectZap
	case projectileLaser:
		w.launchLaser(&e, p, s)
	case projectileOther:
		w.unmodelled.add("projectile of " + s.weapon.name)
		return
	}
	w.effects = append(w.effects, e)
}

// inaccuracy draws how far from the aim a shot comes down.
func (w *World) inaccuracy(p *projectileInfo, most int32, s *shot) Pos {
	most = most * s.spread / 100
	distance := s.to.Sub(s.from).Length()
	switch p.spreads {
	case inaccuracyMaximum:
		most = most * distance / max(s.reach, 1)
	case inaccuracyPerCell:
		most = most * distance / 1024
	case inaccuracyAbsolute:
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
// (openra-world.md §2.5).
func (w *World) effectHash(e *effect) (hash int32, synced bool) {
	switch e.kind {
	case effectBullet:
		return e.bulletHash(w.behaviour.hashesLastPosition), true
	case effectMissile:
		return e.at.Hash() ^ e.missile.facing ^ e.missile.pitch, true
	case effectBomb:
		if !w.behaviour.hashesLastPosition {
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
	b := e.blow(e.to)
	if e.weapon.toCenter {
		if victim := w.validTarget(e.target); victim != nil {
			b.victim, b.at = victim.ID, victim.center
		}
	}
	if e.weapon.projectile.blockable {
		if at, blocked := w.blocker(e.owner, e.from, b.at, e.weapon.projectile.width); blocked {
			b.victim, b.at = none, at
		}
	}
	w.strike(&b)
}

// tickZap hurts what is where it points, in its first ticks.
func (w *World) tickZap(i int) {
	e := &w.effects[i]
	p := &e.weapon.projectile
	e.ticks++
	e.gone = e.ticks > p.duration
	if victim := w.guides(e); p.tracks && victim != nil {
		e.to = victim.center
		if !e.weapon.toCenter {
			e.to = w.aimAt(e.from, victim)
		}
	}
	if e.ticks <= min(p.damageTicks, p.duration) {
		b := e.blow(e.to)
		w.strike(&b)
	}
}

// launchBomb lets a bomb fall from where it is; it keeps going ahead as its
// weapon says.
func (w *World) launchBomb(e *effect, p *projectileInfo, s *shot) {
	e.kind = effectBomb
	ahead := Pos{X: p.velocity.Y, Y: -p.velocity.X, Z: p.velocity.Z}
	e.missile.velocity = ahead.Rotate(s.facing)
}

// tickBomb falls to the height it is aimed at.
func (w *World) tickBomb(i int) {
	e := &w.effects[i]
	p := &e.weapon.projectile
	e.last = e.at
	e.at = e.at.Add(e.missile.velocity)
	e.missile.velocity = e.missile.velocity.Add(Pos{X: p.fall.Y, Y: -p.fall.X, Z: p.fall.Z})
	if e.at.Z > e.to.Z {
		return
	}
	e.at.Z = e.to.Z
	w.burst(i)
}
