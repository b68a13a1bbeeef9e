// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "math/bits"

// Half of what stands on a map are trees, rocks, mines and walls to which
// nothing happens for most of a game. Play and recording pass over them until
// somebody does something to them (Actor.woken).

// awake reports whether anything can happen to an actor in a tick.
func (a *Actor) awake() bool { return a.woken || !a.typ.Scenery }

// wake wakes an actor.
func (w *World) wake(a *Actor) {
	a.woken = true
	w.activeSet.add(a.ID)
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

// actorSet is a set of actors, gone through in the order of their ids.
type actorSet []uint64

func (s *actorSet) add(id uint32) {
	for uint32(len(*s)) <= id>>6 {
		*s = append(*s, 0)
	}
	(*s)[id>>6] |= 1 << (id & 63)
}

func (s actorSet) drop(id int) { s[id>>6] &^= 1 << (id & 63) }

// all goes through the set. Who is added meanwhile has a turn if the place is further
// on, who is dropped before it has none.
func (s *actorSet) all(yield func(id int) bool) {
	for at := 0; at < len(*s); at++ {
		for word := (*s)[at]; word != 0; {
			bit := bits.TrailingZeros64(word)
			if !yield(at<<6 + bit) {
				return
			}
			word = (*s)[at] &^ (2<<bit - 1)
		}
	}
}

// sleep lets scenery rest to which nothing happened in a tick and nothing is
// going to. It is asked after each tick in which the actor was looked at.
func (a *Actor) sleep(changed bool) {
	a.woken = changed || a.activity != nil || a.actorTimers != (actorTimers{})
}
