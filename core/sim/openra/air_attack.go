// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// flagFromMarch of actFlyAttack: an attack move wants it; such an attack never
// goes home to rearm. flagTicked is as in actFollowAttack.
const flagFromMarch = 2

// inArc reports whether an aircraft points at a target well enough to fire.
func (w *World) inArc(a, target *Actor) bool {
	return w.arcHolds(a, w.aimedPoint(a, a.center, target))
}

func (w *World) arcHolds(a *Actor, at Pos) bool {
	d := at.Sub(a.center)
	return d.FlatSquared() == 0 || withinTolerance(a.facing, w.yawOf(d), a.typ.AirAttack.Tolerance)
}

// mayFireInAir reports whether an aircraft is where it may fire: off the ground
// and over the map.
func (w *World) mayFireInAir(a *Actor) bool {
	return a.center.Z > 0 && w.ground.contains(w.location(a))
}

// tickFlyAttack keeps an aircraft attacking; the weapons fire by themselves
// when the target is in front of them.
func (w *World) tickFlyAttack(a *Actor, act *Activity) bool {
	switch {
	case onGround(act.host):
		return w.tickFlyAttackPlace(a, act)
	case w.behaviour.OldAttack:
		return w.tickOldFlyAttack(a, act)
	case !w.pursues(a, act):
		return w.pursuitOver(a, act)
	case act.flag[flagTicked] && a.requested == none:
		return true
	}
	seen := w.lookFromAir(a, act)
	low := w.leastFromAir(a, &seen)
	switch past := seen.past(); {
	case past && !act.remembers():
		return true
	case !past && w.outOfAmmo(a, seen.actor):
		return w.goHomeToRearm(a, act)
	case act.high == 0, act.high < low:
		return true
	}
	return w.attackFromAir(a, act, &seen, low)
}

// tickOldFlyAttack is tickFlyAttack until 20231010: what is inside comes first,
// and a target that died meanwhile is forgotten.
func (w *World) tickOldFlyAttack(a *Actor, act *Activity) bool {
	if act.state == stateCanceling || act.flag[flagTicked] && !w.isTarget(a.requested) {
		return true
	}
	seen := w.lookFromAir(a, act)
	switch past := seen.past(); {
	case past && (!act.remembers() || w.players[a.owner].bot || w.pastInReach(a.center, act, act.high)):
		return true
	case past:
		act.queueChild(w.flyWithin(act.host, act.from, 0, act.high))
		return false
	case w.outOfAmmo(a, seen.actor):
		return w.goHomeToRearm(a, act)
	}
	return w.attackFromAir(a, act, &seen, w.leastFromAir(a, &seen))
}

// lookFromAir brings what an attacking aircraft knows of its target up to date.
func (w *World) lookFromAir(a *Actor, act *Activity) seenTarget {
	seen := w.look(a, act)
	w.requestTarget(a, act)
	if seen.visible() || seen.frozen && !act.remembers() {
		w.remember(act, seen.actor)
		_, act.high = w.reachAgainst(a, seen.actor, false)
	}
	return seen
}

// leastFromAir is how near to its target an aircraft is too near.
func (w *World) leastFromAir(a *Actor, seen *seenTarget) int32 {
	if a.typ.AirAttack.Kind == info.AirStrafe || seen.actor == nil {
		return 0
	}
	low, _ := w.reachAgainst(a, seen.actor, false)
	return low
}

// attackFromAir brings an aircraft into the range of its target, over it, or
// turns it there. It gives up where it sees nobody.
func (w *World) attackFromAir(a *Actor, act *Activity, seen *seenTarget, low int32) bool {
	act.queueChild(w.newActivity(actTakeOff))
	past := seen.past()
	switch {
	case !w.knownRightlyFar(a.center, act, seen.actor, past, low, act.high):
		act.queueChild(w.flyWithin(act.host, w.knownPlace(act, seen), low, act.high))
	case past:
		return true
	case a.typ.AirAttack.Kind == info.AirStrafe || a.typ.AirAttack.Kind == info.AirDefault && !a.typ.Aircraft.Hovers:
		act.queueChild(w.attackRun(a, act.host, act.high))
	case !w.inArc(a, seen.actor):
		a.facing = wpos.Turn(a.facing, w.yawOf(w.aimedPoint(a, a.center, seen.actor).Sub(a.center)), a.typ.Aircraft.TurnSpeed)
	}
	return false
}

// outOfAmmo reports whether what can be rearmed has no shot left for a target.
func (w *World) outOfAmmo(a, target *Actor) bool {
	return len(a.typ.RearmedAt) > 0 && w.outOfShots(a, target)
}

// goHomeToRearm ends an attack for want of ammunition, or interrupts it. Until
// 20231010 it ends only when the aircraft is back.
func (w *World) goHomeToRearm(a *Actor, act *Activity) bool {
	if act.flag[flagFromMarch] {
		return true
	}
	abandons := a.typ.AirAttack.Abandons
	if next := skipDone(act.next); abandons && next != nil {
		w.cancel(a, next, false)
	}
	if home := w.returnToBase(nil, false); abandons && !w.behaviour.OldAttack {
		act.append(home)
	} else {
		act.queueChild(home)
	}
	return abandons
}

// attackRun makes the activity to fly over a target and away from it again.
func (w *World) attackRun(a *Actor, ref uint32, reach int32) *Activity {
	act := w.newActivity(actAttackRun)
	act.ownsChildren = true
	act.host, act.high = ref, reach
	if run := a.typ.AirAttack.Run; run > 0 && a.typ.AirAttack.Kind == info.AirStrafe {
		act.high = run
	}
	return act
}

func (w *World) beginAttackRun(a *Actor, act *Activity) {
	var at Pos
	if onGround(act.host) {
		at = w.placeNamed(act.host).at
	} else {
		seen := w.look(a, act)
		if seen.actor == nil || !seen.valid {
			w.cancel(a, act, false)
			return
		}
		at = seen.actor.center
	}
	act.queueChild(w.flyWithin(act.host, at, 0, 0))
	away := act.high
	if a.typ.AirAttack.Kind == info.AirStrafe {
		act.queueChild(w.flyForward(0, act.high))
		away += a.typ.Aircraft.Speed * 256 / a.typ.Aircraft.TurnSpeed
	} else {
		act.queueChild(w.flyForward(1, 0))
	}
	act.queueChild(w.flyWithin(act.host, at, away, farthest))
}

// flagSeen of actAttackRun: the target was seen a tick ago.
const flagSeen = 0

// tickAttackRun flies on; the run ends when its target dies before its eyes, and
// since 20230225 with the last shot.
func (w *World) tickAttackRun(a *Actor, act *Activity) bool {
	if w.tickChild(a, act) || act.state == stateCanceling {
		return true
	}
	if a.typ.AirAttack.Kind == info.AirStrafe || onGround(act.host) {
		return false
	}
	seen, was := w.look(a, act), act.flag[flagSeen]
	act.flag[flagSeen] = seen.visible()
	if was && (!seen.valid || !w.behaviour.TwoSided && w.outOfShots(a, seen.actor)) {
		w.cancel(a, act, false)
	}
	return false
}

// outOfShots reports whether no weapon with a shot left works on a target.
func (w *World) outOfShots(a, target *Actor) bool {
	for i := range a.typ.Armaments {
		if !w.armPaused(a, i) && w.worksOn(a.typ.Armaments[i].Weapon, target) {
			return false
		}
	}
	return true
}
