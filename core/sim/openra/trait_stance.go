// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/sim/openra/internal/info"

// setStance resolves the order to be more or less ready to attack. Who is to be
// less ready drops the targets he would not pick himself any more, unless they
// were forced on him.
func (w *World) setStance(a *Actor, to info.Stance) {
	from := a.stance
	if a.typ.AutoTarget == nil || to > info.StanceAttackAnything || to == from {
		return
	}
	a.stance = to
	if to > from {
		return
	}
	if target := w.aimedActor(a, a.opportunity); target != nil && !a.opportunityForced && !w.picks(a, target) {
		a.opportunity = none
	}
	w.dropTargets(a, a.current())
}

// picks reports whether an actor would attack a target on its own.
func (w *World) picks(a, target *Actor) bool {
	if a.stance <= info.StanceReturnFire {
		return false
	}
	_, ok := w.priorityOf(a, target)
	return ok
}

// dropTargets lets go the targets of attacks, those that wait included.
func (w *World) dropTargets(a *Actor, act *Activity) {
	for ; act != nil; act = skipDone(act.next) {
		w.dropTargets(a, skipDone(act.child))
		target := w.aimedActor(a, act.host)
		known := target != nil && w.picks(a, target)
		if act.flag[flagForced] || onGround(act.host) {
			continue
		}
		switch act.kind {
		case actAttack, actLeapAttack:
			if !known || !act.remembers() {
				act.host = none
			}
		case actSetTarget:
			if !known {
				act.host = none
			}
		case actFollowAttack:
			if !known || !act.remembers() {
				w.clearRequested(a)
			}
		case actFlyAttack:
			if !known {
				w.clearRequested(a)
			}
		case actChargeAttack:
			if !known {
				w.cancel(a, act, true)
			}
		default:
		}
	}
}
