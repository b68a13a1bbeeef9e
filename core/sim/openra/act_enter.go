// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// enterPurpose is why a unit goes into another actor.
type enterPurpose uint8

const (
	enterTransport enterPurpose = iota
	enterCapture
	enterDemolish
	enterRepair
	enterInfiltrate
	enterDonate
	enterBridge
)

// Phases of actEnter.
const (
	enterApproaching int32 = iota
	enterEntering
	enterExiting
	enterFinished
)

// enter makes the activity to go beside a target and then into it.
func (w *World) enter(ref uint32, purpose enterPurpose) *Activity {
	act := w.newActivity(actEnter)
	act.ownsChildren = true
	act.host, act.purpose = ref, purpose
	return act
}

func (w *World) tickEnter(a *Actor, act *Activity) bool {
	if a.typ.Mobile == nil {
		return true
	}
	seen := w.look(a, act)
	if seen.visible() {
		act.from, act.hasLast = seen.actor.center, true
	}
	if seen.past() && act.phase == enterEntering && act.state != stateCanceling {
		w.cancel(a, act, true)
	}
	if act.purpose == enterCapture && seen.visible() && seen.valid && w.captureBy(a, seen.actor) == nil {
		w.cancel(a, act, true)
	}
	if !w.tickChild(a, act) {
		return false
	}
	if seen.hidden && act.cooldown.moving && !act.cooldown.running && w.behaviour.Cooldowns {
		return true
	}
	if result := w.tickCooldown(a, &act.cooldown, true); result != cooldownGoOn {
		return result == cooldownDone
	}
	switch act.phase {
	case enterApproaching:
		return w.approach(a, act, &seen)
	case enterEntering:
		if seen.actor != nil && !seen.frozen && act.state != stateCanceling && a.center == w.aimAt(a.center, seen.actor) {
			w.entered(a, act, seen.actor)
		}
		act.phase = enterExiting
		return false
	case enterExiting:
		child := w.newActivity(actReturnToCell)
		child.uninterruptible = true
		act.queueChild(child)
		act.cooldown.moving = true
		act.phase = enterFinished
		return false
	default:
		return true
	}
}

// approach goes beside the target, also where it was last seen; only who sees
// it there goes in.
func (w *World) approach(a *Actor, act *Activity, seen *seenTarget) bool {
	if act.state == stateCanceling || seen.actor == nil || seen.past() && !act.hasLast {
		return true
	}
	if !w.beside(a, seen.actor) {
		from := seen.actor.center
		if seen.past() {
			from = act.from
		}
		act.queueChild(w.moveBeside(act.host, from))
		act.cooldown.moving = true
		return false
	}
	if seen.frozen || seen.past() {
		return true
	}
	if w.readyToEnter(a, act, seen.actor) {
		act.phase = enterEntering
		child := w.newActivity(actMoveInto)
		child.host = act.host
		child.to = w.aimAt(a.center, seen.actor)
		act.queueChild(child)
		act.cooldown.moving = true
		return false
	}
	return act.state == stateCanceling
}

// mayEnter reports whether the purpose makes sense; transports are asked only
// at their door, and who brings money asks nobody.
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
	case enterBridge:
		return w.mendable(a, target)
	case enterTransport, enterDonate:
	}
	return true
}

// readyToEnter reports whether a unit beside its target may go in now. Nobody
// asks on the way whether it still makes sense: he would stop in the middle of
// nowhere.
func (w *World) readyToEnter(a *Actor, act *Activity, target *Actor) bool {
	if !w.mayEnter(a, target, act.purpose) || act.purpose == enterTransport && !w.takeSeat(a, target) {
		w.cancel(a, act, true)
		return false
	}
	switch act.purpose {
	case enterTransport:
		return target.typ.Aircraft == nil || target.center.Z == 0
	case enterCapture:
		return w.startCapture(a, act, target)
	case enterDemolish, enterRepair, enterInfiltrate, enterDonate, enterBridge:
	}
	return true
}

// entered is the moment a unit is inside.
func (w *World) entered(a *Actor, act *Activity, target *Actor) {
	if !w.mayEnter(a, target, act.purpose) {
		return
	}
	switch act.purpose {
	case enterTransport:
		w.later(task{kind: taskBoard, actor: a.ID, host: target.ID})
	case enterCapture:
		w.later(task{kind: taskCapture, actor: a.ID, host: target.ID, player: target.owner, amount: w.captureInside(a, target)})
	case enterDemolish:
		w.later(task{kind: taskDemolish, actor: a.ID, host: target.ID})
	case enterRepair:
		w.heal(target, target.typ.MaxHP)
		w.consume(a)
	case enterInfiltrate:
		w.infiltrate(a, target)
	case enterDonate:
		w.donate(a, target)
	case enterBridge:
		w.mendBridge(a, target)
		w.consume(a)
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
		if target := w.actor(act.host &^ frozenBit); target != nil && target.captor == a.ID {
			target.captor = none
			w.pauseChanged(target)
		}
	case enterDemolish, enterRepair, enterInfiltrate, enterDonate, enterBridge:
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
	return w.besidePlace(target.typ, target.center, target.cell, target.bodyFacing())
}

// besidePlace is the same of an actor of a type at a place.
func (w *World) besidePlace(t *info.ActorType, center Pos, topLeft Cell, facing int32) []Cell {
	var own []Cell
	w.pointsOf(t, center, topLeft, facing, func(p Pos) {
		if c := w.cellContaining(p); !listedCell(own, c) {
			own = append(own, c)
		}
	})
	if len(own) == 0 {
		own = append(own, w.cellContaining(center))
	}
	return besideAll(own)
}

func besideAll(own []Cell) []Cell {
	var cells []Cell
	for _, c := range own {
		for _, d := range besideOrder {
			if n := c.Add(d); !listedCell(cells, n) {
				cells = append(cells, n)
			}
		}
	}
	return cells
}

// besideOrder is the order in which a cell's neighbours are listed.
var besideOrder = [9]Cell{{X: 0, Y: 0}, {X: -1, Y: 0}, {X: 1, Y: 0}, {X: 0, Y: -1}, {X: 0, Y: 1}, {X: -1, Y: -1}, {X: 1, Y: -1}, {X: -1, Y: 1}, {X: 1, Y: 1}}

func (w *World) beside(a, target *Actor) bool {
	at := w.location(a)
	return at == w.cellContaining(target.center) || listedCell(w.besideCells(target), at)
}

// moveBeside makes the way to a cell at a target that is, or was last seen, in
// a place.
func (w *World) moveBeside(ref uint32, at Pos) *Activity {
	act := w.newActivity(actMoveBeside)
	act.ownsChildren = true
	act.host = ref
	w.rememberMiddle(act, at)
	return act
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

// tickMoveBeside drives to a cell at the target and follows it if it moves; one
// that is gone is still gone to. What was known of it counts by turns, as in
// tickMoveWithin.
func (w *World) tickMoveBeside(a *Actor, act *Activity) bool {
	old := act.last
	seen := w.look(a, act)
	if seen.visible() {
		w.remember(act, seen.actor)
	}
	act.flag[flagFromPast] = seen.hidden || !seen.valid && !act.flag[flagFromPast]
	if act.state != stateCanceling && act.last != old {
		if child := skipDone(act.child); child != nil {
			w.cancel(a, child, false)
		}
		w.beginMoveBeside(act)
	}
	if !w.tickChild(a, act) {
		return false
	}
	if w.behaviour.Cooldowns && a.moveResult != moveReached {
		w.cancel(a, act, true)
	}
	return true
}

// pathBeside finds a path to a cell at the target of the activity around a
// move.
func (w *World) pathBeside(a *Actor, move *Activity, check blockedBy) (path []Cell, arrived bool) {
	act := enclosing(a.current(), move)
	if act == nil {
		return nil, false
	}
	var cells []Cell
	for _, c := range w.besideAim(a, act) {
		if !w.ground.contains(c) || !w.staysIn(c) || !w.canEnter(a, c, none, byAll) {
			continue
		}
		// Who fills his cell keeps himself out of it, and looks for another.
		if c == w.location(a) && w.behaviour.Cooldowns {
			return nil, true
		}
		cells = append(cells, c)
	}
	if len(cells) == 0 {
		return nil, false
	}
	if w.behaviour.TwoSided {
		return w.paths.twoSidedToAny(w.mover(a), cells, act.last, check), false
	}
	return w.paths.pathToAny(w.mover(a), cells, check, nil), false
}

// besideAim lists the cells at the target of a way beside it, as it is or as it
// was last seen.
func (w *World) besideAim(a *Actor, act *Activity) []Cell {
	target := w.aimedActor(a, act.host)
	switch {
	case !act.flag[flagFromPast] && target == nil:
		return nil
	case !act.flag[flagFromPast]:
		return w.besideCells(target)
	case act.phase < 1 || int(act.phase) > len(w.Types):
		return besideAll([]Cell{act.last})
	}
	return w.besidePlace(w.Types[act.phase-1], act.from, act.target, act.fromFacing)
}

// driftLimit is how far a target may move while a unit goes into it.
const driftLimit = 512

// tickMoveInto moves a unit in a straight line into its target, past the grid
// of cells.
func (w *World) tickMoveInto(a *Actor, act *Activity) bool {
	target := w.validTarget(act.host)
	if act.state == stateCanceling || target == nil || a.typ.Mobile == nil {
		return true
	}
	if w.mobilePaused(a) {
		return false
	}
	goal := w.aimAt(a.center, target)
	if goal.Sub(act.to).Squared() > driftLimit*driftLimit {
		return true
	}
	d := goal.Sub(a.center)
	if d.FlatSquared() != 0 && a.facing != w.yawOf(d) {
		a.facing = wpos.Turn(a.facing, w.yawOf(d), a.typ.TurnSpeed())
		return false
	}
	speed := w.speedIn(a, w.location(a))
	if d.Squared() <= int64(speed)*int64(speed) {
		w.setCenter(a, goal)
		return true
	}
	length := d.Length()
	w.setCenter(a, a.center.Add(Pos{X: d.X * speed / length, Y: d.Y * speed / length, Z: d.Z * speed / length}))
	return false
}
