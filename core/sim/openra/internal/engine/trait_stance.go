// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// setStance resolves the order to be more or less ready to attack. Who is to be
// less ready drops the targets he would not pick himself any more, unless they
// were forced on him.
func (w *World) setStance(a *Actor, to info.Stance) {
	from := a.Stance
	if a.Type.AutoTarget == nil || to > info.StanceAttackAnything || to == from {
		return
	}
	a.Stance = to
	if to > from {
		return
	}
	if target := w.aimedActor(a, a.Opportunity); target != nil && !a.OpportunityForced && !w.picks(a, target) {
		a.Opportunity = none
	}
	w.dropTargets(a, a.Current())
}

// picks reports whether an actor would attack a target on its own.
func (w *World) picks(a, target *Actor) bool {
	if a.Stance <= info.StanceReturnFire {
		return false
	}
	_, ok := w.PriorityOf(a, target)
	return ok
}

// dropTargets lets go the targets of attacks, those that wait included.
func (w *World) dropTargets(a *Actor, act *Activity) {
	for ; act != nil; act = state.SkipDone(act.Next) {
		w.dropTargets(a, state.SkipDone(act.Child))
		target := w.aimedActor(a, act.Host)
		known := target != nil && w.picks(a, target)
		if act.Flag[flagForced] || onGround(act.Host) {
			continue
		}
		switch act.Kind {
		case state.ActAttack, state.ActLeapAttack:
			if !known || !act.Remembers() {
				act.Host = none
			}
		case state.ActSetTarget:
			if !known {
				act.Host = none
			}
		case state.ActFollowAttack:
			if !known || !act.Remembers() {
				w.clearRequested(a)
			}
		case state.ActFlyAttack:
			if !known {
				w.clearRequested(a)
			}
		case state.ActChargeAttack:
			if !known {
				w.cancel(a, act, true)
			}
		default:
		}
	}
}
