// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// board puts an actor into a transport; it is no longer in the world.
func (w *World) board(carrier, a *Actor) {
	carrier.Passengers = append(carrier.Passengers, a.ID)
	a.Carrier = carrier.ID
}

// createInside makes an actor that begins in a transport.
func (w *World) createInside(carrier *Actor, t *info.ActorType) {
	w.beginInside(carrier, w.Create(t, state.Spawn{Owner: carrier.Owner, OutsideOnly: true, Facing: -1}))
}

// beginInside puts an actor that has just been made into a transport. Where it
// ever comes out it must first find back to a cell, so it is never idle inside
// and answers nobody who hurts it.
func (w *World) beginInside(carrier, a *Actor) {
	w.board(carrier, a)
	if a.Type.Mobile != nil && a.Activity == nil {
		w.queueReturn(a)
	}
}

// queueReturn lets a unit slide into the cell it has been put to.
func (w *World) queueReturn(a *Actor) {
	act := w.newActivity(state.ActReturnToCell)
	act.Uninterruptible = true
	w.queue(a, act)
}

// killPassengers lets those inside die with their transport.
func (w *World) killPassengers(carrier, attacker *Actor) {
	for _, id := range carrier.Passengers {
		if a := w.Alive(id); a != nil {
			w.Destroy(a, attacker, nil)
		}
	}
	carrier.Passengers = carrier.Passengers[:0]
}

// disposePassengers takes those inside away with a transport that goes without
// being killed.
func (w *World) disposePassengers(carrier *Actor) {
	for _, id := range carrier.Passengers {
		if a := w.Alive(id); a != nil {
			w.Dispose(a)
		}
	}
	carrier.Passengers = carrier.Passengers[:0]
}

// leave takes the last passenger that came in out of the list. He looks the way
// his transport lets him out, if it looks any way.
func (w *World) leave(carrier *Actor) *Actor {
	last := len(carrier.Passengers) - 1
	a := w.Actor(carrier.Passengers[last])
	carrier.Passengers = carrier.Passengers[:last]
	if a != nil {
		a.Carrier = none
		if carrier.Type.Cargo != nil && (carrier.Type.Mobile != nil || carrier.Type.Aircraft != nil) {
			a.Facing = (carrier.Facing + carrier.Type.Cargo.Facing) & 1023
		}
	}
	return a
}

// alight is the frame-end task that puts a passenger back into the world. What
// brought him inside, or his creation, still has to take him to his cell.
func (w *World) alight(t *state.Task) {
	a := w.Alive(t.Actor)
	if a == nil || a.InWorld || a.Type.Mobile == nil {
		return
	}
	w.SetPosition(a, t.Cell, t.Spawn.Sub)
	w.setCenter(a, t.Spawn.Center)
	w.cancelAll(a)
	w.Add(a)
}

// turnOut is the frame-end task that puts a passenger of what was sold where that
// stood: at his own place in the cell, and on with what he was told to do next.
func (w *World) turnOut(t *state.Task) {
	a := w.Alive(t.Actor)
	if a == nil || a.InWorld || a.Type.Mobile == nil {
		return
	}
	w.Add(a)
	w.SetPosition(a, t.Cell, a.FromSub)
}
