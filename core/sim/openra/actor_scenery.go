// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "math/bits"

// Half of what stands on a map are trees, rocks, mines and walls to which
// nothing happens for most of a game. Play and recording pass over them until
// somebody does something to them (Actor.stirred).

// restful reports whether nothing happens to actors of a type by themselves: no
// trait that tickTraits or tickActor looks after, and nothing that follows from
// what others do without a word to the actor.
func (t *actorType) restful() bool {
	moves := t.mobile != nil || t.aircraft != nil || t.infantry != nil || t.crate != nil || t.husk || t.boat != nil || t.falls != nil
	fights := len(t.armaments) > 0 || t.armed || t.autoTarget != nil || t.opportunity || t.turretSpeed > 0 || t.ammo != nil || t.airAttack != nil
	works := t.dock != nil || t.harvester != nil || len(t.produces) > 0 || len(t.provides) > 0 || len(t.power) > 0 || len(t.supports) > 0 ||
		t.seedsResource || t.trickler != nil || t.cargo != nil || t.repairsUnits != nil || t.reservable
	changes := len(t.sights) > 0 || t.changingSight || t.ranksSee || len(t.heals) > 0 || t.cover != nil || t.cloak != nil || t.repairable != nil ||
		len(t.grants) > 0 || t.aura != nil || t.incomplete > 0 || t.hasIdleHooks || len(t.idleInterval) > 0
	ages := t.bloom != nil || t.foundation != nil || len(t.deadlines) > 0 || len(t.terrainConditions) > 0 || len(t.terrainDamages) > 0
	return t.index >= 0 && !moves && !fights && !works && !changes && !ages
}

// awake reports whether anything can happen to an actor in a tick.
func (a *Actor) awake() bool { return a.stirred || !a.typ.scenery }

// stir wakes an actor.
func (w *World) stir(a *Actor) {
	a.stirred = true
	w.wakeful.add(a.ID)
}

// stirAll wakes everybody.
func (w *World) stirAll() {
	for _, a := range w.actors {
		if a != nil {
			w.stir(a)
		}
	}
}

// enlist gives a new actor its place in the world's list.
func (w *World) enlist(a *Actor) {
	w.actors, w.present.known = append(w.actors, a), false
	w.stir(a)
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

// settle lets scenery rest to which nothing happened in a tick and nothing is
// going to. It is asked after each tick in which the actor was looked at.
func (a *Actor) settle(changed bool) {
	a.stirred = changed || a.activity != nil || a.actorTimers != (actorTimers{})
}
