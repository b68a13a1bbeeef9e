// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// Turrets until 20200503: where one points is an absolute facing, which lags
// behind when its body turns, and is hashed.

// yawOf is the direction a vector points to, in the whole facings there were
// until 20200503.
func (w *World) yawOf(p Pos) int32 {
	if w.Release.CoarseFacing {
		return p.Yaw() / anglesPerFacing * anglesPerFacing
	}
	return p.Yaw()
}

// FacingHash is the hash of a direction: of 256 until 20200503.
func (w *World) FacingHash(facing int32) int32 {
	if w.Release.CoarseFacing {
		return facing / anglesPerFacing
	}
	return facing
}

// anyFacing draws a direction.
func (w *World) anyFacing() int32 {
	if w.Release.CoarseFacing {
		return w.Random.Below(1024/anglesPerFacing) * anglesPerFacing
	}
	return w.Random.Below(1024)
}

// oldWantedFacing is where a turret shall point: at what it aims at, else where
// its body looks; one on a building stays as it is.
func (w *World) oldWantedFacing(a *Actor) int32 {
	switch {
	case a.Turret.Want != Pos{}:
		return w.yawOf(a.Turret.Want)
	case a.Type.Turns():
		return a.Facing
	}
	return a.Aim
}

// moveOldTurret turns a turret by a step. What weapons need is where it points
// as seen from the body.
func (w *World) moveOldTurret(a *Actor) {
	a.Aim = wpos.Turn(a.Aim, w.oldWantedFacing(a), a.Type.TurretSpeed)
	a.Turret.Facing = wpos.Angle(a.Aim - a.BodyYaw())
}

// oldMuzzle is where a shot from a turret leaves, and in which direction: turned from
// turret to body, and from body to ground, each cut to whole numbers. Whoever takes
// cover has a turret that is always where he looks
// (cnc-20200503-frigid-pass-0 of the engine's games, net frame 8).
func (w *World) oldMuzzle(a *Actor, arm *info.ArmamentInfo, b *info.Barrel, offset Pos) (at Pos, facing int32) {
	body := a.BodyFacing()
	var pivot Pos
	if a.Type.Cover != nil {
		facing = a.Orientation()
		if a.ProneTicks > 0 {
			pivot = a.Type.Cover.Offset
		}
	} else {
		if pivot, facing = w.turretOf(a, arm); arm.Turret == 0 {
			facing = a.Shown(a.Aim, a.TurretDirections())
		}
	}
	offset = offset.Rotate(wpos.Angle(facing - body)).Add(pivot).Rotate(body)
	return a.Center.Add(wpos.ToWorld(offset)), wpos.SumOfYaws(wpos.Angle(b.Yaw), facing)
}
