// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
)

// restWanderer draws how long a civilian that came to rest stays.
func (w *World) restWanderer(a *Actor) {
	if info := a.Type.Wanders; info != nil {
		a.WanderWait = w.Random.Between(info.MinDelay, info.MaxDelay)
	}
}

// notRested is the wait of a civilian of 20200202 who has not been idle yet: he draws how
// long he stays when he first is, and that tick is not counted (ra-20200202-pitfight-0
// and -sidestep-0 of the engine's games, net frames 1 and 64).
const notRested = 1 << 19

// createWanderer draws how long a new civilian stays, or has it drawn later.
func (w *World) createWanderer(a *Actor) {
	if w.Release.RestsLate && a.Type.Wanders != nil {
		a.WanderWait = notRested
		return
	}
	w.restWanderer(a)
}

// wanderDirections is how many directions a civilian chooses among: the engine
// draws below 255, so one of 256 is never taken.
const wanderDirections = 255

// tickWanderer counts an idle civilian's rest down and sends it one step in a
// drawn direction; where it cannot go it tries again in the next tick. Until
// 20230225 that is an order like a player's, which looks for a place near by and
// is in place of whatever else was begun in the tick.
func (w *World) tickWanderer(a *Actor) {
	rule := a.Type.Wanders
	if rule == nil {
		return
	}
	if a.WanderWait == notRested {
		w.restWanderer(a)
		return
	}
	if a.WanderWait--; a.WanderWait > 0 {
		return
	}
	way := Pos{X: 0, Y: -1024 * rule.Reach(a.WanderWait), Z: 0}.Rotate(w.Random.Below(wanderDirections) * anglesPerFacing)
	c := w.CellContaining(a.Center.Add(way))
	if !w.Ground.Contains(c) || info.Contains(rule.Avoid, w.terrainName(c)) {
		return
	}
	switch {
	case a.Type.Worm != nil:
		w.wanderAsWorm(a, c)
	case rule.Attacks && w.Release.OrdersWalks:
		w.order(a, false, w.attackMove(w.nearestMovable(a, c, 1, 10), orderNearEnough, false))
	case rule.Attacks:
		w.queue(a, w.attackMove(c, 0, false))
	case w.Release.OrdersWalks:
		w.order(a, false, w.MoveTo(c, orderNearEnough, true))
	default:
		w.queue(a, w.MoveTo(c, 0, false))
	}
}
