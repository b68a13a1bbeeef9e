// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/state"
)

// Attacks of the releases until 20231010. Inside an attack the way to the
// target has priority, and a target that is gone is still gone to: the unit
// walks on to where it was last seen, and only then gives up.

// tickOldAttack is one tick of a unit that must face what it shoots at; it has
// nothing inside.
func (w *World) tickOldAttack(a *Actor, act *Activity) bool {
	if act.State == state.StateCanceling {
		return true
	}
	seen := w.lookToAttack(a, act)
	if act.Flag[flagMoved] && seen.hidden || seen.past() && !act.Remembers() {
		return true
	}
	over, moves := w.tickFrontalAttack(a, act, &seen)
	act.Flag[flagMoved] = moves
	return over
}

// tickOldFollowAttack keeps a turreted unit near its target; the turret fires
// by itself.
func (w *World) tickOldFollowAttack(a *Actor, act *Activity) bool {
	if act.State == state.StateCanceling || act.Flag[flagTicked] && !w.isTarget(a.Requested) {
		return true
	}
	if w.attackPaused(a) {
		return false
	}
	seen := w.Look(a, act)
	w.requestTarget(a, act)
	high := w.reachTowards(a, act, &seen)
	if act.Flag[flagMoved] && seen.hidden {
		return true
	}
	over, moves := w.keepNear(a, act, &seen, high)
	act.Flag[flagMoved] = act.Flag[flagMoved] || moves
	return over
}

// tickOldMoveWithin is the end of tickMoveWithin: the move inside is stopped
// when it is there, where its target has moved or nothing is known of it.
func (w *World) tickOldMoveWithin(a *Actor, act *Activity, stop, again bool) bool {
	if child := state.SkipDone(act.Child); child != nil && (stop || again) {
		w.cancel(a, child, false)
	}
	if act.State != state.StateCanceling && again {
		w.beginMoveWithin(act)
	}
	return w.tickChild(a, act)
}

// enclosing is the activity another one is inside of.
func enclosing(act, inner *Activity) *Activity {
	for ; act != nil; act = act.Next {
		for child := act.Child; child != nil; child = child.Next {
			if child == inner {
				return act
			}
		}
		if found := enclosing(act.Child, inner); found != nil {
			return found
		}
	}
	return nil
}
