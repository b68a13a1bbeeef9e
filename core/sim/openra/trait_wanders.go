// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/rules"

// wandersInfo is the trait of civilians that walk about
// (openra-world-releases.md §C), and of creatures that attack on their way.
type wandersInfo struct {
	minDelay, maxDelay, radius int32
	reduceDelay                int32 // in how many vain tries the radius shrinks by one
	avoid                      []string
	attacks                    bool // what it meets on its way (AttackWander)
}

func newWanders(trait *rules.Trait) *wandersInfo {
	return &wandersInfo{
		minDelay: number(trait, "MinMoveDelay", 0), maxDelay: number(trait, "MaxMoveDelay", 0),
		radius: number(trait, "WanderMoveRadius", 1), reduceDelay: max(number(trait, "ReduceMoveRadiusDelay", 5), 1), avoid: trait.Texts("AvoidTerrainTypes"), attacks: trait.Name == "AttackWander",
	}
}

// restWanderer draws how long a civilian that came to rest stays.
func (w *World) restWanderer(a *Actor) {
	if info := a.typ.wanders; info != nil {
		a.wanderWait = w.random.between(info.minDelay, info.maxDelay)
	}
}

// wanderDirections is how many directions a civilian chooses among: the engine
// draws below 255, so one of 256 is never taken.
const wanderDirections = 255

// tickWanderer counts an idle civilian's rest down and sends it one step in a
// drawn direction; where it cannot go it tries again in the next tick. Until
// 20230225 that is an order like a player's, which looks for a place near by and
// is in place of whatever else was begun in the tick.
func (w *World) tickWanderer(a *Actor) {
	info := a.typ.wanders
	if info == nil {
		return
	}
	if a.wanderWait--; a.wanderWait > 0 {
		return
	}
	way := Pos{X: 0, Y: -1024 * info.reach(a.wanderWait), Z: 0}.Rotate(w.random.below(wanderDirections) * anglesPerFacing)
	c := w.cellContaining(a.center.Add(way))
	if !w.ground.contains(c) || contains(info.avoid, w.terrainName(c)) {
		return
	}
	switch {
	case info.attacks && w.behaviour.ordersWalks:
		w.order(a, false, w.attackMove(w.nearestMovable(a, c, 1, 10), orderNearEnough, false))
	case info.attacks:
		w.queue(a, w.attackMove(c, 0, false))
	case w.behaviour.ordersWalks:
		w.order(a, false, w.moveTo(c, orderNearEnough, true))
	default:
		w.queue(a, w.moveTo(c, 0, false))
	}
}

// reach is how far a civilian goes whose rest is over: less after some tries that
// led off the map. How many it made is what its rest is below zero; of those that
// avoid some ground it is not known which tries failed for that, and they do not
// stand at the edge of maps.
func (info *wandersInfo) reach(wait int32) int32 {
	if len(info.avoid) > 0 {
		return info.radius
	}
	if info.minDelay < 1 {
		wait++ // it does not rest, so its first try is at -1
	}
	return info.radius - max(-wait, 0)/info.reduceDelay
}
