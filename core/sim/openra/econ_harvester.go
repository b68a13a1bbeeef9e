// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"slices"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// The work of a harvester: docs/engine/openra-world.md#harvest.

// cooldown makes a unit whose way was blocked wait before it tries again.
type cooldown struct {
	ticks   int32
	moving  bool // a move was queued and its end is not dealt with yet
	running bool
}

type cooldownResult uint8

const (
	cooldownGoOn cooldownResult = iota
	cooldownWait
	cooldownDone
)

// tickCooldown looks at how the last move ended. With retry a blocked goal is
// tried again after a drawn pause. The releases until 20231010 try again at once
// (OpenRA pull request 21391).
func (w *World) tickCooldown(a *Actor, c *cooldown, retry bool) cooldownResult {
	if !c.moving || !w.behaviour.Cooldowns {
		return cooldownGoOn
	}
	switch {
	case !c.running:
		if a.moveResult == moveCanceled || a.moveResult == moveReached {
			c.moving = false
			return cooldownGoOn
		}
		if !retry && a.moveResult == moveBlocked {
			return cooldownDone
		}
		c.running = true
		c.ticks = w.random.between(20, 31)
		return cooldownWait
	}
	if c.ticks > 0 {
		c.ticks--
	}
	if c.ticks <= 0 {
		c.running, c.moving = false, false
	}
	return cooldownWait
}

// Flags of actFindResources.
const (
	flagDelivered = iota
	flagHarvested
	flagSearchFailed
	flagWaited
)

// harvesterFull reports whether a harvester has all it can carry.
func (a *Actor) harvesterFull() bool { return a.storedSum >= a.typ.Harvester.Capacity }

// storesHash is the hash of what a harvester carries: each count shifted by
// the length of the resource's name.
func (w *World) storesHash(a *Actor) int32 {
	var h int32
	for i := range w.resources.infos {
		h += a.stored[i] << w.resources.infos[i].shift
	}
	return h
}

func (w *World) harvestable(a *Actor, c Cell) bool {
	if !w.ground.contains(c) {
		return false
	}
	i := w.ground.index(c)
	return w.resources.isResource(i) && info.Contains(a.typ.Harvester.Resources, w.resources.infos[w.resources.kind[i]-1].name)
}

// findResources makes the activity a harvester works in; with a cell it is
// sent there first.
func (w *World) findResources(target Cell, ordered bool) *Activity {
	act := w.newActivity(actFindResources)
	act.target, act.hasTarget = target, ordered
	return act
}

func (w *World) beginFindResources(a *Actor, act *Activity) {
	if act.host != none {
		child := w.newActivity(actMoveToDock)
		child.host, act.host = act.host, none
		act.queueChild(child)
		act.flag[flagDelivered] = true
		return
	}
	if !act.hasTarget {
		return
	}
	act.last, act.hasLast = act.target, true
	if a.harvesterFull() {
		act.queueChild(w.newActivity(actMoveToDock))
	}
}

func (w *World) tickFindResources(a *Actor, act *Activity) bool {
	h := a.typ.Harvester
	full := a.harvesterFull()
	if act.state == stateCanceling {
		return true
	}
	if skipDone(act.next) != nil {
		if !h.QueueFullLoads && (act.flag[flagHarvested] || act.flag[flagSearchFailed]) || act.flag[flagDelivered] || full {
			return true
		}
	}
	if full || a.storedSum > 0 && act.flag[flagSearchFailed] {
		if a.reservedHost != none {
			return false
		}
		act.queueChild(w.newActivity(actMoveToDock))
		act.flag[flagDelivered] = true
		if w.behaviour.Links {
			return false
		}
	}
	if act.flag[flagSearchFailed] && !act.flag[flagWaited] {
		w.queueWait(act, h.Wait)
		act.flag[flagWaited] = true
		return false
	}
	act.flag[flagWaited] = false
	goal, found := w.closestHarvestable(a, act)
	act.flag[flagSearchFailed] = !found
	if !found && act.hasLast {
		act.hasLast = false
		goal, found = w.closestHarvestable(a, act)
		act.flag[flagSearchFailed] = !found
	}
	if result := w.tickCooldown(a, &act.cooldown, true); result != cooldownGoOn {
		return result == cooldownDone
	}
	if !found {
		w.clearDock(a, act)
		return false
	}
	act.cooldown.moving = true
	child := w.newActivity(actHarvest)
	child.target = goal
	act.queueChild(child)
	act.last, act.hasLast = goal, true
	act.flag[flagHarvested] = true
	return false
}

// clearDock drives an idle harvester out of the way of its refinery.
func (w *World) clearDock(a *Actor, act *Activity) {
	host := w.knownRefinery(a)
	if host == nil || a.storedSum != 0 || w.location(a) != w.dockCell(host) {
		return
	}
	away := w.nearestMovable(a, w.dockCell(host).Add(a.typ.Harvester.Unblock), 1, 5)
	act.cooldown.moving = true
	act.queueChild(w.moveTo(away, 1, false))
}

// oreSearch is the goal and the cost rule of a search for ore: cells out of
// the radius are barred, ore on the far side of the dock costs more.
type oreSearch struct {
	w        *World
	actor    *Actor
	from     Cell
	radius   int32
	dock     Pos
	hasDock  bool
	position Pos
	penalty  int32
	claimed  []uint32 // what friends go for
}

// Goal implements goalRule.
func (o *oreSearch) Goal(c Cell) bool {
	return o.w.harvestable(o.actor, c) && !slices.Contains(o.claimed, o.w.claimOf(c))
}

// Extra implements cellRule.
func (o *oreSearch) Extra(c Cell) int32 {
	if c.Sub(o.from).Squared() > o.radius*o.radius {
		return invalidPath
	}
	if !o.hasDock || o.penalty <= 0 || !o.w.harvestable(o.actor, c) {
		return 0
	}
	at := o.w.centerOfCell(c)
	b, d, e := at.Sub(o.dock), at.Sub(o.position), o.position.Sub(o.dock)
	if b == (Pos{}) || d == (Pos{}) {
		return 0
	}
	cosA := int32(512 * (b.Squared() + d.Squared() - e.Squared()) / int64(b.Length()) / int64(d.Length()))
	return wpos.Abs(o.penalty/2) + o.penalty*cosA/2048
}

// anyLeft reports whether there is ore within the radius at all.
func (o *oreSearch) anyLeft() bool {
	for y := o.from.Y - o.radius; y <= o.from.Y+o.radius; y++ {
		for x := o.from.X - o.radius; x <= o.from.X+o.radius; x++ {
			if c := (Cell{X: x, Y: y}); o.w.harvestable(o.actor, c) && c.Sub(o.from).Squared() <= o.radius*o.radius {
				return true
			}
		}
	}
	return false
}

// closestHarvestable picks the next cell to harvest.
func (w *World) closestHarvestable(a *Actor, act *Activity) (Cell, bool) {
	here := w.location(a)
	h := a.typ.Harvester
	s := &w.scratch.ore
	*s = oreSearch{
		w: w, actor: a, from: here, radius: h.RadiusProc, position: a.center, penalty: h.Penalty, claimed: w.claimsOfFriends(a, s.claimed[:0]),
	}
	if !act.hasTarget {
		if s.Goal(here) {
			return here, true
		}
	} else {
		if s.Goal(act.target) {
			return act.target, true
		}
		act.hasTarget = false
	}
	if w.behaviour.TwoSided {
		s.radius = h.RadiusSelf
	}
	if host := w.knownRefinery(a); host != nil {
		s.radius = h.RadiusProc
		s.dock, s.hasDock = w.dockPosition(host), true
		s.from = w.dockCell(host)
	}
	if act.hasLast {
		s.from, s.radius = act.last, h.RadiusSelf
	}
	if !w.harvestable(a, here) && !s.anyLeft() {
		return Cell{}, false // as a search would find out that goes through all there is
	}
	starts := [2]Cell{s.from, here}
	path := w.paths.pathByRule(w.mover(a), starts[:], s, byStationary, s)
	if len(path) == 0 {
		return Cell{}, false
	}
	return path[0], true
}

// tickHarvest drives to an ore cell, faces one of the harvesting directions
// and takes one bale.
func (w *World) tickHarvest(a *Actor, act *Activity) bool {
	h := a.typ.Harvester
	if act.state == stateCanceling || a.harvesterFull() {
		return true
	}
	if result := w.tickCooldown(a, &act.cooldown, false); result != cooldownGoOn {
		return result == cooldownDone
	}
	here := w.location(a)
	if here != act.target {
		act.cooldown.moving = true
		act.queueChild(w.moveTo(act.target, 0, false))
		return false
	}
	if !w.harvestable(a, here) {
		return true
	}
	if h.Facings != 0 {
		step := 1024 / h.Facings
		facing := wpos.Angle((a.facing + step/2) / step * step)
		if facing != a.facing {
			w.queueTurn(act, facing)
			return false
		}
	}
	kind, ok := w.takeResource(here)
	if !ok {
		return true
	}
	if a.stored[kind-1] == 0 {
		a.loadOrder.add(int(kind - 1))
	}
	a.stored[kind-1]++
	a.storedSum++
	w.queueWait(act, h.LoadDelay)
	return false
}
