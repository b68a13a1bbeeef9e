// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// The cell steps of a move and its arcs: docs/engine/openra-world.md#move-step.

// MoveTo makes a move to a cell.
func (w *World) MoveTo(target Cell, nearEnough int32, evaluate bool) *Activity {
	act := w.newActivity(state.ActMove)
	act.Target, act.HasTarget = target, true
	act.NearEnough = nearEnough
	act.Evaluate = evaluate
	return act
}

// EvalPath asks for a path and keeps it up to the unit's own cell.
func (w *World) EvalPath(a *Actor, act *Activity, check path.BlockedBy) (arrived bool) {
	var found []Cell
	switch {
	case act.Aim != none && act.Low == besideOnly:
		found, arrived = w.pathBeside(a, act, check)
	case act.Aim != none:
		found, arrived = w.pathWithin(a, act, check)
	case act.ParentPath && act.Last == w.location(a):
		arrived = true
	case act.ParentPath && adjacent(act.Last, w.location(a)) && !w.CanEnter(a, act.Last, none, path.ByAll):
		// Beside a dock that is taken a unit waits.
	case act.ParentPath:
		onto := [1]Cell{act.Last}
		found = w.Paths.ToAny(w.mover(a), onto[:], check, nil)
	case !act.HasTarget:
	case a.To == act.Target:
		arrived = true
	default:
		found = w.Paths.To(w.mover(a), act.Target, check, act.Host)
	}
	act.Path, act.Recorded.Rerouted = act.Path[:0], true
	for _, c := range found {
		if c == a.To {
			break
		}
		act.Path = append(act.Path, c)
	}
	if w.Observer != nil {
		w.Observer.PathFound(w, a, act)
	}
	if w.Release.OldCells {
		a.PathHash = pathHash(act.Path)
	}
	return arrived
}

func (w *World) beginMove(a *Actor, act *Activity) {
	act.StartTick = w.Ticks
	a.MoveResult = state.MoveInProgress
	if act.Evaluate && act.HasTarget {
		c := w.nearestMovable(a, act.Target, 1, 10)
		act.Target = c
		act.HasTarget = w.CanEnter(a, c, none, w.standLevel())
	}
	for _, check := range w.pathLevels() {
		act.Arrived = w.EvalPath(a, act, check)
		if act.Arrived || len(act.Path) > 0 {
			return
		}
	}
}

func (w *World) tickMove(a *Actor, act *Activity) bool {
	a.TurnToMove = false
	if act.State == state.StateCanceling && (w.Release.EarlyMove || w.staysIn(a.To)) {
		act.Path = act.Path[:0]
		a.MoveResult = state.MoveCanceled
		return true
	}
	if w.mobilePaused(a) {
		return false
	}
	if act.Arrived {
		a.MoveResult = state.MoveReached
		return true
	}
	if act.HasTarget && act.Target == a.To {
		a.MoveResult = state.MoveReached
		if act.NoPath {
			a.MoveResult = state.MoveBlocked
		}
		return true
	}
	if len(act.Path) == 0 {
		act.NoPath = true
		act.Target, act.HasTarget = a.To, true
		return false
	}
	act.Target, act.HasTarget = act.Path[0], true
	next, sub, ok, again := w.popPath(a, act)
	if !ok {
		if !again && !w.Release.SlowRefusal {
			a.MoveResult = state.MoveBlocked
			return true
		}
		return false
	}
	facing := w.facingBetween(a.From, next, a.Facing)
	if facing != a.Facing {
		act.Path = append(act.Path, next)
		w.queueTurn(act, facing)
		a.TurnToMove = true
		return false
	}
	w.setLocation(a, a.From, a.FromSub, next, sub)
	from := w.CenterOfCell(a.From).Add(w.Ground.OffsetOf(a.FromSub))
	to := w.betweenCells(a.From, a.To).Add(w.Ground.OffsetOf(a.FromSub).Add(w.Ground.OffsetOf(a.ToSub)).Half())
	act.QueueChild(w.movePart(state.ActFirstHalf, from, to, a.Facing, facing, act.Carry, false))
	act.Carry = 0
	return false
}

func (w *World) facingBetween(from, to Cell, fallback int32) int32 {
	d := w.CenterOfCell(to).Sub(w.CenterOfCell(from))
	if d.FlatSquared() == 0 {
		return fallback
	}
	return d.Yaw()
}

func (w *World) betweenCells(from, to Cell) Pos {
	return wpos.LerpPos(w.CenterOfCell(from), w.CenterOfCell(to), 1, 2)
}

func adjacent(a, b Cell) bool {
	d := a.Sub(b)
	return wpos.Abs(d.X) <= 1 && wpos.Abs(d.Y) <= 1
}

// popPath takes the next cell of the path, deals with who blocks it, and says
// whether to try again later where there is none.
func (w *World) popPath(a *Actor, act *Activity) (next Cell, sub grid.SubCell, ok, again bool) {
	next, sub, ok, again = w.nextStep(a, act)
	if ok && w.Observer != nil {
		next, sub = w.Observer.Steps(w, a, act, next, sub)
	}
	return next, sub, ok, again
}

func (w *World) nextStep(a *Actor, act *Activity) (next Cell, sub grid.SubCell, ok, again bool) {
	if len(act.Path) == 0 {
		return Cell{}, 0, false, false
	}
	next = act.Path[len(act.Path)-1]
	if !adjacent(a.To, next) {
		act.Arrived = w.EvalPath(a, act, path.ByImmovable)
		return Cell{}, 0, false, false
	}
	if !w.CanEnter(a, next, act.Host, path.ByAll) {
		if w.Release.EarlyMove {
			w.earlyBlockedStep(a, act, next)
			return Cell{}, 0, false, false
		}
		return w.blockedStep(a, act, next)
	}
	act.Waited = false
	act.Path = act.Path[:len(act.Path)-1]
	return next, w.availableSubCell(a, next, w.preferredSubCell(a), act.Host), true, true
}

// blockedStep decides what a unit does when the next cell is taken: give up
// near the goal, go round what never moves, ask to make room, wait, go round.
func (w *World) blockedStep(a *Actor, act *Activity, next Cell) (Cell, grid.SubCell, bool, bool) {
	if a.To.Sub(act.Target).Squared() <= act.NearEnough*act.NearEnough && w.staysIn(a.To) {
		if len(act.Path) < 2 || !w.roomAround(a, act, next) {
			act.Path = act.Path[:0]
			return Cell{}, 0, false, false
		}
	}
	if !w.CanEnter(a, next, act.Host, path.ByImmovable) {
		act.Arrived = w.EvalPath(a, act, path.ByImmovable)
		return Cell{}, 0, false, false
	}
	w.notifyBlockers(a, next)
	if !act.Waited {
		act.WaitLeft = w.blockedWait(a)
		act.Waited = true
		return Cell{}, 0, false, true
	}
	act.WaitLeft--
	if act.WaitLeft >= 0 {
		return Cell{}, 0, false, true
	}
	act.Waited = false
	if w.evacuating(next) {
		return Cell{}, 0, false, true
	}
	old := append(w.scratch.cells[:0], act.Path...)
	w.scratch.cells = old
	w.removeInfluence(a)
	w.EvalPath(a, act, path.ByAll)
	w.addInfluence(a)
	if len(act.Path) != 0 {
		step := act.Path[len(act.Path)-1]
		act.Path = act.Path[:len(act.Path)-1]
		return step, w.availableSubCell(a, next, w.preferredSubCell(a), act.Host), true, true
	}
	act.Path = append(act.Path[:0], old...)
	if a.Blocking {
		return w.backUp(a, act, next)
	}
	return Cell{}, 0, false, false
}

// backUp makes room for those a unit blocks when it can neither go on nor
// round; it will first come back to where it stood.
func (w *World) backUp(a *Actor, act *Activity, next Cell) (Cell, grid.SubCell, bool, bool) {
	c, ok := w.adjacentCell(a, next)
	if !ok {
		return Cell{}, 0, false, false
	}
	if next.Sub(c).Squared() > 2 {
		act.Path = append(act.Path, a.To)
	}
	return c, w.availableSubCell(a, c, w.preferredSubCell(a), act.Host), true, true
}

// roomAround reports whether a cell beside the blocker is free and no farther
// from the goal.
func (w *World) roomAround(a *Actor, act *Activity, next Cell) bool {
	limit := next.Sub(act.Target).Squared()
	here := w.location(a)
	for _, d := range wpos.Directions {
		c := next.Add(d)
		if c != here && c.Sub(act.Target).Squared() <= limit && w.CanEnter(a, c, act.Host, path.ByAll) {
			return true
		}
	}
	return false
}

// evacuating reports whether everyone in a cell is on the way out.
func (w *World) evacuating(c Cell) bool {
	for at := w.First(c); at != 0; at = w.Occupied.Nodes[at].Next {
		other := w.Actors[w.Occupied.Nodes[at].Actor]
		if other == nil || other.Type.Mobile == nil || !other.Leaving() {
			return false
		}
	}
	return true
}

// movePart makes one half of a step between cells.
func (w *World) movePart(kind state.ActivityKind, from, to Pos, fromFacing, toFacing, carry int32, arc bool) *Activity {
	part := w.newActivity(kind)
	part.Uninterruptible = true
	part.From, part.To = from, to
	part.FromFacing, part.ToFacing = fromFacing, toFacing
	part.Progress = carry
	part.Distance = to.Sub(from).Length()
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
	part.ArcCenter = Pos{X: from.X + s*u.X/1024, Y: from.Y + s*u.Y/1024, Z: 0}
	a, b := part.ArcCenter.Sub(from), part.ArcCenter.Sub(to)
	part.ArcFrom = [2]int32{a.FlatLength(), a.Yaw()}
	part.ArcTo = [2]int32{b.FlatLength(), b.Yaw()}
	part.Arc = true
	return part
}

func (w *World) tickMovePart(a *Actor, part, move *Activity) bool {
	if w.Release.OldMove {
		return w.tickOldMovePart(a, part, move)
	}
	if move.PartTick < w.Ticks {
		part.Progress += w.speedIn(a, a.To)
	}
	if part.Progress >= part.Distance {
		w.setCenter(a, part.To)
		a.Facing = part.ToFacing
		move.PartTick = w.Ticks
		if part.Kind == state.ActFirstHalf {
			part.Append(w.afterFirstHalf(a, part, move))
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
	if act.Kind == state.ActAttackMove && act.UnderWay() && (a.NextScan > 0 || !a.ScansWhileMoving()) {
		act = act.Child
	}
	if act == nil || act.Kind != state.ActMove || !act.UnderWay() || w.Release.OldMove {
		return false
	}
	part := act.Child
	if part == nil || part.Kind != state.ActFirstHalf && part.Kind != state.ActSecondHalf {
		return false
	}
	progress := part.Progress + w.speedIn(a, a.To)
	if progress >= part.Distance {
		return false
	}
	part.Progress = progress
	w.placeOnPart(a, part)
	return true
}

// placeOnPart puts a unit where it is on half a step.
func (w *World) placeOnPart(a *Actor, part *Activity) {
	w.setCenter(a, part.Place(part.Progress))
	a.Facing = wpos.LerpAngle(part.FromFacing, part.ToFacing, part.Progress, part.Distance)
}

// afterFirstHalf decides at the border of two cells: on in an arc, or into the
// middle of the cell.
func (w *World) afterFirstHalf(a *Actor, part, move *Activity) *Activity {
	fromOffset, toOffset := w.Ground.OffsetOf(a.FromSub), w.Ground.OffsetOf(a.ToSub)
	border := w.betweenCells(a.From, a.To).Add(fromOffset.Add(toOffset).Half())
	next, sub, ok, _ := w.popPath(a, move)
	if ok {
		if !w.mobilePaused(a) && w.turnsIntoArc(a, next) {
			far := w.betweenCells(a.To, next).Add(toOffset.Add(w.Ground.OffsetOf(sub)).Half())
			arc := w.movePart(state.ActFirstHalf, border, far, a.Facing, w.facingBetween(a.To, next, a.Facing), part.Progress-part.Distance, true)
			w.finishedMoving(a)
			w.setLocation(a, a.To, a.ToSub, next, sub)
			return arc
		}
		move.Path = append(move.Path, next)
	}
	half := w.movePart(state.ActSecondHalf, border, w.CenterOfCell(a.To).Add(toOffset), a.Facing, a.Facing, part.Progress-part.Distance, false)
	w.enteringCell(a)
	w.setLocation(a, a.To, a.ToSub, a.To, a.ToSub)
	return half
}

// turnsIntoArc: gentle turns are driven, sharp ones are made standing;
// infantry always stands.
func (w *World) turnsIntoArc(a *Actor, next Cell) bool {
	if a.Type.Mobile.AlwaysTurnInPlace {
		return false
	}
	ahead := w.facingBetween(next, a.To, a.Facing)
	now := w.facingBetween(a.To, a.From, a.Facing)
	delta := wpos.Angle(ahead - now)
	return delta != 0 && (delta < 384 || delta > 640)
}

func (w *World) afterSecondHalf(a *Actor, part, move *Activity) {
	w.SetPosition(a, a.To, a.ToSub)
	move.Carry = part.Progress - part.Distance
}
