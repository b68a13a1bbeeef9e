// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/rules"

// Gunboats (TDGunboat) sail from one edge of the map to the other and back, and
// nobody tells them anything.

// Where a gunboat may point.
const (
	westward int32 = 256
	eastward int32 = 768
)

// boatInfo is the trait.
type boatInfo struct{ speed, facing int32 }

func newBoat(trait *rules.Trait) *boatInfo {
	return &boatInfo{speed: number(trait, "Speed", 28), facing: number(trait, "InitialFacing", westward)}
}

// constructBoat puts a gunboat on the water. One that the map has look elsewhere
// looks where that is nearer.
func (w *World) constructBoat(a *Actor, s *spawn) {
	a.cell, a.from, a.to = s.cell, s.cell, s.cell
	a.center = w.centerOfCell(s.cell)
	a.facing = s.facing
	if s.facing < 0 {
		a.facing = a.typ.boat.facing
	}
	switch {
	case a.facing == westward:
	case a.facing > 511:
		a.facing = eastward
	default:
		a.facing = westward
	}
}

// tickBoat sails on. A gunboat turns in the tick after the one that took it off
// the map. Others find it in their way where it is; until 20200503 they find it
// where it began.
func (w *World) tickBoat(a *Actor) {
	if a.from != a.cell && !w.ground.contains(a.cell) {
		a.facing = westward + eastward - a.facing
	}
	a.from = a.cell
	step := w.modifiedWith(a, a.typ.modifiers.speed, a.typ.boat.speed, 100, 100)
	if a.facing == westward {
		step = -step
	}
	if !a.inWorld {
		a.center.X += step
		return
	}
	w.setCenter(a, a.center.Add(Pos{X: step}))
	a.cell = w.cellContaining(a.center)
	if a.to == a.cell || w.behaviour.mooredBoats {
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
