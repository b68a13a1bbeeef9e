// SPDX-License-Identifier: GPL-3.0-or-later

package openra

// Attacks of the releases until 20231010. Inside an attack the way to the
// target has priority, and a target that is gone is still gone to: the unit
// walks on to where it was last seen, and only then gives up.

// tickOldAttack is one tick of a unit that must face what it shoots at; it has
// nothing inside.
func (w *World) tickOldAttack(a *Actor, act *Activity) bool {
	if act.state == stateCanceling {
		return true
	}
	seen := w.look(a, act)
	if seen.visible() {
		w.remember(act, seen.actor)
		_, act.high = w.reachAgainst(a, seen.actor, false)
	}
	if act.flag[flagMoved] && seen.hidden || seen.past() && !act.remembers() {
		return true
	}
	act.flag[flagMoved] = false
	if seen.past() {
		if act.high == 0 || !act.flag[flagMayMove] || w.pastInReach(a.center, act, act.high) {
			return true
		}
		w.moveToKnown(act, &seen, 0, act.high)
		act.flag[flagMoved] = true
		return false
	}
	over, moves := w.tickFrontalAttack(a, act, &seen)
	act.flag[flagMoved] = moves
	return over
}

// tickOldFollowAttack keeps a turreted unit near its target; the turret fires
// by itself.
func (w *World) tickOldFollowAttack(a *Actor, act *Activity) bool {
	if act.state == stateCanceling || act.flag[flagTicked] && !w.isTarget(a.requested) {
		return true
	}
	if w.attackPaused(a) {
		return false
	}
	seen := w.look(a, act)
	w.requestTarget(a, act)
	high := w.reachTowards(a, act, &seen)
	past := seen.past()
	switch {
	case act.flag[flagMoved] && seen.hidden, past && !act.remembers():
		return true
	case w.knownRightlyFar(a.center, act, seen.actor, past, act.low, high):
		return past
	case !act.flag[flagMayMove] || high == 0 || high < act.low:
		return true
	}
	w.moveToKnown(act, &seen, act.low, high)
	act.flag[flagMoved] = true
	return false
}

// tickOldMoveWithin is the end of tickMoveWithin: the move inside is stopped
// when it is there, where its target has moved or nothing is known of it.
func (w *World) tickOldMoveWithin(a *Actor, act *Activity, stop, again bool) bool {
	if child := skipDone(act.child); child != nil && (stop || again) {
		w.cancel(a, child, false)
	}
	if act.state != stateCanceling && again {
		w.beginMoveWithin(act)
	}
	return w.tickChild(a, act)
}

// enclosing is the activity another one is inside of.
func enclosing(act, inner *Activity) *Activity {
	for ; act != nil; act = act.next {
		for child := act.child; child != nil; child = child.next {
			if child == inner {
				return act
			}
		}
		if found := enclosing(act.child, inner); found != nil {
			return found
		}
	}
	return nil
}
