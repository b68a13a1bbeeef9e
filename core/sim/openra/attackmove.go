package openra

// stance is how readily a unit attacks on its own.
type stance uint8

const (
	stanceHoldFire stance = iota
	stanceReturnFire
	stanceDefend
	stanceAttackAnything
)

func stanceOf(text string) stance {
	switch text {
	case "HoldFire":
		return stanceHoldFire
	case "ReturnFire":
		return stanceReturnFire
	case "AttackAnything":
		return stanceAttackAnything
	}
	return stanceDefend
}

// attackMove makes a move that stops for targets.
func (w *World) attackMove(target Cell, nearEnough int32, evaluate bool) *Activity {
	act := w.newActivity(actAttackMove)
	act.ownsChildren = true
	act.target, act.hasTarget = target, true
	act.nearEnough = nearEnough
	act.evaluate = evaluate
	return act
}

// scansWhileMoving reports whether an attack move of this type looks for
// targets at all.
func (a *Actor) scansWhileMoving() bool { return a.typ.autoTarget != nil }

func (w *World) beginAttackMove(a *Actor, act *Activity) {
	if !a.scansWhileMoving() {
		act.queueChild(w.moveTo(act.target, act.nearEnough, act.evaluate))
	}
}

// flagMoving: the child is the move, not an attack.
const flagMoving = 0

func (w *World) tickAttackMove(a *Actor, act *Activity) bool {
	if act.state == stateCanceling || !a.scansWhileMoving() {
		return w.tickChild(a, act)
	}
	if child := skipDone(act.child); child == nil || act.flag[flagMoving] {
		w.scan(a, !act.flag[flagMoving])
		if skipDone(act.child) == nil {
			act.flag[flagMoving] = true
			act.queueChild(w.moveTo(act.target, act.nearEnough, act.evaluate))
		}
	}
	return w.tickChild(a, act) && act.flag[flagMoving]
}

// tickAutoTarget lets turrets look for a chance to fire whatever their unit is
// doing, then counts the timer of the next look down.
func (w *World) tickAutoTarget(a *Actor) {
	if a.typ.opportunity && a.stance >= stanceDefend {
		w.scan(a, false)
	}
	if a.nextScan > 0 {
		a.nextScan--
	}
}

// scan looks for a target. Unless it may ignore its timer, a look happens only
// when the timer is down, and draws the next interval (openra-world.md §7).
func (w *World) scan(a *Actor, ignoreTimer bool) {
	info := a.typ.autoTarget
	if !ignoreTimer && a.nextScan > 0 || !a.typ.attacks {
		return
	}
	if !ignoreTimer {
		a.nextScan = w.random.between(info.minScan, info.maxScan)
	}
}
