// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// launchBullet draws what of a bullet's flight is left to chance: launch angle,
// speed, where it comes down (docs/engine/openra-world.md#bullet).
func (w *World) launchBullet(e *effect, p *info.ProjectileInfo, s *shot) {
	e.kind = effectBullet
	e.angle, e.speed = p.Angles[0], p.Speeds[0]
	if len(p.Angles) > 1 {
		e.angle = w.random.between(p.Angles[0], p.Angles[1])
	}
	if len(p.Speeds) > 1 {
		e.speed = w.random.between(p.Speeds[0], p.Speeds[1])
	}
	if p.Inaccuracy > 0 {
		e.to = e.to.Add(w.inaccuracy(p, p.Inaccuracy, s))
	}
	e.length = max(e.to.Sub(e.from).Length()/max(e.speed, 1), 1)
}

// tickBullet flies one step, and bursts where it is stopped or its way ends.
func (w *World) tickBullet(i int) {
	e := &w.effects[i]
	e.last = e.at
	e.at = e.along(e.ticks)
	if e.weapon.Projectile.Blockable {
		if at, blocked := w.blocker(e.owner, e.last, e.at, e.weapon.Projectile.Width); blocked {
			e.at = at
			w.burst(i)
			return
		}
	}
	e.ticks++
	if e.ticks > e.length || e.at.Z < 0 {
		w.burst(i)
	}
}

// burst ends a projectile and lets its weapon work where it is.
func (w *World) burst(i int) {
	e := &w.effects[i]
	e.gone = true
	b := e.impact(e.at)
	w.strike(&b)
}

// along is where a bullet is after so many ticks: on the line, raised by the
// arc of its launch angle.
func (e *effect) along(ticks int32) Pos {
	at := wpos.LerpPos(e.from, e.to, ticks, e.length)
	if e.angle == 0 {
		return at
	}
	rise := int64(e.to.Sub(e.from).Length()) * int64(wpos.Tangent(e.angle)) * int64(ticks) * int64(e.length-ticks)
	at.Z += int32(rise / (1024 * int64(e.length) * int64(e.length)))
	return at
}

// bulletHash is what of a bullet is hashed; the last position only since
// 20201213.
func (e *effect) bulletHash(last bool) int32 {
	h := e.at.Hash() ^ e.to.Hash() ^ e.from.Hash()
	if last {
		h ^= e.last.Hash()
	}
	return h
}
