// SPDX-License-Identifier: GPL-3.0-or-later

package openra

// How near a guard stays to what it guards, Guardable's Range: the default, and
// that of all buildings but walls.
const (
	guardRange         = 2048
	guardBuildingRange = 3072
)

// orderGuard resolves the order to follow an actor and fight what comes near.
func (w *World) orderGuard(a *Actor, o *Order) {
	target := w.validTarget(o.Actor)
	if o.Target != TargetActor || target == nil || !a.typ.Guards {
		return
	}
	act := w.attackMove(w.location(target), 0, false)
	act.aim, act.high = target.ID, guardRange
	if target.typ.Building != nil && target.typ.Line == nil {
		act.high = guardBuildingRange
	}
	w.order(a, o.Queued, act)
}

// march is the move inside an attack move: to a cell, or after an actor.
func (w *World) march(a *Actor, act *Activity) *Activity {
	if a.typ.Aircraft != nil {
		return w.marchInAir(a, act)
	}
	if act.aim == none {
		move := w.moveTo(act.target, act.nearEnough, act.evaluate)
		move.host = act.host
		return move
	}
	follow := w.newActivity(actFollow)
	follow.host, follow.high = act.aim, act.high
	if seen := w.targetSeen(a, act.aim); seen.visible() {
		w.rememberMiddle(follow, seen.actor.center)
	}
	return follow
}

func (w *World) marchInAir(a *Actor, act *Activity) *Activity {
	if act.aim == none {
		fly := w.fly(w.centerOfCell(act.target))
		fly.nearEnough = act.nearEnough * 1024
		return fly
	}
	follow := w.newActivity(actFlyFollow)
	follow.host, follow.high = act.aim, act.high
	if seen := w.targetSeen(a, act.aim); seen.actor != nil && !seen.hidden {
		w.rememberMiddle(follow, seen.actor.center)
	}
	return follow
}

// tickFollow stays near a target; where it is gone, or out of sight, the way ends
// where it was last seen.
func (w *World) tickFollow(a *Actor, act *Activity) bool {
	if act.state == stateCanceling || a.typ.Mobile == nil {
		return true
	}
	seen := w.look(a, act)
	if seen.visible() {
		w.remember(act, seen.actor)
	}
	if result := w.tickPursuit(a, act, &seen, true); result != cooldownGoOn {
		return result == cooldownDone
	}
	act.cooldown.moving = false
	past := seen.past()
	if past && !act.remembers() {
		return true
	}
	if w.knownRightlyFar(a.center, act, seen.actor, past, 0, act.high) {
		return past
	}
	w.moveToKnown(act, &seen, 0, act.high)
	return false
}
