// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/state"
)

// What an attack knows of its target: units of people lose sight of it and go
// on to where it was last seen, those of bots know where everybody is
// (the engine's Target.Recalculate and the last visible target of its attack
// activities).

// seenTarget is a target as who attacks it knows it now.
type seenTarget struct {
	Actor  *Actor // nil: dead or gone
	hidden bool   // nothing of it is seen, nor remembered
	frozen bool   // it is what its enemy remembers
	valid  bool   // it can be shot at
}

// past reports whether only the place where the target was is known.
func (s *seenTarget) past() bool { return s.hidden || !s.valid }

// visible reports whether the target is where it seems to be.
func (s *seenTarget) visible() bool { return s.Actor != nil && !s.hidden && !s.frozen }

func (w *World) targetSeen(a *Actor, ref uint32) seenTarget {
	target := w.validTarget(ref &^ FrozenBit)
	switch {
	case isMemory(ref) && !w.Players[a.Owner].Bot:
		return w.memorySeen(a, ref, target)
	case target == nil:
		return seenTarget{}
	case w.Players[a.Owner].Bot:
		return seenTarget{Actor: target, valid: !w.cloakedFrom(target, a.Owner)}
	case w.VisibleTo(target, a.Owner):
		return seenTarget{Actor: target, valid: true}
	}
	if f := w.Frozen.Of(target.ID); f != nil && f.Known>>uint(a.Owner)&1 != 0 {
		return seenTarget{Actor: w.recalled(f, a.Owner), frozen: true, valid: f.RemindsOf(a.Owner)}
	}
	return seenTarget{Actor: target, hidden: true, valid: !w.cloakedFrom(target, a.Owner)}
}

// memorySeen is targetSeen of a person's unit whose target is a memory: it stays
// one until the building is seen, or seen to be gone.
func (w *World) memorySeen(a *Actor, ref uint32, building *Actor) seenTarget {
	if remembered := w.targetFor(a, ref); remembered != nil {
		return seenTarget{Actor: remembered, frozen: true, valid: true}
	}
	if building == nil || !w.VisibleTo(building, a.Owner) {
		return seenTarget{}
	}
	return seenTarget{Actor: building, valid: true}
}

// Look brings the target of an activity up to date: a building out of sight
// becomes what is remembered of it, one in sight itself again, and what changed
// into another actor that one (TargetExtensions.Recalculate).
func (w *World) Look(a *Actor, act *Activity) seenTarget {
	if !isMemory(act.Host) {
		act.Host = w.nowIs(act.Host)
	}
	if a.Type.Worm != nil && act.Kind == state.ActAttack { // worms need not see what they are after
		target := w.validTarget(act.Host)
		return seenTarget{Actor: target, valid: target != nil}
	}
	seen := w.targetSeen(a, act.Host)
	if act.Host &^= FrozenBit; seen.frozen {
		act.Host |= FrozenBit
	}
	return seen
}

// beginPursuit sets up what an attack knows of its target before its first
// tick: what is remembered is known to be there, what is neither seen nor
// remembered is not.
func (w *World) beginPursuit(a *Actor, act *Activity) {
	target := w.aimedActor(a, act.Host)
	if target == nil || !isMemory(act.Host) && !w.VisibleTo(target, a.Owner) {
		return
	}
	w.rememberMiddle(act, target.Center)
	act.Low, act.High = w.reachAgainst(a, target, false)
}

// remember keeps where the points of a target are that are aimed at.
func (w *World) remember(act *Activity, target *Actor) {
	act.Phase = target.Type.Index + 1
	act.From, act.FromFacing, act.Target = target.Center, target.BodyFacing(), target.Cell
	act.Last, act.HasLast = w.CellContaining(target.Center), true
}

// onlyMiddle as the phase of an activity: it remembers no more than where the
// middle of its target was.
const onlyMiddle = -1

// rememberMiddle keeps where the middle of a target is, until its points are
// seen.
func (w *World) rememberMiddle(act *Activity, at Pos) {
	act.Phase, act.From = onlyMiddle, at
	act.Last, act.HasLast = w.CellContaining(at), true
}

// knownPlace is where the target of an activity is, as far as that is known.
func (w *World) knownPlace(act *Activity, seen *seenTarget) Pos {
	if seen.past() {
		return act.From
	}
	return seen.Actor.Center
}

// pastInReach reports whether a point of the target, where it was last seen,
// is within a distance.
func (w *World) pastInReach(from Pos, act *Activity, reach int32) bool {
	limit := int64(reach) * int64(reach)
	if act.Phase == onlyMiddle {
		return act.From.Sub(from).FlatSquared() <= limit
	}
	if act.Phase < 1 || int(act.Phase) > len(w.Types) {
		return false
	}
	near := false
	w.pointsOf(w.Types[act.Phase-1], act.From, act.Target, act.FromFacing, func(p Pos) {
		near = near || p.Sub(from).FlatSquared() <= limit
	})
	return near
}

// knownInReach reports whether the target of an activity is within a distance,
// as it is or, with past, as it was last seen.
func (w *World) knownInReach(from Pos, act *Activity, target *Actor, past bool, reach int32) bool {
	if past {
		return w.pastInReach(from, act, reach)
	}
	return target != nil && w.inReach(from, target, reach)
}

// knownRightlyFar is rightlyFar of the target of an activity.
func (w *World) knownRightlyFar(from Pos, act *Activity, target *Actor, past bool, low, high int32) bool {
	return w.knownInReach(from, act, target, past, high) && !w.knownInReach(from, act, target, past, low)
}

// shakeOff ends all aims at an actor that was sent elsewhere at once, or has a
// new owner: what was aimed at is not it any more (Actor.Generation). What is
// remembered of it stays a target.
func (w *World) shakeOff(target *Actor) {
	for _, a := range w.Actors {
		if a == nil || a == target {
			continue
		}
		if a.Requested == target.ID {
			a.Requested, a.Preset = none, false
		}
		if a.Opportunity == target.ID {
			a.Opportunity, a.Persistent = none, false
		}
		for i := range a.Shots {
			if a.Shots[i].Shot.Target == target.ID {
				a.Shots[i].Shot.Target = state.ShakenOff
			}
		}
		for act := a.Current(); act != nil; act = act.Next {
			act.ShakenOff(target.ID)
		}
	}
	for i := range w.Effects {
		if w.Effects[i].Target == target.ID {
			w.Effects[i].Target = state.ShakenOff // none would be a place, which missiles steer to
		}
	}
}

// sightRange is how far an actor sees now.
func (w *World) sightRange(a *Actor) int32 {
	longest := int32(-1)
	for i := range a.Type.Sights {
		if s := &a.Type.Sights[i]; !s.Covers && w.Holds(a, s.Requires) {
			longest = max(longest, s.MaxRange)
		}
	}
	if longest < 0 {
		return defaultSight
	}
	return longest
}

// defaultSight is how far a unit without sight of its own goes up to what is
// remembered.
const defaultSight = 2 * 1024
