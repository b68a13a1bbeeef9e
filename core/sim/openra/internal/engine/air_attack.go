// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// flagFromMarch of ActFlyAttack: an attack move wants it; such an attack never
// goes home to rearm. flagTicked is as in ActFollowAttack.
const flagFromMarch = 2

// inArc reports whether an aircraft points at a target well enough to fire.
func (w *World) inArc(a, target *Actor) bool {
	return w.arcHolds(a, w.aimedPoint(a, a.Center, target))
}

func (w *World) arcHolds(a *Actor, at Pos) bool {
	d := at.Sub(a.Center)
	return d.FlatSquared() == 0 || withinTolerance(a.Facing, w.yawOf(d), a.Type.AirAttack.Tolerance)
}

// mayFireInAir reports whether an aircraft is where it may fire: off the ground
// and over the map.
func (w *World) mayFireInAir(a *Actor) bool {
	return a.Center.Z > 0 && w.Ground.Contains(w.location(a))
}

// tickFlyAttack keeps an aircraft attacking; the weapons fire by themselves
// when the target is in front of them.
func (w *World) tickFlyAttack(a *Actor, act *Activity) bool {
	switch {
	case onGround(act.Host):
		return w.tickFlyAttackPlace(a, act)
	case w.Release.OldAttack:
		return w.tickOldFlyAttack(a, act)
	case !w.pursues(a, act):
		return pursuitOver(act)
	case act.Flag[flagTicked] && a.Requested == none:
		return true
	}
	seen := w.lookFromAir(a, act)
	low := w.leastFromAir(a, &seen)
	switch past := seen.past(); {
	case past && !act.Remembers():
		return true
	case !past && w.outOfAmmo(a, seen.Actor):
		return w.goHomeToRearm(a, act)
	case act.High == 0, act.High < low:
		return true
	}
	return w.attackFromAir(a, act, &seen, low)
}

// tickOldFlyAttack is tickFlyAttack until 20231010: what is inside comes first,
// and a target that died meanwhile is forgotten.
func (w *World) tickOldFlyAttack(a *Actor, act *Activity) bool {
	if act.State == state.StateCanceling || act.Flag[flagTicked] && !w.isTarget(a.Requested) {
		return true
	}
	seen := w.lookFromAir(a, act)
	switch past := seen.past(); {
	case past && (!act.Remembers() || w.Players[a.Owner].Bot || w.pastInReach(a.Center, act, act.High)):
		return true
	case past:
		act.QueueChild(w.flyWithin(act.Host, act.From, 0, act.High))
		return false
	case w.outOfAmmo(a, seen.Actor):
		return w.goHomeToRearm(a, act)
	}
	return w.attackFromAir(a, act, &seen, w.leastFromAir(a, &seen))
}

// lookFromAir brings what an attacking aircraft knows of its target up to date.
func (w *World) lookFromAir(a *Actor, act *Activity) seenTarget {
	seen := w.Look(a, act)
	w.requestTarget(a, act)
	if seen.visible() || seen.frozen && !act.Remembers() {
		w.remember(act, seen.Actor)
		_, act.High = w.reachAgainst(a, seen.Actor, false)
	}
	return seen
}

// leastFromAir is how near to its target an aircraft is too near.
func (w *World) leastFromAir(a *Actor, seen *seenTarget) int32 {
	if a.Type.AirAttack.Kind == info.AirStrafe || seen.Actor == nil {
		return 0
	}
	low, _ := w.reachAgainst(a, seen.Actor, false)
	return low
}

// attackFromAir brings an aircraft into the range of its target, over it, or
// turns it there. It gives up where it sees nobody.
func (w *World) attackFromAir(a *Actor, act *Activity, seen *seenTarget, low int32) bool {
	act.QueueChild(w.newActivity(state.ActTakeOff))
	past := seen.past()
	switch {
	case !w.knownRightlyFar(a.Center, act, seen.Actor, past, low, act.High):
		act.QueueChild(w.flyWithin(act.Host, w.knownPlace(act, seen), low, act.High))
	case past:
		return true
	case a.Type.AirAttack.Kind == info.AirStrafe || a.Type.AirAttack.Kind == info.AirDefault && !a.Type.Aircraft.Hovers:
		act.QueueChild(w.attackRun(a, act.Host, act.High))
	case !w.inArc(a, seen.Actor):
		a.Facing = wpos.Turn(a.Facing, w.yawOf(w.aimedPoint(a, a.Center, seen.Actor).Sub(a.Center)), a.Type.Aircraft.TurnSpeed)
	}
	return false
}

// outOfAmmo reports whether what can be rearmed has no shot left for a target.
func (w *World) outOfAmmo(a, target *Actor) bool {
	return len(a.Type.RearmedAt) > 0 && w.outOfShots(a, target)
}

// goHomeToRearm ends an attack for want of ammunition, or interrupts it. Until
// 20231010 it ends only when the aircraft is back.
func (w *World) goHomeToRearm(a *Actor, act *Activity) bool {
	if act.Flag[flagFromMarch] {
		return true
	}
	abandons := a.Type.AirAttack.Abandons
	if next := state.SkipDone(act.Next); abandons && next != nil {
		w.cancel(a, next, false)
	}
	if home := w.returnToBase(nil, false); abandons && !w.Release.OldAttack {
		act.Append(home)
	} else {
		act.QueueChild(home)
	}
	return abandons
}

// attackRun makes the activity to fly over a target and away from it again.
func (w *World) attackRun(a *Actor, ref uint32, reach int32) *Activity {
	act := w.newActivity(state.ActAttackRun)
	act.OwnsChildren = true
	act.Host, act.High = ref, reach
	if run := a.Type.AirAttack.Run; run > 0 && a.Type.AirAttack.Kind == info.AirStrafe {
		act.High = run
	}
	return act
}

func (w *World) beginAttackRun(a *Actor, act *Activity) {
	var at Pos
	if onGround(act.Host) {
		at = w.placeNamed(act.Host).at
	} else {
		seen := w.Look(a, act)
		if seen.Actor == nil || !seen.valid {
			w.cancel(a, act, false)
			return
		}
		at = seen.Actor.Center
	}
	act.QueueChild(w.flyWithin(act.Host, at, 0, 0))
	away := act.High
	if a.Type.AirAttack.Kind == info.AirStrafe {
		act.QueueChild(w.flyForward(0, act.High))
		away += a.Type.Aircraft.Speed * 256 / a.Type.Aircraft.TurnSpeed
	} else {
		act.QueueChild(w.flyForward(1, 0))
	}
	act.QueueChild(w.flyWithin(act.Host, at, away, farthest))
}

// flagSeen of ActAttackRun: the target was seen a tick ago.
const flagSeen = 0

// tickAttackRun flies on; the run ends when its target dies before its eyes, and
// since 20230225 with the last shot.
func (w *World) tickAttackRun(a *Actor, act *Activity) bool {
	if w.tickChild(a, act) || act.State == state.StateCanceling {
		return true
	}
	if a.Type.AirAttack.Kind == info.AirStrafe || onGround(act.Host) {
		return false
	}
	seen, was := w.Look(a, act), act.Flag[flagSeen]
	act.Flag[flagSeen] = seen.visible()
	if was && (!seen.valid || !w.Release.TwoSided && w.outOfShots(a, seen.Actor)) {
		w.cancel(a, act, false)
	}
	return false
}

// outOfShots reports whether no weapon with a shot left works on a target.
func (w *World) outOfShots(a, target *Actor) bool {
	for i := range a.Type.Armaments {
		if !w.armPaused(a, i) && w.worksOn(a.Type.Armaments[i].Weapon, target) {
			return false
		}
	}
	return true
}
