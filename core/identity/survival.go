package identity

import (
	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/snapshot"
)

// Survival compares whom the recorded players command with who lives in our
// state. What is commanded or attacked and does not live here is missing. What
// lives here and no longer answers the roll, that is, misses orders to the
// group it used to move with, is probably dead in the original: surplus. Both
// count only once they last: in a battle the two games may kill the same unit
// some moments apart.
type Survival struct {
	view     sim.View
	register Register
	patience order.Tick
	fade     order.Tick
	// strangers: an unknown target says nothing.
	strangers bool

	missing map[uint32]absence
	recent  []uint32 // the ids in missing, oldest mention first
	players []muster
	present map[uint32]bool // of the order that is looked at
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

// muster is one player's largest group as last commanded.
type muster struct{ members []member }

// member is one unit of a group, and since when it does not answer.
type member struct {
	native uint32
	silent bool
	since  order.Tick
}

// Distance is what the evidence says about the difference of the two states.
type Distance struct {
	Missing int // entities the original has and we do not
	Surplus int // entities we have and the original probably does not
	// Displaced is how many entities one game has had more than the other.
	Displaced int
	Living    int // entities of ours in the world
}

// Largest is the largest of the differences.
func (d Distance) Largest() int { return max(d.Missing, d.Surplus, d.Displaced) }

// Original is how many entities the original has, as far as the evidence tells.
func (d Distance) Original() int { return max(1, d.Living+d.Missing-d.Surplus) }

// Exceeds reports whether the largest difference is more than a share of the
// original's entities.
func (d Distance) Exceeds(permille uint32) bool {
	return d.Largest()*1000 > int(permille)*d.Original()
}

// rollCall is the least size of a group order that counts as a roll call.
const rollCall = 5

// NewSurvival returns a comparison that has seen nothing. A difference counts
// once it has lasted for patience ticks; what is missing and was not named for
// fade ticks no longer counts: it may be dead in the original by now.
func NewSurvival(view sim.View, register Register, patience, fade order.Tick) *Survival {
	return &Survival{
		view: view, register: register, patience: patience, fade: fade,
		missing: make(map[uint32]absence), present: make(map[uint32]bool),
	}
}

// AllowStrangers is for games that hold things which are never bound: scenery,
// remains, crates. A target that is not bound then says nothing.
func (s *Survival) AllowStrangers() { s.strangers = true }

// Order takes one order of a player, after its ids were bound and before the
// tick is applied. It reports whether any that it names does not live here.
func (s *Survival) Order(o *ir.Order, player order.PlayerID) (missing bool) {
	for _, native := range o.Subjects {
		missing = !s.note(native) || missing
	}
	if o.Target.Kind == ir.TargetEntity && !s.stranger(o.Target.ID) {
		missing = !s.note(o.Target.ID) || missing
	}
	// A group as large as an order can be may be cut: who is not named then
	// may live.
	if len(o.Subjects) >= rollCall && len(o.Subjects) < order.MaxSelection {
		s.call(o.Subjects, player)
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

// call compares a group with the player's last one. If most of those who live
// answer, the others missed a roll call.
func (s *Survival) call(subjects []uint32, player order.PlayerID) {
	for len(s.players) <= int(player) && len(s.players) < snapshot.MaxPlayers {
		s.players = append(s.players, muster{})
	}
	if int(player) >= len(s.players) {
		return
	}
	clear(s.present)
	for _, native := range subjects {
		s.present[native] = true
	}
	m := &s.players[player]
	living, answered := 0, 0
	for i := range m.members {
		if s.lives(m.members[i].native) {
			living++
			if s.present[m.members[i].native] {
				answered++
			}
		}
	}
	if answered*2 >= living {
		s.muster(m, subjects)
	}
}

// muster notes who does not answer and takes up who is new.
func (s *Survival) muster(m *muster, subjects []uint32) {
	kept := m.members[:0]
	for _, one := range m.members {
		switch {
		case s.present[one.native]:
			one.silent = false
			delete(s.present, one.native)
		case !s.lives(one.native):
			continue
		case !one.silent:
			one.silent, one.since = true, s.view.Tick()
		}
		kept = append(kept, one)
	}
	m.members = kept
	for _, native := range subjects {
		if s.present[native] {
			delete(s.present, native)
			m.members = append(m.members, member{native: native})
		}
	}
}

// Distance counts at present.
func (s *Survival) Distance() Distance {
	s.forget()
	d := Distance{Displaced: s.register.Displaced()}
	now := s.view.Tick()
	for _, one := range s.missing { // the order does not matter for a count
		if one.named >= one.since+s.patience {
			d.Missing++
		}
	}
	for i := range s.players {
		for _, one := range s.players[i].members {
			if one.silent && now >= one.since+s.patience && s.lives(one.native) {
				d.Surplus++
			}
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
