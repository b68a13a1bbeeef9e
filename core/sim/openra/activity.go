package openra

// activityKind tags what an activity does.
type activityKind uint8

const (
	actNone activityKind = iota
	actMove
	actFirstHalf
	actSecondHalf
	actTurn
	actDrag
	actWait
	actTransform
	actFindResources
	actHarvest
	actMoveToDock
	actDock
	actMoveOnto
	actAttackMove
	actNudge
	actLeaveProduction
	actReturnToCell
	actFly
	actRemoveSelf
	actParachute
	actAttack
	actFollowAttack
	actMoveWithin
	actSell
	actEnter
	actMoveBeside
	actMoveInto
	actAwaitPassengers
	actUnload
	actLinkRefinery
	actTeleport
	actFollow
	actResupply
	actFlyIdle
	actFlyForward
	actFlyFollow
	actTakeOff
	actLand
	actAirfield
	actReturnToBase
	actFlyAttack
	actAttackRun
	actFall
	actChargeAttack
	actChargeFire
	actLeapAttack
	actLeap
	actRelease
)

type activityState uint8

const (
	stateQueued activityState = iota
	stateActive
	stateCanceling
	stateDone
)

// Activity is one thing an actor is doing, as plain data: a tag, its place in
// the tree (what runs inside it, what runs after it) and the figures of its
// kind. openra-world.md §3 tells how the tree is run.
type Activity struct {
	activityFigures
	activityProgress
	child, next *Activity
	path        []Cell

	recorded activityRecord // not state
}

// activityProgress is what changes in nearly every tick in which an activity
// goes on; the rest is recorded again only when it changes.
type activityProgress struct {
	progress int32
	waitLeft int32
}

// activityFigures is what of an activity can be compared at once; what has no
// gaps between comes first, which is compared as one piece of memory.
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
		return &Activity{activityFigures: activityFigures{kind: kind}}
	}
	w.free = act.next
	act.empty()
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
	recorded := act.recorded
	recorded.data = recorded.data[:0]
	*act = Activity{path: act.path[:0], recorded: recorded}
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
	switch act.kind {
	case actMove:
		if w.behaviour.earlyMove || w.staysIn(a.to) {
			act.path = act.path[:0]
		}
	case actMoveToDock:
		w.unreserveHost(a)
	case actEnter:
		w.leaveTarget(a, act)
	default:
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

// tickActor runs an actor's activities and its idle hooks.
func (w *World) tickActor(a *Actor) {
	if a.activity == nil && !a.typ.hasIdleHooks {
		return
	}
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
	case a.typ.aircraft != nil:
		w.becomeIdleInAir(a)
	case a.typ.mobile != nil && !w.staysIn(w.location(a)):
		w.queue(a, w.moveTo(w.location(a), 0, true))
	}
}

// runActivity ticks an activity, and the next one in the same tick when it
// finishes; it returns what is current afterwards and frees what is done.
func (w *World) runActivity(a *Actor, act, parent *Activity, slot **Activity) *Activity {
	w.freeDone(slot, act)
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
	act.child = w.runActivity(a, skipDone(act.child), act, &act.child)
	return act.child == nil
}

// firstRun runs once before an activity's first tick.
func (w *World) firstRun(a *Actor, act *Activity) {
	switch act.kind {
	case actMove:
		w.beginMove(a, act)
	case actDrag:
		if act.facing >= 0 {
			w.queueTurn(act, act.facing)
		}
	case actTransform:
		if a.typ.mobile != nil {
			w.queueTurn(act, act.facing)
		}
	case actFindResources:
		w.beginFindResources(a, act)
	case actMoveToDock:
		w.beginMoveToDock(a, act)
	case actMoveOnto:
		w.beginMoveOnto(act)
	case actMoveWithin:
		w.beginMoveWithin(act)
	case actMoveBeside:
		w.beginMoveBeside(act)
	case actUnload:
		w.beginUnload(a, act)
	case actAttackMove:
		w.beginAttackMove(a, act)
	case actNudge:
		w.beginNudge(a, act)
	case actLeaveProduction:
		w.beginLeaveProduction(a, act)
	case actTakeOff:
		w.beginTakeOff(a)
	case actLand:
		w.beginLand(a, act)
	case actAirfield:
		w.beginAirfield(a, act)
	case actAttackRun:
		w.beginAttackRun(a, act)
	case actLeapAttack:
		a.aiming = true
	case actLeap:
		w.beginLeap(a, act)
	default:
	}
}

// lastRun runs once after an activity's last tick.
func (w *World) lastRun(a *Actor, act *Activity) {
	switch act.kind {
	case actMove:
		act.path = act.path[:0]
	case actAttack, actLeapAttack:
		a.aiming = false
	case actLeap:
		a.leaping = false
	case actEnter:
		w.leaveTarget(a, act)
	case actFollowAttack, actFlyAttack:
		if a.requested != none {
			w.clearRequested(a)
		}
	case actFly:
		act.path = act.path[:0]
	default:
	}
}

// tickActivity runs one tick of an activity and reports whether it is done.
func (w *World) tickActivity(a *Actor, act, parent *Activity) bool {
	switch act.kind {
	case actMove:
		return w.tickMove(a, act)
	case actFirstHalf, actSecondHalf:
		return w.tickMovePart(a, act, parent)
	case actTurn:
		return w.tickTurn(a, act)
	case actDrag:
		return w.tickDrag(a, act)
	case actWait:
		return w.tickWait(act)
	case actTransform:
		return w.tickTransform(a, act)
	case actLinkRefinery:
		w.linkRefinery(a)
		return true
	case actFindResources:
		return w.tickFindResources(a, act)
	case actHarvest:
		return w.tickHarvest(a, act)
	case actMoveToDock:
		return w.tickMoveToDock(a, act)
	case actDock:
		return w.tickDock(a, act)
	case actMoveOnto:
		return w.tickMoveOnto(a, act)
	case actAttackMove:
		return w.tickAttackMove(a, act)
	case actReturnToCell:
		return w.tickReturnToCell(a, act)
	case actFly:
		return w.tickFly(a, act)
	case actFlyIdle:
		return w.tickFlyIdle(a, act)
	case actFlyForward:
		return w.tickFlyForward(a, act)
	case actFlyFollow:
		return w.tickFlyFollow(a, act)
	case actTakeOff:
		return w.tickTakeOff(a)
	case actLand:
		return w.tickLand(a, act)
	case actAirfield:
		return w.tickAirfield(a, act)
	case actReturnToBase:
		return w.tickReturnToBase(a, act)
	case actFlyAttack:
		return w.tickFlyAttack(a, act)
	case actAttackRun:
		return w.tickAttackRun(a, act)
	case actFall:
		return w.tickFall(a, act)
	case actChargeAttack:
		return w.tickChargeAttack(a, act)
	case actChargeFire:
		return w.tickChargeFire(a, act)
	case actLeapAttack:
		return w.tickLeapAttack(a, act)
	case actLeap:
		return w.tickLeap(a, act)
	case actRelease:
		w.unhook(a)
		return true
	case actRemoveSelf:
		w.dispose(a)
		return true
	case actSell:
		return w.tickSell(a)
	case actEnter:
		return w.tickEnter(a, act)
	case actMoveBeside:
		return w.tickMoveBeside(a, act)
	case actMoveInto:
		return w.tickMoveInto(a, act)
	case actAwaitPassengers:
		return a.reservedWeight == 0
	case actFollow:
		return w.tickFollow(a, act)
	case actResupply:
		return w.tickResupply(a, act)
	case actTeleport:
		return w.tickTeleport(a, act)
	case actUnload:
		return w.tickUnload(a, act)
	case actParachute:
		return w.tickParachute(a, act)
	case actAttack:
		return w.tickAttack(a, act)
	case actFollowAttack:
		return w.tickFollowAttack(a, act)
	case actMoveWithin:
		return w.tickMoveWithin(a, act)
	default:
		return true
	}
}

func (w *World) queueTurn(act *Activity, facing int32) {
	child := w.newActivity(actTurn)
	child.facing = facing
	act.queueChild(child)
}

func (w *World) queueWait(act *Activity, ticks int32) {
	child := w.newActivity(actWait)
	child.waitLeft = ticks
	act.queueChild(child)
}

func (w *World) tickTurn(a *Actor, act *Activity) bool {
	if act.state == stateCanceling {
		return true
	}
	if w.mobilePaused(a) {
		return false
	}
	if a.facing == act.facing {
		return true
	}
	step := int32(512)
	switch {
	case a.typ.mobile != nil:
		step = a.typ.mobile.turnSpeed
	case a.typ.aircraft != nil:
		step = a.typ.aircraft.turnSpeed
	}
	a.facing = turn(a.facing, act.facing, step)
	return false
}

// tickWait takes one call more than the ticks it waits.
func (w *World) tickWait(act *Activity) bool {
	if act.state == stateCanceling {
		return true
	}
	act.waitLeft--
	return act.waitLeft == -1
}

func (w *World) tickDrag(a *Actor, act *Activity) bool {
	at := act.to
	if act.distance > 1 {
		at = lerpPos(act.from, act.to, act.progress, act.distance-1)
	}
	w.setCenter(a, at)
	act.progress++
	return act.progress >= act.distance
}
