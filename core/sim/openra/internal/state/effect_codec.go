// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/codec"

	"convertd/core/sim/openra/internal/wpos"
)

func (s *DelayedShot) coded(c *codec.Coder) {
	c.Ints(&s.Arm, &s.Left)
	s.Shot.coded(c)
}

func (s *Shot) coded(c *codec.Coder) {
	c.Weapon(&s.Weapon)
	c.U32s(&s.Source, &s.Target)
	c.Ints(&s.Owner, &s.Firepower, &s.Facing, &s.Spread, &s.Reach)
	c.Pos(&s.From)
	c.Pos(&s.To)
}

// Coded codes the figures of an effect.
func (e *Effect) Coded(c *codec.Coder) {
	c.U8((*uint8)(&e.Kind))
	c.Bool(&e.Gone)
	c.Weapon(&e.Weapon)
	c.U32s(&e.Source, &e.Target)
	c.Ints(&e.Warhead, &e.Owner, &e.Firepower, &e.Angle, &e.Speed, &e.Length, &e.Ticks)
	for _, v := range [...]*wpos.Pos{&e.From, &e.To, &e.At, &e.Last} {
		c.Pos(v)
	}
	e.Missile.coded(c)
}

func (m *missile) coded(c *codec.Coder) {
	c.U8((*uint8)(&m.State))
	c.Ints(&m.Facing, &m.Pitch, &m.Loop, &m.Covered)
	c.Bools(&m.Locked, &m.PassedBy, &m.MayPass)
	for _, v := range [...]*wpos.Pos{&m.Offset, &m.Velocity, &m.TargetMoves} {
		c.Pos(v)
	}
}
