// SPDX-License-Identifier: GPL-3.0-or-later

package engine

// Half of what stands on a map are trees, rocks, mines and walls to which
// nothing happens for most of a game. Play and recording pass over them until
// somebody does something to them (Actor.woken).

// Wake wakes an actor.
func (w *World) Wake(a *Actor) {
	a.Woken = true
	w.ActiveSet.Add(a.ID)
}

// WakeAll wakes everybody.
func (w *World) WakeAll() {
	for _, a := range w.Actors {
		if a != nil {
			w.Wake(a)
		}
	}
}

// enlist gives a new actor its place in the world's list.
func (w *World) enlist(a *Actor) {
	w.Actors, w.Present.known = append(w.Actors, a), false
	w.Wake(a)
}
