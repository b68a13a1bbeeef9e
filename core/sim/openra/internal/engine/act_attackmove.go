// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/state"
)

// attackMove makes a move that stops for targets.
func (w *World) attackMove(target Cell, nearEnough int32, evaluate bool) *Activity {
	act := w.newActivity(state.ActAttackMove)
	act.OwnsChildren = true
	act.Target, act.HasTarget = target, true
	act.NearEnough = nearEnough
	act.Evaluate = evaluate
	return act
}

func (w *World) beginAttackMove(a *Actor, act *Activity) {
	if !a.ScansWhileMoving() || w.Release.TimedMarch {
		act.QueueChild(w.march(a, act))
	}
}

func (w *World) tickAttackMove(a *Actor, act *Activity) bool {
	if act.State == state.StateCanceling || !a.ScansWhileMoving() {
		return w.tickChild(a, act)
	}
	if w.Release.TimedMarch {
		return w.tickTimedMarch(a, act)
	}
	if child := state.SkipDone(act.Child); child == nil || act.Flag[state.FlagMoving] {
		// Until 20231010 nobody leaves his way to get into range.
		allowMove := a.MayMoveToAttack() && !w.Release.OldAttack
		if ref := w.scan(a, !act.Flag[state.FlagMoving], allowMove); ref != none {
			act.Flag[state.FlagMoving] = false
			if child != nil {
				w.cancel(a, child, false)
			}
			attack := w.AttackActivity(a, ref, allowMove)
			attack.Flag[flagFromMarch] = attack.Kind == state.ActFlyAttack
			act.QueueChild(attack)
		}
		if state.SkipDone(act.Child) == nil {
			act.Flag[state.FlagMoving] = true
			act.QueueChild(w.march(a, act))
		}
	}
	return w.tickChild(a, act) && act.Flag[state.FlagMoving]
}
