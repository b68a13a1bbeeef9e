// SPDX-License-Identifier: GPL-3.0-or-later

package enginetrace

import "sort"

// State is what the engine held at a net frame, after its orders were carried out
// and before the ticks that follow.
type State struct {
	Frame, Tick int32
	Hash        uint32
	Last        int32 // last number of the shared generator
	Draws       int64
	Orders      []string // carried out in this frame, as written
	Effects     []Effect // in the order in which they are hashed
	Unlocked    []uint32 // actors of the players who look on

	actors map[uint32]*Actor
	ids    []uint32 // ascending
}

// Actor is one actor the engine holds: in its world, or hashed without being there.
type Actor struct {
	ID      uint32
	Type    string
	Owner   uint32 // actor of the player
	InWorld bool
	Hashed  bool // its traits take part in the hash
	Traits  []Trait
	Chain   string // its activities, empty if it has none
	// Orders are the last that were given to it, oldest first.
	Orders []string
}

// Trait is one hashed trait of an actor, or the hashed values of an effect.
type Trait struct {
	Class   string
	Hash    int32
	Members []Member
}

// Member is a hashed value, as written.
type Member struct{ Name, Value string }

// Effect is a hashed effect; Number orders them.
type Effect struct {
	Number int64
	Trait
}

// Actors lists the actors by rising id, without those who are gone since this frame. The
// list is valid until the next one.
func (s *State) Actors() []*Actor {
	list := make([]*Actor, 0, len(s.ids))
	for _, id := range s.ids {
		if a := s.actors[id]; a.InWorld || a.Hashed {
			list = append(list, a)
		}
	}
	return list
}

// Actor finds an actor, nil if the engine holds none with the id.
func (s *State) Actor(id uint32) *Actor { return s.actors[id] }

// make finds an actor, or adds one.
func (s *State) make(id uint32) *Actor {
	if a := s.actors[id]; a != nil {
		return a
	}
	a := &Actor{ID: id}
	s.actors[id] = a
	at := sort.Search(len(s.ids), func(i int) bool { return s.ids[i] >= id })
	s.ids = append(s.ids, 0)
	copy(s.ids[at+1:], s.ids[at:])
	s.ids[at] = id
	return a
}

// dropGone forgets who is neither in the world nor hashed.
func (s *State) dropGone() {
	kept := s.ids[:0]
	for _, id := range s.ids {
		if a := s.actors[id]; a.InWorld || a.Hashed {
			kept = append(kept, id)
		} else {
			delete(s.actors, id)
		}
	}
	s.ids = kept
}

// Sum adds up the world's hash from the parts, as the engine does.
func (s *State) Sum() uint32 {
	var sum, n int32
	for _, id := range s.ids {
		if s.actors[id].InWorld {
			sum += n * int32(1+id) * int32(id<<16)
			n++
		}
	}
	for _, id := range s.ids {
		if a := s.actors[id]; a.Hashed {
			for i := range a.Traits {
				sum += n * int32(1+id) * a.Traits[i].Hash
				n++
			}
		}
	}
	for i := range s.Effects {
		sum += n * s.Effects[i].Hash
		n++
	}
	sum += s.Last
	for _, id := range s.Unlocked {
		sum += int32(id<<16) * playerFactor
	}
	return uint32(sum)
}

// playerFactor multiplies the actor of a player wherever one is hashed.
const playerFactor = 0x567
