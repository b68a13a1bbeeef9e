// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"slices"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
)

// Docks: reserving, driving there, unloading (docs/engine/openra-world.md#dock).

func (w *World) dockPosition(host *Actor) Pos {
	if host.Type.Dock.ByCell {
		return w.CenterOfCell(w.dockCell(host))
	}
	return host.Center.Add(host.Type.Dock.Offset)
}

func (w *World) dockCell(host *Actor) Cell {
	if d := host.Type.Dock; d.ByCell {
		return host.Cell.Add(d.Cell)
	}
	return w.CellContaining(w.dockPosition(host))
}

func (w *World) hostUsable(id uint32) *Actor {
	host := w.Alive(id)
	if host == nil || !host.InWorld || host.PreventDock {
		return nil
	}
	return host
}

// lastReservedHost is the refinery a harvester knows: the one it left last,
// else the one it has reserved.
func (w *World) lastReservedHost(a *Actor) *Actor {
	if host := w.hostUsable(a.LastHost); host != nil {
		return host
	}
	return w.hostUsable(a.ReservedHost)
}

// UnreserveHost gives back the place of a harvester in the queue of its host.
func (w *World) UnreserveHost(a *Actor) {
	if a.ReservedHost == none {
		return
	}
	a.LastHost = a.ReservedHost
	a.ReservedHost = none
	if host := w.Actor(a.LastHost); host != nil {
		host.DockReserved = without(host.DockReserved, a.ID)
	}
}

func without(ids []uint32, id uint32) []uint32 {
	for i := range ids {
		if ids[i] == id {
			return append(ids[:i], ids[i+1:]...)
		}
	}
	return ids
}

// unreserveAll lets go everyone who reserved a dock that is no more.
func (w *World) unreserveAll(host *Actor) {
	for len(host.DockReserved) > 0 {
		client := w.Actor(host.DockReserved[0])
		if client == nil {
			host.DockReserved = host.DockReserved[1:]
			continue
		}
		w.UnreserveHost(client)
	}
}

func (w *World) reserve(a, host *Actor) bool {
	if a.ReservedHost == host.ID {
		return true
	}
	w.UnreserveHost(a)
	if host.PreventDock || int32(len(host.DockReserved)) >= host.Type.Dock.MaxQueue {
		return false
	}
	host.DockReserved = append(host.DockReserved, a.ID)
	a.ReservedHost = host.ID
	a.LastHost = none
	return true
}

// canDock reports whether a harvester has business at a refinery.
func (w *World) canDock(a, host *Actor) bool {
	return host != nil && host.Type.Dock.Unloads && a.StoredSum > 0 && host.Owner == a.Owner
}

// dockSearch adds the cost of waiting behind others to dock cells.
type dockSearch struct {
	w     *World
	cells []Cell
	hosts []uint32
	cost  int32
}

// Extra implements cellRule.
func (d *dockSearch) Extra(c Cell) int32 {
	i := slices.Index(d.cells, c)
	if i < 0 {
		return 0
	}
	return int32(len(d.w.Actors[d.hosts[i]].DockReserved)) * d.cost
}

// closestDock picks the refinery a harvester drives to: the search runs from the
// docks to the harvester, as if one could come from there.
func (w *World) closestDock(a *Actor) *Actor {
	s := &w.scratch.docks
	s.w = w
	s.cells, s.hosts = s.cells[:0], s.hosts[:0]
	s.cost = a.Type.Harvester.OccupancyCost
	for _, host := range w.Actors {
		if host == nil || host.Type.Dock == nil || !host.InWorld || host.Dead || host.PreventDock || !w.canDock(a, host) {
			continue
		}
		if int32(len(host.DockReserved)) >= host.Type.Dock.MaxQueue && a.ReservedHost != host.ID {
			continue
		}
		c := w.dockCell(host)
		if i := slices.Index(s.cells, c); i >= 0 {
			s.hosts[i] = host.ID
			continue
		}
		s.cells = append(s.cells, c)
		s.hosts = append(s.hosts, host.ID)
	}
	if len(s.cells) == 0 {
		return nil
	}
	path := w.Paths.Between(w.mover(a), s.cells, w.location(a), path.ByNone, s, none, false)
	if len(path) == 0 {
		return nil
	}
	if i := slices.Index(s.cells, path[len(path)-1]); i >= 0 {
		return w.Actors[s.hosts[i]]
	}
	return nil
}

func (w *World) beginMoveToDock(a *Actor, act *Activity) {
	if w.Release.Links {
		if host := w.Actor(act.Host); host != nil && host.InWorld {
			a.Linked = act.Host
		}
		return
	}
	if act.Host == none {
		return
	}
	host := w.hostUsable(act.Host)
	if host == nil {
		act.Finishing = true
	}
	if w.Release.StopsAtDock && !w.canDock(a, host) {
		act.Finishing = true
		w.UnreserveHost(a)
	}
}

func (w *World) tickMoveToDock(a *Actor, act *Activity) bool {
	if w.Release.Links {
		return w.tickDeliver(a, act)
	}
	if act.State == state.StateCanceling || a.Type.Harvester == nil {
		return true
	}
	host := w.hostUsable(act.Host)
	if host == nil {
		if host = w.closestDock(a); host == nil {
			w.queueWait(act, a.Type.Harvester.SearchDelay)
			return false
		}
		act.Host = host.ID
	}
	if result := w.tickCooldown(a, &act.Cooldown, true); result != cooldownGoOn {
		return result == cooldownDone
	}
	if !w.reserve(a, host) {
		w.queueWait(act, a.Type.Harvester.SearchDelay)
		return false
	}
	d := host.Type.Dock
	if w.location(a) != w.dockCell(host) || a.Facing != d.Angle {
		act.Cooldown.Moving = true
		act.QueueChild(w.moveOnto(host, w.dockCell(host), d.Angle))
		return false
	}
	dock := w.newActivity(state.ActDock)
	dock.Host = host.ID
	dock.Phase = dockDrag
	w.queueWait(dock, d.Wait)
	act.QueueChild(dock)
	return true
}

// moveOnto makes the way into a cell of a building, and a turn there if there is
// a direction to look in.
func (w *World) moveOnto(host *Actor, c Cell, facing int32) *Activity {
	act := w.newActivity(state.ActMoveOnto)
	act.OwnsChildren = true
	act.Host, act.Facing = host.ID, facing
	act.Last, act.HasLast = c, true
	return act
}

func (w *World) beginMoveOnto(act *Activity) {
	move := w.newActivity(state.ActMove)
	move.ParentPath = true
	move.Last, move.HasLast = act.Last, true
	act.QueueChild(move)
}

// tickMoveOnto drives onto the dock cell and turns to its direction.
func (w *World) tickMoveOnto(a *Actor, act *Activity) bool {
	if !act.Flag[flagArrived] {
		if w.hostUsable(act.Host) == nil && act.State != state.StateCanceling {
			w.cancel(a, act, true)
		}
		if !w.tickChild(a, act) {
			return false
		}
		if a.MoveResult != state.MoveReached && act.State != state.StateCanceling {
			w.cancel(a, act, true)
			return true
		}
		act.Flag[flagArrived] = true
	} else if !w.tickChild(a, act) {
		return false
	}
	if act.State == state.StateCanceling || act.Facing < 0 || a.Facing == act.Facing {
		return true
	}
	w.queueTurn(act, act.Facing)
	return false
}

// flagArrived of ActMoveOnto: the drive is over, the turn may follow.
const flagArrived = 0

// Phases of ActDock.
const (
	dockWait int32 = iota
	dockDrag
	dockStart
	dockLoop
	dockUndock
	dockComplete
	dockTurn // the releases until 20231010 turn only here
	dockLeft // and are pulled back
)

// Flags of ActDock.
const (
	flagInitiated = iota // the animation ran, so it must run back
	flagOverlaid         // the overlay of a dock began to show, which is noticed a tick later
)

func (w *World) tickDock(a *Actor, act *Activity) bool {
	if w.Release.Links {
		return w.tickOldDock(a, act)
	}
	host := w.hostUsable(act.Host)
	canceling := act.State == state.StateCanceling
	switch act.Phase {
	case dockDrag:
		if canceling || !w.canDock(a, host) {
			w.UnreserveHost(a)
			return true
		}
		act.Phase = dockStart
	case dockStart:
		if canceling || !w.canDock(a, host) {
			act.Phase = dockUndock
			return false
		}
		act.Flag[flagInitiated] = true
		act.Phase = dockLoop
		w.uncloak(a, info.LoudDock)
		if ticks := a.Type.Harvester.DockTicks; ticks > 0 {
			act.Phase = dockWait
			a.Animation = state.Animation{Left: ticks, Then: state.EndDocked}
		}
		host.Docked = a.ID
		a.Accepts = true
	case dockLoop:
		if canceling || host == nil || w.unload(a, host) {
			act.Phase = dockUndock
		}
	case dockUndock:
		act.Phase = dockComplete
		if ticks := a.Type.Harvester.DockTicks; act.Flag[flagInitiated] && ticks > 0 {
			act.Phase = dockWait
			a.Animation = state.Animation{Left: ticks, Then: state.EndUndocked}
		}
	case dockComplete:
		w.undock(a, act)
		return true
	}
	return false
}

// dockAnimationEnded moves the docking activity on.
func (w *World) dockAnimationEnded(a *Actor, end state.AnimationEnd) {
	act := a.Current()
	for act != nil && act.Kind != state.ActDock {
		act = state.SkipDone(act.Child)
	}
	if act == nil || act.Phase != dockWait {
		return
	}
	act.Phase = dockLoop
	if end == state.EndUndocked {
		act.Phase = dockComplete
	}
}

func (w *World) undock(a *Actor, act *Activity) {
	if host := w.Actor(act.Host); host != nil {
		host.Docked = none
	}
	a.Accepts = false
	w.UnreserveHost(a)
	if current := a.Current(); current != nil && current.Kind != state.ActFindResources && state.SkipDone(current.Next) == nil {
		w.queue(a, w.findResources(Cell{}, false))
	}
}

// unload hands over one bale and reports whether nothing is left.
func (w *World) unload(a, host *Actor) bool {
	h := a.Type.Harvester
	a.UnloadTicks--
	if a.UnloadTicks > 0 {
		return false
	}
	for n := range state.MaxResources {
		i := w.loadKind(a, n)
		if i < 0 || a.Stored[i] == 0 {
			continue
		}
		count := w.acceptResource(host, i, min(a.Stored[i], h.UnloadAmount))
		if count == 0 {
			if w.Release.TwoSided {
				return false
			}
			continue
		}
		a.Stored[i] -= count
		a.StoredSum -= count
		if a.Stored[i] == 0 {
			a.LoadOrder.Remove(i)
		}
		a.UnloadTicks = h.UnloadDelay
		return w.Release.TwoSided && a.StoredSum == 0
	}
	return a.StoredSum == 0
}

// acceptResource gives a host of a kind of resource and returns how much of it it took.
func (w *World) acceptResource(host *Actor, i int, count int32) int32 {
	p, value := &w.Players[host.Owner], w.Resources.Infos[i].Value
	if !host.Type.Dock.UseStores {
		p.Cash += count * value
		p.Ledger.Collected += int64(count * value)
		return count
	}
	for !host.Type.Dock.Discards && count > 0 && p.Ore+count*value > p.Capacity {
		count--
	}
	before := p.Ore
	p.GiveOre(count * value)
	p.Ledger.Collected += int64(max(0, p.Ore-before))
	return count
}

// tickDockHost forgets a harvester that died while it unloaded.
func (w *World) tickDockHost(host *Actor) {
	if host.Docked == none {
		return
	}
	if client := w.Alive(host.Docked); client == nil || !client.InWorld {
		host.Docked = none
	}
}
