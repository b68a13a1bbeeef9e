// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/sim/openra/internal/wpos"

// The cell steps of a move and its arcs: docs/engine/openra-world.md#move-step.

// moveTo makes a move to a cell.
func (w *World) moveTo(target Cell, nearEnough int32, evaluate bool) *Activity {
	act := w.newActivity(actMove)
	act.target, act.hasTarget = target, true
	act.nearEnough = nearEnough
	act.evaluate = evaluate
	return act
}

// evalPath asks for a path and keeps it up to the unit's own cell.
func (w *World) evalPath(a *Actor, act *Activity, check blockedBy) (arrived bool) {
	var found []Cell
	switch {
	case act.aim != none && act.low == besideOnly:
		found, arrived = w.pathBeside(a, act, check)
	case act.aim != none:
		found, arrived = w.pathWithin(a, act, check)
	case act.parentPath && act.last == w.location(a):
		arrived = true
	case act.parentPath && adjacent(act.last, w.location(a)) && !w.canEnter(a, act.last, none, byAll):
		// Beside a dock that is taken a unit waits.
	case act.parentPath:
		onto := [1]Cell{act.last}
		found = w.paths.pathToAny(w.mover(a), onto[:], check, nil)
	case !act.hasTarget:
	case a.to == act.target:
		arrived = true
	default:
		found = w.paths.pathTo(w.mover(a), act.target, check, act.host)
	}
	act.path, act.recorded.rerouted = act.path[:0], true
	for _, c := range found {
		if c == a.to {
			break
		}
		act.path = append(act.path, c)
	}
	if w.observer != nil {
		w.observer.pathFound(w, a, act)
	}
	if w.behaviour.OldCells {
		a.pathHash = pathHash(act.path)
	}
	return arrived
}

func (w *World) beginMove(a *Actor, act *Activity) {
	act.startTick = w.tick
	a.moveResult = moveInProgress
	if act.evaluate && act.hasTarget {
		c := w.nearestMovable(a, act.target, 1, 10)
		act.target = c
		act.hasTarget = w.canEnter(a, c, none, w.standLevel())
	}
	for _, check := range w.pathLevels() {
		act.arrived = w.evalPath(a, act, check)
		if act.arrived || len(act.path) > 0 {
			return
		}
	}
}

func (w *World) tickMove(a *Actor, act *Activity) bool {
	a.turnToMove = false
	if act.state == stateCanceling && (w.behaviour.EarlyMove || w.staysIn(a.to)) {
		act.path = act.path[:0]
		a.moveResult = moveCanceled
		return true
	}
	if w.mobilePaused(a) {
		return false
	}
	if act.arrived {
		a.moveResult = moveReached
		return true
	}
	if act.hasTarget && act.target == a.to {
		a.moveResult = moveReached
		if act.noPath {
			a.moveResult = moveBlocked
		}
		return true
	}
	if len(act.path) == 0 {
		act.noPath = true
		act.target, act.hasTarget = a.to, true
		return false
	}
	act.target, act.hasTarget = act.path[0], true
	next, sub, ok, again := w.popPath(a, act)
	if !ok {
		if !again && !w.behaviour.SlowRefusal {
			a.moveResult = moveBlocked
			return true
		}
		return false
	}
	facing := w.facingBetween(a.from, next, a.facing)
	if facing != a.facing {
		act.path = append(act.path, next)
		w.queueTurn(act, facing)
		a.turnToMove = true
		return false
	}
	w.setLocation(a, a.from, a.fromSub, next, sub)
	from := w.centerOfCell(a.from).Add(w.ground.offsetOf(a.fromSub))
	to := w.betweenCells(a.from, a.to).Add(w.ground.offsetOf(a.fromSub).Add(w.ground.offsetOf(a.toSub)).Half())
	act.queueChild(w.movePart(actFirstHalf, from, to, a.facing, facing, act.carry, false))
	act.carry = 0
	return false
}

func (w *World) facingBetween(from, to Cell, fallback int32) int32 {
	d := w.centerOfCell(to).Sub(w.centerOfCell(from))
	if d.FlatSquared() == 0 {
		return fallback
	}
	return d.Yaw()
}

func (w *World) betweenCells(from, to Cell) Pos {
	return wpos.LerpPos(w.centerOfCell(from), w.centerOfCell(to), 1, 2)
}

func adjacent(a, b Cell) bool {
	d := a.Sub(b)
	return wpos.Abs(d.X) <= 1 && wpos.Abs(d.Y) <= 1
}

// popPath takes the next cell of the path, deals with who blocks it, and says
// whether to try again later where there is none.
func (w *World) popPath(a *Actor, act *Activity) (next Cell, sub subCell, ok, again bool) {
	next, sub, ok, again = w.nextStep(a, act)
	if ok && w.observer != nil {
		next, sub = w.observer.steps(w, a, act, next, sub)
	}
	return next, sub, ok, again
}

func (w *World) nextStep(a *Actor, act *Activity) (next Cell, sub subCell, ok, again bool) {
	if len(act.path) == 0 {
		return Cell{}, 0, false, false
	}
	next = act.path[len(act.path)-1]
	if !adjacent(a.to, next) {
		act.arrived = w.evalPath(a, act, byImmovable)
		return Cell{}, 0, false, false
	}
	if !w.canEnter(a, next, act.host, byAll) {
		if w.behaviour.EarlyMove {
			w.earlyBlockedStep(a, act, next)
			return Cell{}, 0, false, false
		}
		return w.blockedStep(a, act, next)
	}
	act.waited = false
	act.path = act.path[:len(act.path)-1]
	return next, w.availableSubCell(a, next, w.preferredSubCell(a), act.host), true, true
}

// blockedStep decides what a unit does when the next cell is taken: give up
// near the goal, go round what never moves, ask to make room, wait, go round.
func (w *World) blockedStep(a *Actor, act *Activity, next Cell) (Cell, subCell, bool, bool) {
	if a.to.Sub(act.target).Squared() <= act.nearEnough*act.nearEnough && w.staysIn(a.to) {
		if len(act.path) < 2 || !w.roomAround(a, act, next) {
			act.path = act.path[:0]
			return Cell{}, 0, false, false
		}
	}
	if !w.canEnter(a, next, act.host, byImmovable) {
		act.arrived = w.evalPath(a, act, byImmovable)
		return Cell{}, 0, false, false
	}
	w.notifyBlockers(a, next)
	if !act.waited {
		act.waitLeft = w.blockedWait(a)
		act.waited = true
		return Cell{}, 0, false, true
	}
	act.waitLeft--
	if act.waitLeft >= 0 {
		return Cell{}, 0, false, true
	}
	act.waited = false
	if w.evacuating(next) {
		return Cell{}, 0, false, true
	}
	old := append(w.scratch.cells[:0], act.path...)
	w.scratch.cells = old
	w.removeInfluence(a)
	w.evalPath(a, act, byAll)
	w.addInfluence(a)
	if len(act.path) != 0 {
		step := act.path[len(act.path)-1]
		act.path = act.path[:len(act.path)-1]
		return step, w.availableSubCell(a, next, w.preferredSubCell(a), act.host), true, true
	}
	act.path = append(act.path[:0], old...)
	if a.blocking {
		return w.backUp(a, act, next)
	}
	return Cell{}, 0, false, false
}

// backUp makes room for those a unit blocks when it can neither go on nor
// round; it will first come back to where it stood.
func (w *World) backUp(a *Actor, act *Activity, next Cell) (Cell, subCell, bool, bool) {
	c, ok := w.adjacentCell(a, next)
	if !ok {
		return Cell{}, 0, false, false
	}
	if next.Sub(c).Squared() > 2 {
		act.path = append(act.path, a.to)
	}
	return c, w.availableSubCell(a, c, w.preferredSubCell(a), act.host), true, true
}

// roomAround reports whether a cell beside the blocker is free and no farther
// from the goal.
func (w *World) roomAround(a *Actor, act *Activity, next Cell) bool {
	limit := next.Sub(act.target).Squared()
	here := w.location(a)
	for _, d := range wpos.Directions {
		c := next.Add(d)
		if c != here && c.Sub(act.target).Squared() <= limit && w.canEnter(a, c, act.host, byAll) {
			return true
		}
	}
	return false
}

// evacuating reports whether everyone in a cell is on the way out.
func (w *World) evacuating(c Cell) bool {
	for at := w.first(c); at != 0; at = w.occupied.nodes[at].next {
		other := w.actors[w.occupied.nodes[at].actor]
		if other == nil || other.typ.Mobile == nil || !other.leaving() {
			return false
		}
	}
	return true
}

// movePart makes one half of a step between cells.
func (w *World) movePart(kind activityKind, from, to Pos, fromFacing, toFacing, carry int32, arc bool) *Activity {
	part := w.newActivity(kind)
	part.uninterruptible = true
	part.from, part.to = from, to
	part.fromFacing, part.toFacing = fromFacing, toFacing
	part.progress = carry
	part.distance = to.Sub(from).Length()
	if !arc {
		return part
	}
	u := Pos{X: 1024, Y: 0, Z: 0}.Rotate(fromFacing)
	v := Pos{X: 1024, Y: 0, Z: 0}.Rotate(toFacing)
	if v.X*u.Y == v.Y*u.X {
		return part
	}
	d := from.Sub(to)
	s := (v.Y*d.X - v.X*d.Y) * 1024 / (v.X*u.Y - v.Y*u.X)
	part.arcCenter = Pos{X: from.X + s*u.X/1024, Y: from.Y + s*u.Y/1024, Z: 0}
	a, b := part.arcCenter.Sub(from), part.arcCenter.Sub(to)
	part.arcFrom = [2]int32{a.FlatLength(), a.Yaw()}
	part.arcTo = [2]int32{b.FlatLength(), b.Yaw()}
	part.arc = true
	return part
}

func (w *World) tickMovePart(a *Actor, part, move *Activity) bool {
	if w.behaviour.OldMove {
		return w.tickOldMovePart(a, part, move)
	}
	if move.partTick < w.tick {
		part.progress += w.speedIn(a, a.to)
	}
	if part.progress >= part.distance {
		w.setCenter(a, part.to)
		a.facing = part.toFacing
		move.partTick = w.tick
		if part.kind == actFirstHalf {
			part.append(w.afterFirstHalf(a, part, move))
		} else {
			w.afterSecondHalf(a, part, move)
		}
		return true
	}
	w.placeOnPart(a, part)
	return false
}

// drivesOn moves a unit along half a step and reports whether that is all that its
// activities do in this tick, as in most ticks of most that move: the half does not end,
// and an attack move around the move does not look for targets yet. To go through
// the activities instead took a fortieth of the playing thread's time.
func (w *World) drivesOn(a *Actor, act *Activity) bool {
	if act.kind == actAttackMove && act.underWay() && (a.nextScan > 0 || !a.scansWhileMoving()) {
		act = act.child
	}
	if act == nil || act.kind != actMove || !act.underWay() || w.behaviour.OldMove {
		return false
	}
	part := act.child
	if part == nil || part.kind != actFirstHalf && part.kind != actSecondHalf {
		return false
	}
	progress := part.progress + w.speedIn(a, a.to)
	if progress >= part.distance {
		return false
	}
	part.progress = progress
	w.placeOnPart(a, part)
	return true
}

// placeOnPart puts a unit where it is on half a step.
func (w *World) placeOnPart(a *Actor, part *Activity) {
	w.setCenter(a, part.place(part.progress))
	a.facing = wpos.LerpAngle(part.fromFacing, part.toFacing, part.progress, part.distance)
}

// place is where a unit is after some way along a part.
func (act *Activity) place(progress int32) Pos {
	at := wpos.LerpPos(act.from, act.to, progress, act.distance)
	if act.arc {
		yaw := wpos.LerpAngle(act.arcFrom[1], act.arcTo[1], progress, act.distance)
		length := wpos.Lerp(act.arcFrom[0], act.arcTo[0], progress, act.distance)
		height := wpos.Lerp(act.from.Z, act.to.Z, progress, act.distance)
		at = act.arcCenter.Add(Pos{X: 0, Y: length, Z: height}.Rotate(yaw))
	}
	at.Z = 0
	return at
}

// afterFirstHalf decides at the border of two cells: on in an arc, or into the
// middle of the cell.
func (w *World) afterFirstHalf(a *Actor, part, move *Activity) *Activity {
	fromOffset, toOffset := w.ground.offsetOf(a.fromSub), w.ground.offsetOf(a.toSub)
	border := w.betweenCells(a.from, a.to).Add(fromOffset.Add(toOffset).Half())
	next, sub, ok, _ := w.popPath(a, move)
	if ok {
		if !w.mobilePaused(a) && w.turnsIntoArc(a, next) {
			far := w.betweenCells(a.to, next).Add(toOffset.Add(w.ground.offsetOf(sub)).Half())
			arc := w.movePart(actFirstHalf, border, far, a.facing, w.facingBetween(a.to, next, a.facing), part.progress-part.distance, true)
			w.finishedMoving(a)
			w.setLocation(a, a.to, a.toSub, next, sub)
			return arc
		}
		move.path = append(move.path, next)
	}
	half := w.movePart(actSecondHalf, border, w.centerOfCell(a.to).Add(toOffset), a.facing, a.facing, part.progress-part.distance, false)
	w.enteringCell(a)
	w.setLocation(a, a.to, a.toSub, a.to, a.toSub)
	return half
}

// turnsIntoArc: gentle turns are driven, sharp ones are made standing;
// infantry always stands.
func (w *World) turnsIntoArc(a *Actor, next Cell) bool {
	if a.typ.Mobile.AlwaysTurnInPlace {
		return false
	}
	ahead := w.facingBetween(next, a.to, a.facing)
	now := w.facingBetween(a.to, a.from, a.facing)
	delta := wpos.Angle(ahead - now)
	return delta != 0 && (delta < 384 || delta > 640)
}

func (w *World) afterSecondHalf(a *Actor, part, move *Activity) {
	w.setPosition(a, a.to, a.toSub)
	move.carry = part.progress - part.distance
}
