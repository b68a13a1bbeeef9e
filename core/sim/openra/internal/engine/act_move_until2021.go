// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// How units move in the releases until 20210321: a part of a step ends only
// behind its end, what is left over counts for the next part, which adds the
// speed again in the same tick (docs/engine/openra-releases.md#moving-2020).

// oldSearchOrder is the order of obstacle levels a move tries there. What
// finds no way past what never moves finds none past what stands either.
var oldSearchOrder = []path.BlockedBy{path.ByAll, path.ByImmovable, path.ByStationary, path.ByNone}

// earlySearchOrder is that of release-20200202: friends who move the same way
// are no obstacle, and a way past what stands there is not looked for.
var earlySearchOrder = []path.BlockedBy{path.ByStationary}

// pathLevels is the order of obstacle levels a move tries for its first path.
func (w *World) pathLevels() []path.BlockedBy {
	switch {
	case w.Release.EarlyMove:
		return earlySearchOrder
	case w.Release.OldMove:
		return oldSearchOrder
	}
	return path.SearchOrder[:]
}

// tickOldMovePart is one tick of half a step. What follows is chosen before
// the unit is turned to the end of the part, so it starts with the facing of
// the tick before.
func (w *World) tickOldMovePart(a *Actor, part, move *Activity) bool {
	part.Progress += w.speedIn(a, a.To)
	if part.Progress <= part.Distance {
		w.placeOnOldPart(a, part, part.Progress)
		return false
	}
	if part.Kind == state.ActFirstHalf {
		part.Append(w.afterFirstHalf(a, part, move))
	} else {
		w.SetPosition(a, a.To, a.ToSub)
	}
	w.placeOnOldPart(a, part, part.Distance)
	return true
}

// placeOnOldPart puts a unit where it is after some way along a part.
func (w *World) placeOnOldPart(a *Actor, part *Activity, progress int32) {
	at, facing := part.To, part.ToFacing
	if part.Distance != 0 {
		at = part.Place(progress)
	}
	if progress < part.Distance {
		facing = w.oldFacing(part, progress)
	}
	w.setCenter(a, at)
	a.Facing = facing
}

// earlyBlockedStep decides in release-20200202 what a unit does when the next cell
// is taken: give up near the goal, else ask once to make room, wait as long as
// it draws, and then look for another way each tick.
func (w *World) earlyBlockedStep(a *Actor, act *Activity, next Cell) {
	if a.To.Sub(act.Target).Squared() <= act.NearEnough*act.NearEnough {
		act.Path = act.Path[:0]
		return
	}
	if !act.Waited {
		w.notifyBlockers(a, next)
		act.WaitLeft = w.blockedWait(a)
		act.Waited = true
	}
	if act.WaitLeft--; act.WaitLeft >= 0 {
		return
	}
	old := append(w.scratch.cells[:0], act.Path...)
	w.scratch.cells = old
	w.removeInfluence(a)
	w.EvalPath(a, act, earlySearchOrder[0])
	w.addInfluence(a)
	if len(act.Path) == 0 {
		act.Path = append(act.Path, old...)
	}
}

// OldFacing is where a unit looks on its way along a part. Facings are whole
// numbers of 0..255 until 20200503.
func (w *World) oldFacing(part *Activity, progress int32) int32 {
	if !w.Release.CoarseFacing {
		return wpos.LerpAngle(part.FromFacing, part.ToFacing, progress, part.Distance)
	}
	from := part.FromFacing / anglesPerFacing
	delta := wpos.Angle(part.ToFacing-part.FromFacing) / anglesPerFacing
	if delta > facings/2 {
		delta -= facings
	}
	return wpos.Angle((from + delta*progress/part.Distance) * anglesPerFacing)
}

// facings is how many facings there were in 2020, anglesPerFacing how many of
// today's angles each was.
const (
	facings         = 256
	anglesPerFacing = 4
)

// preferredSubCell is the place in the next cell a unit asks for first; in
// release-20200202 it has no wish.
func (w *World) preferredSubCell(a *Actor) grid.SubCell {
	if w.Release.EarlyMove {
		return grid.SubAny
	}
	return a.FromSub
}

// blockedWait is how many ticks a unit gives the one who blocks its way. In
// release-20200202 it draws them.
func (w *World) blockedWait(a *Actor) int32 {
	l := &w.Paths.Locomotors[a.Type.Mobile.Locomotor]
	if !w.Release.EarlyMove {
		return l.Wait
	}
	return l.Wait + w.Random.Between(-l.WaitSpread, l.WaitSpread)
}

// aroundAndHere are the cells around one and, in its place among them, itself.
var aroundAndHere = [9]Cell{{X: -1, Y: -1}, {X: -1, Y: 0}, {X: -1, Y: 1}, {X: 0, Y: -1}, {X: 0, Y: 0}, {X: 0, Y: 1}, {X: 1, Y: -1}, {X: 1, Y: 0}, {X: 1, Y: 1}}

// nudgeDirections is where a unit may be nudged to. In release-20200202 its own cell is
// among them: infantry finds it open as long as a place in it is free.
func (w *World) nudgeDirections() []Cell {
	if w.Release.EarlyMove {
		return aroundAndHere[:]
	}
	return wpos.Directions[:]
}

// earlyNudge makes a unit leave its cell in release-20200202. Where all cells around are
// taken it asks those in a drawn one to make room and waits until it can get in.
func (w *World) earlyNudge(a *Actor, avoid Cell) {
	if c, ok := w.adjacentEnterable(a, nil); ok {
		w.order(a, false, w.MoveTo(c, 0, false))
		return
	}
	if c, ok := w.adjacentCell(a, avoid); ok {
		await := w.newActivity(state.ActAwaitRoom)
		await.Target = c
		w.order(a, false, await)
		w.queue(a, w.MoveTo(c, 0, false))
	}
}

// tickAwaitRoom waits until somebody else's cell can be entered.
func (w *World) tickAwaitRoom(a *Actor, act *Activity) bool {
	return act.State == state.StateCanceling || w.CanEnter(a, act.Target, none, path.ByAll)
}

// earlyMovesFreely is what release-20200202 remembers of a cell for its searches: all in it
// can be run over, or all in it go the same way. One of each is in the way.
func (w *World) earlyMovesFreely(l *path.Locomotor, a *Actor, c Cell) bool {
	below, aside := true, true
	for at := w.First(c); at != 0; at = w.Occupied.Nodes[at].Next {
		if other := w.Actors[w.Occupied.Nodes[at].Actor]; other != nil {
			below = below && !w.hangsInTheWay(other) && w.crushable(l, a, other)
			aside = aside && w.movesAside(a, other, path.ByStationary)
		}
	}
	return below || aside
}

// tickTimedMarch is an attack move until release-20200503: its last child is
// always the move, and while that is under way each look waits for its timer,
// the first one too. After an attack it goes on to the move without a look.
func (w *World) tickTimedMarch(a *Actor, act *Activity) bool {
	child := state.SkipDone(act.Child)
	if child != nil && state.SkipDone(child.Next) == nil {
		if ref := w.scan(a, false, false); ref != none {
			w.cancel(a, child, false)
			act.QueueChild(w.AttackActivity(a, ref, false))
			act.QueueChild(w.march(a, act))
		}
	}
	return w.tickChild(a, act)
}

// givesWay reports whether a moving unit is no obstacle to another one's path.
// In release-20200202 only a friend is, who moves the same way: less than a
// quarter turn off.
func (w *World) givesWay(a, other *Actor) bool {
	if !w.Release.EarlyMove {
		return true
	}
	off := wpos.Angle(other.Facing-a.Facing) / anglesPerFacing
	return w.Allied(a.Owner, other.Owner) && (off < facings/4 || off > facings-facings/4)
}
