// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"math/bits"
)

// Awake reports whether anything can happen to an actor in a tick.
func (a *Actor) Awake() bool { return a.Woken || !a.Type.Scenery }

// ActorSet is a set of actors, gone through in the order of their ids.
type ActorSet []uint64

// Add puts an actor in.
func (s *ActorSet) Add(id uint32) {
	for uint32(len(*s)) <= id>>6 {
		*s = append(*s, 0)
	}
	(*s)[id>>6] |= 1 << (id & 63)
}

// Drop takes an actor out.
func (s ActorSet) Drop(id int) { s[id>>6] &^= 1 << (id & 63) }

// All goes through the set. Who is added meanwhile has a turn if the place is further
// on, who is dropped before it has none.
func (s *ActorSet) All(yield func(id int) bool) {
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

// Sleep lets scenery rest to which nothing happened in a tick and nothing is
// going to. It is asked after each tick in which the actor was looked at.
func (a *Actor) Sleep(changed bool) {
	a.Woken = changed || a.Activity != nil || a.ActorTimers != (ActorTimers{})
}
