// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/codec"
)

// Satellite is on its way up.
type Satellite struct {
	Owner int32
	Left  int32 // ticks
}

func (s *Satellite) Coded(c *codec.Coder) { c.Ints(&s.Owner, &s.Left) }
