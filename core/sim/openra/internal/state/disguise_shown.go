// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/codec"
)

// ShownDisguise is whom a spy looks like and how his bodies show it: they are idle as
// the bodies of that type are (WithDisguisingInfantryBody).
type ShownDisguise struct {
	As          int32 // index of the type he looks like, plus 1
	Shown       int32 // the one his bodies took notice of
	ShownPlayer int32 // and whose

	// The second body, that for the parachute, has nothing to do of its own, but
	// while it shows another type it is idle as well, seen or not.
	Second       BodyState
	IdleSequence int32
	IdleDelay    int32
	Left         int32
}

func (g *ShownDisguise) coded(c *codec.Coder) {
	c.Ints(&g.As, &g.Shown, &g.ShownPlayer, &g.IdleSequence, &g.IdleDelay, &g.Left)
	c.U8((*uint8)(&g.Second))
}

// ShowsTwice reports whether a spy has two bodies and both show somebody else.
func (a *Actor) ShowsTwice() bool {
	return a.Type.Infantry.Disguising > 1 && a.ShownAs.ShownPlayer > 0
}
