// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/sim/openra/internal/info"

// Cruisers have two turrets, fore and aft, each with guns of its own that wait for
// it alone. What the second one does is kept in figures that only coils, bombers and
// what hovers have otherwise, and does what the first does in its place.

// onSecond lets something be done with the second turret of an actor.
func (w *World) onSecond(a *Actor, do func() bool) bool {
	first, aim := a.turret, a.aim
	a.turret = turret{facing: a.charges, want: a.bombTarget, realign: a.charging, idle: first.idle}
	a.aim = a.hoverTicks
	result := do()
	a.charges, a.bombTarget, a.charging = a.turret.facing, a.turret.want, a.turret.realign
	a.hoverTicks = a.aim
	a.turret, a.aim = first, aim
	return result
}

// aimTurrets turns the turrets of an actor to a target and reports whether one of
// them points there.
func (w *World) aimTurrets(a, target *Actor) bool {
	ready := w.faceTarget(a, target, a.typ.TurretOffset)
	if a.typ.TwoTurrets {
		ready = w.onSecond(a, func() bool { return w.faceTarget(a, target, a.typ.SecondOffset) }) || ready
	}
	return ready
}

// aimTurretsAt does so with a place.
func (w *World) aimTurretsAt(a *Actor, at Pos) bool {
	ready := w.pointGun(a, at.Sub(w.gunPivot(a, a.typ.TurretOffset)))
	if a.typ.TwoTurrets {
		ready = w.onSecond(a, func() bool { return w.pointGun(a, at.Sub(w.gunPivot(a, a.typ.SecondOffset))) }) || ready
	}
	return ready
}

// turretReady reports whether the turret of a weapon points where it shall, where
// others may do so already.
func (w *World) turretReady(a *Actor, arm *info.ArmamentInfo) bool {
	switch {
	case !a.typ.TwoTurrets || arm.Turret < 0:
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
		return a.typ.TurretOffset, a.turretWorld()
	}
	w.onSecond(a, func() bool {
		facing = a.turretWorld()
		return true
	})
	return a.typ.SecondOffset, facing
}
