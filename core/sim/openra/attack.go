package openra

// Flags of actAttack and actFollowAttack.
const (
	flagMayMove = iota
	flagTicked
	_          // flagFromMarch
	flagForced // its player said so: friends and wrecks too
)

// nearMargin is how much nearer than its reach a turreted unit comes to what
// may move.
const nearMargin = 1024

// tickFollowAttack keeps a turreted unit near its target; the turret fires by
// itself.
func (w *World) tickFollowAttack(a *Actor, act *Activity) bool {
	if onGround(act.host) {
		return w.tickPlaceAttack(a, act)
	}
	if w.behaviour.oldAttack {
		return w.tickOldFollowAttack(a, act)
	}
	if !w.pursues(a, act) {
		return w.pursuitOver(a, act)
	}
	if act.flag[flagTicked] && a.requested == none {
		return true
	}
	target := w.namedTarget(a, act.host)
	if target != nil && act.host&frozenBit != 0 {
		if w.recognise(a, target, act); act.host&frozenBit != 0 {
			return w.tickFollowMemory(a, target, act)
		}
	}
	if target != nil && w.hiddenFrom(target, a.owner) {
		target = nil
	}
	if target == nil {
		w.clearRequested(a)
		return true
	}
	a.requested, a.preset, a.forced = target.ID, false, act.flag[flagForced]
	act.flag[flagTicked] = true
	low, high := w.reachAgainst(a, target, false)
	if act.flag[flagMayMove] && target.typ.mobile != nil {
		high = clamp(high-nearMargin, min(low+nearMargin, high), max(high-nearMargin, low))
	}
	if result := w.tickCooldown(a, &act.cooldown, true); result != cooldownGoOn {
		return result == cooldownDone
	}
	if w.inReach(a.center, target, high) && (low == 0 || !w.inReach(a.center, target, low)) {
		return false
	}
	if !act.flag[flagMayMove] || high == 0 || high < low {
		return true
	}
	w.moveWithin(act, target, low, high)
	return false
}

// pursues reports whether an attack goes on: it runs what is inside first.
func (w *World) pursues(a *Actor, act *Activity) bool {
	if act.state != stateCanceling {
		if target := w.namedTarget(a, act.host); target == nil || !w.canShoot(a, target, true, act.flag[flagForced]) {
			w.cancel(a, act, true)
		}
	}
	return w.tickChild(a, act) && act.state != stateCanceling
}

func (w *World) pursuitOver(_ *Actor, act *Activity) bool {
	return skipDone(act.child) == nil && act.state == stateCanceling
}

// reachAgainst is the range an actor's weapons have against a target: for
// turrets the longest, for others the shortest of the usable ones. Those without
// ammunition count only where all are.
func (w *World) reachAgainst(a, target *Actor, shortest bool) (low, high int32) {
	holder := w.gunner(a)
	last := int32(0)
	for i := range holder.typ.armaments {
		weapon := holder.typ.armaments[i].weapon
		if holder.typ.armaments[i].garrisoned != (a.typ.ports != nil) || !w.worksOn(weapon, target) {
			continue
		}
		if w.armPaused(holder, i) {
			last = max(last, w.reachOf(holder, weapon))
			continue
		}
		low = max(low, weapon.minReach)
		if reach := w.reachOf(holder, weapon); high == 0 || shortest && reach < high || !shortest && reach > high {
			high = reach
		}
	}
	if high == 0 {
		high = last
	}
	return low, high
}

func (w *World) moveWithin(act *Activity, target *Actor, low, high int32) {
	act.cooldown.moving = true
	move := w.newActivity(actMoveWithin)
	move.ownsChildren = true
	move.host = target.ID | act.host&frozenBit
	move.low, move.high = low, high
	move.last, move.hasLast = w.cellContaining(target.center), true
	act.queueChild(move)
}

// tickAttack is one tick of a unit that must face what it shoots at.
func (w *World) tickAttack(a *Actor, act *Activity) bool {
	if onGround(act.host) {
		return w.tickPlaceAttack(a, act)
	}
	if w.behaviour.oldAttack {
		return w.tickOldAttack(a, act)
	}
	if !w.pursues(a, act) {
		return w.pursuitOver(a, act)
	}
	target := w.namedTarget(a, act.host)
	if target != nil && act.host&frozenBit != 0 {
		if w.recognise(a, target, act); act.host&frozenBit != 0 && (!a.typ.targetsFrozen && !act.flag[flagForced] || w.targetFor(a, act.host) == nil) {
			return w.tickAttackMemory(a, target, act)
		}
	}
	if target == nil || act.host&frozenBit == 0 && w.hiddenFrom(target, a.owner) {
		return true
	}
	if result := w.tickCooldown(a, &act.cooldown, false); result != cooldownGoOn {
		return result == cooldownDone
	}
	a.aiming = false
	low, high := w.reachAgainst(a, target, true)
	if high == 0 {
		return true
	}
	if !w.inReach(a.center, target, high) || low != 0 && w.inReach(a.center, target, low) {
		if !act.flag[flagMayMove] {
			return true
		}
		w.moveWithin(act, target, low, high)
		return false
	}
	a.aiming = true
	if w.facesTarget(a, target) {
		w.fireAll(a, target)
	}
	return false
}

// facesTarget turns a unit to its target and reports whether it may fire.
func (w *World) facesTarget(a, target *Actor) bool {
	return w.facesPoint(a, w.aimedPoint(a, a.center, target))
}

// facesPoint does so with a place.
func (w *World) facesPoint(a *Actor, at Pos) bool {
	d := at.sub(a.center)
	if d.flatSquared() == 0 || withinTolerance(a.facing, w.yawOf(d), a.typ.tolerance) {
		return true
	}
	a.facing = turn(a.facing, w.yawOf(d), a.typ.turnSpeed())
	return withinTolerance(a.facing, w.yawOf(d), a.typ.tolerance)
}

func withinTolerance(facing, desired, tolerance int32) bool {
	if tolerance >= 512 {
		return true
	}
	delta := angle(desired - facing)
	return delta <= tolerance || delta >= 1024-tolerance
}

func (t *actorType) turnSpeed() int32 {
	if t.mobile != nil {
		return t.mobile.turnSpeed
	}
	return 512
}

func (w *World) beginMoveWithin(act *Activity) {
	move := w.newActivity(actMove)
	move.parentPath = true
	move.aim, move.low, move.high, move.last = act.host, act.low, act.high, act.last
	act.queueChild(move)
}

// rightlyFar reports whether somebody who drives into range may stop in a
// place. The least range counts even where it is zero: the very point where the
// target stands is too near.
func (w *World) rightlyFar(from Pos, target *Actor, low, high int32) bool {
	return w.rightlyFarOf(from, aimAtActor(target), low, high)
}

func (w *World) rightlyFarOf(from Pos, target aim, low, high int32) bool {
	return w.inReachOf(from, target, high) && !w.inReachOf(from, target, low)
}

// tickMoveWithin drives until the target is in range.
func (w *World) tickMoveWithin(a *Actor, act *Activity) bool {
	if w.behaviour.oldAttack {
		return w.tickOldMoveWithin(a, act)
	}
	old := act.last
	target, named := w.aimNamed(a, act.host)
	if target.actor != nil && !w.hiddenFrom(target.actor, a.owner) {
		act.last = w.cellContaining(target.at)
	}
	inRange := named && w.rightlyFarOf(a.center, target, act.low, act.high)
	switch {
	case inRange && w.staysIn(w.location(a)), !named:
		w.cancel(a, act, true)
	case act.state != stateCanceling && act.last != old && !inRange:
		if child := skipDone(act.child); child != nil {
			w.cancel(a, child, false)
		}
		w.beginMoveWithin(act)
	}
	if !w.tickChild(a, act) {
		return false
	}
	if a.moveResult != moveReached {
		w.cancel(a, act, true)
	}
	return true
}

// pathWithin finds a path to a cell from which a target is in range.
func (w *World) pathWithin(a *Actor, move *Activity, check blockedBy) (path []Cell, arrived bool) {
	if w.behaviour.oldAttack {
		return w.oldPathWithin(a, move, check), false
	}
	if move.last == w.location(a) {
		return nil, true
	}
	target, named := w.aimNamed(a, move.aim)
	if !named {
		return nil, false
	}
	var cells []Cell
	for _, ring := range w.annulus(move.low/1024, (move.high+1023)/1024) {
		c := move.last.add(ring.at)
		if !w.ground.contains(c) || !w.staysIn(c) || !w.canEnter(a, c, none, byAll) {
			continue
		}
		at := w.centerOfCell(c).add(w.ground.offsetOf(a.fromSub))
		if w.rightlyFarOf(at, target, move.low, move.high) {
			cells = append(cells, c)
		}
	}
	if len(cells) == 0 {
		return nil, false
	}
	return w.pathToAny(a, cells, check, nil), false
}
