// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// launchLaser lets a beam burn where it was aimed (LaserZap).
func (w *World) launchLaser(e *state.Effect, p *info.ProjectileInfo, s *state.Shot) {
	e.Kind = state.EffectLaser
	if p.Inaccuracy > 0 {
		e.To = e.To.Add(w.inaccuracy(p, p.Inaccuracy, s))
	}
}

// tickLaser follows the target, is stopped by what stands between, and hurts at
// its end in its first ticks. It is part of the world for as long as it or the
// flash at its end is seen.
func (w *World) tickLaser(i int) {
	e := &w.Effects[i]
	p := &e.Weapon.Projectile
	if victim := w.guides(e); p.Tracks && victim != nil {
		e.To = victim.Center
		if !e.Weapon.ToCenter {
			e.To = w.aimAt(e.From, victim)
		}
	}
	if p.Blockable {
		if at, blocked := w.blocker(e.Owner, e.From, e.To, p.Width); blocked {
			e.To = at
		}
	}
	if e.Ticks < p.DamageTicks && e.Ticks%p.DamageInterval == 0 {
		b := e.Impact(e.To)
		w.strike(&b)
	}
	e.Ticks++
	e.Gone = e.Ticks >= p.Duration
}
