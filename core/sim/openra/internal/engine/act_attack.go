// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// Flags of ActAttack and ActFollowAttack.
const (
	flagMayMove = iota
	flagTicked
	flagMoved  // a way into range was begun, until 20231010
	flagForced // its player said so: friends and wrecks too
)

// flagFromPast of ActMoveWithin: the target is taken where it was last seen.
const flagFromPast = 0

// nearMargin is how much nearer than its reach a turreted unit comes to what
// may move.
const nearMargin = 1024

// tickFollowAttack keeps a turreted unit near its target; the turret fires by
// itself.
func (w *World) tickFollowAttack(a *Actor, act *Activity) bool {
	if onGround(act.Host) {
		return w.tickPlaceAttack(a, act)
	}
	if a.Type.Boat != nil {
		return w.tickBoatAttack(a, act)
	}
	if w.Release.OldAttack {
		return w.tickOldFollowAttack(a, act)
	}
	if !w.pursues(a, act) {
		return pursuitOver(act)
	}
	if act.Flag[flagTicked] && a.Requested == none {
		return true
	}
	if w.attackPaused(a) {
		return false
	}
	seen := w.Look(a, act)
	w.requestTarget(a, act)
	high := w.reachTowards(a, act, &seen)
	if result := w.tickPursuit(a, act, &seen, true); result != cooldownGoOn {
		return result == cooldownDone
	}
	over, _ := w.keepNear(a, act, &seen, high)
	return over
}

// keepNear goes to where a turret reaches what is known of the target, if it does not
// yet; moves reports that it does. What is only remembered is gone to once.
func (w *World) keepNear(a *Actor, act *Activity, seen *seenTarget, high int32) (over, moves bool) {
	past := seen.past()
	switch {
	case past && !act.Remembers():
		return true, false
	case w.knownRightlyFar(a.Center, act, seen.Actor, past, act.Low, high):
		return past, false
	case !act.Flag[flagMayMove] || high == 0 || high < act.Low:
		return true, false
	}
	w.moveToKnown(act, seen, act.Low, high)
	return false, true
}

// requestTarget lets the turret of an actor fire at the target of its attack.
func (w *World) requestTarget(a *Actor, act *Activity) {
	a.Requested, a.Preset, a.Forced = act.Host, false, act.Flag[flagForced]
	act.Flag[flagTicked] = true
}

// reachTowards is how near a turreted unit goes to its target: less near than it
// could shoot where the target may move, and up to what is only remembered as
// near as it would see it.
func (w *World) reachTowards(a *Actor, act *Activity, seen *seenTarget) int32 {
	if seen.visible() || seen.frozen && !act.Remembers() {
		w.remember(act, seen.Actor)
		_, act.High = w.reachAgainst(a, seen.Actor, false)
		if act.Low = 0; !seen.frozen {
			act.Low = w.leastReach(a)
		}
		if act.Flag[flagMayMove] && seen.Actor.Type.Moves() && !seen.frozen {
			act.High = wpos.Clamp(act.High-nearMargin, min(act.Low+nearMargin, act.High), max(act.High-nearMargin, act.Low))
		}
	}
	if seen.frozen && !a.Type.TargetsFrozen && !act.Flag[flagForced] {
		return min(act.High, w.sightRange(a))
	}
	return act.High
}

// tickPursuit is tickCooldown of who goes after a target: who does not see it
// at the end of his way gives up.
func (w *World) tickPursuit(a *Actor, act *Activity, seen *seenTarget, retry bool) cooldownResult {
	if seen.hidden && act.Cooldown.Moving && !act.Cooldown.Running {
		return cooldownDone
	}
	return w.tickCooldown(a, &act.Cooldown, retry)
}

// pursues reports whether an attack goes on: it runs what is inside first.
func (w *World) pursues(a *Actor, act *Activity) bool {
	if act.State != state.StateCanceling {
		// A memory that is none any more is still one of what could be shot at.
		target := w.aimedActor(a, act.Host)
		if target == nil && !isMemory(act.Host) || target != nil && !w.canShoot(a, target, true, act.Flag[flagForced]) {
			w.cancel(a, act, true)
		}
	}
	return w.tickChild(a, act) && act.State != state.StateCanceling
}

// pursuitOver reports whether an attack that does not go on has left all inside.
func pursuitOver(act *Activity) bool {
	return state.SkipDone(act.Child) == nil && act.State == state.StateCanceling
}

// reachAgainst is the range an actor's weapons have against a target: for
// turrets that in which one of them reaches it, for others that in which all do.
// Those without ammunition count only where all are.
func (w *World) reachAgainst(a, target *Actor, shortest bool) (low, high int32) {
	holder := w.gunner(a)
	last, first := int32(0), true
	for i := range holder.Type.Armaments {
		weapon := holder.Type.Armaments[i].Weapon
		if holder.Type.Armaments[i].Garrisoned != (a.Type.Ports != nil) || !w.worksOn(weapon, target) {
			continue
		}
		if w.armPaused(holder, i) {
			last = max(last, w.reachOf(holder, weapon))
			continue
		}
		switch {
		case first:
			low, first = weapon.MinReach, false
		case shortest:
			low = max(low, weapon.MinReach)
		default:
			low = min(low, weapon.MinReach)
		}
		if reach := w.reachOf(holder, weapon); high == 0 || shortest && reach < high || !shortest && reach > high {
			high = reach
		}
	}
	if high == 0 {
		high = last
	}
	return low, high
}

// leastReach is the least range of an actor's weapons, whomever they are for: a
// turreted unit that sees its target asks no more.
func (w *World) leastReach(a *Actor) int32 {
	holder, least := w.gunner(a), int32(-1)
	for i := range holder.Type.Armaments {
		arm := &holder.Type.Armaments[i]
		if arm.Garrisoned == (a.Type.Ports != nil) && !w.armPaused(holder, i) && (least < 0 || arm.Weapon.MinReach < least) {
			least = arm.Weapon.MinReach
		}
	}
	return max(least, 0)
}

// moveWithin goes into the range of the target of an activity, which was last
// seen in a place.
func (w *World) moveWithin(act *Activity, at Pos, low, high int32) {
	act.Cooldown.Moving = true
	move := w.newActivity(state.ActMoveWithin)
	move.OwnsChildren = true
	move.Host, move.Low, move.High = act.Host, low, high
	w.rememberMiddle(move, at)
	act.QueueChild(move)
}

// moveToKnown goes to where the target is, as far as that is known.
func (w *World) moveToKnown(act *Activity, seen *seenTarget, low, high int32) {
	w.moveWithin(act, w.knownPlace(act, seen), low, high)
}

// tickAttack is one tick of a unit that must face what it shoots at.
func (w *World) tickAttack(a *Actor, act *Activity) bool {
	if onGround(act.Host) {
		return w.tickPlaceAttack(a, act)
	}
	if w.Release.OldAttack {
		return w.tickOldAttack(a, act)
	}
	if !w.pursues(a, act) {
		return pursuitOver(act)
	}
	seen := w.lookToAttack(a, act)
	if result := w.tickPursuit(a, act, &seen, false); result != cooldownGoOn {
		return result == cooldownDone
	}
	over, _ := w.tickFrontalAttack(a, act, &seen)
	return over
}

// lookToAttack looks for the target of a unit that must face it, and remembers how far
// its weapons reach it.
func (w *World) lookToAttack(a *Actor, act *Activity) seenTarget {
	seen := w.Look(a, act)
	if seen.visible() {
		w.remember(act, seen.Actor)
		_, act.High = w.reachAgainst(a, seen.Actor, false)
	}
	return seen
}

// tickFrontalAttack fires at a target that can be shot at, or goes where it will be or
// was seen last; moves reports that it does.
func (w *World) tickFrontalAttack(a *Actor, act *Activity, seen *seenTarget) (over, moves bool) {
	if seen.past() {
		if !act.Remembers() || act.High == 0 || !act.Flag[flagMayMove] || w.pastInReach(a.Center, act, act.High) {
			return true, false
		}
		w.moveToKnown(act, seen, 0, act.High)
		return false, true
	}
	a.Aiming = false
	if seen.frozen && !a.Type.TargetsFrozen && !act.Flag[flagForced] {
		if !act.Flag[flagMayMove] {
			return true, false
		}
		w.moveToKnown(act, seen, 0, w.sightRange(a))
		return false, true
	}
	low, high := w.reachAgainst(a, seen.Actor, true)
	if high == 0 || w.Release.DisguiseDeceivesWeapons && !w.canShoot(a, seen.Actor, true, act.Flag[flagForced]) {
		return true, false
	}
	if !w.inReach(a.Center, seen.Actor, high) || low != 0 && w.inReach(a.Center, seen.Actor, low) {
		if !act.Flag[flagMayMove] {
			return true, false
		}
		w.moveToKnown(act, seen, low, high)
		return false, true
	}
	a.Aiming = true
	switch {
	case !w.facesTarget(a, act, seen.Actor):
	case a.Type.Worm != nil:
		w.swallow(a, seen.Actor)
	default:
		w.fireAll(a, aim{actor: seen.Actor, at: seen.Actor.Center, memory: seen.frozen})
	}
	return false, false
}

// facesTarget turns a unit to its target and reports whether it may fire.
func (w *World) facesTarget(a *Actor, act *Activity, target *Actor) bool {
	return w.facesPoint(a, act, w.aimedPoint(a, a.Center, target))
}

// facesPoint does so with a place. Until 20200503 the turn is an activity of its own,
// which ends a tick after it points there: who aims at what moves turns on and on.
// From 20231010 on who may not move now, as while somebody boards, does not turn either.
func (w *World) facesPoint(a *Actor, act *Activity, at Pos) bool {
	d := at.Sub(a.Center)
	if d.FlatSquared() == 0 || withinTolerance(a.Facing, w.yawOf(d), a.Type.Tolerance) {
		return true
	}
	if w.Release.TurnsApart {
		w.queueTurn(act, w.yawOf(d))
		return false
	}
	if !w.Release.TurnsPaused && w.mobilePaused(a) {
		return false
	}
	a.Facing = wpos.Turn(a.Facing, w.yawOf(d), a.Type.TurnSpeed())
	return withinTolerance(a.Facing, w.yawOf(d), a.Type.Tolerance)
}

func withinTolerance(facing, desired, tolerance int32) bool {
	if tolerance >= 512 {
		return true
	}
	delta := wpos.Angle(desired - facing)
	return delta <= tolerance || delta >= 1024-tolerance
}

func (w *World) beginMoveWithin(act *Activity) {
	move := w.newActivity(state.ActMove)
	move.ParentPath = true
	move.Aim = act.Host
	act.QueueChild(move)
}

// rightlyFar reports whether somebody who drives into range may stop in a
// place. The least range counts even where it is zero: the very point where the
// target stands is too near.
func (w *World) rightlyFar(from Pos, target *Actor, low, high int32) bool {
	return w.inReach(from, target, high) && !w.inReach(from, target, low)
}

// tickMoveWithin drives until the target, or the place where it was last seen,
// is in range. A target that is gone is in no range in every other tick: what
// was known of it counts by turns, as in MoveAdjacentTo.
func (w *World) tickMoveWithin(a *Actor, act *Activity) bool {
	old := act.Last
	seen := seenTarget{}
	if !onGround(act.Host) {
		seen = w.Look(a, act)
	}
	if seen.visible() {
		w.remember(act, seen.Actor)
	}
	valid := seen.valid
	if act.Flag[flagFromPast] || onGround(act.Host) {
		valid = act.Remembers()
	}
	act.Flag[flagFromPast] = seen.hidden || !valid
	there := w.mayStopThere(act, seen.Actor, a.Center) && w.staysIn(w.location(a))
	lost := act.Flag[flagFromPast] && !act.Remembers()
	again := valid && act.Last != old && !there
	switch {
	case w.Release.OldAttack:
		return w.tickOldMoveWithin(a, act, there || lost, again)
	case there, lost:
		w.cancel(a, act, true)
	case act.State != state.StateCanceling && again:
		if child := state.SkipDone(act.Child); child != nil {
			w.cancel(a, child, false)
		}
		w.beginMoveWithin(act)
	}
	if !w.tickChild(a, act) {
		return false
	}
	if a.MoveResult != state.MoveReached {
		w.cancel(a, act, true)
	}
	return true
}

// mayStopThere reports whether a place is in the range that ActMoveWithin goes
// to.
func (w *World) mayStopThere(act *Activity, target *Actor, at Pos) bool {
	past := act.Flag[flagFromPast] || onGround(act.Host)
	if !past && target == nil || past && !act.Remembers() {
		return false
	}
	return w.knownRightlyFar(at, act, target, past, act.Low, act.High)
}

// pathWithin finds a path to a cell in range of the target of the activity
// around a move.
func (w *World) pathWithin(a *Actor, move *Activity, check path.BlockedBy) (way []Cell, arrived bool) {
	act := enclosing(a.Current(), move)
	if act == nil {
		return nil, false
	}
	if !w.Release.OldAttack && act.Last == w.location(a) {
		return nil, true
	}
	target := w.aimedActor(a, act.Host)
	cells := w.scratch.inRange[:0]
	for _, ring := range wpos.Annulus(act.Low/1024, (act.High+1023)/1024) {
		c := act.Last.Add(ring.At)
		if w.Ground.Contains(c) && w.staysIn(c) && w.mayStopThere(act, target, w.CenterOfCell(c).Add(w.Ground.OffsetOf(a.FromSub))) &&
			w.CanEnter(a, c, none, path.ByAll) {
			cells = append(cells, c)
		}
	}
	w.scratch.inRange = cells
	switch {
	case len(cells) == 0:
		return nil, false
	case w.Release.TwoSided:
		return w.Paths.TwoSidedToAny(w.mover(a), cells, act.Last, check), false
	}
	return w.Paths.ToAny(w.mover(a), cells, check, nil), false
}
