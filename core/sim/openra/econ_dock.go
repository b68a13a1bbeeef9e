// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"slices"

	"convertd/core/sim/openra/internal/info"
)

// Docks: reserving, driving there, unloading (docs/engine/openra-world.md#dock).

func (w *World) dockPosition(host *Actor) Pos {
	if host.typ.Dock.ByCell {
		return w.centerOfCell(w.dockCell(host))
	}
	return host.center.Add(host.typ.Dock.Offset)
}

func (w *World) dockCell(host *Actor) Cell {
	if d := host.typ.Dock; d.ByCell {
		return host.cell.Add(d.Cell)
	}
	return w.cellContaining(w.dockPosition(host))
}

func (w *World) hostUsable(id uint32) *Actor {
	host := w.alive(id)
	if host == nil || !host.inWorld || host.preventDock {
		return nil
	}
	return host
}

// lastReservedHost is the refinery a harvester knows: the one it left last,
// else the one it has reserved.
func (w *World) lastReservedHost(a *Actor) *Actor {
	if host := w.hostUsable(a.lastHost); host != nil {
		return host
	}
	return w.hostUsable(a.reservedHost)
}

func (w *World) unreserveHost(a *Actor) {
	if a.reservedHost == none {
		return
	}
	a.lastHost = a.reservedHost
	a.reservedHost = none
	if host := w.actor(a.lastHost); host != nil {
		host.dockReserved = without(host.dockReserved, a.ID)
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
	for len(host.dockReserved) > 0 {
		client := w.actor(host.dockReserved[0])
		if client == nil {
			host.dockReserved = host.dockReserved[1:]
			continue
		}
		w.unreserveHost(client)
	}
}

func (w *World) reserve(a, host *Actor) bool {
	if a.reservedHost == host.ID {
		return true
	}
	w.unreserveHost(a)
	if host.preventDock || int32(len(host.dockReserved)) >= host.typ.Dock.MaxQueue {
		return false
	}
	host.dockReserved = append(host.dockReserved, a.ID)
	a.reservedHost = host.ID
	a.lastHost = none
	return true
}

// canDock reports whether a harvester has business at a refinery.
func (w *World) canDock(a, host *Actor) bool {
	return host != nil && host.typ.Dock.Unloads && a.storedSum > 0 && host.owner == a.owner
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
	return int32(len(d.w.actors[d.hosts[i]].dockReserved)) * d.cost
}

// closestDock picks the refinery a harvester drives to: the search runs from the
// docks to the harvester, as if one could come from there.
func (w *World) closestDock(a *Actor) *Actor {
	s := &w.scratch.docks
	s.w = w
	s.cells, s.hosts = s.cells[:0], s.hosts[:0]
	s.cost = a.typ.Harvester.OccupancyCost
	for _, host := range w.actors {
		if host == nil || host.typ.Dock == nil || !host.inWorld || host.dead || host.preventDock || !w.canDock(a, host) {
			continue
		}
		if int32(len(host.dockReserved)) >= host.typ.Dock.MaxQueue && a.reservedHost != host.ID {
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
	path := w.paths.pathBetween(w.mover(a), s.cells, w.location(a), byNone, s, none, false)
	if len(path) == 0 {
		return nil
	}
	if i := slices.Index(s.cells, path[len(path)-1]); i >= 0 {
		return w.actors[s.hosts[i]]
	}
	return nil
}

func (w *World) beginMoveToDock(a *Actor, act *Activity) {
	if w.behaviour.Links {
		if host := w.actor(act.host); host != nil && host.inWorld {
			a.linked = act.host
		}
		return
	}
	if act.host == none {
		return
	}
	host := w.hostUsable(act.host)
	if host == nil {
		act.finishing = true
	}
	if w.behaviour.StopsAtDock && !w.canDock(a, host) {
		act.finishing = true
		w.unreserveHost(a)
	}
}

func (w *World) tickMoveToDock(a *Actor, act *Activity) bool {
	if w.behaviour.Links {
		return w.tickDeliver(a, act)
	}
	if act.state == stateCanceling || a.typ.Harvester == nil {
		return true
	}
	host := w.hostUsable(act.host)
	if host == nil {
		if host = w.closestDock(a); host == nil {
			w.queueWait(act, a.typ.Harvester.SearchDelay)
			return false
		}
		act.host = host.ID
	}
	if result := w.tickCooldown(a, &act.cooldown, true); result != cooldownGoOn {
		return result == cooldownDone
	}
	if !w.reserve(a, host) {
		w.queueWait(act, a.typ.Harvester.SearchDelay)
		return false
	}
	d := host.typ.Dock
	if w.location(a) != w.dockCell(host) || a.facing != d.Angle {
		act.cooldown.moving = true
		act.queueChild(w.moveOnto(host, w.dockCell(host), d.Angle))
		return false
	}
	dock := w.newActivity(actDock)
	dock.host = host.ID
	dock.phase = dockDrag
	w.queueWait(dock, d.Wait)
	act.queueChild(dock)
	return true
}

// moveOnto makes the way into a cell of a building, and a turn there if there is
// a direction to look in.
func (w *World) moveOnto(host *Actor, c Cell, facing int32) *Activity {
	act := w.newActivity(actMoveOnto)
	act.ownsChildren = true
	act.host, act.facing = host.ID, facing
	act.last, act.hasLast = c, true
	return act
}

func (w *World) beginMoveOnto(act *Activity) {
	move := w.newActivity(actMove)
	move.parentPath = true
	move.last, move.hasLast = act.last, true
	act.queueChild(move)
}

// tickMoveOnto drives onto the dock cell and turns to its direction.
func (w *World) tickMoveOnto(a *Actor, act *Activity) bool {
	if !act.flag[flagArrived] {
		if w.hostUsable(act.host) == nil && act.state != stateCanceling {
			w.cancel(a, act, true)
		}
		if !w.tickChild(a, act) {
			return false
		}
		if a.moveResult != moveReached && act.state != stateCanceling {
			w.cancel(a, act, true)
			return true
		}
		act.flag[flagArrived] = true
	} else if !w.tickChild(a, act) {
		return false
	}
	if act.state == stateCanceling || act.facing < 0 || a.facing == act.facing {
		return true
	}
	w.queueTurn(act, act.facing)
	return false
}

// flagArrived of actMoveOnto: the drive is over, the turn may follow.
const flagArrived = 0

// Phases of actDock.
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

// flagInitiated of actDock: the animation ran, so it must run back.
const flagInitiated = 0

func (w *World) tickDock(a *Actor, act *Activity) bool {
	if w.behaviour.Links {
		return w.tickOldDock(a, act)
	}
	host := w.hostUsable(act.host)
	canceling := act.state == stateCanceling
	switch act.phase {
	case dockDrag:
		if canceling || !w.canDock(a, host) {
			w.unreserveHost(a)
			return true
		}
		act.phase = dockStart
	case dockStart:
		if canceling || !w.canDock(a, host) {
			act.phase = dockUndock
			return false
		}
		act.flag[flagInitiated] = true
		act.phase = dockLoop
		w.uncloak(a, info.LoudDock)
		if ticks := a.typ.Harvester.DockTicks; ticks > 0 {
			act.phase = dockWait
			a.animation = animation{left: ticks, then: endDocked}
		}
		host.docked = a.ID
		a.accepts = true
	case dockLoop:
		if canceling || host == nil || w.unload(a, host) {
			act.phase = dockUndock
		}
	case dockUndock:
		act.phase = dockComplete
		if ticks := a.typ.Harvester.DockTicks; act.flag[flagInitiated] && ticks > 0 {
			act.phase = dockWait
			a.animation = animation{left: ticks, then: endUndocked}
		}
	case dockComplete:
		w.undock(a, act)
		return true
	}
	return false
}

// dockAnimationEnded moves the docking activity on.
func (w *World) dockAnimationEnded(a *Actor, end animationEnd) {
	act := a.current()
	for act != nil && act.kind != actDock {
		act = skipDone(act.child)
	}
	if act == nil || act.phase != dockWait {
		return
	}
	act.phase = dockLoop
	if end == endUndocked {
		act.phase = dockComplete
	}
}

func (w *World) undock(a *Actor, act *Activity) {
	if host := w.actor(act.host); host != nil {
		host.docked = none
	}
	a.accepts = false
	w.unreserveHost(a)
	if current := a.current(); current != nil && current.kind != actFindResources && skipDone(current.next) == nil {
		w.queue(a, w.findResources(Cell{}, false))
	}
}

// unload hands over one bale and reports whether nothing is left.
func (w *World) unload(a, host *Actor) bool {
	h := a.typ.Harvester
	a.unloadTicks--
	if a.unloadTicks > 0 {
		return false
	}
	for n := range maxResources {
		i := w.loadKind(a, n)
		if i < 0 || a.stored[i] == 0 {
			continue
		}
		count := w.acceptResource(host, i, min(a.stored[i], h.UnloadAmount))
		if count == 0 {
			if w.behaviour.TwoSided {
				return false
			}
			continue
		}
		a.stored[i] -= count
		a.storedSum -= count
		if a.stored[i] == 0 {
			a.loadOrder.remove(i)
		}
		a.unloadTicks = h.UnloadDelay
		return w.behaviour.TwoSided && a.storedSum == 0
	}
	return a.storedSum == 0
}

// acceptResource gives a host of a kind of resource and returns how much of it it took.
func (w *World) acceptResource(host *Actor, i int, count int32) int32 {
	p, value := &w.players[host.owner], w.resources.infos[i].value
	if !host.typ.Dock.UseStores {
		p.cash += count * value
		p.ledger.collected += int64(count * value)
		return count
	}
	for !host.typ.Dock.Discards && count > 0 && p.ore+count*value > p.capacity {
		count--
	}
	before := p.ore
	p.giveOre(count * value)
	p.ledger.collected += int64(max(0, p.ore-before))
	return count
}

// tickDockHost forgets a harvester that died while it unloaded.
func (w *World) tickDockHost(host *Actor) {
	if host.docked == none {
		return
	}
	if client := w.alive(host.docked); client == nil || !client.inWorld {
		host.docked = none
	}
}
