// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/wpos"
)

// BodyYaw is where a body looks that can turn, else 0.
func (a *Actor) BodyYaw() int32 {
	if a.Type.Turns() {
		return a.Facing
	}
	return 0
}

// ConstructOldTurret points a new turret where its body looks, that of a
// building where its rules say.
func (a *Actor) ConstructOldTurret() {
	a.Aim = a.Facing
	if a.Type.TurretSpeed > 0 && !a.Type.Turns() {
		a.Aim = a.Type.TurretInitial
	}
	if a.Type.TwoTurrets {
		a.HoverTicks = a.Aim
	}
	a.Turret.Facing = wpos.Angle(a.Aim - a.BodyYaw())
}
