// SPDX-License-Identifier: GPL-3.0-or-later

package lab

import (
	"convertd/core/sim/openra/internal/engine"
)

// setTrait gives a hashed trait of an actor another value, where one field of
// the state decides it. It reports whether the trait then has that value.
func setTrait(w *engine.World, id uint32, slot int, want int32) bool {
	a := w.Actor(id)
	if id == 0 && len(w.Actors) > 0 {
		a = w.Actors[0]
	}
	if a == nil || slot >= len(a.Type.Syncs) {
		return false
	}
	return w.SetTrait(a, &a.Type.Syncs[slot], want)
}

// slotOf is the place of a trait among those of its actor that are hashed.
func (t *hashTerm) slotOf() int {
	for i := range t.actor.Type.Syncs {
		if &t.actor.Type.Syncs[i] == t.slot {
			return i
		}
	}
	return -1
}
