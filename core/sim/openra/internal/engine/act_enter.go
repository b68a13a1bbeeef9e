// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// Phases of ActEnter.
const (
	enterApproaching int32 = iota
	enterEntering
	enterExiting
	enterFinished
)

// enter makes the activity to go beside a target and then into it.
func (w *World) enter(ref uint32, purpose state.EnterPurpose) *Activity {
	act := w.newActivity(state.ActEnter)
	act.OwnsChildren = true
	act.Host, act.Purpose = ref, purpose
	return act
}

func (w *World) tickEnter(a *Actor, act *Activity) bool {
	if a.Type.Mobile == nil {
		return true
	}
	seen := w.Look(a, act)
	if seen.visible() {
		act.From, act.HasLast = seen.Actor.Center, true
	}
	if seen.past() && act.Phase == enterEntering && act.State != state.StateCanceling {
		w.cancel(a, act, true)
	}
	if act.Purpose == state.EnterCapture && seen.visible() && seen.valid && w.captureBy(a, seen.Actor) == nil {
		w.cancel(a, act, true)
	}
	if !w.tickChild(a, act) {
		return false
	}
	if seen.hidden && act.Cooldown.Moving && !act.Cooldown.Running && w.Release.Cooldowns {
		return true
	}
	if result := w.tickCooldown(a, &act.Cooldown, true); result != cooldownGoOn {
		return result == cooldownDone
	}
	switch act.Phase {
	case enterApproaching:
		return w.approach(a, act, &seen)
	case enterEntering:
		if seen.Actor != nil && !seen.frozen && act.State != state.StateCanceling && a.Center == w.aimAt(a.Center, seen.Actor) {
			w.entered(a, act, seen.Actor)
		}
		act.Phase = enterExiting
		return false
	case enterExiting:
		child := w.newActivity(state.ActReturnToCell)
		child.Uninterruptible = true
		act.QueueChild(child)
		act.Cooldown.Moving = true
		act.Phase = enterFinished
		return false
	default:
		return true
	}
}

// approach goes beside the target, also where it was last seen; only who sees
// it there goes in.
func (w *World) approach(a *Actor, act *Activity, seen *seenTarget) bool {
	if act.State == state.StateCanceling || seen.Actor == nil || seen.past() && !act.HasLast {
		return true
	}
	if !w.beside(a, seen.Actor) {
		from := seen.Actor.Center
		if seen.past() {
			from = act.From
		}
		act.QueueChild(w.moveBeside(act.Host, from))
		act.Cooldown.Moving = true
		return false
	}
	if seen.frozen || seen.past() {
		return true
	}
	if w.readyToEnter(a, act, seen.Actor) {
		act.Phase = enterEntering
		child := w.newActivity(state.ActMoveInto)
		child.Host = act.Host
		child.To = w.aimAt(a.Center, seen.Actor)
		act.QueueChild(child)
		act.Cooldown.Moving = true
		return false
	}
	return act.State == state.StateCanceling
}

// mayEnter reports whether the purpose makes sense; transports are asked only
// at their door, and who brings money asks nobody.
func (w *World) mayEnter(a, target *Actor, purpose state.EnterPurpose) bool {
	switch purpose {
	case state.EnterCapture:
		return w.captureBy(a, target) != nil
	case state.EnterDemolish:
		return w.demolishable(a, target)
	case state.EnterRepair:
		return w.instantlyRepairable(a, target)
	case state.EnterInfiltrate:
		return w.infiltratable(a, target)
	case state.EnterBridge:
		return w.mendable(a, target)
	case state.EnterTransport, state.EnterDonate:
	}
	return true
}

// readyToEnter reports whether a unit beside its target may go in now. Nobody
// asks on the way whether it still makes sense: he would stop in the middle of
// nowhere.
func (w *World) readyToEnter(a *Actor, act *Activity, target *Actor) bool {
	if !w.mayEnter(a, target, act.Purpose) || act.Purpose == state.EnterTransport && !w.takeSeat(a, target) {
		w.cancel(a, act, true)
		return false
	}
	switch act.Purpose {
	case state.EnterTransport:
		return target.Type.Aircraft == nil || target.Center.Z == 0
	case state.EnterCapture:
		return w.startCapture(a, act, target)
	case state.EnterDemolish, state.EnterRepair, state.EnterInfiltrate, state.EnterDonate, state.EnterBridge:
	}
	return true
}

// entered is the moment a unit is inside.
func (w *World) entered(a *Actor, act *Activity, target *Actor) {
	if !w.mayEnter(a, target, act.Purpose) {
		return
	}
	switch act.Purpose {
	case state.EnterTransport:
		w.later(state.Task{Kind: state.TaskBoard, Actor: a.ID, Host: target.ID})
	case state.EnterCapture:
		w.later(state.Task{Kind: state.TaskCapture, Actor: a.ID, Host: target.ID, Player: target.Owner, Amount: w.captureInside(a, target)})
	case state.EnterDemolish:
		w.later(state.Task{Kind: state.TaskDemolish, Actor: a.ID, Host: target.ID})
	case state.EnterRepair:
		w.Heal(target, target.Type.MaxHP)
		w.consume(a)
	case state.EnterInfiltrate:
		w.infiltrate(a, target)
	case state.EnterDonate:
		w.donate(a, target)
	case state.EnterBridge:
		w.mendBridge(a, target)
		w.consume(a)
	}
}

// consume takes an actor away that was used up by what it did.
func (w *World) consume(a *Actor) {
	w.fell(a, state.EndConsumed, nil)
	w.Dispose(a)
}

// leaveTarget undoes what a unit that wants in has reserved.
func (w *World) leaveTarget(a *Actor, act *Activity) {
	switch act.Purpose {
	case state.EnterTransport:
		w.giveUpSeat(a)
	case state.EnterCapture:
		if target := w.Actor(act.Host &^ FrozenBit); target != nil && target.Captor == a.ID {
			target.Captor = none
			w.pauseChanged(target)
		}
	case state.EnterDemolish, state.EnterRepair, state.EnterInfiltrate, state.EnterDonate, state.EnterBridge:
	}
}

// abandon lets go what a disposed actor has reserved.
func (w *World) abandon(a *Actor) {
	for act := a.Current(); act != nil; act = state.SkipDone(act.Next) {
		if act.Kind == state.ActEnter {
			w.leaveTarget(a, act)
		}
	}
}

// besideCells lists the cells at a target, its own included, as the engine
// does: each cell aimed at with its neighbours, none twice.
func (w *World) besideCells(target *Actor) []Cell {
	return w.besidePlace(target.Type, target.Center, target.Cell, target.BodyFacing())
}

// besidePlace is the same of an actor of a type at a place.
func (w *World) besidePlace(t *info.ActorType, center Pos, topLeft Cell, facing int32) []Cell {
	var own []Cell
	w.pointsOf(t, center, topLeft, facing, func(p Pos) {
		if c := w.CellContaining(p); !path.ListedCell(own, c) {
			own = append(own, c)
		}
	})
	if len(own) == 0 {
		own = append(own, w.CellContaining(center))
	}
	return besideAll(own)
}

func besideAll(own []Cell) []Cell {
	var cells []Cell
	for _, c := range own {
		for _, d := range besideOrder {
			if n := c.Add(d); !path.ListedCell(cells, n) {
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
	return at == w.CellContaining(target.Center) || path.ListedCell(w.besideCells(target), at)
}

// moveBeside makes the way to a cell at a target that is, or was last seen, in
// a place.
func (w *World) moveBeside(ref uint32, at Pos) *Activity {
	act := w.newActivity(state.ActMoveBeside)
	act.OwnsChildren = true
	act.Host = ref
	w.rememberMiddle(act, at)
	return act
}

func (w *World) beginMoveBeside(act *Activity) {
	move := w.newActivity(state.ActMove)
	move.ParentPath = true
	move.Aim, move.Low, move.Last = act.Host, besideOnly, act.Last
	act.QueueChild(move)
}

// besideOnly as the lower range of a move: to a cell at the target, not into a
// range of it.
const besideOnly = -1

// tickMoveBeside drives to a cell at the target and follows it if it moves; one
// that is gone is still gone to. What was known of it counts by turns, as in
// tickMoveWithin.
func (w *World) tickMoveBeside(a *Actor, act *Activity) bool {
	old := act.Last
	seen := w.Look(a, act)
	if seen.visible() {
		w.remember(act, seen.Actor)
	}
	act.Flag[flagFromPast] = seen.hidden || !seen.valid && !act.Flag[flagFromPast]
	if act.State != state.StateCanceling && act.Last != old {
		if child := state.SkipDone(act.Child); child != nil {
			w.cancel(a, child, false)
		}
		w.beginMoveBeside(act)
	}
	if !w.tickChild(a, act) {
		return false
	}
	if w.Release.Cooldowns && a.MoveResult != state.MoveReached {
		w.cancel(a, act, true)
	}
	return true
}

// pathBeside finds a path to a cell at the target of the activity around a
// move.
func (w *World) pathBeside(a *Actor, move *Activity, check path.BlockedBy) (way []Cell, arrived bool) {
	act := enclosing(a.Current(), move)
	if act == nil {
		return nil, false
	}
	var cells []Cell
	for _, c := range w.besideAim(a, act) {
		if !w.Ground.Contains(c) || !w.staysIn(c) || !w.CanEnter(a, c, none, path.ByAll) {
			continue
		}
		// Who fills his cell keeps himself out of it, and looks for another.
		if c == w.location(a) && w.Release.Cooldowns {
			return nil, true
		}
		cells = append(cells, c)
	}
	if len(cells) == 0 {
		return nil, false
	}
	if w.Release.TwoSided {
		return w.Paths.TwoSidedToAny(w.mover(a), cells, act.Last, check), false
	}
	return w.Paths.ToAny(w.mover(a), cells, check, nil), false
}

// besideAim lists the cells at the target of a way beside it, as it is or as it
// was last seen.
func (w *World) besideAim(a *Actor, act *Activity) []Cell {
	target := w.aimedActor(a, act.Host)
	switch {
	case !act.Flag[flagFromPast] && target == nil:
		return nil
	case !act.Flag[flagFromPast]:
		return w.besideCells(target)
	case act.Phase < 1 || int(act.Phase) > len(w.Types):
		return besideAll([]Cell{act.Last})
	}
	return w.besidePlace(w.Types[act.Phase-1], act.From, act.Target, act.FromFacing)
}

// driftLimit is how far a target may move while a unit goes into it.
const driftLimit = 512

// tickMoveInto moves a unit in a straight line into its target, past the grid
// of cells.
func (w *World) tickMoveInto(a *Actor, act *Activity) bool {
	target := w.validTarget(act.Host)
	if act.State == state.StateCanceling || target == nil || a.Type.Mobile == nil {
		return true
	}
	if w.mobilePaused(a) {
		return false
	}
	goal := w.aimAt(a.Center, target)
	if goal.Sub(act.To).Squared() > driftLimit*driftLimit {
		return true
	}
	d := goal.Sub(a.Center)
	if d.FlatSquared() != 0 && a.Facing != w.yawOf(d) {
		a.Facing = wpos.Turn(a.Facing, w.yawOf(d), a.Type.TurnSpeed())
		return false
	}
	speed := w.speedIn(a, w.location(a))
	if d.Squared() <= int64(speed)*int64(speed) {
		w.setCenter(a, goal)
		return true
	}
	length := d.Length()
	w.setCenter(a, a.Center.Add(Pos{X: d.X * speed / length, Y: d.Y * speed / length, Z: d.Z * speed / length}))
	return false
}
