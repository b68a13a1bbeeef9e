// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/sim/openra/internal/info"

// launchLaser lets a beam burn where it was aimed (LaserZap).
func (w *World) launchLaser(e *effect, p *info.ProjectileInfo, s *shot) {
	e.kind = effectLaser
	if p.Inaccuracy > 0 {
		e.to = e.to.Add(w.inaccuracy(p, p.Inaccuracy, s))
	}
}

// tickLaser follows the target, is stopped by what stands between, and hurts at
// its end in its first ticks. It is part of the world for as long as it or the
// flash at its end is seen.
func (w *World) tickLaser(i int) {
	e := &w.effects[i]
	p := &e.weapon.Projectile
	if victim := w.guides(e); p.Tracks && victim != nil {
		e.to = victim.center
		if !e.weapon.ToCenter {
			e.to = w.aimAt(e.from, victim)
		}
	}
	if p.Blockable {
		if at, blocked := w.blocker(e.owner, e.from, e.to, p.Width); blocked {
			e.to = at
		}
	}
	if e.ticks < p.DamageTicks && e.ticks%p.DamageInterval == 0 {
		b := e.impact(e.to)
		w.strike(&b)
	}
	e.ticks++
	e.gone = e.ticks >= p.Duration
}
