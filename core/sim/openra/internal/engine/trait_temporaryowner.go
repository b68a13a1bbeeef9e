// SPDX-License-Identifier: GPL-3.0-or-later

package engine

// TemporaryOwnerManager hands an actor back to its owner after a time. It counts down
// in each tick in which the actor is in the world, on and on below nothing where nobody
// took the actor over, and its count is hashed.

// notLent is where the count begins.
const notLent = -1

// constructLent begins the count of a new actor. Kept is the tick at which it would be
// at zero, so that it need not be touched in every tick.
func (w *World) constructLent(a *Actor) {
	if !a.Type.Lendable {
		return
	}
	a.LentUntil = w.Ticks + notLent
	if w.beforeTraits {
		a.LentUntil-- // it counts in this tick, too
	}
}
