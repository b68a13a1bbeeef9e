// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/sim/openra/internal/wpos"

// Dogs leap at what they bite: docs/engine/openra-world.md#bullet has what a shot is, a bite is
// one with the dog on top of its victim.

// mayLeapAt reports whether no other living dog is at a victim.
func (w *World) mayLeapAt(a, target *Actor) bool {
	other := w.alive(target.leaper)
	return target.typ.Edible && (other == nil || other == a)
}

// placeOf is the middle of the place in its cell that an actor stands in or goes
// to.
func (w *World) placeOf(a *Actor) (Cell, subCell, Pos) {
	c, sub := w.location(a), subAny
	if a.typ.Mobile != nil {
		sub = a.toSub
	}
	return c, sub, w.centerOfCell(c).Add(w.ground.offsetOf(sub))
}

// tickLeapAttack runs to a victim, or to where it was last seen, turns to it and
// leaps. The very point where the victim stood is too near for its range, even
// when it is dead: from there the dog makes for another place, in vain where
// its way ends in the cell of the victim.
func (w *World) tickLeapAttack(a *Actor, act *Activity) bool {
	if act.state == stateCanceling {
		return true
	}
	seen := w.look(a, act)
	if seen.visible() {
		w.remember(act, seen.actor)
		act.low, act.high = w.reachAgainst(a, seen.actor, false)
	}
	if !w.behaviour.OldAttack {
		if result := w.tickPursuit(a, act, &seen, false); result != cooldownGoOn {
			return result == cooldownDone
		}
	}
	past := seen.past()
	if past && !act.remembers() {
		return true
	}
	if !w.knownRightlyFar(a.center, act, seen.actor, past, act.low, act.high) {
		if !act.flag[flagMayMove] || act.high == 0 || act.high < act.low {
			return true
		}
		w.moveToKnown(act, &seen, act.low, act.high)
		return false
	}
	target := seen.actor
	if past || seen.frozen || w.outOfShots(a, target) || !w.mayLeapAt(a, target) {
		return true
	}
	if a.typ.Mobile == nil || w.allReloading(a) {
		return a.typ.Mobile == nil
	}
	_, _, to := w.placeOf(target)
	facing := w.yawOf(to.Sub(w.centerOfCell(w.location(a)).Add(w.ground.offsetOf(a.fromSub))))
	if a.facing != facing {
		w.queueTurn(act, facing)
		return false
	}
	leap := w.newActivity(actLeap)
	leap.host = target.ID
	act.queueChild(leap)
	return false
}

func (w *World) allReloading(a *Actor) bool {
	for i := range a.typ.Armaments {
		if a.arms[i].delay == 0 {
			return false
		}
	}
	return true
}

// flagLanded and flagMissed of actLeap: it is down again; there was nothing to
// leap at.
const (
	flagLanded = iota
	flagMissed
)

func (w *World) beginLeap(a *Actor, act *Activity) {
	act.uninterruptible = true
	target := w.targetFor(a, act.host)
	if target == nil || !w.mayLeapAt(a, target) {
		act.flag[flagMissed] = true
		return
	}
	c, sub, to := w.placeOf(target)
	act.target, act.phase = c, int32(sub)
	act.from = a.center
	act.distance = max(a.center.Sub(to).Length()/a.typ.LeapSpeed, 1)
	act.to = target.center
	target.leaper, a.leaping = a.ID, true
}

// tickLeap flies towards the victim, wherever it goes, and bites where it comes
// down: in the cell the victim was leapt at in.
func (w *World) tickLeap(a *Actor, act *Activity) bool {
	if act.flag[flagMissed] || act.flag[flagLanded] || a.typ.Mobile == nil {
		return true
	}
	target := w.targetFor(a, act.host)
	if target != nil {
		act.to = target.center
	}
	at := act.to
	if act.distance > 1 {
		at = wpos.LerpPos(act.from, act.to, act.progress, act.distance-1)
	}
	w.setCenter(a, at)
	if act.progress++; act.progress < act.distance {
		return false
	}
	a.aiming = false
	sub := subCell(act.phase)
	if sub > w.ground.lastPlace {
		sub = w.validSubCell(a, subFull)
	}
	w.setLocation(a, act.target, sub, act.target, sub)
	w.updateMovement(a)
	a.leaping = false
	if target != nil && !w.attackPaused(a) {
		w.fireAll(a, aimAtActor(target))
	}
	act.flag[flagLanded] = true
	act.queueChild(w.slide(a, at, w.centerOfCell(act.target).Add(w.ground.offsetOf(sub))))
	return false
}
