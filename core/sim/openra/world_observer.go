// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/state"
)

// observer is told what happens while a world is played, and may turn it
// aside. Only worlds that are played to explain a difference have one; it is no
// state. What it is told of has not happened yet: an observer that only looks
// on lets it happen, with runTurn and runEffect, or returns what it was given.
type observer interface {
	state.DrawObserver
	// turn is the part of a tick in which one actor runs its activities, or its
	// traits.
	Turn(w *World, a *Actor, part turnPart)
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

// turnPart says which of an actor's two turns of a tick it is.
type turnPart uint8

const (
	partActivities turnPart = iota
	partTraits
)

// observe lets an observer look on from now on; nil ends that.
func (w *World) observe(o observer) {
	w.observer = o
	w.random.Watch = nil
	if o != nil {
		w.random.Watch = o
	}
}

// runTurn does what the turn of an actor is there for.
func (w *World) runTurn(a *Actor, part turnPart) {
	if part == partActivities {
		w.tickActor(a)
	} else {
		w.tickTraits(a)
	}
}

// onlooker is an observer that lets everything happen.
type onlooker struct{}

func (onlooker) Draws(*state.Twister) bool                  { return false }
func (onlooker) Turn(w *World, a *Actor, part turnPart)     { w.runTurn(a, part) }
func (onlooker) EffectTurn(w *World, i int)                 { w.runEffect(i) }
func (onlooker) Aims(_ *World, _ *Actor, ref uint32) uint32 { return ref }
func (onlooker) PathFound(*World, *Actor, *Activity)        {}
func (onlooker) Hits(_ *World, _, source *Actor, amount int32, _ []string) (*Actor, int32, bool) {
	return source, amount, true
}

func (onlooker) Steps(_ *World, _ *Actor, _ *Activity, to Cell, sub grid.SubCell) (Cell, grid.SubCell) {
	return to, sub
}
