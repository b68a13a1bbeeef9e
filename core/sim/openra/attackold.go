package openra

// Attacks of the releases until 20231010. Inside an attack the way to the
// target has priority, and a target that is gone is still gone to: the unit
// walks on to where it was last seen, and only then gives up.

// Flags of actAttack, actFollowAttack and actMoveWithin in those releases,
// beside flagMayMove and flagTicked.
const (
	flagMoved    = 2 // a way into range was begun
	flagFromPast = 3 // the target is taken where it was last seen
)

// seenTarget is a target as an attack of those releases knows it.
type seenTarget struct {
	actor  *Actor // nil: dead or gone
	hidden bool   // nothing of it is seen, nor remembered
	frozen bool   // it is seen as it was
}

// beginOldAttack sets up the activity of an attack: what it knows of its
// target before its first tick.
func (w *World) beginOldAttack(a, target *Actor, act *Activity) {
	act.ownsChildren = false
	if seen := w.targetSeen(a, target.ID); !seen.hidden {
		w.rememberMiddle(act, target.center)
		act.low, act.high = w.reachAgainst(a, target, false)
	}
}

func (w *World) targetSeen(a *Actor, host uint32) seenTarget {
	target := w.validTarget(host)
	if target == nil || !w.hiddenFrom(target, a.owner) {
		return seenTarget{actor: target}
	}
	return seenTarget{actor: target, hidden: !target.typ.frozenUnderFog, frozen: target.typ.frozenUnderFog}
}

// remember keeps where the points of a target are that are aimed at.
func (w *World) remember(act *Activity, target *Actor) {
	act.phase = target.typ.index + 1
	act.from, act.fromFacing, act.target = target.center, target.bodyFacing(), target.cell
	act.last, act.hasLast = w.cellContaining(target.center), true
}

// onlyMiddle as the phase of an activity: it remembers no more than where the
// middle of its target was.
const onlyMiddle = -1

// rememberMiddle keeps where the middle of a target is, until its points are
// seen.
func (w *World) rememberMiddle(act *Activity, at Pos) {
	act.phase, act.from = onlyMiddle, at
	act.last, act.hasLast = w.cellContaining(at), true
}

// remembers reports whether there is a place where the target was last seen.
func (act *Activity) remembers() bool { return act.phase != 0 }

// pastInReach reports whether a point of the target, where it was last seen,
// is within a distance.
func (w *World) pastInReach(from Pos, act *Activity, reach int32) bool {
	limit := int64(reach) * int64(reach)
	if act.phase == onlyMiddle {
		return act.from.sub(from).flatSquared() <= limit
	}
	if act.phase < 1 || int(act.phase) > len(w.types) {
		return false
	}
	near := false
	w.pointsOf(w.types[act.phase-1], act.from, act.target, act.fromFacing, func(p Pos) {
		near = near || p.sub(from).flatSquared() <= limit
	})
	return near
}

// oldReach reports whether a position is in the range of an activity's target,
// as it is or as it was.
func (w *World) oldReach(at Pos, act *Activity, target *Actor, low, high int32) bool {
	if act.flag[flagFromPast] || onGround(act.host) {
		return act.remembers() && w.pastInReach(at, act, high) && !w.pastInReach(at, act, low)
	}
	return target != nil && w.inReach(at, target, high) && !w.inReach(at, target, low)
}

// tickOldAttack is one tick of a unit that must face what it shoots at; it has
// nothing inside.
func (w *World) tickOldAttack(a *Actor, act *Activity) bool {
	if act.state == stateCanceling {
		return true
	}
	seen := w.targetSeen(a, act.host)
	if seen.actor != nil && !seen.hidden && !seen.frozen {
		w.remember(act, seen.actor)
		_, act.high = w.reachAgainst(a, seen.actor, false)
	}
	act.flag[flagFromPast] = seen.hidden || seen.actor == nil
	if act.flag[flagMoved] && seen.hidden || act.flag[flagFromPast] && !act.remembers() {
		return true
	}
	act.flag[flagMoved] = false
	if act.flag[flagFromPast] {
		if act.high == 0 || !act.flag[flagMayMove] || w.pastInReach(a.center, act, act.high) {
			return true
		}
		w.oldMoveWithin(act, 0, act.high)
		return false
	}
	a.aiming = false
	if seen.frozen {
		if !act.flag[flagMayMove] {
			return true
		}
		w.oldMoveWithin(act, 0, w.sightOf(a))
		return false
	}
	low, high := w.reachAgainst(a, seen.actor, true)
	if high == 0 {
		return true
	}
	if !w.inReach(a.center, seen.actor, high) || low != 0 && w.inReach(a.center, seen.actor, low) {
		if !act.flag[flagMayMove] {
			return true
		}
		w.oldMoveWithin(act, low, high)
		return false
	}
	a.aiming = true
	if w.facesTarget(a, seen.actor) {
		w.fireAll(a, seen.actor)
	}
	return false
}

// tickOldFollowAttack keeps a turreted unit near its target; the turret fires
// by itself.
func (w *World) tickOldFollowAttack(a *Actor, act *Activity) bool {
	if act.state == stateCanceling || act.flag[flagTicked] && w.validTarget(a.requested) == nil {
		return true
	}
	seen := w.targetSeen(a, act.host)
	a.requested, a.preset = act.host, false
	act.flag[flagTicked] = true
	if seen.actor != nil && !seen.hidden && (!seen.frozen || !act.remembers()) {
		w.remember(act, seen.actor)
		act.low, act.high = w.reachAgainst(a, seen.actor, false)
		if act.flag[flagMayMove] && seen.actor.typ.mobile != nil && !seen.frozen {
			act.high = clamp(act.high-nearMargin, min(act.low+nearMargin, act.high), max(act.high-nearMargin, act.low))
		}
	}
	high := act.high
	act.flag[flagFromPast] = seen.hidden || seen.actor == nil
	if seen.frozen {
		high = min(high, w.sightOf(a))
	}
	if act.flag[flagMoved] && seen.hidden || act.flag[flagFromPast] && !act.remembers() {
		return true
	}
	if w.oldReach(a.center, act, seen.actor, act.low, high) {
		return act.flag[flagFromPast]
	}
	if !act.flag[flagMayMove] || high == 0 || high < act.low {
		return true
	}
	w.oldMoveWithin(act, act.low, high)
	return false
}

// noSight is how far a unit without sight goes near what it does not see.
const noSight = 2 * 1024

// sightOf is the farthest a unit sees now.
func (w *World) sightOf(a *Actor) int32 {
	reach := int32(-1)
	for i := range a.typ.sights {
		if w.holds(a, a.typ.sights[i].requires) {
			reach = max(reach, a.typ.sights[i].maxRange)
		}
	}
	if reach < 0 {
		return noSight
	}
	return reach
}

// oldMoveWithin begins a way into the range of an attack's target.
func (w *World) oldMoveWithin(act *Activity, low, high int32) {
	act.flag[flagMoved] = true
	move := w.newActivity(actMoveWithin)
	move.ownsChildren = true
	move.host, move.low, move.high = act.host, low, high
	w.rememberMiddle(move, act.from)
	act.queueChild(move)
}

// tickOldMoveWithin drives until the target, or the place where it was last
// seen, is in range.
func (w *World) tickOldMoveWithin(a *Actor, act *Activity) bool {
	old := act.last
	seen := w.targetSeen(a, act.host)
	if seen.actor != nil && !seen.hidden && !seen.frozen {
		w.remember(act, seen.actor)
	}
	valid := seen.actor != nil
	if act.flag[flagFromPast] || onGround(act.host) {
		valid = act.remembers()
	}
	act.flag[flagFromPast] = seen.hidden || !valid
	there := w.oldReach(a.center, act, seen.actor, act.low, act.high) && w.staysIn(w.location(a))
	again := valid && act.last != old && !there
	lost := act.flag[flagFromPast] && !act.remembers()
	if child := skipDone(act.child); child != nil && (there || again || lost) {
		w.cancel(a, child, false)
	}
	if act.state != stateCanceling && again {
		w.beginMoveWithin(act)
	}
	return w.tickChild(a, act)
}

// oldPathWithin finds a path to a cell in range of the target as the activity
// around a move knows it.
func (w *World) oldPathWithin(a *Actor, move *Activity, check blockedBy) []Cell {
	act := enclosing(a.current(), move)
	if act == nil {
		return nil
	}
	target := w.validTarget(act.host)
	cells := w.scratch.inRange[:0]
	for _, ring := range w.annulus(act.low/1024, (act.high+1023)/1024) {
		c := act.last.add(ring.at)
		if w.ground.contains(c) && w.staysIn(c) && w.oldReach(w.centerOfCell(c).add(w.ground.offsetOf(a.fromSub)), act, target, act.low, act.high) &&
			w.canEnter(a, c, none, byAll) {
			cells = append(cells, c)
		}
	}
	w.scratch.inRange = cells
	if len(cells) == 0 {
		return nil
	}
	if w.behaviour.twoSided {
		return w.twoSidedToAny(a, cells, act.last, check)
	}
	return w.pathToAny(a, cells, check, nil)
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
