// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// Dogs leap at what they bite: docs/engine/openra-world.md#bullet has what a shot is, a bite is
// one with the dog on top of its victim.

// mayLeapAt reports whether no other living dog is at a victim.
func (w *World) mayLeapAt(a, target *Actor) bool {
	other := w.Alive(target.Leaper)
	return target.Type.Edible && (other == nil || other == a)
}

// placeOf is the middle of the place in its cell that an actor stands in or goes
// to.
func (w *World) placeOf(a *Actor) (Cell, grid.SubCell, Pos) {
	c, sub := w.location(a), grid.SubAny
	if a.Type.Mobile != nil {
		sub = a.ToSub
	}
	return c, sub, w.CenterOfCell(c).Add(w.Ground.OffsetOf(sub))
}

// tickLeapAttack runs to a victim, or to where it was last seen, turns to it and
// leaps. The very point where the victim stood is too near for its range, even
// when it is dead: from there the dog makes for another place, in vain where
// its way ends in the cell of the victim.
func (w *World) tickLeapAttack(a *Actor, act *Activity) bool {
	if act.State == state.StateCanceling {
		return true
	}
	seen := w.Look(a, act)
	if seen.visible() {
		w.remember(act, seen.Actor)
		act.Low, act.High = w.reachAgainst(a, seen.Actor, false)
	}
	if !w.Release.OldAttack {
		if result := w.tickPursuit(a, act, &seen, false); result != cooldownGoOn {
			return result == cooldownDone
		}
	}
	past := seen.past()
	if past && !act.Remembers() {
		return true
	}
	if !w.knownRightlyFar(a.Center, act, seen.Actor, past, act.Low, act.High) {
		if !act.Flag[flagMayMove] || act.High == 0 || act.High < act.Low {
			return true
		}
		w.moveToKnown(act, &seen, act.Low, act.High)
		return false
	}
	target := seen.Actor
	if past || seen.frozen || w.outOfShots(a, target) || !w.mayLeapAt(a, target) {
		return true
	}
	if a.Type.Mobile == nil || w.allReloading(a) {
		return a.Type.Mobile == nil
	}
	_, _, to := w.placeOf(target)
	facing := w.yawOf(to.Sub(w.CenterOfCell(w.location(a)).Add(w.Ground.OffsetOf(a.FromSub))))
	if a.Facing != facing {
		w.queueTurn(act, facing)
		return false
	}
	leap := w.newActivity(state.ActLeap)
	leap.Host = target.ID
	act.QueueChild(leap)
	return false
}

func (w *World) allReloading(a *Actor) bool {
	for i := range a.Type.Armaments {
		if a.Arms[i].Delay == 0 {
			return false
		}
	}
	return true
}

// flagLanded and flagMissed of ActLeap: it is down again; there was nothing to
// leap at.
const (
	flagLanded = iota
	flagMissed
)

func (w *World) beginLeap(a *Actor, act *Activity) {
	act.Uninterruptible = true
	target := w.targetFor(a, act.Host)
	if target == nil || !w.mayLeapAt(a, target) {
		act.Flag[flagMissed] = true
		return
	}
	c, sub, to := w.placeOf(target)
	act.Target, act.Phase = c, int32(sub)
	act.From = a.Center
	act.Distance = max(a.Center.Sub(to).Length()/a.Type.LeapSpeed, 1)
	act.To = target.Center
	target.Leaper, a.Leaping = a.ID, true
}

// tickLeap flies towards the victim, wherever it goes, and bites where it comes
// down: in the cell the victim was leapt at in.
func (w *World) tickLeap(a *Actor, act *Activity) bool {
	if act.Flag[flagMissed] || act.Flag[flagLanded] || a.Type.Mobile == nil {
		return true
	}
	target := w.targetFor(a, act.Host)
	if target != nil {
		act.To = target.Center
	}
	at := act.To
	if act.Distance > 1 {
		at = wpos.LerpPos(act.From, act.To, act.Progress, act.Distance-1)
	}
	w.setCenter(a, at)
	if act.Progress++; act.Progress < act.Distance {
		return false
	}
	a.Aiming = false
	sub := grid.SubCell(act.Phase)
	if sub > w.Ground.LastPlace {
		sub = w.validSubCell(a, grid.SubFull)
	}
	w.setLocation(a, act.Target, sub, act.Target, sub)
	w.updateMovement(a)
	a.Leaping = false
	if target != nil && !w.attackPaused(a) {
		w.fireAll(a, aimAtActor(target))
	}
	act.Flag[flagLanded] = true
	act.QueueChild(w.slide(a, at, w.CenterOfCell(act.Target).Add(w.Ground.OffsetOf(sub))))
	return false
}
