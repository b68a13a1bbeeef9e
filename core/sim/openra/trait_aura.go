// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"cmp"
	"slices"

	"convertd/core/sim/openra/internal/info"
)

// What an actor grants to those around it for as long as they stay there
// (ProximityExternalCondition): a radar jammer takes the radar from the enemies'
// domes.

// aura is where and how far an actor's reaches: as it was when the traits of the
// actor last ticked.
type aura struct {
	source uint32
	at     Pos
	reach  int32
	off    bool // the actor is not in the world
}

// auraContact is somebody whom an aura reaches, or to whom it granted its
// condition.
type auraContact struct {
	source, actor   uint32
	inside, granted bool
}

// What one of each takes at least.
const (
	minAuraBytes    = 2
	minContactBytes = 3
)

func (one *aura) coded(c *coder) {
	c.u32s(&one.source)
	c.ints(&one.at.X, &one.at.Y, &one.at.Z, &one.reach)
	c.bool(&one.off)
}

func (one *auraContact) coded(c *coder) {
	c.u32s(&one.source, &one.actor)
	c.bools(&one.inside, &one.granted)
}

// auraEnters puts the aura of an actor into the world with it. A new one reaches
// nobody before its first tick.
func (w *World) auraEnters(a *Actor) {
	one := w.auraOf(a.ID)
	if one == nil {
		w.auras = append(w.auras, aura{source: a.ID})
		one = &w.auras[len(w.auras)-1]
	}
	one.at, one.off = a.center, false
}

// auraLeaves takes it out again, and with it what it granted; for good where the
// actor ends.
func (w *World) auraLeaves(a *Actor, forGood bool) {
	w.contacts = slices.DeleteFunc(w.contacts, func(c auraContact) bool { return c.source == a.ID })
	if forGood {
		w.auras = slices.DeleteFunc(w.auras, func(one aura) bool { return one.source == a.ID })
	} else if one := w.auraOf(a.ID); one != nil {
		one.off = true
	}
}

// auraSource is the actor with an aura, nil if there is none.
func (w *World) auraSource(id uint32) *Actor {
	if a := w.peek(id); a != nil && a.typ.Aura != nil {
		return a
	}
	return nil
}

func (w *World) auraOf(id uint32) *aura {
	for i := range w.auras {
		if w.auras[i].source == id {
			return &w.auras[i]
		}
	}
	return nil
}

// tickAura moves an aura with its actor.
func (w *World) tickAura(a *Actor) {
	one := w.auraOf(a.ID)
	if one == nil {
		return
	}
	one.at, one.reach = a.center, 0
	if w.holds(a, a.typ.Aura.Requires) {
		one.reach = a.typ.Aura.Reach
	}
}

// tickAuras finds out whom the auras reach: nobody who is out of the world, like
// who got in somewhere. This is when the world notices where everybody is: auras
// are then still where they were a tick ago.
func (w *World) tickAuras() {
	if len(w.auras) == 0 {
		return
	}
	bearers := w.bearers.list(w, func(a *Actor) bool { return a.inWorld && len(a.typ.Bears) > 0 })
	for i := range w.auras {
		one := &w.auras[i]
		source := w.auraSource(one.source)
		if source == nil || one.off {
			continue
		}
		for _, id := range bearers {
			if a := w.actors[id]; info.Contains(a.typ.Bears, source.typ.Aura.Condition) {
				w.touch(source, a, a.center.Sub(one.at).FlatSquared() < int64(one.reach)*int64(one.reach))
			}
		}
	}
	w.contacts = slices.DeleteFunc(w.contacts, func(c auraContact) bool {
		a := w.peek(c.actor)
		return a == nil || !c.granted && !c.inside || c.inside && !a.inWorld
	})
}

// touch notes whether an aura reaches an actor. Who comes in is granted the
// condition if he stands to its owner as required, who goes out loses it; in
// between nothing changes, whatever they become to each other.
func (w *World) touch(source, a *Actor, inside bool) {
	at, known := w.contactAt(source.ID, a.ID)
	switch {
	case !known && inside:
		granted := w.auraGrants(source, a)
		w.contacts = slices.Insert(w.contacts, at, auraContact{source: source.ID, actor: a.ID, inside: true, granted: granted})
	case known && inside && !w.contacts[at].inside:
		c := &w.contacts[at]
		c.inside, c.granted = true, c.granted || w.auraGrants(source, a)
	case known && !inside && w.contacts[at].inside:
		w.contacts[at].inside, w.contacts[at].granted = false, false
	}
}

func (w *World) contactAt(source, actor uint32) (int, bool) {
	return slices.BinarySearchFunc(w.contacts, auraContact{source: source, actor: actor}, func(c, wanted auraContact) int {
		return cmp.Or(cmp.Compare(c.source, wanted.source), cmp.Compare(c.actor, wanted.actor))
	})
}

func (w *World) auraGrants(source, a *Actor) bool {
	rule := source.typ.Aura
	return (source != a || rule.Itself) && info.Contains(a.typ.Bears, rule.Condition) && w.allow(rule.Towards, source.owner, a.owner)
}

// meetAuras grants a new unit at once what the auras around it grant, and gives
// and takes what it is due who has changed hands.
func (w *World) meetAuras(a *Actor) {
	if len(a.typ.Bears) == 0 {
		return
	}
	for i := range w.auras {
		source := w.auraSource(w.auras[i].source)
		if source == nil || source == a || !w.holds(source, source.typ.Aura.Requires) {
			continue
		}
		reach := int64(source.typ.Aura.Reach)
		if !info.Contains(a.typ.Bears, source.typ.Aura.Condition) || a.center.Sub(source.center).FlatSquared() > reach*reach {
			continue
		}
		at, known := w.contactAt(source.ID, a.ID)
		if !known {
			w.contacts = slices.Insert(w.contacts, at, auraContact{source: source.ID, actor: a.ID})
		}
		w.contacts[at].granted = w.auraGrants(source, a)
	}
}

// bornBy is how many auras grant an actor a condition now.
func (w *World) bornBy(a *Actor, condition string) (n int32) {
	if !info.Contains(a.typ.Bears, condition) {
		return 0
	}
	for i := range w.contacts {
		if c := &w.contacts[i]; c.actor == a.ID && c.granted {
			if source := w.auraSource(c.source); source != nil && source.typ.Aura.Condition == condition {
				n++
			}
		}
	}
	return n
}
