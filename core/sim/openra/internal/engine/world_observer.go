// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/state"
)

// observer is told what happens while a world is played, and may turn it
// aside. Only worlds that are played to explain a difference have one; it is no
// state. What it is told of has not happened yet: an observer that only looks
// on lets it happen, with RunTurn and RunEffect, or returns what it was given.
type observer interface {
	state.DrawObserver
	// turn is the part of a tick in which one actor runs its activities, or its
	// traits.
	Turn(w *World, a *Actor, part TurnPart)
	// effectTurn is that of a projectile, or of a warhead that waits.
	EffectTurn(w *World, i int)
	// steps is a unit that takes a cell, out of act.
	Steps(w *World, a *Actor, act *Activity, to Cell, sub grid.SubCell) (Cell, grid.SubCell)
	// aims is a look around that found a target, or none.
	Aims(w *World, a *Actor, target uint32) uint32
	// hits is damage before any modifier, negative for healing; the source is nil
	// where nobody is to blame. It need not happen.
	Hits(w *World, victim, source *Actor, amount int32, causes []string) (from *Actor, by int32, happens bool)
	// pathFound is a path that was just found for a move, goal first.
	PathFound(w *World, a *Actor, act *Activity)
}

// TurnPart says which of an actor's two turns of a tick it is.
type TurnPart uint8

// The turns of an actor.
const (
	PartActivities TurnPart = iota
	PartTraits
)

// Observe lets an observer look on from now on; nil ends that.
func (w *World) Observe(o observer) {
	w.Observer = o
	w.Random.Watch = nil
	if o != nil {
		w.Random.Watch = o
	}
}

// RunTurn does what the turn of an actor is there for.
func (w *World) RunTurn(a *Actor, part TurnPart) {
	if part == PartActivities {
		w.TickActor(a)
	} else {
		w.tickTraits(a)
	}
}

// Onlooker is an observer that lets everything happen.
type Onlooker struct{}

// Draws implements Observer.
func (Onlooker) Draws(*state.Twister) bool { return false }

// Turn implements Observer.
func (Onlooker) Turn(w *World, a *Actor, part TurnPart) { w.RunTurn(a, part) }

// EffectTurn implements Observer.
func (Onlooker) EffectTurn(w *World, i int) { w.RunEffect(i) }

// Aims implements Observer.
func (Onlooker) Aims(_ *World, _ *Actor, ref uint32) uint32 { return ref }

// PathFound implements Observer.
func (Onlooker) PathFound(*World, *Actor, *Activity) {}

// Hits implements Observer.
func (Onlooker) Hits(_ *World, _, source *Actor, amount int32, _ []string) (*Actor, int32, bool) {
	return source, amount, true
}

// Steps implements Observer.
func (Onlooker) Steps(_ *World, _ *Actor, _ *Activity, to Cell, sub grid.SubCell) (Cell, grid.SubCell) {
	return to, sub
}
