package openra

// enterPurpose is why a unit goes into another actor.
type enterPurpose uint8

const (
	enterTransport enterPurpose = iota
	enterCapture
	enterDemolish
	enterRepair
	enterInfiltrate
)

// Phases of actEnter.
const (
	enterApproaching int32 = iota
	enterEntering
	enterExiting
	enterFinished
)

// enter makes the activity to go beside a target and then into it.
func (w *World) enter(target *Actor, purpose enterPurpose) *Activity {
	act := w.newActivity(actEnter)
	act.ownsChildren = true
	act.host, act.purpose = target.ID, purpose
	act.last, act.hasLast = w.cellContaining(target.center), true
	return act
}

func (w *World) tickEnter(a *Actor, act *Activity) bool {
	if a.typ.mobile == nil {
		return true
	}
	target := w.validTarget(act.host)
	seen := target != nil && w.visibleTo(target, a.owner)
	if act.state != stateCanceling && (target == nil && act.phase == enterEntering || seen && !w.mayEnter(a, target, act.purpose)) {
		w.cancel(a, act, true)
	}
	if !w.tickChild(a, act) {
		return false
	}
	switch act.phase {
	case enterApproaching:
		return w.approach(a, act, target, seen)
	case enterEntering:
		if target != nil && act.state != stateCanceling && a.center == w.aimAt(a.center, target) {
			w.entered(a, act, target)
		}
		act.phase = enterExiting
		return false
	case enterExiting:
		child := w.newActivity(actReturnToCell)
		child.uninterruptible = true
		act.queueChild(child)
		act.phase = enterFinished
		return false
	default:
		return true
	}
}

func (w *World) approach(a *Actor, act *Activity, target *Actor, seen bool) bool {
	if act.state == stateCanceling || target == nil {
		return true
	}
	if !w.beside(a, target) {
		child := w.newActivity(actMoveBeside)
		child.ownsChildren = true
		child.host, child.last, child.hasLast = target.ID, w.cellContaining(target.center), true
		act.queueChild(child)
		return false
	}
	if !seen {
		return true
	}
	if w.readyToEnter(a, act, target) {
		act.phase = enterEntering
		child := w.newActivity(actMoveInto)
		child.host, child.to = target.ID, w.aimAt(a.center, target)
		act.queueChild(child)
		return false
	}
	return act.state == stateCanceling
}

// mayEnter reports whether the purpose makes sense; transports are asked only
// at their door.
func (w *World) mayEnter(a, target *Actor, purpose enterPurpose) bool {
	switch purpose {
	case enterCapture:
		return w.captureBy(a, target) != nil
	case enterDemolish:
		return w.demolishable(a, target)
	case enterRepair:
		return w.instantlyRepairable(a, target)
	case enterInfiltrate:
		return w.infiltratable(a, target)
	case enterTransport:
	}
	return true
}

// readyToEnter reports whether a unit beside its target may go in now.
func (w *World) readyToEnter(a *Actor, act *Activity, target *Actor) bool {
	switch act.purpose {
	case enterTransport:
		if !w.takeSeat(a, target) {
			w.cancel(a, act, true)
			return false
		}
		return target.typ.aircraft == nil || target.center.Z == 0
	case enterCapture:
		return w.startCapture(a, act, target)
	case enterDemolish, enterRepair, enterInfiltrate:
	}
	return true
}

// entered is the moment a unit is inside.
func (w *World) entered(a *Actor, act *Activity, target *Actor) {
	switch act.purpose {
	case enterTransport:
		w.later(task{kind: taskBoard, actor: a.ID, host: target.ID})
	case enterCapture:
		w.later(task{kind: taskCapture, actor: a.ID, host: target.ID, player: target.owner})
	case enterDemolish:
		w.later(task{kind: taskDemolish, actor: a.ID, host: target.ID})
	case enterRepair:
		w.heal(target, target.typ.maxHP)
		w.consume(a)
	case enterInfiltrate:
		w.infiltrate(a, target)
	}
}

// consume takes an actor away that was used up by what it did.
func (w *World) consume(a *Actor) {
	w.fell(a, endConsumed, nil)
	w.dispose(a)
}

// leaveTarget undoes what a unit that wants in has reserved.
func (w *World) leaveTarget(a *Actor, act *Activity) {
	switch act.purpose {
	case enterTransport:
		w.giveUpSeat(a)
	case enterCapture:
		if target := w.actor(act.host); target != nil && target.captor == a.ID {
			target.captor = none
		}
	case enterDemolish, enterRepair, enterInfiltrate:
	}
}

// abandon lets go what a disposed actor has reserved.
func (w *World) abandon(a *Actor) {
	for act := a.current(); act != nil; act = skipDone(act.next) {
		if act.kind == actEnter {
			w.leaveTarget(a, act)
		}
	}
}

// besideCells lists the cells at a target, its own included, as the engine
// does: each cell aimed at with its neighbours, none twice.
func (w *World) besideCells(target *Actor) []Cell {
	var own, cells []Cell
	w.targetPoints(target, func(p Pos) {
		if c := w.cellContaining(p); !listedCell(own, c) {
			own = append(own, c)
		}
	})
	if len(own) == 0 {
		own = append(own, w.cellContaining(target.center))
	}
	for _, c := range own {
		for _, d := range besideOrder {
			if n := c.add(d); !listedCell(cells, n) {
				cells = append(cells, n)
			}
		}
	}
	return cells
}

// besideOrder is the order in which a cell's neighbours are listed.
var besideOrder = [9]Cell{{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}}

func (w *World) beside(a, target *Actor) bool {
	at := w.location(a)
	return at == w.cellContaining(target.center) || listedCell(w.besideCells(target), at)
}

func (w *World) beginMoveBeside(act *Activity) {
	move := w.newActivity(actMove)
	move.parentPath = true
	move.aim, move.low, move.last = act.host, besideOnly, act.last
	act.queueChild(move)
}

// besideOnly as the lower range of a move: to a cell at the target, not into a
// range of it.
const besideOnly = -1

// tickMoveBeside drives to a cell at the target and follows it if it moves.
func (w *World) tickMoveBeside(a *Actor, act *Activity) bool {
	old := act.last
	target := w.validTarget(act.host)
	if target != nil && w.visibleTo(target, a.owner) {
		act.last = w.cellContaining(target.center)
	}
	switch {
	case target == nil:
		w.cancel(a, act, true)
	case act.state != stateCanceling && act.last != old:
		if child := skipDone(act.child); child != nil {
			w.cancel(a, child, false)
		}
		w.beginMoveBeside(act)
	}
	if !w.tickChild(a, act) {
		return false
	}
	if a.moveResult != moveReached {
		w.cancel(a, act, true)
	}
	return true
}

// pathBeside finds a path to a cell at a target.
func (w *World) pathBeside(a *Actor, move *Activity, check blockedBy) (path []Cell, arrived bool) {
	target := w.validTarget(move.aim)
	if target == nil {
		return nil, false
	}
	var cells []Cell
	for _, c := range w.besideCells(target) {
		if c == w.location(a) && w.staysIn(c) {
			return nil, true
		}
		if w.ground.contains(c) && w.staysIn(c) && w.canEnter(a, c, none, byAll) {
			cells = append(cells, c)
		}
	}
	if len(cells) == 0 {
		return nil, false
	}
	return w.pathToAny(a, cells, check, nil), false
}

// driftLimit is how far a target may move while a unit goes into it.
const driftLimit = 512

// tickMoveInto moves a unit in a straight line into its target, past the grid
// of cells.
func (w *World) tickMoveInto(a *Actor, act *Activity) bool {
	target := w.validTarget(act.host)
	if act.state == stateCanceling || target == nil || a.typ.mobile == nil {
		return true
	}
	goal := w.aimAt(a.center, target)
	if goal.sub(act.to).flatSquared() > driftLimit*driftLimit {
		return true
	}
	d := goal.sub(a.center)
	if d.flatSquared() != 0 && a.facing != w.yawOf(d) {
		a.facing = turn(a.facing, w.yawOf(d), a.typ.turnSpeed())
		return false
	}
	speed := w.speedIn(a, w.location(a))
	if d.squared() <= int64(speed)*int64(speed) {
		w.setCenter(a, goal)
		return true
	}
	length := d.length()
	w.setCenter(a, a.center.add(Pos{d.X * speed / length, d.Y * speed / length, d.Z * speed / length}))
	return false
}
