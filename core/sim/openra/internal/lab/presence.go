// SPDX-License-Identifier: GPL-3.0-or-later

package lab

import (
	"fmt"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"

	"convertd/core/sim/openra/internal/engine"
)

// onePresence finds an actor whose presence alone accounts for the rest: one
// that is here and should not be, or one that is missing.
func (x *explainer) onePresence() {
	if x.without == nil {
		x.without, x.shift = sumsWithout(x.w), shiftByOne(x.w)
	}
	for _, one := range x.without {
		if one.sum == x.rest {
			x.add(Candidate{
				Presence: fmt.Sprintf("%s %d is not there and is here", nameOf(x.w, one.actor), one.actor.ID), Guesses: int64(len(x.without)),
			})
		}
	}
	for _, t := range x.w.Types {
		if t != nil && t.Index != engine.PlayerType && t.Name != "" && (t.Mobile != nil || t.Building != nil && t.Building.Footprint != nil) {
			x.missing(t)
		}
	}
}

// absence is how much the hash changes when an actor is not there.
type absence struct {
	actor *state.Actor
	sum   int32
}

func sumsWithout(w *engine.World) []absence {
	all := []absence{}
	for _, a := range w.Actors {
		if a != nil && a.Type.Index != engine.PlayerType && a.ID != 0 {
			all = append(all, absence{actor: a, sum: sumWithout(w, a)})
		}
	}
	return all
}

func sumWithout(w *engine.World, gone *state.Actor) int32 {
	var all, rest hashSum
	for _, a := range w.Actors {
		if a != nil && a.InWorld {
			all.actor(a)
			if a != gone {
				rest.actor(a)
			}
		}
	}
	for _, a := range w.Actors {
		if a == nil {
			continue
		}
		for i := range a.Type.Syncs {
			h := w.TraitHash(a, &a.Type.Syncs[i]) ^ w.ConditionHash(a, &a.Type.Syncs[i])
			all.trait(a, h)
			if a != gone {
				rest.trait(a, h)
			}
		}
	}
	return rest.sum - all.sum
}

// hashSum is the running sum of docs/engine/openra-world.md#hash.
type hashSum struct{ n, sum int32 }

func (s *hashSum) actor(a *state.Actor) {
	s.sum += s.n * int32(1+a.ID) * int32(a.ID<<16)
	s.n++
}

func (s *hashSum) trait(a *state.Actor, h int32) {
	s.sum += s.n * int32(1+a.ID) * h
	s.n++
}

// shiftByOne is how much the hash changes when every trait stands one place
// further back, as one more actor in the world makes it.
func shiftByOne(w *engine.World) int32 {
	var sum int32
	for _, a := range w.Actors {
		if a == nil {
			continue
		}
		for i := range a.Type.Syncs {
			sum += int32(1+a.ID) * (w.TraitHash(a, &a.Type.Syncs[i]) ^ w.ConditionHash(a, &a.Type.Syncs[i]))
		}
	}
	return sum
}

// missing tries a new actor of a type, with the next id and unhurt, and asks
// where it would have to be.
func (x *explainer) missing(t *info.ActorType) {
	w := x.w
	var s hashSum
	for _, a := range w.Actors {
		if a != nil && a.InWorld {
			s.n++
		}
	}
	probe := &state.Actor{Type: t, ActorFigures: state.ActorFigures{ID: w.NextID, HP: t.MaxHP, InWorld: true}}
	before := s.n
	s.sum = x.shift
	s.actor(probe)
	s.n = before + 1 + int32(len(x.terms))
	var place hashTerm
	for i := range t.Syncs {
		slot := &t.Syncs[i]
		if slot.Kind == info.SyncMobile || slot.Kind == info.SyncBuilding {
			place = hashTerm{actor: probe, slot: slot, factor: s.n * int32(1+probe.ID)}
			s.n++
			continue
		}
		s.trait(probe, w.TraitHash(probe, slot)^w.ConditionHash(probe, slot))
	}
	at, step, ok := quotient(x.rest-s.sum, place.factor)
	if place.slot == nil || !ok {
		return
	}
	start := at
	for range solutions {
		if of := plausibleSpawn(w, place.slot.Kind, at); of > 0 {
			x.add(Candidate{
				Presence: fmt.Sprintf("a %s %d is there and not here, %s %d", t.Name, probe.ID, place.slot.Key, at),
				Guesses:  of * int64(len(w.Types)),
			})
		}
		if at += step; step == 0 || at == start {
			return
		}
	}
}

func plausibleSpawn(w *engine.World, kind info.SyncKind, value int32) int64 {
	if kind == info.SyncBuilding {
		of, _ := plausibleCell(w, value)
		return of
	}
	width := spanBits(w)
	if uint32(value)>>width != 0 {
		return 0
	}
	return int64(1) << width
}
