// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/state"
)

// newActivity takes an unused record.
func (w *World) newActivity(kind state.ActivityKind) *Activity {
	act := w.free
	if act == nil {
		act = w.Room.Activity()
	} else {
		w.free = act.Next
		act.Empty()
	}
	act.Kind = kind
	return act
}

func (w *World) release(act *Activity) {
	act.Empty()
	act.State, act.Next = state.StateDone, w.free
	w.free = act
}

// ReleaseTree gives back an activity with all inside and after it.
func (w *World) ReleaseTree(act *Activity) {
	for act != nil {
		next := act.Next
		w.ReleaseTree(act.Child)
		w.release(act)
		act = next
	}
}

// queue puts an activity behind what the actor does.
func (w *World) queue(a *Actor, act *Activity) {
	if a.Current() == nil {
		w.ReleaseTree(a.Activity)
		a.Activity = act
		return
	}
	a.Current().Append(act)
}

// order puts an activity behind what the actor does, or in its place.
func (w *World) order(a *Actor, queued bool, act *Activity) {
	if !queued {
		w.cancelAll(a)
	}
	w.queue(a, act)
}

func (w *World) cancelAll(a *Actor) {
	if act := a.Current(); act != nil {
		w.cancel(a, act, false)
	}
}

// cancel asks an activity to stop; what is queued behind it is dropped unless
// kept.
func (w *World) cancel(a *Actor, act *Activity, keepQueue bool) {
	if told := ruleOf(act.Kind).cancel; told != nil {
		told(w, a, act)
	}
	if !keepQueue {
		w.ReleaseTree(act.Next)
		act.Next = nil
	}
	if act.Uninterruptible {
		return
	}
	if child := state.SkipDone(act.Child); child != nil {
		w.cancel(a, child, false)
	}
	if act.State == state.StateQueued {
		act.State = state.StateDone
	} else {
		act.State = state.StateCanceling
	}
}

// TickActor runs an actor's activities, or the idle hooks of one that has none.
func (w *World) TickActor(a *Actor) {
	switch {
	case a.Activity == nil:
		if a.Type.HasIdleHooks {
			w.tickIdle(a)
		}
	case !w.drivesOn(a, a.Activity):
		w.tickActivities(a)
	}
}

// tickActivities runs an actor's activities; who has nothing left to do is idle.
func (w *World) tickActivities(a *Actor) {
	wasIdle := a.Idle()
	a.Activity = w.runActivity(a, a.Current(), nil, &a.Activity)
	if !wasIdle && a.Idle() {
		w.becomeIdle(a)
		a.Activity = w.runActivity(a, a.Current(), nil, &a.Activity)
		return
	}
	if wasIdle {
		w.tickIdle(a)
	}
}

// becomeIdle runs when an actor has nothing left to do.
func (w *World) becomeIdle(a *Actor) {
	w.restWanderer(a)
	switch {
	case a.Type.Aircraft != nil:
		w.becomeIdleInAir(a)
	case a.Type.Mobile != nil && !w.staysIn(w.location(a)):
		w.queue(a, w.MoveTo(w.location(a), 0, true))
	}
}

// runActivity ticks an activity, and the next one in the same tick when it
// finishes; it returns what is current afterwards and frees what is done.
func (w *World) runActivity(a *Actor, act, parent *Activity, slot **Activity) *Activity {
	if *slot != act {
		w.freeDone(slot, act)
	}
	for act != nil {
		before := act
		act = w.tickOuter(a, act, parent)
		if act == before {
			break
		}
		*slot = act
		w.freeUpTo(before, act)
	}
	return act
}

// freeDone gives back finished records in front of the current one.
func (w *World) freeDone(slot **Activity, current *Activity) {
	for *slot != nil && *slot != current {
		done := *slot
		*slot = done.Next
		w.ReleaseTree(done.Child)
		w.release(done)
	}
}

func (w *World) freeUpTo(from, to *Activity) {
	for from != nil && from != to {
		next := from.Next
		w.ReleaseTree(from.Child)
		w.release(from)
		from = next
	}
}

func (w *World) tickOuter(a *Actor, act, parent *Activity) *Activity {
	if act.State == state.StateQueued {
		w.firstRun(a, act)
		act.State = state.StateActive
	}
	var last bool
	if !act.OwnsChildren {
		last = w.tickChild(a, act) && (act.Finishing || w.tickActivity(a, act, parent))
		act.Finishing = act.Finishing || last
	} else {
		last = w.tickActivity(a, act, parent)
	}
	if child := state.SkipDone(act.Child); child != nil && child.State == state.StateQueued {
		if !act.OwnsChildren {
			last = w.tickChild(a, act) && act.Finishing
		} else {
			w.tickChild(a, act)
		}
	}
	if last {
		act.State = state.StateDone
		w.lastRun(a, act)
		return state.SkipDone(act.Next)
	}
	return act
}

func (w *World) tickChild(a *Actor, act *Activity) bool {
	if act.Child == nil {
		return true
	}
	act.Child = w.runActivity(a, state.SkipDone(act.Child), act, &act.Child)
	return act.Child == nil
}
