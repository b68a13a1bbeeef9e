// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/sim/openra/internal/wpos"

// How units move in the releases until 20210321: a part of a step ends only
// behind its end, what is left over counts for the next part, which adds the
// speed again in the same tick (docs/engine/openra-releases.md#moving-2020).

// oldSearchOrder is the order of obstacle levels a move tries there. What
// finds no way past what never moves finds none past what stands either.
var oldSearchOrder = []blockedBy{byAll, byImmovable, byStationary, byNone}

// earlySearchOrder is that of release-20200202: friends who move the same way
// are no obstacle, and a way past what stands there is not looked for.
var earlySearchOrder = []blockedBy{byStationary}

// pathLevels is the order of obstacle levels a move tries for its first path.
func (w *World) pathLevels() []blockedBy {
	switch {
	case w.behaviour.EarlyMove:
		return earlySearchOrder
	case w.behaviour.OldMove:
		return oldSearchOrder
	}
	return searchOrder[:]
}

// tickOldMovePart is one tick of half a step. What follows is chosen before
// the unit is turned to the end of the part, so it starts with the facing of
// the tick before.
func (w *World) tickOldMovePart(a *Actor, part, move *Activity) bool {
	part.progress += w.speedIn(a, a.to)
	if part.progress <= part.distance {
		w.placeOnOldPart(a, part, part.progress)
		return false
	}
	if part.kind == actFirstHalf {
		part.append(w.afterFirstHalf(a, part, move))
	} else {
		w.setPosition(a, a.to, a.toSub)
	}
	w.placeOnOldPart(a, part, part.distance)
	return true
}

// placeOnOldPart puts a unit where it is after some way along a part.
func (w *World) placeOnOldPart(a *Actor, part *Activity, progress int32) {
	at, facing := part.to, part.toFacing
	if part.distance != 0 {
		at = part.place(progress)
	}
	if progress < part.distance {
		facing = w.oldFacing(part, progress)
	}
	w.setCenter(a, at)
	a.facing = facing
}

// earlyBlockedStep decides in release-20200202 what a unit does when the next cell
// is taken: give up near the goal, else ask once to make room, wait as long as
// it draws, and then look for another way each tick.
func (w *World) earlyBlockedStep(a *Actor, act *Activity, next Cell) {
	if a.to.Sub(act.target).Squared() <= act.nearEnough*act.nearEnough {
		act.path = act.path[:0]
		return
	}
	if !act.waited {
		w.notifyBlockers(a, next)
		act.waitLeft = w.blockedWait(a)
		act.waited = true
	}
	if act.waitLeft--; act.waitLeft >= 0 {
		return
	}
	old := append(w.scratch.cells[:0], act.path...)
	w.scratch.cells = old
	w.removeInfluence(a)
	w.evalPath(a, act, earlySearchOrder[0])
	w.addInfluence(a)
	if len(act.path) == 0 {
		act.path = append(act.path, old...)
	}
}

// oldFacing is where a unit looks on its way along a part. Facings are whole
// numbers of 0..255 until 20200503.
func (w *World) oldFacing(part *Activity, progress int32) int32 {
	if !w.behaviour.CoarseFacing {
		return wpos.LerpAngle(part.fromFacing, part.toFacing, progress, part.distance)
	}
	from := part.fromFacing / anglesPerFacing
	delta := wpos.Angle(part.toFacing-part.fromFacing) / anglesPerFacing
	if delta > facings/2 {
		delta -= facings
	}
	return wpos.Angle((from + delta*progress/part.distance) * anglesPerFacing)
}

// facings is how many facings there were in 2020, anglesPerFacing how many of
// today's angles each was.
const (
	facings         = 256
	anglesPerFacing = 4
)

// preferredSubCell is the place in the next cell a unit asks for first; in
// release-20200202 it has no wish.
func (w *World) preferredSubCell(a *Actor) subCell {
	if w.behaviour.EarlyMove {
		return subAny
	}
	return a.fromSub
}

// blockedWait is how many ticks a unit gives the one who blocks its way. In
// release-20200202 it draws them.
func (w *World) blockedWait(a *Actor) int32 {
	l := &w.paths.locomotors[a.typ.Mobile.Locomotor]
	if !w.behaviour.EarlyMove {
		return l.wait
	}
	return l.wait + w.random.between(-l.waitSpread, l.waitSpread)
}

// aroundAndHere are the cells around one and, in its place among them, itself.
var aroundAndHere = [9]Cell{{X: -1, Y: -1}, {X: -1, Y: 0}, {X: -1, Y: 1}, {X: 0, Y: -1}, {X: 0, Y: 0}, {X: 0, Y: 1}, {X: 1, Y: -1}, {X: 1, Y: 0}, {X: 1, Y: 1}}

// nudgeDirections is where a unit may be nudged to. In release-20200202 its own cell is
// among them: infantry finds it open as long as a place in it is free.
func (w *World) nudgeDirections() []Cell {
	if w.behaviour.EarlyMove {
		return aroundAndHere[:]
	}
	return wpos.Directions[:]
}

// earlyNudge makes a unit leave its cell in release-20200202. Where all cells around are
// taken it asks those in a drawn one to make room and waits until it can get in.
func (w *World) earlyNudge(a *Actor, avoid Cell) {
	if c, ok := w.adjacentEnterable(a, nil); ok {
		w.order(a, false, w.moveTo(c, 0, false))
		return
	}
	if c, ok := w.adjacentCell(a, avoid); ok {
		await := w.newActivity(actAwaitRoom)
		await.target = c
		w.order(a, false, await)
		w.queue(a, w.moveTo(c, 0, false))
	}
}

// tickAwaitRoom waits until somebody else's cell can be entered.
func (w *World) tickAwaitRoom(a *Actor, act *Activity) bool {
	return act.state == stateCanceling || w.canEnter(a, act.target, none, byAll)
}

// earlyMovesFreely is what release-20200202 remembers of a cell for its searches: all in it
// can be run over, or all in it go the same way. One of each is in the way.
func (w *World) earlyMovesFreely(l *locomotor, a *Actor, c Cell) bool {
	below, aside := true, true
	for at := w.first(c); at != 0; at = w.occupied.nodes[at].next {
		if other := w.actors[w.occupied.nodes[at].actor]; other != nil {
			below = below && !w.hangsInTheWay(other) && w.crushable(l, a, other)
			aside = aside && w.movesAside(a, other, byStationary)
		}
	}
	return below || aside
}

// tickEarlyAttackMove is an attack move of release-20200202: its last child is
// always the move, and while that is under way each look waits for its timer,
// the first one too. After an attack it goes on to the move without a look.
func (w *World) tickEarlyAttackMove(a *Actor, act *Activity) bool {
	child := skipDone(act.child)
	if child != nil && skipDone(child.next) == nil {
		if ref := w.scan(a, false, false); ref != none {
			w.cancel(a, child, false)
			act.queueChild(w.attackActivity(a, ref, false))
			act.queueChild(w.march(a, act))
		}
	}
	return w.tickChild(a, act)
}

// givesWay reports whether a moving unit is no obstacle to another one's path.
// In release-20200202 only a friend is, who moves the same way: less than a
// quarter turn off.
func (w *World) givesWay(a, other *Actor) bool {
	if !w.behaviour.EarlyMove {
		return true
	}
	off := wpos.Angle(other.facing-a.facing) / anglesPerFacing
	return w.allied(a.owner, other.owner) && (off < facings/4 || off > facings-facings/4)
}
