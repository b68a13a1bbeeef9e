// SPDX-License-Identifier: GPL-3.0-or-later

package sim

import (
	"math/bits"

	"convertd/core/order"
)

// touched is what may have changed since somebody looked.
type touched struct {
	fresh  slotSet // slots whose Look may have changed in this tick
	rest   slotSet // slots to be logged, and their motion
	motion slotSet
	global bool
	random bool
}

func newTouched(capacity int) touched {
	return touched{fresh: newSlotSet(capacity), rest: newSlotSet(capacity), motion: newSlotSet(capacity)}
}

func (t *touched) slotRest(slot int) {
	t.fresh.add(slot)
	t.rest.add(slot)
}

func (t *touched) slotMotion(slot int) {
	t.fresh.add(slot)
	t.motion.add(slot)
}

// slot marks all of a slot.
func (t *touched) slot(slot int) {
	t.slotRest(slot)
	t.motion.add(slot)
}

func (s *Simulation) touchAll() {
	for slot := range s.pool.rows {
		s.touched.slot(slot)
	}
	for i := range s.players {
		s.players[i].touch()
	}
	for _, layer := range s.layers {
		layer.touchAll()
	}
	s.touched.global, s.touched.random, s.loggedNames = true, true, -1
}

// lookAround takes the looks of what this tick touched. Afterwards the View is
// that of the present state.
func (s *Simulation) lookAround() {
	s.touched.fresh.drain(func(slot int) {
		if row := &s.pool.rows[slot]; row.alive {
			row.look = s.module.Look(s.pool.tag(slot))
		}
	})
	for i := range s.players {
		if row := &s.players[i]; row.fresh {
			row.fresh = false
			row.look = s.module.LookAtPlayer(order.PlayerID(i))
		}
	}
	s.completeEvents()
}

// completeEvents fills in what is known only after the tick: where the created
// ones stand.
func (s *Simulation) completeEvents() {
	for i := range s.events {
		e := &s.events[i]
		if e.Kind != EventCreated {
			continue
		}
		if row := s.pool.find(e.Tag); row != nil {
			e.Position, e.HasPosition = row.look.Position, row.look.HasPosition
		}
	}
}

// slotSet is a set of slots that is filled and then emptied as a whole.
type slotSet struct {
	bits  bitset
	words int // of bits in which there is a bit
}

func newSlotSet(slots int) slotSet { return slotSet{bits: newBitset(slots)} }

func (s *slotSet) add(slot int) {
	s.bits.set(slot)
	s.words = max(s.words, slot>>6+1)
}

// drain yields the slots, ascending, and empties the set.
func (s *slotSet) drain(yield func(slot int)) {
	for w, word := range s.bits[:s.words] {
		s.bits[w] = 0
		for ; word != 0; word &= word - 1 {
			yield(w<<6 + bits.TrailingZeros64(word))
		}
	}
	s.words = 0
}
