// SPDX-License-Identifier: GPL-3.0-or-later

package openra

// enteringCell warns what lies in the cell a unit is driving into; what can move
// tries to get out of the way.
func (w *World) enteringCell(a *Actor) {
	w.underWheels(a, func(other *Actor) { w.warnOf(a, other) })
}

// warnOf lets what can move try to get out of somebody's way.
func (w *World) warnOf(a, other *Actor) {
	if other.typ.Mobile != nil && w.chance(other.typ.CrushWarning) {
		w.nudge(other, a)
	}
}

// finishedMoving crushes what lies where a unit has come to. Who is put into a cell
// before he comes into the world crushes nothing yet.
func (w *World) finishedMoving(a *Actor) {
	if !a.inWorld || a.center.Z > 0 {
		return
	}
	w.underWheels(a, func(other *Actor) { w.crush(a, other) })
}

// underWheels visits what a unit may run over in the place it goes to.
func (w *World) underWheels(a *Actor, visit func(*Actor)) {
	for at := w.first(a.to); at != 0; {
		node := w.occupied.nodes[at]
		at = node.next
		if a.toSub != subFull && node.sub != a.toSub && node.sub != subFull {
			continue
		}
		other := w.actors[node.actor]
		if other == nil || other == a || other.dead || !w.crushable(&w.paths.locomotors[a.typ.Mobile.Locomotor], a, other) || other.center.Z > 0 {
			continue
		}
		visit(other)
	}
}

// crush lets a unit run over what lies in its cell: crates are picked up, mines
// go off, everything else dies.
func (w *World) crush(a, other *Actor) {
	switch {
	case other.typ.Crate != nil:
		w.openCrate(a, other)
	case other.typ.Mine && (a.typ.MineImmune || other.typ.SparesFriends && w.allied(other.owner, a.owner)):
	default:
		w.destroy(other, a, nil)
	}
}
