// SPDX-License-Identifier: GPL-3.0-or-later

package openra

type activityState uint8

const (
	stateQueued activityState = iota
	stateActive
	stateCanceling
	stateDone
)

// Activity is one thing an actor is doing, as plain data: a tag, its place in
// the tree (what runs inside it, what runs after it) and the figures of its
// kind. docs/engine/openra-world.md#tick tells how the tree is run.
type Activity struct {
	activityFigures
	activityProgress
	child, next *Activity
	path        []Cell

	recorded activityRecord // at the last look; not state

	_ [72]byte // up to an odd number of lines: see room
}

// activityProgress is what changes in nearly every tick in which an activity
// goes on; the rest is recorded again only when it changes.
type activityProgress struct {
	progress int32
	waitLeft int32
}

// activityFigures is what of an activity can be digested at once.
type activityFigures struct {
	// Figures; which are used depends on the kind.
	target     Cell
	nearEnough int32
	carry      int32
	partTick   int32
	startTick  int32
	from, to   Pos
	fromFacing int32
	toFacing   int32
	distance   int32
	arcCenter  Pos
	arcFrom    [2]int32 // length, angle
	arcTo      [2]int32
	host       uint32
	phase      int32
	last       Cell
	facing     int32
	aim        uint32 // Move: into the range of this actor
	low, high  int32  // that range
	cooldown   cooldown

	kind            activityKind
	state           activityState
	purpose         enterPurpose
	uninterruptible bool
	ownsChildren    bool // it runs its children itself
	finishing       bool
	hasTarget       bool
	evaluate        bool // Move: take the nearest movable cell first
	parentPath      bool // Move: the path comes from the activity around it
	arrived         bool // Move: was there from the beginning
	noPath          bool
	waited          bool
	arc             bool
	hasLast         bool
	recalculate     bool
	flag            [4]bool
}

// newActivity takes an unused record.
func (w *World) newActivity(kind activityKind) *Activity {
	act := w.free
	if act == nil {
		act = w.room.activity()
	} else {
		w.free = act.next
		act.empty()
	}
	act.kind = kind
	return act
}

func (w *World) release(act *Activity) {
	act.empty()
	act.state, act.next = stateDone, w.free
	w.free = act
}

// empty leaves only the memory of a record.
func (act *Activity) empty() {
	act.activityFigures, act.activityProgress = activityFigures{}, activityProgress{}
	act.child, act.next, act.path = nil, nil, act.path[:0]
	act.recorded.version, act.recorded.place, act.recorded.rerouted = 0, activityPlace{}, true
}

// releaseTree gives back an activity with all inside and after it.
func (w *World) releaseTree(act *Activity) {
	for act != nil {
		next := act.next
		w.releaseTree(act.child)
		w.release(act)
		act = next
	}
}

// underWay reports whether an activity has begun and not ended.
func (act *Activity) underWay() bool {
	return act.state == stateActive || act.state == stateCanceling
}

func skipDone(act *Activity) *Activity {
	for act != nil && act.state == stateDone {
		act = act.next
	}
	return act
}

func (a *Actor) current() *Activity { return skipDone(a.activity) }

func (a *Actor) idle() bool { return a.current() == nil }

func (act *Activity) append(more *Activity) {
	for act.next != nil {
		act = act.next
	}
	act.next = more
}

func (act *Activity) queueChild(child *Activity) {
	if act.child != nil {
		act.child.append(child)
	} else {
		act.child = child
	}
}

// queue puts an activity behind what the actor does.
func (w *World) queue(a *Actor, act *Activity) {
	if a.current() == nil {
		w.releaseTree(a.activity)
		a.activity = act
		return
	}
	a.current().append(act)
}

// order puts an activity behind what the actor does, or in its place.
func (w *World) order(a *Actor, queued bool, act *Activity) {
	if !queued {
		w.cancelAll(a)
	}
	w.queue(a, act)
}

func (w *World) cancelAll(a *Actor) {
	if act := a.current(); act != nil {
		w.cancel(a, act, false)
	}
}

// cancel asks an activity to stop; what is queued behind it is dropped unless
// kept.
func (w *World) cancel(a *Actor, act *Activity, keepQueue bool) {
	if told := ruleOf(act.kind).cancel; told != nil {
		told(w, a, act)
	}
	if !keepQueue {
		w.releaseTree(act.next)
		act.next = nil
	}
	if act.uninterruptible {
		return
	}
	if child := skipDone(act.child); child != nil {
		w.cancel(a, child, false)
	}
	if act.state == stateQueued {
		act.state = stateDone
	} else {
		act.state = stateCanceling
	}
}

// forgetPaths lets the moves inside an activity end where they are, though
// nobody may stay there.
func forgetPaths(act *Activity) {
	for ; act != nil; act = act.next {
		if act.kind == actMove {
			act.path = act.path[:0]
		}
		forgetPaths(act.child)
	}
}

// tickActor runs an actor's activities, or the idle hooks of one that has none.
func (w *World) tickActor(a *Actor) {
	switch {
	case a.activity == nil:
		if a.typ.HasIdleHooks {
			w.tickIdle(a)
		}
	case !w.drivesOn(a, a.activity):
		w.tickActivities(a)
	}
}

// tickActivities runs an actor's activities; who has nothing left to do is idle.
func (w *World) tickActivities(a *Actor) {
	wasIdle := a.idle()
	a.activity = w.runActivity(a, a.current(), nil, &a.activity)
	if !wasIdle && a.idle() {
		w.becomeIdle(a)
		a.activity = w.runActivity(a, a.current(), nil, &a.activity)
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
	case a.typ.Aircraft != nil:
		w.becomeIdleInAir(a)
	case a.typ.Mobile != nil && !w.staysIn(w.location(a)):
		w.queue(a, w.moveTo(w.location(a), 0, true))
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
		*slot = done.next
		w.releaseTree(done.child)
		w.release(done)
	}
}

func (w *World) freeUpTo(from, to *Activity) {
	for from != nil && from != to {
		next := from.next
		w.releaseTree(from.child)
		w.release(from)
		from = next
	}
}

func (w *World) tickOuter(a *Actor, act, parent *Activity) *Activity {
	if act.state == stateQueued {
		w.firstRun(a, act)
		act.state = stateActive
	}
	var last bool
	if !act.ownsChildren {
		last = w.tickChild(a, act) && (act.finishing || w.tickActivity(a, act, parent))
		act.finishing = act.finishing || last
	} else {
		last = w.tickActivity(a, act, parent)
	}
	if child := skipDone(act.child); child != nil && child.state == stateQueued {
		if !act.ownsChildren {
			last = w.tickChild(a, act) && act.finishing
		} else {
			w.tickChild(a, act)
		}
	}
	if last {
		act.state = stateDone
		w.lastRun(a, act)
		return skipDone(act.next)
	}
	return act
}

func (w *World) tickChild(a *Actor, act *Activity) bool {
	if act.child == nil {
		return true
	}
	act.child = w.runActivity(a, skipDone(act.child), act, &act.child)
	return act.child == nil
}
