// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"slices"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// What an actor grants to those around it for as long as they stay there
// (ProximityExternalCondition): a radar jammer takes the radar from the enemies'
// domes.

// auraSource is the actor with an aura, nil if there is none.
func (w *World) auraSource(id uint32) *Actor {
	if a := w.Peek(id); a != nil && a.Type.Aura != nil {
		return a
	}
	return nil
}

// tickAura moves an aura with its actor.
func (w *World) tickAura(a *Actor) {
	one := w.auras.Of(a.ID)
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
	if len(w.auras.All) == 0 {
		return
	}
	bearers := w.bearers.list(w, func(a *Actor) bool { return a.InWorld && len(a.Type.Bears) > 0 })
	for i := range w.auras.All {
		one := &w.auras.All[i]
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
	w.auras.Contacts = slices.DeleteFunc(w.auras.Contacts, func(c state.AuraContact) bool {
		a := w.Peek(c.Actor)
		return a == nil || !c.Granted && !c.Inside || c.Inside && !a.InWorld
	})
}

// touch notes whether an aura reaches an actor. Who comes in is granted the
// condition if he stands to its owner as required, who goes out loses it; in
// between nothing changes, whatever they become to each other.
func (w *World) touch(source, a *Actor, inside bool) {
	at, known := w.auras.Contact(source.ID, a.ID)
	switch {
	case !known && inside:
		granted := w.auraGrants(source, a)
		w.auras.Contacts = slices.Insert(w.auras.Contacts, at, state.AuraContact{Source: source.ID, Actor: a.ID, Inside: true, Granted: granted})
	case known && inside && !w.auras.Contacts[at].Inside:
		c := &w.auras.Contacts[at]
		c.Inside, c.Granted = true, c.Granted || w.auraGrants(source, a)
	case known && !inside && w.auras.Contacts[at].Inside:
		w.auras.Contacts[at].Inside, w.auras.Contacts[at].Granted = false, false
	}
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
	for i := range w.auras.All {
		source := w.auraSource(w.auras.All[i].Source)
		if source == nil || source == a || !w.Holds(source, source.Type.Aura.Requires) {
			continue
		}
		reach := int64(source.Type.Aura.Reach)
		if !info.Contains(a.Type.Bears, source.Type.Aura.Condition) || a.Center.Sub(source.Center).FlatSquared() > reach*reach {
			continue
		}
		at, known := w.auras.Contact(source.ID, a.ID)
		if !known {
			w.auras.Contacts = slices.Insert(w.auras.Contacts, at, state.AuraContact{Source: source.ID, Actor: a.ID})
		}
		w.auras.Contacts[at].Granted = w.auraGrants(source, a)
	}
}

// bornBy is how many auras grant an actor a condition now.
func (w *World) bornBy(a *Actor, condition string) (n int32) {
	if !info.Contains(a.Type.Bears, condition) {
		return 0
	}
	for i := range w.auras.Contacts {
		if c := &w.auras.Contacts[i]; c.Actor == a.ID && c.Granted {
			if source := w.auraSource(c.Source); source != nil && source.Type.Aura.Condition == condition {
				n++
			}
		}
	}
	return n
}
