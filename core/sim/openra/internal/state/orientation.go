// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/wpos"
)

// Orientation is the whole direction of an actor; what cannot turn has none.
func (a *Actor) Orientation() int32 {
	if !a.Type.Turns() {
		return 0
	}
	return a.Facing
}

// BodyFacing is the direction the sprite of an actor shows.
func (a *Actor) BodyFacing() int32 {
	return wpos.Quantize(a.Orientation(), a.Type.BodyFacings, a.Type.ClassicBody)
}
