package openra

// guardRange is how near a guard stays to what it guards: Guardable's default.
const guardRange = 3072

// orderGuard resolves the order to follow an actor and fight what comes near.
func (w *World) orderGuard(a *Actor, o *Order) {
	target := w.validTarget(o.Actor)
	if o.Target != TargetActor || target == nil || target == a || a.typ.mobile == nil && a.typ.aircraft == nil {
		return
	}
	act := w.attackMove(w.location(target), 0, false)
	act.aim = target.ID
	w.order(a, o.Queued, act)
}

// march is the move inside an attack move: to a cell, or after an actor.
func (w *World) march(a *Actor, act *Activity) *Activity {
	if a.typ.aircraft != nil {
		return w.marchInAir(a, act)
	}
	if act.aim == none {
		move := w.moveTo(act.target, act.nearEnough, act.evaluate)
		move.host = act.host
		return move
	}
	follow := w.newActivity(actFollow)
	follow.host, follow.high = act.aim, guardRange
	return follow
}

func (w *World) marchInAir(a *Actor, act *Activity) *Activity {
	if act.aim == none {
		fly := w.fly(w.centerOfCell(act.target))
		fly.nearEnough = act.nearEnough * 1024
		return fly
	}
	follow := w.newActivity(actFlyFollow)
	follow.host, follow.high = act.aim, guardRange
	if seen := w.targetSeen(a, act.aim); seen.actor != nil && !seen.hidden {
		w.rememberMiddle(follow, seen.actor.center)
	}
	return follow
}

// tickFollow stays near a target as long as there is one.
func (w *World) tickFollow(a *Actor, act *Activity) bool {
	target := w.validTarget(act.host)
	if act.state == stateCanceling || target == nil || a.typ.mobile == nil {
		return true
	}
	if w.inReach(a.center, target, act.high) && w.staysIn(w.location(a)) {
		return false
	}
	if result := w.tickCooldown(a, &act.cooldown, true); result != cooldownGoOn {
		return false
	}
	w.moveWithin(act, target.center, 0, act.high)
	return false
}
