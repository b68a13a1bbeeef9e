// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// Gunboats (TDGunboat) sail from one edge of the map to the other and back, and
// nobody tells them anything.

// constructBoat puts a gunboat on the water. One that the map has look elsewhere
// looks where that is nearer.
func (w *World) constructBoat(a *Actor, s *state.Spawn) {
	a.Cell, a.From, a.To = s.Cell, s.Cell, s.Cell
	a.Center = w.CenterOfCell(s.Cell)
	a.Facing = s.Facing
	if s.Facing < 0 {
		a.Facing = a.Type.Boat.Facing
	}
	switch {
	case a.Facing == info.Westward:
	case a.Facing > 511:
		a.Facing = info.Eastward
	default:
		a.Facing = info.Westward
	}
}

// tickBoat sails on. A gunboat turns in the tick after the one that took it off
// the map. Others find it in their way where it is; until 20200503 they find it
// where it began.
func (w *World) tickBoat(a *Actor) {
	if a.From != a.Cell && !w.Ground.Contains(a.Cell) {
		a.Facing = info.Westward + info.Eastward - a.Facing
	}
	a.From = a.Cell
	step := w.modifiedWith(a, a.Type.Modifiers.Speed, a.Type.Boat.Speed, 100, 100)
	if a.Facing == info.Westward {
		step = -step
	}
	if !a.InWorld {
		a.Center.X += step
		return
	}
	w.setCenter(a, a.Center.Add(Pos{X: step}))
	a.Cell = w.CellContaining(a.Center)
	if a.To == a.Cell || w.Release.MooredBoats {
		return
	}
	w.removeInfluence(a)
	a.To = a.Cell
	w.addInfluence(a)
}

// tickBoatAttack keeps the turret of a gunboat at a target, near or far, until
// that is gone: what it has passed it meets again on its way back.
func (w *World) tickBoatAttack(a *Actor, act *Activity) bool {
	target := w.targetFor(a, act.Host)
	if act.State == state.StateCanceling || target == nil {
		return true
	}
	if !w.canShoot(a, target, true, act.Flag[flagForced]) {
		return false
	}
	if act.Flag[flagTicked] && !w.isTarget(a.Requested) {
		return true
	}
	w.requestTarget(a, act)
	return false
}
