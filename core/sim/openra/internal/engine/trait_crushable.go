// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/grid"
)

// enteringCell warns what lies in the cell a unit is driving into; what can move
// tries to get out of the way.
func (w *World) enteringCell(a *Actor) {
	w.underWheels(a, func(other *Actor) { w.warnOf(a, other) })
}

// warnOf lets what can move try to get out of somebody's way.
func (w *World) warnOf(a, other *Actor) {
	if other.Type.Mobile != nil && w.chance(other.Type.CrushWarning) {
		w.nudge(other, a)
	}
}

// finishedMoving crushes what lies where a unit has come to. Who is put into a cell
// before he comes into the world crushes nothing yet.
func (w *World) finishedMoving(a *Actor) {
	if !a.InWorld || a.Center.Z > 0 {
		return
	}
	w.underWheels(a, func(other *Actor) { w.crush(a, other) })
}

// underWheels visits what a unit may run over in the place it goes to.
func (w *World) underWheels(a *Actor, visit func(*Actor)) {
	for at := w.First(a.To); at != 0; {
		node := w.Occupied.Nodes[at]
		at = node.Next
		if a.ToSub != grid.SubFull && node.Sub != a.ToSub && node.Sub != grid.SubFull {
			continue
		}
		other := w.Actors[node.Actor]
		if other == nil || other == a || other.Dead || !w.crushable(&w.Paths.Locomotors[a.Type.Mobile.Locomotor], a, other) || other.Center.Z > 0 {
			continue
		}
		visit(other)
	}
}

// crush lets a unit run over what lies in its cell: crates are picked up, mines
// go off, everything else dies.
func (w *World) crush(a, other *Actor) {
	switch {
	case other.Type.Crate != nil:
		w.openCrate(a, other)
	case other.Type.Mine && (a.Type.MineImmune || other.Type.SparesFriends && w.Allied(other.Owner, a.Owner)):
	default:
		w.Destroy(other, a, nil)
	}
}
