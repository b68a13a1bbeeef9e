// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// Production queues that belong to a building, as in cnc: each building works
// for itself (docs/engine/openra-releases.md#cnc-production).

// tickBuildingQueues runs a building's queues for one tick.
func (w *World) tickBuildingQueues(a *Actor) {
	p := &w.Players[a.Owner]
	for i := range a.Queues {
		q := &a.Queues[i]
		q.Enabled = q.ValidFaction && info.Contains(a.Type.Produces, q.Info.Kind)
		if !q.Enabled {
			w.clearQueue(p, q)
		}
		w.cancelUnbuildable(p, q)
		if len(q.Items) > 0 && q.Enabled {
			w.tickItem(p, q, &q.Items[0])
		}
	}
}

// abandonQueues gives back what was paid in a building's queues, in the moment
// in which it dies, is sold or begins to change into something else.
func (w *World) abandonQueues(a *Actor) {
	for i := range a.Queues {
		w.clearQueue(&w.Players[a.Owner], &a.Queues[i])
		a.Queues[i].Enabled = false
	}
}

// resolveBuildingQueue carries out a production order to a building.
func (w *World) resolveBuildingQueue(kind state.OrderKind, o *Order, a *Actor) {
	w.resolveQueues(kind, &w.Players[a.Owner], a.Queues, o)
}

// queueOf finds the queue a frame-end task speaks of; nil if its building is
// gone.
func (w *World) queueOf(t *state.Task) *state.Queue {
	if t.Actor == none {
		return &w.Players[t.Player].Queues[t.Queue]
	}
	a := w.Alive(t.Actor)
	if a == nil || int(t.Queue) >= len(a.Queues) {
		return nil
	}
	return &a.Queues[t.Queue]
}

// queuesOf are the queues that an order to place names by their owner.
func (w *World) queuesOf(player int32, id uint32) []state.Queue {
	if a := w.Alive(id); a != nil && len(a.Queues) > 0 && a.Owner == player {
		return a.Queues
	}
	return w.Players[player].Queues
}

// makers lists who can make what a queue has finished.
func (w *World) makersFor(t *state.Task, q *state.Queue, kind string) []uint32 {
	if q.Maker != none {
		return append(w.scratch.near[:0], q.Maker)
	}
	return w.rankedProducers(t.Player, kind)
}
