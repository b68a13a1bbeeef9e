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
	seen := w.Look(a, act)
	if seen.visible() {
		w.remember(act, seen.Actor)
		_, act.High = w.reachAgainst(a, seen.Actor, false)
	}
	if act.Flag[flagMoved] && seen.hidden || seen.past() && !act.Remembers() {
		return true
	}
	act.Flag[flagMoved] = false
	if seen.past() {
		if act.High == 0 || !act.Flag[flagMayMove] || w.pastInReach(a.Center, act, act.High) {
			return true
		}
		w.moveToKnown(act, &seen, 0, act.High)
		act.Flag[flagMoved] = true
		return false
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
	past := seen.past()
	switch {
	case act.Flag[flagMoved] && seen.hidden, past && !act.Remembers():
		return true
	case w.knownRightlyFar(a.Center, act, seen.Actor, past, act.Low, high):
		return past
	case !act.Flag[flagMayMove] || high == 0 || high < act.Low:
		return true
	}
	w.moveToKnown(act, &seen, act.Low, high)
	act.Flag[flagMoved] = true
	return false
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
