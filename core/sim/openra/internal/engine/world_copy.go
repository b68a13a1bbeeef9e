// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/lists"
	"convertd/core/sim/openra/internal/state"
)

// CopyTo makes another world stand as this one does: what is played in one of
// them afterwards does not show in the other. The memory of the other is used
// again, so that thousands of trials from one moment allocate next to nothing.
// What rules, map and lobby give is shared; so is what is never changed once it
// is made. The copy is not observed.
func (w *World) CopyTo(to *World) {
	old := *to
	*to = *w
	to.free, to.Room, to.scratch = old.free, old.Room, old.scratch
	to.Observer, to.Random.Watch = nil, nil
	to.Players = state.CopiedPlayers(old.Players, w.Players)
	to.Actors = to.copiedActors(old.Actors, w.Actors)
	to.ActiveSet = lists.Copied(old.ActiveSet, w.ActiveSet)
	to.Sums = lists.Copied(old.Sums, w.Sums)
	to.Effects = lists.Copied(old.Effects, w.Effects)
	to.Tasks = lists.Copied(old.Tasks, w.Tasks)
	to.Ends = lists.Copied(old.Ends, w.Ends)
	to.Deeds = lists.Copied(old.Deeds, w.Deeds)
	to.strikes = state.CopiedStrikes(old.strikes, w.strikes)
	to.successors = lists.Copied(old.successors, w.successors)
	to.Outlook.CopyFrom(&old.Outlook, &w.Outlook)
	to.auras.CopyFrom(&old.auras, &w.auras)
	to.bridges.CopyFrom(&old.bridges, &w.bridges)
	to.Occupied.CopyFrom(&old.Occupied, &w.Occupied)
	to.Bins.CopyFrom(&old.Bins, &w.Bins)
	to.Influence = lists.Copied(old.Influence, w.Influence)
	to.Resources.Kind = lists.Copied(old.Resources.Kind, w.Resources.Kind)
	to.Resources.Density = lists.Copied(old.Resources.Density, w.Resources.Density)
	to.Resources.Stale = lists.Copied(old.Resources.Stale, w.Resources.Stale)
	to.Resources.Terrain = lists.Copied(old.Resources.Terrain, w.Resources.Terrain)
	to.Resources.AtStart = lists.Copied(old.Resources.AtStart, w.Resources.AtStart)
	to.Frozen = lists.Copied(old.Frozen, w.Frozen)
	to.memories.In = lists.Copied(old.memories.In, w.memories.In)
	to.Paths = old.Paths
	to.Paths.CopyFrom(&w.Paths)
	to.beginPaths()
	to.makers.ids = lists.Copied(old.makers.ids, w.makers.ids)
	to.charging.ids = lists.Copied(old.charging.ids, w.charging.ids)
	to.jammers.ids = lists.Copied(old.jammers.ids, w.jammers.ids)
	to.bearers.ids = lists.Copied(old.bearers.ids, w.bearers.ids)
	to.watchers.ids = lists.Copied(old.watchers.ids, w.watchers.ids)
	to.unmodelled.Names = lists.Copied(old.unmodelled.Names, w.unmodelled.Names)
}

// copiedActors copies into the actors that a world has, w, and makes the rest.
func (w *World) copiedActors(to, from []*Actor) []*Actor {
	for _, a := range to[min(len(from), len(to)):] {
		w.drop(a)
	}
	to = lists.Resized(to, len(from))
	for i, a := range from {
		switch {
		case a == nil:
			w.drop(to[i])
			to[i] = nil
			continue
		case to[i] == nil:
			to[i] = w.Room.Actor()
		}
		w.copyActor(to[i], a)
	}
	return to
}

// drop gives back what an actor of an earlier trial was doing.
func (w *World) drop(a *Actor) {
	if a != nil {
		w.ReleaseTree(a.Activity)
		a.Activity = nil
	}
}

func (w *World) copyActor(to, from *Actor) {
	w.drop(to)
	old := *to
	*to = *from
	to.Activity = w.copiedActivity(from.Activity)
	to.Sight.Cells = lists.Copied(old.Sight.Cells, from.Sight.Cells)
	to.Rally = lists.Copied(old.Rally, from.Rally)
	to.RallyPath = lists.Copied(old.RallyPath, from.RallyPath)
	to.DockReserved = lists.Copied(old.DockReserved, from.DockReserved)
	to.Passengers = lists.Copied(old.Passengers, from.Passengers)
	to.Shots = lists.Copied(old.Shots, from.Shots)
	to.Queues = state.CopiedQueues(old.Queues, from.Queues)
}

// copiedActivity copies an activity with all inside and after it.
func (w *World) copiedActivity(from *Activity) *Activity {
	if from == nil {
		return nil
	}
	to := w.newActivity(from.Kind)
	to.ActivityFigures, to.ActivityProgress = from.ActivityFigures, from.ActivityProgress
	to.Path = append(to.Path[:0], from.Path...)
	to.Child, to.Next = w.copiedActivity(from.Child), w.copiedActivity(from.Next)
	return to
}
