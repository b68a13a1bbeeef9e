// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// Cruisers have two turrets, fore and aft, each with guns of its own that wait for
// it alone. What the second one does is kept in figures that only coils, bombers and
// what hovers have otherwise, and does what the first does in its place.

// onSecond lets something be done with the second turret of an actor.
func (w *World) onSecond(a *Actor, do func() bool) bool {
	first, aim := a.Turret, a.Aim
	a.Turret = state.Turret{Facing: a.Charges, Want: a.BombTarget, Realign: a.Charging, Idle: first.Idle}
	a.Aim = a.HoverTicks
	result := do()
	a.Charges, a.BombTarget, a.Charging = a.Turret.Facing, a.Turret.Want, a.Turret.Realign
	a.HoverTicks = a.Aim
	a.Turret, a.Aim = first, aim
	return result
}

// aimTurrets turns the turrets of an actor to a target and reports whether one of
// them points there.
func (w *World) aimTurrets(a, target *Actor) bool {
	ready := w.faceTarget(a, target, a.Type.TurretOffset)
	if a.Type.TwoTurrets {
		ready = w.onSecond(a, func() bool { return w.faceTarget(a, target, a.Type.SecondOffset) }) || ready
	}
	return ready
}

// aimTurretsAt does so with a place.
func (w *World) aimTurretsAt(a *Actor, at Pos) bool {
	ready := w.pointGun(a, at.Sub(w.gunPivot(a, a.Type.TurretOffset)))
	if a.Type.TwoTurrets {
		ready = w.onSecond(a, func() bool { return w.pointGun(a, at.Sub(w.gunPivot(a, a.Type.SecondOffset))) }) || ready
	}
	return ready
}

// turretReady reports whether the turret of a weapon points where it shall, where
// others may do so already.
func (w *World) turretReady(a *Actor, arm *info.ArmamentInfo) bool {
	switch {
	case !a.Type.TwoTurrets || arm.Turret < 0:
		return true
	case arm.Turret > 0:
		return w.onSecond(a, func() bool { return w.pointsAsWanted(a) })
	}
	return w.pointsAsWanted(a)
}

// turretOf is where the turret of a weapon is on its actor, and where its sprite
// points on the map.
func (w *World) turretOf(a *Actor, arm *info.ArmamentInfo) (offset Pos, facing int32) {
	if arm.Turret == 0 {
		return a.Type.TurretOffset, a.TurretWorld()
	}
	w.onSecond(a, func() bool {
		facing = a.TurretWorld()
		return true
	})
	return a.Type.SecondOffset, facing
}
