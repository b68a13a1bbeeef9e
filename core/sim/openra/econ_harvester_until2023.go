// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"slices"

	"convertd/core/sim/openra/internal/info"
)

// The work of a harvester until 20231010: it is linked to one refinery, knows
// the one it left last, and reserves nothing.

// queueHarvesting gives a new harvester its work. Until 20210321 it first
// looks for a refinery.
func (w *World) queueHarvesting(a *Actor) {
	if w.behaviour.TwoSided {
		w.queue(a, w.newActivity(actLinkRefinery))
	}
	w.queue(a, w.newActivity(actFindResources))
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
		return invalidPath
	}
	return r.queue[i] * r.info.OccupancyCost
}

// maxUnloadQueue is how many harvesters may be linked to a refinery.
const maxUnloadQueue = 3

// linkRefinery chooses the refinery that a harvester delivers to.
func (w *World) linkRefinery(a *Actor) {
	a.lastHost, a.linked = none, none
	r := &w.scratch.refineries
	r.cells, r.hosts, r.queue, r.info = r.cells[:0], r.hosts[:0], r.queue[:0], a.typ.Harvester
	bars := w.behaviour.TwoSided // later those with too many are not looked for at all
	for _, host := range w.actors {
		if host == nil || !host.inWorld || host.owner != a.owner || host.typ.Dock == nil || !host.typ.Dock.Unloads {
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
		a.linked = r.hosts[slices.Index(r.cells, at)]
	}
}

// nearestRefinery is the dock from which the way to a harvester is shortest.
func (w *World) nearestRefinery(a *Actor, r *refinerySearch) (Cell, bool) {
	if w.behaviour.TwoSided {
		path := w.paths.oldPathToAny(w.mover(a), r.cells, byNone, r)
		if len(path) == 0 {
			return Cell{}, false
		}
		return path[0], true
	}
	path := w.paths.pathBetween(w.mover(a), r.cells, w.location(a), byNone, r, none, false)
	if len(path) == 0 {
		return Cell{}, false
	}
	return path[len(path)-1], true
}

// linkedTo counts the harvesters linked to a refinery.
func (w *World) linkedTo(host *Actor) int32 {
	n := int32(0)
	for _, other := range w.actors {
		if other != nil && other.linked == host.ID {
			n++
		}
	}
	return n
}

// relinkAll lets the harvesters of a refinery that is no more choose another.
func (w *World) relinkAll(host *Actor) {
	if !w.behaviour.Links || host.typ.Dock == nil {
		return
	}
	for _, a := range w.actors {
		if a != nil && a.linked == host.ID && a.typ.Harvester != nil && !a.dead {
			w.linkRefinery(a)
		}
	}
}

// knownRefinery is the refinery a harvester searches ore from: the one it left
// last, else the one it is linked to.
func (w *World) knownRefinery(a *Actor) *Actor {
	if !w.behaviour.Links {
		return w.lastReservedHost(a)
	}
	for _, id := range [...]uint32{a.lastHost, a.linked} {
		if host := w.alive(id); host != nil && host.inWorld && host.typ.Dock != nil {
			return host
		}
	}
	return nil
}

// tickDeliver drives to the linked refinery and docks there.
func (w *World) tickDeliver(a *Actor, act *Activity) bool {
	if act.state == stateCanceling || a.typ.Harvester == nil {
		return true
	}
	host := w.actor(a.linked)
	if host == nil || !host.inWorld {
		w.linkRefinery(a)
		host = w.actor(a.linked)
	}
	if host == nil || host.typ.Dock == nil {
		w.queueWait(act, a.typ.Harvester.SearchDelay)
		return false
	}
	if cell := w.dockCell(host); w.location(a) != cell {
		act.queueChild(w.moveTo(cell, 0, false))
		return false
	}
	if host.preventDock {
		w.queueWait(act, host.typ.Dock.Wait)
		return true
	}
	dock := w.newActivity(actDock)
	dock.host, dock.phase = host.ID, dockTurn
	dock.from, dock.to = a.center, host.center.Add(host.typ.Dock.Drag)
	w.queueWait(dock, host.typ.Dock.Wait)
	act.queueChild(dock)
	return true
}

// beginDrag lets a refinery pull a harvester in, if it pulls.
func (w *World) beginDrag(act *Activity, host *Actor) {
	if ticks := host.typ.Dock.DragTicks; ticks > 0 {
		w.dragTo(act, act.from, act.to, ticks)
	}
}

// dragTo pulls a docking harvester to a place, as a child of its docking.
func (w *World) dragTo(act *Activity, from, to Pos, ticks int32) {
	drag := w.newActivity(actDrag)
	drag.uninterruptible = true
	drag.from, drag.to, drag.distance, drag.facing = from, to, ticks, -1
	act.queueChild(drag)
}

// tickOldDock is one call of docking: turn, let oneself be pulled in, unload
// bale by bale, leave. Who is called away while he waits for his turn never
// docks; the refinery of one who is called away later goes on believing in him.
func (w *World) tickOldDock(a *Actor, act *Activity) bool {
	host := w.alive(act.host)
	gone := act.state == stateCanceling || host == nil || !host.inWorld
	switch act.phase {
	case dockTurn:
		if act.state == stateCanceling {
			return true
		}
		if host != nil {
			host.docked = a.ID
			w.queueTurn(act, host.typ.Dock.Angle)
		}
		act.phase = dockDrag
		if w.behaviour.DragsWithTurn && host != nil {
			act.phase = dockStart
			w.beginDrag(act, host)
		}
	case dockDrag:
		if gone {
			w.leaveDock(act)
			return true
		}
		act.phase = dockStart
		w.beginDrag(act, host)
	case dockStart:
		act.phase = dockUndock
		if !gone {
			act.flag[flagInitiated] = true
			act.phase = dockLoop
			w.uncloak(a, info.LoudDock)
		}
	case dockLoop:
		if gone || w.unload(a, host) {
			act.phase = dockUndock
		}
	case dockUndock:
		act.phase = dockComplete
		if ticks := a.typ.Harvester.DockTicks; act.flag[flagInitiated] && ticks > 0 {
			act.phase = dockWait
			a.animation = animation{left: ticks, then: endUndocked}
		}
	case dockComplete:
		a.lastHost, a.linked = a.linked, none
		act.phase = dockLeft
		if host != nil && host.typ.Dock.DragTicks > 0 {
			w.dragTo(act, act.to, act.from, host.typ.Dock.DragTicks)
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
	if act.state == stateCanceling {
		return
	}
	if host := w.actor(act.host); host != nil {
		host.docked = none
	}
}

// claimOf is how a cell is named among those whose ore somebody goes for.
func (w *World) claimOf(c Cell) uint32 {
	if !w.ground.within(c) {
		return 0
	}
	return uint32(w.ground.index(c)) + 1
}

// claim lets a harvester go for the ore of a cell, in place of what it went for
// before, unless a friend does (ResourceClaimLayer, in effect until 20230225).
func (w *World) claim(a *Actor, c Cell) bool {
	if !w.behaviour.Claims {
		return true
	}
	wanted := w.claimOf(c)
	for _, other := range w.actors {
		if other != nil && other.claimed == wanted && w.claimsAgainst(other, a) {
			return false
		}
	}
	a.claimed = wanted
	return true
}

// claimsAgainst reports whether what one harvester goes for is barred to another.
func (w *World) claimsAgainst(other, a *Actor) bool {
	return other != a && other.claimed != 0 && !other.dead && w.allied(a.owner, other.owner)
}

// claimsOfFriends adds to a list what is barred to a harvester.
func (w *World) claimsOfFriends(a *Actor, list []uint32) []uint32 {
	if !w.behaviour.Claims {
		return list
	}
	for _, other := range w.actors {
		if other != nil && w.claimsAgainst(other, a) {
			list = append(list, other.claimed)
		}
	}
	return list
}
