// SPDX-License-Identifier: GPL-3.0-or-later

package identity

import (
	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/snapshot"
)

// Survival compares whom the recorded players command with who lives in our
// state. What is commanded or attacked and does not live here is missing, once
// that lasts: in a battle the two games may kill the same unit some moments
// apart. That somebody who lives here is not named any more says nothing: players
// leave guards behind and split groups.
type Survival struct {
	view     sim.View
	register Register
	patience order.Tick
	fade     order.Tick
	// strangers: an unknown target says nothing.
	strangers bool

	missing map[uint32]absence
	recent  []uint32 // the ids in missing, oldest mention first
}

// Register answers what foreign ids are bound to. A Binder is one.
type Register interface {
	// Lookup returns the entity, living or dead, without binding anything.
	Lookup(native uint32) (tag order.UnitTag, bound bool)
	// LastSeen returns when that entity was last seen alive.
	LastSeen(native uint32) (tick order.Tick, bound bool)
	// Displaced is how many entities one game has had more than the other, 0 if
	// that cannot be known.
	Displaced() int
}

// absence is how long an id has been without a living entity, and when it was
// last named all the same.
type absence struct{ since, named order.Tick }

// Distance is what the evidence says about the difference of the two states.
type Distance struct {
	Missing int // entities the original has and we do not
	// Displaced is how many entities one game has had more than the other.
	Displaced int
	Living    int // entities of ours in the world
}

// Largest is the largest of the differences.
func (d Distance) Largest() int { return max(d.Missing, d.Displaced) }

// Original is how many entities the original has, as far as the evidence tells.
func (d Distance) Original() int { return max(1, d.Living+d.Missing) }

// Exceeds reports whether the largest difference is more than a share of the
// original's entities.
func (d Distance) Exceeds(permille uint32) bool {
	return d.Largest()*1000 > int(permille)*d.Original()
}

// NewSurvival returns a comparison that has seen nothing. Who is missing counts
// once that has lasted for patience ticks; what is missing and was not named for
// fade ticks no longer counts: it may be dead in the original by now.
func NewSurvival(view sim.View, register Register, patience, fade order.Tick) *Survival {
	return &Survival{
		view: view, register: register, patience: patience, fade: fade,
		missing: make(map[uint32]absence),
	}
}

// AllowStrangers is for games that hold things which are never bound: scenery,
// remains, crates. A target that is not bound then says nothing.
func (s *Survival) AllowStrangers() { s.strangers = true }

// Order takes one order, after its ids were bound and before the
// tick is applied. It reports whether any that it names does not live here.
func (s *Survival) Order(o *ir.Order) (missing bool) {
	for _, native := range o.Subjects {
		missing = !s.note(native) || missing
	}
	if o.Target.Kind == ir.TargetEntity && !s.stranger(o.Target.ID) {
		missing = !s.note(o.Target.ID) || missing
	}
	return missing
}

func (s *Survival) stranger(native uint32) bool {
	if !s.strangers {
		return false
	}
	_, bound := s.register.Lookup(native)
	return !bound
}

// note checks that what is named lives.
func (s *Survival) note(native uint32) (lives bool) {
	if s.lives(native) {
		delete(s.missing, native)
		return true
	}
	now := s.view.Tick()
	known, again := s.missing[native]
	if !again {
		known.since = now
		if seen, bound := s.register.LastSeen(native); bound {
			known.since = seen
		}
	}
	known.named = now
	s.missing[native] = known
	s.recent = append(s.recent, native)
	return false
}

func (s *Survival) lives(native uint32) bool {
	tag, bound := s.register.Lookup(native)
	if !bound {
		return false
	}
	_, alive := s.view.Entity(tag)
	return alive
}

// Distance counts at present.
func (s *Survival) Distance() Distance {
	s.forget()
	d := Distance{Displaced: s.register.Displaced()}
	for _, one := range s.missing { // the order does not matter for a count
		if one.named >= one.since+s.patience {
			d.Missing++
		}
	}
	for slot := range s.view.Slots() {
		if e, ok := s.view.At(slot); ok && e.Flags&snapshot.FlagInWorld != 0 && e.Flags&snapshot.FlagScenery == 0 {
			d.Living++
		}
	}
	return d
}

// forget drops what was not named for long. An id stands in recent once for
// each mention; only the last one counts.
func (s *Survival) forget() {
	old := 0
	for ; old < len(s.recent); old++ {
		if one, missing := s.missing[s.recent[old]]; missing {
			if one.named+s.fade > s.view.Tick() {
				break
			}
			delete(s.missing, s.recent[old])
		}
	}
	s.recent = append(s.recent[:0], s.recent[old:]...)
}
