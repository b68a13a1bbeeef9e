// SPDX-License-Identifier: GPL-3.0-or-later

package openra

// Half of what stands on a map are trees, rocks, mines and walls to which
// nothing happens for most of a game. Play and recording pass over them until
// somebody does something to them (Actor.woken).

// wake wakes an actor.
func (w *World) wake(a *Actor) {
	a.Woken = true
	w.activeSet.Add(a.ID)
}

// wakeAll wakes everybody.
func (w *World) wakeAll() {
	for _, a := range w.actors {
		if a != nil {
			w.wake(a)
		}
	}
}

// enlist gives a new actor its place in the world's list.
func (w *World) enlist(a *Actor) {
	w.actors, w.present.known = append(w.actors, a), false
	w.wake(a)
}
