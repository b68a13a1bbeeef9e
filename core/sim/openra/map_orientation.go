// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/sim/openra/internal/wpos"

// orientation is the whole direction of an actor; what cannot turn has none.
func (a *Actor) orientation() int32 {
	if !a.typ.Turns() {
		return 0
	}
	return a.facing
}

// bodyFacing is the direction the sprite of an actor shows.
func (a *Actor) bodyFacing() int32 {
	return wpos.Quantize(a.orientation(), a.typ.BodyFacings, a.typ.ClassicBody)
}
