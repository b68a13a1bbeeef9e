// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/codec"

	"convertd/core/sim/openra/internal/wpos"
)

// Watch is one sight on a goal: it opens when wait is over and closes when left
// is.
type Watch struct {
	Owner      int32
	At         wpos.Pos
	Radius     int32
	Wait, Left int32
	Viewers    uint32 // who has shared it since it opened
}

// Coded codes the figures of a watch.
func (one *Watch) Coded(c *codec.Coder) {
	c.Ints(&one.Owner, &one.At.X, &one.At.Y, &one.At.Z, &one.Radius, &one.Wait, &one.Left)
	c.U32(&one.Viewers)
}

// Satellite is on its way up.
type Satellite struct {
	Owner int32
	Left  int32 // ticks
}

// Coded codes the figures of a satellite.
func (s *Satellite) Coded(c *codec.Coder) { c.Ints(&s.Owner, &s.Left) }
