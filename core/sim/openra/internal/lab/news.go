// SPDX-License-Identifier: GPL-3.0-or-later

package lab

import (
	"fmt"
	"sort"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"

	"convertd/core/sim/openra/internal/engine"
)

// News is what was seen in a game for the first time, and when. What is new
// where a game goes wrong is the first suspect: a rule that no recording asked
// for before.
type News struct {
	seen   map[sighting]bool
	list   []sighted                  // what was seen, in the order of time
	actors []newsActor                // by id
	values map[traitOf]bool           // traits of types that were seen to change
	had    map[*info.ActorType][]bool // by figure
}

// sighting is one thing that can be seen.
type sighting struct {
	kind NewsKind
	a, b string
}

// sighted is a sighting with its net frame.
type sighted struct {
	sighting
	frame int32
}

// NewsKind sorts what is new, the most general first.
type NewsKind uint8

// The kinds of news.
const (
	NewsOrder    NewsKind = iota // an order of a name
	NewsActor                    // an actor of a type
	NewsWeapon                   // a weapon that is fired
	NewsActivity                 // an activity of a kind
	NewsEnd                      // an actor of a type that is gone
	NewsOrderFor                 // an order for a type of actor, or for what is built
	NewsDoes                     // an activity of a type
	NewsState                    // a figure of the state that a type has for the first time
	NewsTrait                    // a hashed trait of a type that changes
	NewsShotAt                   // a weapon that is fired at a type
	newsKinds    = iota
)

var newsNames = [newsKinds]string{
	"order", "actor type", "weapon", "activity", "end of", "order for", "activity of", "state of", "trait of", "weapon against",
}

func (k NewsKind) String() string { return newsNames[k] }

// MarshalText names a kind in JSON.
func (k NewsKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// Novelty is one thing that was new in a frame.
type Novelty struct {
	Frame int32    `json:"frame"`
	Kind  NewsKind `json:"kind"`
	What  string   `json:"what"`
}

type traitOf struct {
	typ  *info.ActorType
	slot int
}

// newsActor is an actor as it was last looked at.
type newsActor struct {
	known  bool
	typ    *info.ActorType
	since  [info.MaxArmaments]int32 // ticks since each weapon fired
	traits []int32                  // hashed values when it was first seen
}

func (n *News) add(w *engine.World, kind NewsKind, a, b string) {
	if n.seen == nil {
		n.seen = map[sighting]bool{}
	}
	s := sighting{kind: kind, a: a, b: b}
	if !n.seen[s] {
		n.seen[s] = true
		n.list = append(n.list, sighted{sighting: s, frame: w.Frames})
	}
}

// orders notes the orders of the frame that comes.
func (n *News) orders(w *engine.World, orders []state.Order) {
	w.Frames++ // it has not begun
	defer func() { w.Frames-- }()
	for i := range orders {
		o := &orders[i]
		if w.KindOf(o.Name) == state.OrderWithoutTrace {
			continue
		}
		n.add(w, NewsOrder, o.Name+targetNames[o.Target]+queuedName(o), "")
		if o.Text != "" {
			n.add(w, NewsOrderFor, o.Name, o.Text)
		}
		subject := w.Peek(o.Subject)
		if subject == nil && len(o.Grouped) > 0 {
			subject = w.Peek(o.Grouped[0])
		}
		if subject != nil && subject.Type.Name != "" && subject.Type.Index != engine.PlayerType {
			n.add(w, NewsOrderFor, o.Name, subject.Type.Name)
		}
		if target := w.Peek(o.Actor); target != nil && o.Target != state.TargetNone {
			n.add(w, NewsOrderFor, o.Name+" at", target.Type.Name)
		}
	}
}

var targetNames = [...]string{state.TargetNone: "", state.TargetActor: " at an actor", state.TargetFrozen: " at a memory", state.TargetCell: " at a cell", state.TargetPosition: " at a place"}

func queuedName(o *state.Order) string {
	if o.Queued {
		return ", queued"
	}
	return ""
}

// tick notes what a tick brought.
func (n *News) tick(w *engine.World) {
	for i := range w.Effects {
		e := &w.Effects[i]
		n.add(w, NewsWeapon, e.Weapon.Name, "")
		if target := w.Peek(e.Target &^ engine.FrozenBit); target != nil {
			n.add(w, NewsShotAt, e.Weapon.Name, nameOf(w, target))
		}
	}
	for len(n.actors) < len(w.Actors) {
		n.actors = append(n.actors, newsActor{})
	}
	for id, a := range w.Actors {
		known := &n.actors[id]
		if a == nil {
			if known.known {
				n.add(w, NewsEnd, known.typ.Name, "")
				*known = newsActor{}
			}
			continue
		}
		if a.Type.Index != engine.PlayerType && id != 0 {
			n.actor(w, a, known)
		}
	}
}

// actor notes what is new of an actor.
func (n *News) actor(w *engine.World, a *state.Actor, known *newsActor) {
	name := a.Type.Name
	if !known.known || known.typ != a.Type {
		n.add(w, NewsActor, name, "")
		*known = newsActor{known: true, typ: a.Type}
		for i := range a.Type.Syncs {
			known.traits = append(known.traits, w.TraitHash(a, &a.Type.Syncs[i]))
		}
	}
	if !a.Woken {
		return
	}
	n.activities(w, name, a.Activity)
	if w.Ticks%state.TicksPerFrame != 0 {
		return
	}
	n.weapons(w, a, known)
	n.figures(w, a)
	n.traits(w, a, known)
}

func (n *News) activities(w *engine.World, name string, act *state.Activity) {
	for ; act != nil; act = act.Next {
		if act.State == state.StateActive || act.State == state.StateCanceling {
			n.add(w, NewsActivity, engine.KindName(act.Kind), "")
			n.add(w, NewsDoes, name, engine.KindName(act.Kind))
		}
		n.activities(w, name, act.Child)
	}
}

// weapons notes what was fired since the last look.
func (n *News) weapons(w *engine.World, a *state.Actor, known *newsActor) {
	for i := range a.Type.Armaments {
		if a.Arms[i].Since < known.since[i] {
			n.add(w, NewsWeapon, a.Type.Armaments[i].Weapon.Name, "")
		}
		known.since[i] = a.Arms[i].Since
	}
}

// figures notes which figures are something for the first time in an actor of
// the type.
func (n *News) figures(w *engine.World, a *state.Actor) {
	if n.had == nil {
		n.had = map[*info.ActorType][]bool{}
	}
	had := n.had[a.Type]
	if had == nil {
		had = make([]bool, len(figures))
		n.had[a.Type] = had
	}
	for i := range figures {
		if !had[i] && figures[i].is(a) {
			had[i] = true
			n.add(w, NewsState, a.Type.Name, figures[i].name)
		}
	}
}

// traits notes which hashed traits do not have the value any more that they
// began with.
func (n *News) traits(w *engine.World, a *state.Actor, known *newsActor) {
	for i := range a.Type.Syncs {
		key := traitOf{typ: a.Type, slot: i}
		if n.values[key] || w.TraitHash(a, &a.Type.Syncs[i]) == known.traits[i] {
			continue
		}
		if n.values == nil {
			n.values = map[traitOf]bool{}
		}
		n.values[key] = true
		n.add(w, NewsTrait, a.Type.Name, a.Type.Syncs[i].Key)
	}
}

// Since lists what was new in a frame or after it, the most general first and
// then the latest.
func (n *News) Since(frame int32) []Novelty {
	var list []Novelty
	for i := range n.list {
		if s := &n.list[i]; s.frame >= frame {
			what := s.a
			if s.b != "" {
				what = fmt.Sprintf("%s: %s", s.a, s.b)
			}
			list = append(list, Novelty{Frame: s.frame, Kind: s.kind, What: what})
		}
	}
	sort.Slice(list, func(i, j int) bool {
		switch a, b := &list[i], &list[j]; {
		case a.Kind != b.Kind:
			return a.Kind < b.Kind
		case a.Frame != b.Frame:
			return a.Frame > b.Frame
		default:
			return a.What < b.What
		}
	})
	return list
}
