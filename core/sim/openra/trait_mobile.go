// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// constructMobile places a new unit.
func (w *World) constructMobile(a *Actor, s *spawn) {
	l := &w.paths.locomotors[a.typ.Mobile.Locomotor]
	a.fromSub = subFull
	if l.sharesCell {
		a.fromSub = w.ground.firstChoice
	}
	a.recalculateSubCell = true
	if s.hasSub {
		a.fromSub = s.sub
		a.recalculateSubCell = false
	}
	a.toSub = a.fromSub
	if s.hasCell {
		a.from, a.to = s.cell, s.cell
		a.center = w.centerOfCell(s.cell).Add(w.ground.offsetOf(a.fromSub))
	}
	a.facing = max(s.facing, 0)
	a.oldFacing = a.facing
	if s.hasCenter {
		a.center = s.center
		a.oldCenter = s.center
		a.returnToCell = true
	}
	a.creationDelay = s.delay
	a.rally = s.rally
}

// creationActivity gives a unit that leaves a building its first activity,
// before anything its creation queued.
func (w *World) creationActivity(a *Actor) {
	if !a.returnToCell && a.rally == nil && a.creationDelay <= 0 {
		return
	}
	act := w.newActivity(actLeaveProduction)
	act.next = a.activity
	a.activity = act
}

func (w *World) beginLeaveProduction(a *Actor, act *Activity) {
	if a.returnToCell {
		child := w.newActivity(actReturnToCell)
		child.uninterruptible = true
		child.waitLeft = a.creationDelay
		child.recalculate = a.recalculateSubCell
		act.queueChild(child)
	} else if a.creationDelay > 0 {
		w.queueWait(act, a.creationDelay)
	}
	for _, cell := range a.rally {
		act.queueChild(w.attackMove(cell, 1, !w.behaviour.EarlyMove))
	}
	a.rally = nil
}

// beginReturnToCell lets who hangs in the air come down first.
func (w *World) beginReturnToCell(a *Actor, act *Activity) {
	if a.center.Z > 0 && a.typ.FallRate > 0 {
		act.queueChild(w.parachute())
	}
}

// tickReturnToCell gives a unit that leaves a building its place in the exit
// cell and lets it slide there.
func (w *World) tickReturnToCell(a *Actor, act *Activity) bool {
	at := a.center
	cell, sub := a.to, a.toSub
	if act.recalculate {
		sub = subFull
		if w.paths.locomotors[a.typ.Mobile.Locomotor].sharesCell {
			// Until 20200503 a unit is in its own way: it never gets the place
			// it came with (ra-release-20200503-skirmish, net frame 227).
			sub = w.freeSubCell(cell, a.toSub, func(other *Actor) bool { return other != a || w.behaviour.OwnWay })
		}
	}
	if sub == subInvalid {
		sub = w.ground.firstChoice
	}
	w.setPosition(a, cell, sub)
	w.setCenter(a, at)
	if act.waitLeft > 0 {
		w.queueWait(act, act.waitLeft)
	}
	act.queueChild(w.slide(a, at, w.centerOfCell(cell).Add(w.ground.offsetOf(sub))))
	return true
}

// slide drags a unit in a straight line at its speed, turning it first.
func (w *World) slide(a *Actor, from, to Pos) *Activity {
	act := w.newActivity(actDrag)
	act.uninterruptible = true
	act.from, act.to = from, to
	if speed := w.speedIn(a, w.location(a)); speed > 0 {
		act.distance = to.Sub(from).Length() / speed
	}
	act.facing = a.facing
	if d := to.Sub(from); d.FlatSquared() != 0 {
		act.facing = w.yawOf(d)
	}
	return act
}

// speedIn is a unit's speed in a cell: its own, changed by its load and by the
// terrain, cut once.
func (w *World) speedIn(a *Actor, c Cell) int32 {
	terrain := w.paths.cellSpeed(&w.paths.locomotors[a.typ.Mobile.Locomotor], c)
	if h := a.typ.Harvester; h != nil && h.Capacity > 0 {
		full := a.storedSum * 100 / h.Capacity
		return w.modifiedWith(a, a.typ.Modifiers.Speed, a.typ.Mobile.Speed, 100-(100-h.FullSpeed)*full/100, terrain)
	}
	prone := int32(100)
	if a.proneTicks > 0 && a.typ.Cover != nil {
		prone = a.typ.Cover.Speed
	}
	if a.typ.Panics != nil {
		prone = a.panicSpeed()
	}
	return w.modifiedWith(a, a.typ.Modifiers.Speed, a.typ.Mobile.Speed, prone, terrain)
}

func (w *World) validSubCell(a *Actor, preferred subCell) subCell {
	if w.paths.locomotors[a.typ.Mobile.Locomotor].sharesCell {
		if preferred == subFull {
			return w.ground.firstChoice
		}
		return preferred
	}
	return subFull
}

// setPosition puts a unit at the centre of a place in a cell.
func (w *World) setPosition(a *Actor, c Cell, sub subCell) {
	sub = w.validSubCell(a, sub)
	w.setLocation(a, c, sub, c, sub)
	w.setCenter(a, w.centerOfCell(c).Add(w.ground.offsetOf(sub)))
	w.finishedMoving(a)
}

// setCenter moves only the position.
func (w *World) setCenter(a *Actor, at Pos) {
	a.center = at
	if a.typ.Husk {
		return
	}
	w.moved(a)
	if len(a.typ.Sights) > 0 {
		w.sightMoved(a)
	}
}

// setLocation moves only the cells a unit stands in and goes to.
func (w *World) setLocation(a *Actor, from Cell, fromSub subCell, to Cell, toSub subCell) {
	if a.from == from && a.to == to && a.fromSub == fromSub && a.toSub == toSub {
		return
	}
	if a.inWorld {
		w.removeInfluence(a)
	}
	a.from, a.fromSub, a.to, a.toSub = from, fromSub, to, toSub
	if a.inWorld {
		w.addInfluence(a)
	}
	a.blocking = false
}

// updateMovement notes at the end of the tick how a unit or an aircraft moved;
// who comes to rest sees from where he is.
func (w *World) updateMovement(a *Actor) {
	var now movement
	if a.oldCenter.Sub(a.center).FlatSquared() != 0 {
		now |= movingHorizontal
	}
	if a.oldCenter.Z != a.center.Z {
		now |= movingVertical
	}
	if a.oldFacing != a.facing {
		now |= movingTurn
	}
	a.oldCenter, a.oldFacing = a.center, a.facing
	if now == a.movement {
		return
	}
	a.movement = now
	if a.inWorld {
		if a.typ.Mobile != nil {
			w.updateOccupied(a)
		}
		if now == 0 && len(a.typ.Sights) > 0 {
			w.refreshSight(a)
		}
	}
}

// leaving reports whether a unit is on its way out of its cell.
func (a *Actor) leaving() bool {
	if a.movement&movingHorizontal != 0 {
		return true
	}
	return a.movement&movingTurn != 0 && a.turnToMove
}

// adjacentEnterable draws one of the neighbouring cells a unit could enter;
// some terrain is left out.
func (w *World) adjacentEnterable(a *Actor, avoid []string) (Cell, bool) {
	var cells [9]Cell
	n := int32(0)
	for _, d := range w.nudgeDirections() {
		if c := a.to.Add(d); w.canEnter(a, c, none, byAll) && w.staysIn(c) && (len(avoid) == 0 || !info.Contains(avoid, w.terrainName(c))) {
			cells[n] = c
			n++
		}
	}
	if n == 0 {
		return Cell{}, false
	}
	return cells[w.random.below(n)], true
}

// adjacentCell draws a cell to make room in: an enterable one, else one whose
// idle occupant could make room in turn.
func (w *World) adjacentCell(a *Actor, avoid Cell) (Cell, bool) {
	return w.adjacentCellBut(a, avoid, nil)
}

// adjacentCellBut prefers cells without some terrain.
func (w *World) adjacentCellBut(a *Actor, avoid Cell, terrain []string) (Cell, bool) {
	if c, ok := w.adjacentEnterable(a, terrain); ok {
		return c, true
	}
	var cells []Cell
	for _, d := range wpos.Directions {
		c := a.to.Add(d)
		if c == avoid {
			continue
		}
		for at := w.first(c); at != 0; at = w.occupied.nodes[at].next {
			other := w.actors[w.occupied.nodes[at].actor]
			if other != nil && other.typ.Mobile != nil && other.idle() && (w.behaviour.EarlyMove || !w.mobilePaused(other)) {
				cells = append(cells, c)
			}
		}
	}
	if len(cells) == 0 {
		return Cell{}, false
	}
	return cells[w.random.below(int32(len(cells)))], true
}

// nudge makes a unit leave its cell. Until 20230225 it decides at once where it
// goes, and does nothing at all if there is no place.
func (w *World) nudge(a, nudger *Actor) {
	if w.behaviour.NudgesAtOnce {
		if w.mobilePaused(a) {
			return
		}
		if w.behaviour.EarlyMove {
			w.earlyNudge(a, w.location(nudger))
			return
		}
		if c, ok := w.adjacentCell(a, w.location(nudger)); ok {
			w.order(a, false, w.moveTo(c, 0, false))
		}
		return
	}
	act := w.newActivity(actNudge)
	act.host = nudger.ID
	w.order(a, false, act)
}

func (w *World) beginNudge(a *Actor, act *Activity) {
	if a.typ.Aircraft != nil {
		if way := w.aside(a); way != nil {
			act.queueChild(way)
		}
		return
	}
	if a.typ.Mobile == nil || w.mobilePaused(a) {
		return
	}
	avoid := Cell{}
	if nudger := w.actor(act.host); nudger != nil {
		avoid = w.location(nudger)
	}
	if c, ok := w.adjacentCell(a, avoid); ok {
		act.queueChild(w.moveTo(c, 0, false))
	}
}

// notifyBlockers tells the units in a cell that they stand in the way of a, as far
// as they look like friends. Who is in the cell himself is told as well: so a
// soldier knows that he is in the way where he came down with his parachute.
func (w *World) notifyBlockers(a *Actor, c Cell) {
	for at := w.first(c); at != 0; at = w.occupied.nodes[at].next {
		other := w.actors[w.occupied.nodes[at].actor]
		if other == nil || other.typ.Mobile == nil || !w.seemsFriendly(a, other) {
			continue
		}
		if other.idle() {
			w.nudge(other, a)
			continue
		}
		other.blocking = true
	}
}

// standLevel is what counts as an obstacle where a unit wants to end up.
func (w *World) standLevel() blockedBy {
	if w.behaviour.EarlyMove {
		return byAll
	}
	return byImmovable
}

// nearestMovable is the cell nearest to a target that a unit could enter past
// anything that moves.
func (w *World) nearestMovable(a *Actor, target Cell, low, high int32) Cell {
	level := w.standLevel()
	if target == w.location(a) && w.staysIn(target) && !w.behaviour.EarlyMove {
		return target
	}
	if w.canEnter(a, target, none, level) && w.staysIn(target) {
		return target
	}
	for _, ring := range wpos.Annulus(low, high) {
		c := target.Add(ring.At)
		if w.ground.contains(c) && w.canEnter(a, c, none, level) && w.staysIn(c) {
			return c
		}
	}
	return target
}

// mobilePaused reports whether a unit may not begin a step or turn now: a dog
// that eats, a transport that somebody boards, a vehicle that is being captured.
// The others are not asked for their conditions, which takes time. A MAD tank that
// has begun to blow itself up is not mobile at all.
func (w *World) mobilePaused(a *Actor) bool {
	m := a.typ.Mobile
	if m == nil || a.typ.LeapSpeed == 0 && !a.loading && !a.triggered && a.captor == none {
		return false
	}
	return len(m.Pauses) > 0 && w.holds(a, m.Pauses) || len(m.Requires) > 0 && !w.holds(a, m.Requires)
}

// pauseChanged tells the path finders that what makes mobilePaused true may have
// begun or ended.
func (w *World) pauseChanged(a *Actor) {
	if a.typ.Mobile != nil && a.inWorld {
		w.updateOccupied(a)
	}
}
