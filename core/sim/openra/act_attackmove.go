// SPDX-License-Identifier: GPL-3.0-or-later

package openra

// attackMove makes a move that stops for targets.
func (w *World) attackMove(target Cell, nearEnough int32, evaluate bool) *Activity {
	act := w.newActivity(actAttackMove)
	act.ownsChildren = true
	act.target, act.hasTarget = target, true
	act.nearEnough = nearEnough
	act.evaluate = evaluate
	return act
}

// assaults reports whether an actor is on an attack move on which it attacks
// anything.
func (a *Actor) assaults() bool {
	act := a.current()
	return act.underAttackMove() && act.flag[flagAssault] && a.scansWhileMoving()
}

// marches reports whether it is on one on which it attacks what it would at any time.
func (a *Actor) marches() bool {
	act := a.current()
	return act.underAttackMove() && !act.flag[flagAssault] && a.scansWhileMoving()
}

func (act *Activity) underAttackMove() bool {
	return act != nil && act.kind == actAttackMove && act.state != stateQueued
}

// scansWhileMoving reports whether an attack move of this type looks for
// targets at all.
func (a *Actor) scansWhileMoving() bool { return a.typ.AutoTarget != nil }

func (w *World) beginAttackMove(a *Actor, act *Activity) {
	if !a.scansWhileMoving() || w.behaviour.EarlyMove {
		act.queueChild(w.march(a, act))
	}
}

// Flags of actAttackMove.
const (
	flagMoving  = iota // the child is the move, not an attack
	flagAssault        // whatever it meets is attacked
)

func (w *World) tickAttackMove(a *Actor, act *Activity) bool {
	if act.state == stateCanceling || !a.scansWhileMoving() {
		return w.tickChild(a, act)
	}
	if w.behaviour.EarlyMove {
		return w.tickEarlyAttackMove(a, act)
	}
	if child := skipDone(act.child); child == nil || act.flag[flagMoving] {
		// Until 20231010 nobody leaves his way to get into range. In release-20200503
		// the first look waits for its timer like all others
		// (ra-release-20200503-skirmish, net frame 231).
		allowMove := a.mayMoveToAttack() && !w.behaviour.OldAttack
		if ref := w.scan(a, !act.flag[flagMoving] && !w.behaviour.TimedMarch, allowMove); ref != none {
			act.flag[flagMoving] = false
			if child != nil {
				w.cancel(a, child, false)
			}
			attack := w.attackActivity(a, ref, allowMove)
			attack.flag[flagFromMarch] = attack.kind == actFlyAttack
			act.queueChild(attack)
		}
		if skipDone(act.child) == nil {
			act.flag[flagMoving] = true
			act.queueChild(w.march(a, act))
		}
	}
	return w.tickChild(a, act) && act.flag[flagMoving]
}
