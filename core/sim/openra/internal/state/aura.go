// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"cmp"
	"slices"

	"convertd/core/sim/openra/internal/codec"
	"convertd/core/sim/openra/internal/lists"
	"convertd/core/sim/openra/internal/wpos"
)

// Auras are all of a game, and whom they reach.
type Auras struct {
	All      []Aura
	Contacts []AuraContact // by source, then by actor
}

// What one of each takes at least.
const (
	minAuraBytes    = 2
	minContactBytes = 3
)

// Coded codes the auras and whom they reach.
func (l *Auras) Coded(c *codec.Coder) {
	codec.List(c, &l.All, minAuraBytes, func(c *codec.Coder, v *Aura) { v.Coded(c) })
	codec.List(c, &l.Contacts, minContactBytes, func(c *codec.Coder, v *AuraContact) { v.Coded(c) })
}

// CopyFrom copies into the memory of older ones.
func (l *Auras) CopyFrom(old, from *Auras) {
	l.All = lists.Copied(old.All, from.All)
	l.Contacts = lists.Copied(old.Contacts, from.Contacts)
}

// Of is the aura of an actor, nil if it has none.
func (l *Auras) Of(source uint32) *Aura {
	for i := range l.All {
		if l.All[i].Source == source {
			return &l.All[i]
		}
	}
	return nil
}

// Enter puts the aura of an actor into the world with it. A new one reaches nobody
// before its first tick.
func (l *Auras) Enter(source uint32, at wpos.Pos) {
	one := l.Of(source)
	if one == nil {
		l.All = append(l.All, Aura{Source: source})
		one = &l.All[len(l.All)-1]
	}
	one.At, one.Off = at, false
}

// Leave takes it out again, and with it what it granted; for good where the actor ends.
func (l *Auras) Leave(source uint32, forGood bool) {
	l.Contacts = slices.DeleteFunc(l.Contacts, func(c AuraContact) bool { return c.Source == source })
	if forGood {
		l.All = slices.DeleteFunc(l.All, func(one Aura) bool { return one.Source == source })
	} else if one := l.Of(source); one != nil {
		one.Off = true
	}
}

// Contact is the place of a contact among all, and whether there is one.
func (l *Auras) Contact(source, actor uint32) (int, bool) {
	return slices.BinarySearchFunc(l.Contacts, AuraContact{Source: source, Actor: actor}, func(c, wanted AuraContact) int {
		return cmp.Or(cmp.Compare(c.Source, wanted.Source), cmp.Compare(c.Actor, wanted.Actor))
	})
}

// Aura is where and how far an actor's reaches: as it was when the traits of the
// actor last ticked.
type Aura struct {
	Source uint32
	At     wpos.Pos
	Reach  int32
	Off    bool // the actor is not in the world
}

// AuraContact is somebody whom an aura reaches, or to whom it granted its
// condition.
type AuraContact struct {
	Source, Actor   uint32
	Inside, Granted bool
}

// Coded codes the figures of an aura.
func (one *Aura) Coded(c *codec.Coder) {
	c.U32s(&one.Source)
	c.Ints(&one.At.X, &one.At.Y, &one.At.Z, &one.Reach)
	c.Bool(&one.Off)
}

// Coded codes who is in an aura.
func (one *AuraContact) Coded(c *codec.Coder) {
	c.U32s(&one.Source, &one.Actor)
	c.Bools(&one.Inside, &one.Granted)
}
