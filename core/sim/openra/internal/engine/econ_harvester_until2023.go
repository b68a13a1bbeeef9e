// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"slices"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
)

// The work of a harvester until 20231010: it is linked to one refinery, knows
// the one it left last, and reserves nothing.

// queueHarvesting gives a new harvester its work. Until 20210321 it first
// looks for a refinery.
func (w *World) queueHarvesting(a *Actor) {
	if w.Release.TwoSided {
		w.queue(a, w.newActivity(state.ActLinkRefinery))
	}
	w.queue(a, w.newActivity(state.ActFindResources))
}

// refinerySearch is the cost rule of the way to a refinery: the more
// harvesters are linked to it, the farther it counts; too many bar it.
type refinerySearch struct {
	cells []Cell
	hosts []uint32
	queue []int32
	info  *info.HarvesterInfo
}

// Extra implements cellRule.
func (r *refinerySearch) Extra(c Cell) int32 {
	i := slices.Index(r.cells, c)
	switch {
	case i < 0:
		return 0
	case r.queue[i] >= maxUnloadQueue:
		return path.Invalid
	}
	return r.queue[i] * r.info.OccupancyCost
}

// maxUnloadQueue is how many harvesters may be linked to a refinery.
const maxUnloadQueue = 3

// linkRefinery chooses the refinery that a harvester delivers to.
func (w *World) linkRefinery(a *Actor) {
	a.LastHost, a.Linked = none, none
	r := &w.scratch.refineries
	r.cells, r.hosts, r.queue, r.info = r.cells[:0], r.hosts[:0], r.queue[:0], a.Type.Harvester
	bars := w.Release.TwoSided // later those with too many are not looked for at all
	for _, host := range w.Actors {
		if host == nil || !host.InWorld || host.Owner != a.Owner || host.Type.Dock == nil || !host.Type.Dock.Unloads {
			continue
		}
		linked := w.linkedTo(host)
		if c := w.dockCell(host); !slices.Contains(r.cells, c) && (bars || linked < maxUnloadQueue) {
			r.cells, r.hosts, r.queue = append(r.cells, c), append(r.hosts, host.ID), append(r.queue, linked)
		}
	}
	if len(r.cells) == 0 {
		return
	}
	if at, found := w.nearestRefinery(a, r); found {
		a.Linked = r.hosts[slices.Index(r.cells, at)]
	}
}

// linkBeforeRally lets a harvester that leaves its factory choose a refinery before it
// goes to the rally point: until 20210321 its creation queues that, and the factory the
// way only after it (ra-0321-1v1-singles of the engine's games, net frames 1327 on).
func (w *World) linkBeforeRally(leaving *Activity) {
	if next := leaving.Next; next != nil && next.Kind == state.ActLinkRefinery {
		leaving.Next = next.Next
		next.Next = nil
		leaving.QueueChild(next)
	}
}

// nearestRefinery is the dock from which the way to a harvester is shortest.
func (w *World) nearestRefinery(a *Actor, r *refinerySearch) (Cell, bool) {
	if w.Release.TwoSided {
		path := w.Paths.OldPathToAny(w.mover(a), r.cells, path.ByNone, r)
		if len(path) == 0 {
			return Cell{}, false
		}
		return path[0], true
	}
	path := w.Paths.Between(w.mover(a), r.cells, w.location(a), path.ByNone, r, none, false)
	if len(path) == 0 {
		return Cell{}, false
	}
	return path[len(path)-1], true
}

// linkedTo counts the harvesters linked to a refinery.
func (w *World) linkedTo(host *Actor) int32 {
	n := int32(0)
	for _, other := range w.Actors {
		if other != nil && other.Linked == host.ID {
			n++
		}
	}
	return n
}

// relinkAll lets the harvesters of a refinery that is no more choose another.
func (w *World) relinkAll(host *Actor) {
	if !w.Release.Links || host.Type.Dock == nil {
		return
	}
	for _, a := range w.Actors {
		if a != nil && a.Linked == host.ID && a.Type.Harvester != nil && !a.Dead {
			w.linkRefinery(a)
		}
	}
}

// knownRefinery is the refinery a harvester searches ore from: the one it left
// last, else the one it is linked to.
func (w *World) knownRefinery(a *Actor) *Actor {
	if !w.Release.Links {
		return w.lastReservedHost(a)
	}
	for _, id := range [...]uint32{a.LastHost, a.Linked} {
		if host := w.Alive(id); host != nil && host.InWorld && host.Type.Dock != nil {
			return host
		}
	}
	return nil
}

// tickDeliver drives to the linked refinery and docks there.
func (w *World) tickDeliver(a *Actor, act *Activity) bool {
	if act.State == state.StateCanceling || a.Type.Harvester == nil {
		return true
	}
	host := w.Actor(a.Linked)
	if host == nil || !host.InWorld {
		w.linkRefinery(a)
		host = w.Actor(a.Linked)
	}
	if host == nil || host.Type.Dock == nil {
		w.queueWait(act, a.Type.Harvester.SearchDelay)
		return false
	}
	if cell := w.dockCell(host); w.location(a) != cell {
		act.QueueChild(w.MoveTo(cell, 0, false))
		return false
	}
	if host.PreventDock {
		w.queueWait(act, host.Type.Dock.Wait)
		return true
	}
	dock := w.newActivity(state.ActDock)
	dock.Host, dock.Phase = host.ID, dockTurn
	dock.From, dock.To = a.Center, host.Center.Add(host.Type.Dock.Drag)
	w.queueWait(dock, host.Type.Dock.Wait)
	act.QueueChild(dock)
	return true
}

// beginDrag lets a refinery pull a harvester in, if it pulls.
func (w *World) beginDrag(act *Activity, host *Actor) {
	if ticks := host.Type.Dock.DragTicks; ticks > 0 {
		w.dragTo(act, act.From, act.To, ticks)
	}
}

// dragTo pulls a docking harvester to a place, as a child of its docking.
func (w *World) dragTo(act *Activity, from, to Pos, ticks int32) {
	drag := w.newActivity(state.ActDrag)
	drag.Uninterruptible = true
	drag.From, drag.To, drag.Distance, drag.Facing = from, to, ticks, -1
	act.QueueChild(drag)
}

// tickOldDock is one call of docking: turn, let oneself be pulled in, unload
// bale by bale, leave. Who is called away while he waits for his turn never
// docks; the refinery of one who is called away later goes on believing in him.
func (w *World) tickOldDock(a *Actor, act *Activity) bool {
	host := w.Alive(act.Host)
	gone := act.State == state.StateCanceling || host == nil || !host.InWorld
	switch act.Phase {
	case dockTurn:
		if act.State == state.StateCanceling {
			return true
		}
		if host != nil {
			host.Docked = a.ID
			w.queueTurn(act, host.Type.Dock.Angle)
		}
		act.Phase = dockDrag
		if w.Release.DragsWithTurn && host != nil {
			act.Phase = dockStart
			w.beginDrag(act, host)
		}
	case dockDrag:
		if gone {
			w.leaveDock(act)
			return true
		}
		act.Phase = dockStart
		w.beginDrag(act, host)
	case dockStart:
		if !gone && host.Type.Dock.Overlaid && !act.Flag[flagOverlaid] {
			act.Flag[flagOverlaid] = true
			return false
		}
		act.Phase = dockUndock
		if !gone {
			act.Flag[flagInitiated] = true
			act.Phase = dockLoop
			w.uncloak(a, info.LoudDock)
		}
	case dockLoop:
		if gone || w.unload(a, host) {
			act.Phase = dockUndock
		}
	case dockUndock:
		act.Phase = dockComplete
		if ticks := a.Type.Harvester.DockTicks; act.Flag[flagInitiated] && ticks > 0 {
			act.Phase = dockWait
			a.Animation = state.Animation{Left: ticks, Then: state.EndUndocked}
		}
	case dockComplete:
		a.LastHost, a.Linked = a.Linked, none
		act.Phase = dockLeft
		if host != nil && host.Type.Dock.DragTicks > 0 {
			w.dragTo(act, act.To, act.From, host.Type.Dock.DragTicks)
			return false
		}
		w.leaveDock(act)
		return true
	case dockLeft:
		w.leaveDock(act)
		return true
	}
	return false
}

// leaveDock frees a refinery for the next harvester, if this one was not called
// away.
func (w *World) leaveDock(act *Activity) {
	if act.State == state.StateCanceling {
		return
	}
	if host := w.Actor(act.Host); host != nil {
		host.Docked = none
	}
}

// claimOf is how a cell is named among those whose ore somebody goes for.
func (w *World) claimOf(c Cell) uint32 {
	if !w.Ground.Within(c) {
		return 0
	}
	return uint32(w.Ground.Index(c)) + 1
}

// claim lets a harvester go for the ore of a cell, in place of what it went for
// before, unless a friend does (ResourceClaimLayer, in effect until 20230225).
func (w *World) claim(a *Actor, c Cell) bool {
	if !w.Release.Claims {
		return true
	}
	wanted := w.claimOf(c)
	for _, other := range w.Actors {
		if other != nil && other.Claimed == wanted && w.claimsAgainst(other, a) {
			return false
		}
	}
	a.Claimed = wanted
	return true
}

// claimsAgainst reports whether what one harvester goes for is barred to another.
func (w *World) claimsAgainst(other, a *Actor) bool {
	return other != a && other.Claimed != 0 && !other.Dead && w.Allied(a.Owner, other.Owner)
}

// claimsOfFriends adds to a list what is barred to a harvester.
func (w *World) claimsOfFriends(a *Actor, list []uint32) []uint32 {
	if !w.Release.Claims {
		return list
	}
	for _, other := range w.Actors {
		if other != nil && w.claimsAgainst(other, a) {
			list = append(list, other.Claimed)
		}
	}
	return list
}
