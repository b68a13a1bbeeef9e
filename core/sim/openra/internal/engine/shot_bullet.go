// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"

	"convertd/core/sim/openra/internal/state"
)

// launchBullet draws what of a bullet's flight is left to chance: launch angle,
// speed, where it comes down (docs/engine/openra-world.md#bullet).
func (w *World) launchBullet(e *state.Effect, p *info.ProjectileInfo, s *state.Shot) {
	e.Kind = state.EffectBullet
	e.Angle, e.Speed = p.Angles[0], p.Speeds[0]
	if len(p.Angles) > 1 {
		e.Angle = w.Random.Between(p.Angles[0], p.Angles[1])
	}
	if len(p.Speeds) > 1 {
		e.Speed = w.Random.Between(p.Speeds[0], p.Speeds[1])
	}
	if p.Inaccuracy > 0 {
		e.To = e.To.Add(w.inaccuracy(p, p.Inaccuracy, s))
	}
	e.Length = max(e.To.Sub(e.From).Length()/max(e.Speed, 1), 1)
}

// tickBullet flies one step, and bursts where it is stopped or its way ends.
func (w *World) tickBullet(i int) {
	e := &w.Effects[i]
	e.Last = e.At
	e.At = e.Along(e.Ticks)
	if e.Weapon.Projectile.Blockable {
		if at, blocked := w.blocker(e.Owner, e.Last, e.At, e.Weapon.Projectile.Width); blocked {
			e.At = at
			w.burst(i)
			return
		}
	}
	e.Ticks++
	if e.Ticks > e.Length || e.At.Z < 0 {
		w.burst(i)
	}
}

// burst ends a projectile and lets its weapon work where it is.
func (w *World) burst(i int) {
	e := &w.Effects[i]
	e.Gone = true
	b := e.Impact(e.At)
	w.strike(&b)
}
