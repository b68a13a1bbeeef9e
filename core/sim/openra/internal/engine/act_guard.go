// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/state"
)

// How near a guard stays to what it guards, Guardable's Range: the default, and
// that of all buildings but walls.
const (
	guardRange         = 2048
	guardBuildingRange = 3072
)

// OrderGuard resolves the order to follow an actor and fight what comes near.
func (w *World) orderGuard(a *Actor, o *Order) {
	target := w.validTarget(o.Actor)
	if o.Target != state.TargetActor || target == nil || !a.Type.Guards {
		return
	}
	act := w.attackMove(w.location(target), 0, false)
	act.Aim, act.High = target.ID, guardRange
	if target.Type.Building != nil && target.Type.Line == nil {
		act.High = guardBuildingRange
	}
	w.order(a, o.Queued, act)
}

// march is the move inside an attack move: to a cell, or after an actor.
func (w *World) march(a *Actor, act *Activity) *Activity {
	if a.Type.Aircraft != nil {
		return w.marchInAir(a, act)
	}
	if act.Aim == none {
		move := w.MoveTo(act.Target, act.NearEnough, act.Evaluate)
		move.Host = act.Host
		return move
	}
	follow := w.newActivity(state.ActFollow)
	follow.Host, follow.High = act.Aim, act.High
	if seen := w.targetSeen(a, act.Aim); seen.visible() {
		w.rememberMiddle(follow, seen.Actor.Center)
	}
	return follow
}

func (w *World) marchInAir(a *Actor, act *Activity) *Activity {
	if act.Aim == none {
		fly := w.fly(w.CenterOfCell(act.Target))
		fly.NearEnough = act.NearEnough * 1024
		return fly
	}
	follow := w.newActivity(state.ActFlyFollow)
	follow.Host, follow.High = act.Aim, act.High
	if seen := w.targetSeen(a, act.Aim); seen.Actor != nil && !seen.hidden {
		w.rememberMiddle(follow, seen.Actor.Center)
	}
	return follow
}

// tickFollow stays near a target; where it is gone, or out of sight, the way ends
// where it was last seen.
func (w *World) tickFollow(a *Actor, act *Activity) bool {
	if act.State == state.StateCanceling || a.Type.Mobile == nil {
		return true
	}
	seen := w.Look(a, act)
	if seen.visible() {
		w.remember(act, seen.Actor)
	}
	if result := w.tickPursuit(a, act, &seen, true); result != cooldownGoOn {
		return result == cooldownDone
	}
	act.Cooldown.Moving = false
	past := seen.past()
	if past && !act.Remembers() {
		return true
	}
	if w.knownRightlyFar(a.Center, act, seen.Actor, past, 0, act.High) {
		return past
	}
	w.moveToKnown(act, &seen, 0, act.High)
	return false
}
