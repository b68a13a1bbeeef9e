// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
)

// Gunboats (TDGunboat) sail from one edge of the map to the other and back, and
// nobody tells them anything.

// constructBoat puts a gunboat on the water. One that the map has look elsewhere
// looks where that is nearer.
func (w *World) constructBoat(a *Actor, s *spawn) {
	a.cell, a.from, a.to = s.cell, s.cell, s.cell
	a.center = w.centerOfCell(s.cell)
	a.facing = s.facing
	if s.facing < 0 {
		a.facing = a.typ.Boat.Facing
	}
	switch {
	case a.facing == info.Westward:
	case a.facing > 511:
		a.facing = info.Eastward
	default:
		a.facing = info.Westward
	}
}

// tickBoat sails on. A gunboat turns in the tick after the one that took it off
// the map. Others find it in their way where it is; until 20200503 they find it
// where it began.
func (w *World) tickBoat(a *Actor) {
	if a.from != a.cell && !w.ground.contains(a.cell) {
		a.facing = info.Westward + info.Eastward - a.facing
	}
	a.from = a.cell
	step := w.modifiedWith(a, a.typ.Modifiers.Speed, a.typ.Boat.Speed, 100, 100)
	if a.facing == info.Westward {
		step = -step
	}
	if !a.inWorld {
		a.center.X += step
		return
	}
	w.setCenter(a, a.center.Add(Pos{X: step}))
	a.cell = w.cellContaining(a.center)
	if a.to == a.cell || w.behaviour.MooredBoats {
		return
	}
	w.removeInfluence(a)
	a.to = a.cell
	w.addInfluence(a)
}

// tickBoatAttack keeps the turret of a gunboat at a target, near or far, until
// that is gone: what it has passed it meets again on its way back.
func (w *World) tickBoatAttack(a *Actor, act *Activity) bool {
	target := w.targetFor(a, act.host)
	if act.state == stateCanceling || target == nil {
		return true
	}
	if !w.canShoot(a, target, true, act.flag[flagForced]) {
		return false
	}
	if act.flag[flagTicked] && !w.isTarget(a.requested) {
		return true
	}
	w.requestTarget(a, act)
	return false
}
