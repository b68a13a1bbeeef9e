// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/wpos"
)

// DelayedShot is a shot whose trigger is pulled.
type DelayedShot struct {
	Arm  int32
	Left int32 // ticks
	Shot Shot
}

// TurretWorld is where the turret's sprite points on the map.
func (a *Actor) TurretWorld() int32 {
	return wpos.Quantize(wpos.SumOfYaws(a.Turret.Facing, a.Orientation()), a.Type.TurretFacing, a.Type.ClassicBody)
}
