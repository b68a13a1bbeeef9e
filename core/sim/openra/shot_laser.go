// SPDX-License-Identifier: GPL-3.0-or-later

package openra

// launchLaser lets a beam burn where it was aimed (LaserZap).
func (w *World) launchLaser(e *effect, p *projectileInfo, s *shot) {
	e.kind = effectLaser
	if p.inaccuracy > 0 {
		e.to = e.to.Add(w.inaccuracy(p, p.inaccuracy, s))
	}
}

// tickLaser follows the target, is stopped by what stands between, and hurts at
// its end in its first ticks. It is part of the world for as long as it or the
// flash at its end is seen.
func (w *World) tickLaser(i int) {
	e := &w.effects[i]
	p := &e.weapon.projectile
	if victim := w.guides(e); p.tracks && victim != nil {
		e.to = victim.center
		if !e.weapon.toCenter {
			e.to = w.aimAt(e.from, victim)
		}
	}
	if p.blockable {
		if at, blocked := w.blocker(e.owner, e.from, e.to, p.width); blocked {
			e.to = at
		}
	}
	if e.ticks < p.damageTicks && e.ticks%p.damageInterval == 0 {
		b := e.blow(e.to)
		w.strike(&b)
	}
	e.ticks++
	e.gone = e.ticks >= p.duration
}
