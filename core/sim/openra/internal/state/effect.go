// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/info"

	"convertd/core/sim/openra/internal/wpos"
)

// Effect is a projectile on its way, or a warhead that waits. It outlives who
// fired it.
type Effect struct {
	Kind      EffectKind
	Gone      bool // to be dropped at the end of the tick
	Weapon    *info.Weapon
	Warhead   int32  // of a delayed hit
	Source    uint32 // who fired
	Owner     int32  // for whom
	Firepower int32  // a million and more by rank, less by handicap
	Target    uint32 // what it was fired at, none for a place
	From, To  wpos.Pos
	At, Last  wpos.Pos
	Angle     int32
	Speed     int32
	Length    int32 // of the flight in ticks
	Ticks     int32
	Missile   missile
}

// EffectKind tags what flies or waits.
type EffectKind uint8

// The kinds of effects.
const (
	EffectInstant EffectKind = iota
	EffectBullet
	EffectMissile
	EffectBomb
	EffectZap
	EffectDelayed
	EffectSpurt  // waits to be thrown
	EffectStrike // a weapon on its way to a place that nothing carries
	EffectLaser
)

// Shot is everything about a shot that is decided when the trigger is pulled.
type Shot struct {
	Weapon    *info.Weapon
	Source    uint32
	Owner     int32
	Firepower int32
	Spread    int32 // percent of the weapon's inaccuracy
	Reach     int32 // of the weapon for who fires
	Target    uint32
	From, To  wpos.Pos
	Facing    int32
}

// Scatter draws a vector of at most 1024 either way, likelier short than long.
func (t *Twister) Scatter() wpos.Pos {
	x := (t.Between(-1024, 1024) + t.Between(-1024, 1024)) / 2
	return wpos.Pos{X: x, Y: (t.Between(-1024, 1024) + t.Between(-1024, 1024)) / 2, Z: 0}
}

// Along is where a bullet is after so many ticks: on the line, raised by the
// arc of its launch angle.
func (e *Effect) Along(ticks int32) wpos.Pos {
	at := wpos.LerpPos(e.From, e.To, ticks, e.Length)
	if e.Angle == 0 {
		return at
	}
	rise := int64(e.To.Sub(e.From).Length()) * int64(wpos.Tangent(e.Angle)) * int64(ticks) * int64(e.Length-ticks)
	at.Z += int32(rise / (1024 * int64(e.Length) * int64(e.Length)))
	return at
}

// BulletHash is what of a bullet is hashed; the last position only since
// 20201213.
func (e *Effect) BulletHash(last bool) int32 {
	h := e.At.Hash() ^ e.To.Hash() ^ e.From.Hash()
	if last {
		h ^= e.Last.Hash()
	}
	return h
}

// Impact is what a weapon does to a place, or to one actor.
type Impact struct {
	Weapon    *info.Weapon
	Source    uint32 // who fired; he may be gone
	Owner     int32
	Firepower int32
	At        wpos.Pos
	Victim    uint32 // the actor that was hit by itself, none for the place
}

// Impact is where and how an effect hits.
func (e *Effect) Impact(at wpos.Pos) Impact {
	return Impact{Weapon: e.Weapon, Source: e.Source, Owner: e.Owner, Firepower: e.Firepower, At: at}
}

// DistanceTo is how far a place is from the edge of an actor's nearest shape.
func (a *Actor) DistanceTo(at wpos.Pos) int32 {
	nearest := int32(0x7FFFFFFF)
	for i := range a.Type.Shapes {
		nearest = min(nearest, a.Type.Shapes[i].Distance(at.Sub(a.Center), a.Orientation()))
	}
	return nearest
}
