// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
)

// Production queues that belong to a building, as in cnc: each building works
// for itself (docs/engine/openra-releases.md#cnc-production).

// constructQueues gives a new building its queues.
func (a *Actor) constructQueues() {
	for i := range a.typ.Queues {
		rule := &a.typ.Queues[i]
		valid := len(rule.Factions) == 0 || info.Contains(rule.Factions, a.faction)
		a.queues = append(a.queues, queue{info: rule, validFaction: valid, enabled: valid, maker: a.ID, index: int32(i)})
	}
}

// tickBuildingQueues runs a building's queues for one tick.
func (w *World) tickBuildingQueues(a *Actor) {
	p := &w.players[a.owner]
	for i := range a.queues {
		q := &a.queues[i]
		q.enabled = q.validFaction && info.Contains(a.typ.Produces, q.info.Kind)
		if !q.enabled {
			w.clearQueue(p, q)
		}
		w.cancelUnbuildable(p, q)
		if len(q.items) > 0 && q.enabled {
			w.tickItem(p, q, &q.items[0])
		}
	}
}

// abandonQueues gives back what was paid in a building's queues, in the moment
// in which it dies, is sold or begins to change into something else.
func (w *World) abandonQueues(a *Actor) {
	for i := range a.queues {
		w.clearQueue(&w.players[a.owner], &a.queues[i])
		a.queues[i].enabled = false
	}
}

// resolveBuildingQueue carries out a production order to a building.
func (w *World) resolveBuildingQueue(kind orderKind, o *Order, a *Actor) {
	w.resolveQueues(kind, &w.players[a.owner], a.queues, o)
}

// queueOf finds the queue a frame-end task speaks of; nil if its building is
// gone.
func (w *World) queueOf(t *task) *queue {
	if t.actor == none {
		return &w.players[t.player].queues[t.queue]
	}
	a := w.alive(t.actor)
	if a == nil || int(t.queue) >= len(a.queues) {
		return nil
	}
	return &a.queues[t.queue]
}

// queuesOf are the queues that an order to place names by their owner.
func (w *World) queuesOf(player int32, id uint32) []queue {
	if a := w.alive(id); a != nil && len(a.queues) > 0 && a.owner == player {
		return a.queues
	}
	return w.players[player].queues
}

// makers lists who can make what a queue has finished.
func (w *World) makersFor(t *task, q *queue, kind string) []uint32 {
	if q.maker != none {
		return append(w.scratch.near[:0], q.maker)
	}
	return w.rankedProducers(t.player, kind)
}

// restoreQueues links restored queues to their rules.
func (a *Actor) restoreQueues() bool {
	if len(a.queues) != len(a.typ.Queues) {
		return false
	}
	for i := range a.queues {
		a.queues[i].info, a.queues[i].maker, a.queues[i].index = &a.typ.Queues[i], a.ID, int32(i)
	}
	return true
}
