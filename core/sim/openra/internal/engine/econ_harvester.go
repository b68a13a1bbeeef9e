// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"slices"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// The work of a harvester: docs/engine/openra-world.md#harvest.

type cooldownResult uint8

const (
	cooldownGoOn cooldownResult = iota
	cooldownWait
	cooldownDone
)

// tickCooldown looks at how the last move ended. With retry a blocked goal is
// tried again after a drawn pause. The releases until 20231010 try again at once
// (OpenRA pull request 21391).
func (w *World) tickCooldown(a *Actor, c *state.Cooldown, retry bool) cooldownResult {
	if !c.Moving || !w.Release.Cooldowns {
		return cooldownGoOn
	}
	switch {
	case !c.Running:
		if a.MoveResult == state.MoveCanceled || a.MoveResult == state.MoveReached {
			c.Moving = false
			return cooldownGoOn
		}
		if !retry && a.MoveResult == state.MoveBlocked {
			return cooldownDone
		}
		c.Running = true
		c.Ticks = w.Random.Between(20, 31)
		return cooldownWait
	}
	if c.Ticks > 0 {
		c.Ticks--
	}
	if c.Ticks <= 0 {
		c.Running, c.Moving = false, false
	}
	return cooldownWait
}

// Flags of ActFindResources.
const (
	flagDelivered = iota
	flagHarvested
	flagSearchFailed
	flagWaited
)

// storesHash is the hash of what a harvester carries: each count shifted by
// the length of the resource's name.
func (w *World) storesHash(a *Actor) int32 {
	var h int32
	for i := range w.Resources.Infos {
		h += a.Stored[i] << w.Resources.Infos[i].Shift
	}
	return h
}

func (w *World) harvestable(a *Actor, c Cell) bool {
	if !w.Ground.Contains(c) {
		return false
	}
	i := w.Ground.Index(c)
	return w.Resources.IsResource(i) && info.Contains(a.Type.Harvester.Resources, w.Resources.Infos[w.Resources.Kind[i]-1].Name)
}

// findResources makes the activity a harvester works in; with a cell it is
// sent there first.
func (w *World) findResources(target Cell, ordered bool) *Activity {
	act := w.newActivity(state.ActFindResources)
	act.Target, act.HasTarget = target, ordered
	return act
}

func (w *World) beginFindResources(a *Actor, act *Activity) {
	if act.Host != none {
		child := w.newActivity(state.ActMoveToDock)
		child.Host, act.Host = act.Host, none
		act.QueueChild(child)
		act.Flag[flagDelivered] = true
		return
	}
	if !act.HasTarget {
		return
	}
	act.Last, act.HasLast = act.Target, true
	if a.HarvesterFull() {
		act.QueueChild(w.newActivity(state.ActMoveToDock))
	}
}

func (w *World) tickFindResources(a *Actor, act *Activity) bool {
	h := a.Type.Harvester
	full := a.HarvesterFull()
	if act.State == state.StateCanceling {
		return true
	}
	if state.SkipDone(act.Next) != nil {
		if !h.QueueFullLoads && (act.Flag[flagHarvested] || act.Flag[flagSearchFailed]) || act.Flag[flagDelivered] || full {
			return true
		}
	}
	if full || a.StoredSum > 0 && act.Flag[flagSearchFailed] {
		if a.ReservedHost != none {
			return false
		}
		act.QueueChild(w.newActivity(state.ActMoveToDock))
		act.Flag[flagDelivered] = true
		if w.Release.Links {
			return false
		}
	}
	if act.Flag[flagSearchFailed] && !act.Flag[flagWaited] {
		w.queueWait(act, h.Wait)
		act.Flag[flagWaited] = true
		return false
	}
	act.Flag[flagWaited] = false
	goal, found := w.closestHarvestable(a, act)
	act.Flag[flagSearchFailed] = !found
	if !found && act.HasLast {
		act.HasLast = false
		goal, found = w.closestHarvestable(a, act)
		act.Flag[flagSearchFailed] = !found
	}
	if result := w.tickCooldown(a, &act.Cooldown, true); result != cooldownGoOn {
		return result == cooldownDone
	}
	if !found {
		w.clearDock(a, act)
		return false
	}
	act.Cooldown.Moving = true
	child := w.newActivity(state.ActHarvest)
	child.Target = goal
	act.QueueChild(child)
	act.Last, act.HasLast = goal, true
	act.Flag[flagHarvested] = true
	return false
}

// clearDock drives an idle harvester out of the way of its refinery.
func (w *World) clearDock(a *Actor, act *Activity) {
	host := w.knownRefinery(a)
	if host == nil || a.StoredSum != 0 || w.location(a) != w.dockCell(host) {
		return
	}
	away := w.nearestMovable(a, w.dockCell(host).Add(a.Type.Harvester.Unblock), 1, 5)
	act.Cooldown.Moving = true
	act.QueueChild(w.MoveTo(away, 1, false))
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
		return path.Invalid
	}
	if !o.hasDock || o.penalty <= 0 || !o.w.harvestable(o.actor, c) {
		return 0
	}
	at := o.w.CenterOfCell(c)
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
	h := a.Type.Harvester
	s := &w.scratch.ore
	*s = oreSearch{
		w: w, actor: a, from: here, radius: h.RadiusProc, position: a.Center, penalty: h.Penalty, claimed: w.claimsOfFriends(a, s.claimed[:0]),
	}
	if !act.HasTarget {
		if s.Goal(here) {
			return here, true
		}
	} else {
		if s.Goal(act.Target) {
			return act.Target, true
		}
		act.HasTarget = false
	}
	if w.Release.TwoSided {
		s.radius = h.RadiusSelf
	}
	if host := w.knownRefinery(a); host != nil {
		s.radius = h.RadiusProc
		s.dock, s.hasDock = w.dockPosition(host), true
		s.from = w.dockCell(host)
	}
	if act.HasLast {
		s.from, s.radius = act.Last, h.RadiusSelf
	}
	if !w.harvestable(a, here) && !s.anyLeft() {
		return Cell{}, false // as a search would find out that goes through all there is
	}
	starts := [2]Cell{s.from, here}
	path := w.Paths.ByRule(w.mover(a), starts[:], s, path.ByStationary, s)
	if len(path) == 0 {
		return Cell{}, false
	}
	return path[0], true
}

// tickHarvest drives to an ore cell, faces one of the harvesting directions
// and takes one bale.
func (w *World) tickHarvest(a *Actor, act *Activity) bool {
	h := a.Type.Harvester
	if act.State == state.StateCanceling || a.HarvesterFull() {
		return true
	}
	if result := w.tickCooldown(a, &act.Cooldown, false); result != cooldownGoOn {
		return result == cooldownDone
	}
	here := w.location(a)
	if here != act.Target {
		act.Cooldown.Moving = true
		act.QueueChild(w.MoveTo(act.Target, 0, false))
		return false
	}
	if !w.harvestable(a, here) {
		return true
	}
	if h.Facings != 0 {
		step := 1024 / h.Facings
		facing := wpos.Angle((a.Facing + step/2) / step * step)
		if facing != a.Facing {
			w.queueTurn(act, facing)
			return false
		}
	}
	kind, ok := w.takeResource(here)
	if !ok {
		return true
	}
	if a.Stored[kind-1] == 0 {
		a.LoadOrder.Add(int(kind - 1))
	}
	a.Stored[kind-1]++
	a.StoredSum++
	w.queueWait(act, h.LoadDelay)
	return false
}
