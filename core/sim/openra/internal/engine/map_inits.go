// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/wpos"
)

// What a map may say of an actor beside its place: docs/formats/oramap.md.

// pointTurret points a new turret: since 20201213 as seen from its body, before as seen
// from the ground.
func (w *World) pointTurret(a *Actor, facing int32) {
	if a.Type.TurretSpeed <= 0 {
		return
	}
	a.Turret.Facing = wpos.Angle(facing)
	if w.Release.CoarseFacing {
		a.Aim = wpos.Angle(facing)
		a.Turret.Facing = wpos.Angle(a.Aim - a.BodyYaw())
		if a.Type.TwoTurrets {
			a.HoverTicks = a.Aim
		}
	}
}
