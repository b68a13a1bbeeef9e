// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/sim/openra/internal/info"

// weapon codes a weapon by its name; nil by none.
func (c *coder) weapon(v **info.Weapon) {
	name := ""
	if *v != nil {
		name = (*v).Name
	}
	byName(c, v, name, c.types.Weapons)
}

func (c *coder) pos(v *Pos) { c.ints(&v.X, &v.Y, &v.Z) }

func (s *delayedShot) coded(c *coder) {
	c.ints(&s.arm, &s.left)
	s.shot.coded(c)
}

func (s *shot) coded(c *coder) {
	c.weapon(&s.weapon)
	c.u32s(&s.source, &s.target)
	c.ints(&s.owner, &s.firepower, &s.facing, &s.spread, &s.reach)
	c.pos(&s.from)
	c.pos(&s.to)
}

// minEffectBytes is the least an effect takes in encoded form.
const minEffectBytes = 10

// codedEffects codes what flies and what waits. Every weapon named must exist,
// every player too.
func (w *World) codedEffects(c *coder) {
	list(c, &w.effects, minEffectBytes, func(c *coder, e *effect) {
		e.coded(c)
		if c.reading && c.err == nil && (e.weapon == nil || e.owner < 0 || int(e.owner) >= len(w.players) ||
			e.warhead < 0 || int(e.warhead) >= max(len(e.weapon.Warheads), 1) || e.length < 1 && e.kind == effectBullet) {
			c.fail()
		}
	})
}

func (e *effect) coded(c *coder) {
	c.u8((*uint8)(&e.kind))
	c.bool(&e.gone)
	c.weapon(&e.weapon)
	c.u32s(&e.source, &e.target)
	c.ints(&e.warhead, &e.owner, &e.firepower, &e.angle, &e.speed, &e.length, &e.ticks)
	for _, v := range [...]*Pos{&e.from, &e.to, &e.at, &e.last} {
		c.pos(v)
	}
	e.missile.coded(c)
}

func (m *missile) coded(c *coder) {
	c.u8((*uint8)(&m.state))
	c.ints(&m.facing, &m.pitch, &m.loop, &m.covered)
	c.bools(&m.locked, &m.passedBy, &m.mayPass)
	for _, v := range [...]*Pos{&m.offset, &m.velocity, &m.targetMoves} {
		c.pos(v)
	}
}
