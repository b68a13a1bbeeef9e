// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"cmp"
	"slices"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// What an actor grants to those around it for as long as they stay there
// (ProximityExternalCondition): a radar jammer takes the radar from the enemies'
// domes.

// What one of each takes at least.
const (
	minAuraBytes    = 2
	minContactBytes = 3
)

// auraEnters puts the aura of an actor into the world with it. A new one reaches
// nobody before its first tick.
func (w *World) auraEnters(a *Actor) {
	one := w.auraOf(a.ID)
	if one == nil {
		w.auras = append(w.auras, state.Aura{Source: a.ID})
		one = &w.auras[len(w.auras)-1]
	}
	one.At, one.Off = a.Center, false
}

// auraLeaves takes it out again, and with it what it granted; for good where the
// actor ends.
func (w *World) auraLeaves(a *Actor, forGood bool) {
	w.contacts = slices.DeleteFunc(w.contacts, func(c state.AuraContact) bool { return c.Source == a.ID })
	if forGood {
		w.auras = slices.DeleteFunc(w.auras, func(one state.Aura) bool { return one.Source == a.ID })
	} else if one := w.auraOf(a.ID); one != nil {
		one.Off = true
	}
}

// auraSource is the actor with an aura, nil if there is none.
func (w *World) auraSource(id uint32) *Actor {
	if a := w.Peek(id); a != nil && a.Type.Aura != nil {
		return a
	}
	return nil
}

func (w *World) auraOf(id uint32) *state.Aura {
	for i := range w.auras {
		if w.auras[i].Source == id {
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
	one.At, one.Reach = a.Center, 0
	if w.Holds(a, a.Type.Aura.Requires) {
		one.Reach = a.Type.Aura.Reach
	}
}

// tickAuras finds out whom the auras reach: nobody who is out of the world, like
// who got in somewhere. This is when the world notices where everybody is: auras
// are then still where they were a tick ago.
func (w *World) tickAuras() {
	if len(w.auras) == 0 {
		return
	}
	bearers := w.bearers.list(w, func(a *Actor) bool { return a.InWorld && len(a.Type.Bears) > 0 })
	for i := range w.auras {
		one := &w.auras[i]
		source := w.auraSource(one.Source)
		if source == nil || one.Off {
			continue
		}
		for _, id := range bearers {
			if a := w.Actors[id]; info.Contains(a.Type.Bears, source.Type.Aura.Condition) {
				w.touch(source, a, a.Center.Sub(one.At).FlatSquared() < int64(one.Reach)*int64(one.Reach))
			}
		}
	}
	w.contacts = slices.DeleteFunc(w.contacts, func(c state.AuraContact) bool {
		a := w.Peek(c.Actor)
		return a == nil || !c.Granted && !c.Inside || c.Inside && !a.InWorld
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
		w.contacts = slices.Insert(w.contacts, at, state.AuraContact{Source: source.ID, Actor: a.ID, Inside: true, Granted: granted})
	case known && inside && !w.contacts[at].Inside:
		c := &w.contacts[at]
		c.Inside, c.Granted = true, c.Granted || w.auraGrants(source, a)
	case known && !inside && w.contacts[at].Inside:
		w.contacts[at].Inside, w.contacts[at].Granted = false, false
	}
}

func (w *World) contactAt(source, actor uint32) (int, bool) {
	return slices.BinarySearchFunc(w.contacts, state.AuraContact{Source: source, Actor: actor}, func(c, wanted state.AuraContact) int {
		return cmp.Or(cmp.Compare(c.Source, wanted.Source), cmp.Compare(c.Actor, wanted.Actor))
	})
}

func (w *World) auraGrants(source, a *Actor) bool {
	rule := source.Type.Aura
	return (source != a || rule.Itself) && info.Contains(a.Type.Bears, rule.Condition) && w.allow(rule.Towards, source.Owner, a.Owner)
}

// meetAuras grants a new unit at once what the auras around it grant, and gives
// and takes what it is due who has changed hands.
func (w *World) meetAuras(a *Actor) {
	if len(a.Type.Bears) == 0 {
		return
	}
	for i := range w.auras {
		source := w.auraSource(w.auras[i].Source)
		if source == nil || source == a || !w.Holds(source, source.Type.Aura.Requires) {
			continue
		}
		reach := int64(source.Type.Aura.Reach)
		if !info.Contains(a.Type.Bears, source.Type.Aura.Condition) || a.Center.Sub(source.Center).FlatSquared() > reach*reach {
			continue
		}
		at, known := w.contactAt(source.ID, a.ID)
		if !known {
			w.contacts = slices.Insert(w.contacts, at, state.AuraContact{Source: source.ID, Actor: a.ID})
		}
		w.contacts[at].Granted = w.auraGrants(source, a)
	}
}

// bornBy is how many auras grant an actor a condition now.
func (w *World) bornBy(a *Actor, condition string) (n int32) {
	if !info.Contains(a.Type.Bears, condition) {
		return 0
	}
	for i := range w.contacts {
		if c := &w.contacts[i]; c.Actor == a.ID && c.Granted {
			if source := w.auraSource(c.Source); source != nil && source.Type.Aura.Condition == condition {
				n++
			}
		}
	}
	return n
}
