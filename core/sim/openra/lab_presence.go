// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"fmt"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// onePresence finds an actor whose presence alone accounts for the rest: one
// that is here and should not be, or one that is missing.
func (x *explainer) onePresence() {
	if x.without == nil {
		x.without, x.shift = x.w.sumsWithout(), x.w.shiftByOne()
	}
	for _, one := range x.without {
		if one.sum == x.rest {
			x.add(Candidate{
				Presence: fmt.Sprintf("%s %d is not there and is here", x.w.nameOf(one.actor), one.actor.ID), Guesses: int64(len(x.without)),
			})
		}
	}
	for _, t := range x.w.Types {
		if t != nil && t.Index != playerType && t.Name != "" && (t.Mobile != nil || t.Building != nil && t.Building.Footprint != nil) {
			x.missing(t)
		}
	}
}

// absence is how much the hash changes when an actor is not there.
type absence struct {
	actor *Actor
	sum   int32
}

func (w *World) sumsWithout() []absence {
	all := []absence{}
	for _, a := range w.actors {
		if a != nil && a.Type.Index != playerType && a.ID != 0 {
			all = append(all, absence{actor: a, sum: w.sumWithout(a)})
		}
	}
	return all
}

func (w *World) sumWithout(gone *Actor) int32 {
	var all, rest hashSum
	for _, a := range w.actors {
		if a != nil && a.InWorld {
			all.actor(a)
			if a != gone {
				rest.actor(a)
			}
		}
	}
	for _, a := range w.actors {
		if a == nil {
			continue
		}
		for i := range a.Type.Syncs {
			h := w.traitHash(a, &a.Type.Syncs[i]) ^ w.conditionHash(a, &a.Type.Syncs[i])
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

func (s *hashSum) actor(a *Actor) {
	s.sum += s.n * int32(1+a.ID) * int32(a.ID<<16)
	s.n++
}

func (s *hashSum) trait(a *Actor, h int32) {
	s.sum += s.n * int32(1+a.ID) * h
	s.n++
}

// shiftByOne is how much the hash changes when every trait stands one place
// further back, as one more actor in the world makes it.
func (w *World) shiftByOne() int32 {
	var sum int32
	for _, a := range w.actors {
		if a == nil {
			continue
		}
		for i := range a.Type.Syncs {
			sum += int32(1+a.ID) * (w.traitHash(a, &a.Type.Syncs[i]) ^ w.conditionHash(a, &a.Type.Syncs[i]))
		}
	}
	return sum
}

// missing tries a new actor of a type, with the next id and unhurt, and asks
// where it would have to be.
func (x *explainer) missing(t *info.ActorType) {
	w := x.w
	var s hashSum
	for _, a := range w.actors {
		if a != nil && a.InWorld {
			s.n++
		}
	}
	probe := &Actor{Type: t, ActorFigures: state.ActorFigures{ID: w.nextID, HP: t.MaxHP, InWorld: true}}
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
		s.trait(probe, w.traitHash(probe, slot)^w.conditionHash(probe, slot))
	}
	at, step, ok := quotient(x.rest-s.sum, place.factor)
	if place.slot == nil || !ok {
		return
	}
	start := at
	for range solutions {
		if of := w.plausibleSpawn(place.slot.Kind, at); of > 0 {
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

func (w *World) plausibleSpawn(kind info.SyncKind, value int32) int64 {
	if kind == info.SyncBuilding {
		of, _ := w.plausibleCell(value)
		return of
	}
	width := w.spanBits()
	if uint32(value)>>width != 0 {
		return 0
	}
	return int64(1) << width
}
