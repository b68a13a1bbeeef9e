// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// What a map may say of an actor beside its place: docs/formats/oramap.md.

// inside are the types of those who are in a new transport: its type's own, unless a map
// names others.
func (s *spawn) inside(t *info.ActorType) []string {
	if s.cargo != nil && t.Cargo != nil {
		return s.cargo
	}
	return t.CargoUnits
}

// pointTurret points a new turret: since 20201213 as seen from its body, before as seen
// from the ground.
func (w *World) pointTurret(a *Actor, facing int32) {
	if a.typ.TurretSpeed <= 0 {
		return
	}
	a.turret.facing = wpos.Angle(facing)
	if w.behaviour.CoarseFacing {
		a.aim = wpos.Angle(facing)
		a.turret.facing = wpos.Angle(a.aim - a.bodyYaw())
		if a.typ.TwoTurrets {
			a.hoverTicks = a.aim
		}
	}
}
