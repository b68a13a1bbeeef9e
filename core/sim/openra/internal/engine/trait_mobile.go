// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// constructMobile places a new unit.
func (w *World) constructMobile(a *Actor, s *state.Spawn) {
	l := &w.Paths.Locomotors[a.Type.Mobile.Locomotor]
	a.FromSub = grid.SubFull
	if l.SharesCell {
		a.FromSub = w.Ground.FirstChoice
	}
	a.RecalculateSubCell = true
	if s.HasSub {
		a.FromSub = s.Sub
		a.RecalculateSubCell = false
	}
	a.ToSub = a.FromSub
	if s.HasCell {
		a.From, a.To = s.Cell, s.Cell
		a.Center = w.CenterOfCell(s.Cell).Add(w.Ground.OffsetOf(a.FromSub))
	}
	if a.Facing = s.Facing; s.Facing == noFacing {
		a.Facing = 0
	}
	a.OldFacing = a.Facing
	if s.HasCenter {
		a.Center = s.Center
		a.OldCenter = s.Center
		a.ReturnToCell = true
	}
	a.CreationDelay = s.Delay
	a.Rally = s.Rally
}

// creationActivity gives a unit that leaves a building its first activity,
// before anything its creation queued.
func (w *World) creationActivity(a *Actor) {
	if !a.ReturnToCell && a.Rally == nil && a.CreationDelay <= 0 {
		return
	}
	act := w.newActivity(state.ActLeaveProduction)
	act.Next = a.Activity
	a.Activity = act
}

func (w *World) beginLeaveProduction(a *Actor, act *Activity) {
	if a.ReturnToCell {
		child := w.newActivity(state.ActReturnToCell)
		child.Uninterruptible = true
		child.WaitLeft = a.CreationDelay
		child.Recalculate = a.RecalculateSubCell
		act.QueueChild(child)
	} else if a.CreationDelay > 0 {
		w.queueWait(act, a.CreationDelay)
	}
	if len(a.Rally) > 0 {
		w.linkBeforeRally(act)
	}
	for _, cell := range a.Rally {
		act.QueueChild(w.attackMove(cell, 1, !w.Release.EarlyMove))
	}
	a.Rally = nil
}

// beginReturnToCell lets who hangs in the air come down first.
func (w *World) beginReturnToCell(a *Actor, act *Activity) {
	if a.Center.Z > 0 && a.Type.FallRate > 0 {
		act.QueueChild(w.parachute())
	}
}

// tickReturnToCell gives a unit that leaves a building its place in the exit
// cell and lets it slide there.
func (w *World) tickReturnToCell(a *Actor, act *Activity) bool {
	at := a.Center
	cell, sub := a.To, a.ToSub
	if act.Recalculate {
		sub = grid.SubFull
		if w.Paths.Locomotors[a.Type.Mobile.Locomotor].SharesCell {
			// Until 20200503 a unit is in its own way: it never gets the place
			// it came with (ra-release-20200503-skirmish, net frame 227).
			sub = w.FreeSubCell(cell, a.ToSub, func(other *Actor) bool { return other != a || w.Release.OwnWay })
		}
	}
	if sub == grid.SubInvalid {
		sub = w.Ground.FirstChoice
	}
	w.SetPosition(a, cell, sub)
	w.setCenter(a, at)
	if act.WaitLeft > 0 {
		w.queueWait(act, act.WaitLeft)
	}
	act.QueueChild(w.slide(a, at, w.CenterOfCell(cell).Add(w.Ground.OffsetOf(sub))))
	return true
}

// slide drags a unit in a straight line at its speed, turning it first.
func (w *World) slide(a *Actor, from, to Pos) *Activity {
	act := w.newActivity(state.ActDrag)
	act.Uninterruptible = true
	act.From, act.To = from, to
	if speed := w.speedIn(a, w.location(a)); speed > 0 {
		act.Distance = to.Sub(from).Length() / speed
	}
	act.Facing = a.Facing
	if d := to.Sub(from); d.FlatSquared() != 0 {
		act.Facing = w.yawOf(d)
	}
	return act
}

// speedIn is a unit's speed in a cell: its own, changed by its load and by the
// terrain, cut once.
func (w *World) speedIn(a *Actor, c Cell) int32 {
	terrain := w.Paths.CellSpeed(&w.Paths.Locomotors[a.Type.Mobile.Locomotor], c)
	if h := a.Type.Harvester; h != nil && h.Capacity > 0 {
		full := a.StoredSum * 100 / h.Capacity
		return w.modifiedWith(a, a.Type.Modifiers.Speed, a.Type.Mobile.Speed, 100-(100-h.FullSpeed)*full/100, terrain)
	}
	prone := int32(100)
	if a.ProneTicks > 0 && a.Type.Cover != nil {
		prone = a.Type.Cover.Speed
	}
	if a.Type.Panics != nil {
		prone = a.PanicSpeed()
	}
	return w.modifiedWith(a, a.Type.Modifiers.Speed, a.Type.Mobile.Speed, prone, terrain)
}

func (w *World) validSubCell(a *Actor, preferred grid.SubCell) grid.SubCell {
	if w.Paths.Locomotors[a.Type.Mobile.Locomotor].SharesCell {
		if preferred == grid.SubFull {
			return w.Ground.FirstChoice
		}
		return preferred
	}
	return grid.SubFull
}

// SetPosition puts a unit at the centre of a place in a cell.
func (w *World) SetPosition(a *Actor, c Cell, sub grid.SubCell) {
	sub = w.validSubCell(a, sub)
	w.setLocation(a, c, sub, c, sub)
	w.setCenter(a, w.CenterOfCell(c).Add(w.Ground.OffsetOf(sub)))
	w.finishedMoving(a)
}

// setCenter moves only the position.
func (w *World) setCenter(a *Actor, at Pos) {
	a.Center = at
	if a.Type.Husk {
		return
	}
	w.moved(a)
	if len(a.Type.Sights) > 0 {
		w.sightMoved(a)
	}
}

// setLocation moves only the cells a unit stands in and goes to.
func (w *World) setLocation(a *Actor, from Cell, fromSub grid.SubCell, to Cell, toSub grid.SubCell) {
	if a.From == from && a.To == to && a.FromSub == fromSub && a.ToSub == toSub {
		return
	}
	if a.InWorld {
		w.removeInfluence(a)
	}
	a.From, a.FromSub, a.To, a.ToSub = from, fromSub, to, toSub
	if a.InWorld {
		w.addInfluence(a)
	}
	a.Blocking = false
}

// updateMovement notes at the end of the tick how a unit or an aircraft moved;
// who comes to rest sees from where he is.
func (w *World) updateMovement(a *Actor) {
	var now state.Movement
	if a.OldCenter.Sub(a.Center).FlatSquared() != 0 {
		now |= state.MovingHorizontal
	}
	if a.OldCenter.Z != a.Center.Z {
		now |= state.MovingVertical
	}
	if a.OldFacing != a.Facing {
		now |= state.MovingTurn
	}
	a.OldCenter, a.OldFacing = a.Center, a.Facing
	if now == a.Movement {
		return
	}
	a.Movement = now
	if a.InWorld {
		if a.Type.Mobile != nil {
			w.updateOccupied(a)
		}
		if now == 0 && len(a.Type.Sights) > 0 {
			w.refreshSight(a)
		}
	}
}

// adjacentEnterable draws one of the neighbouring cells a unit could enter;
// some terrain is left out.
func (w *World) adjacentEnterable(a *Actor, avoid []string) (Cell, bool) {
	var cells [9]Cell
	n := int32(0)
	for _, d := range w.nudgeDirections() {
		if c := a.To.Add(d); w.CanEnter(a, c, none, path.ByAll) && w.staysIn(c) && (len(avoid) == 0 || !info.Contains(avoid, w.terrainName(c))) {
			cells[n] = c
			n++
		}
	}
	if n == 0 {
		return Cell{}, false
	}
	return cells[w.Random.Below(n)], true
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
		c := a.To.Add(d)
		if c == avoid {
			continue
		}
		for at := w.First(c); at != 0; at = w.Occupied.Nodes[at].Next {
			other := w.Actors[w.Occupied.Nodes[at].Actor]
			if other != nil && other.Type.Mobile != nil && other.Idle() && (w.Release.EarlyMove || !w.mobilePaused(other)) {
				cells = append(cells, c)
			}
		}
	}
	if len(cells) == 0 {
		return Cell{}, false
	}
	return cells[w.Random.Below(int32(len(cells)))], true
}

// nudge makes a unit leave its cell. Until 20230225 it decides at once where it
// goes, and does nothing at all if there is no place.
func (w *World) nudge(a, nudger *Actor) {
	if w.Release.NudgesAtOnce {
		if w.mobilePaused(a) {
			return
		}
		if w.Release.EarlyMove {
			w.earlyNudge(a, w.location(nudger))
			return
		}
		if c, ok := w.adjacentCell(a, w.location(nudger)); ok {
			w.order(a, false, w.MoveTo(c, 0, false))
		}
		return
	}
	act := w.newActivity(state.ActNudge)
	act.Host = nudger.ID
	w.order(a, false, act)
}

func (w *World) beginNudge(a *Actor, act *Activity) {
	if a.Type.Aircraft != nil {
		if way := w.aside(a); way != nil {
			act.QueueChild(way)
		}
		return
	}
	if a.Type.Mobile == nil || w.mobilePaused(a) {
		return
	}
	avoid := Cell{}
	if nudger := w.Actor(act.Host); nudger != nil {
		avoid = w.location(nudger)
	}
	if c, ok := w.adjacentCell(a, avoid); ok {
		act.QueueChild(w.MoveTo(c, 0, false))
	}
}

// notifyBlockers tells the units in a cell that they stand in the way of a, as far
// as they look like friends. Who is in the cell himself is told as well: so a
// soldier knows that he is in the way where he came down with his parachute.
func (w *World) notifyBlockers(a *Actor, c Cell) {
	for at := w.First(c); at != 0; at = w.Occupied.Nodes[at].Next {
		other := w.Actors[w.Occupied.Nodes[at].Actor]
		if other == nil || other.Type.Mobile == nil || !w.seemsFriendly(a, other) {
			continue
		}
		if other.Idle() {
			w.nudge(other, a)
			continue
		}
		other.Blocking = true
	}
}

// standLevel is what counts as an obstacle where a unit wants to end up.
func (w *World) standLevel() path.BlockedBy {
	if w.Release.EarlyMove {
		return path.ByAll
	}
	return path.ByImmovable
}

// nearestMovable is the cell nearest to a target that a unit could enter past
// anything that moves.
func (w *World) nearestMovable(a *Actor, target Cell, low, high int32) Cell {
	level := w.standLevel()
	if target == w.location(a) && w.staysIn(target) && !w.Release.EarlyMove {
		return target
	}
	if w.CanEnter(a, target, none, level) && w.staysIn(target) {
		return target
	}
	for _, ring := range wpos.Annulus(low, high) {
		c := target.Add(ring.At)
		if w.Ground.Contains(c) && w.CanEnter(a, c, none, level) && w.staysIn(c) {
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
	m := a.Type.Mobile
	if m == nil || a.Type.LeapSpeed == 0 && !a.Loading && !a.Triggered && a.Captor == none {
		return false
	}
	return len(m.Pauses) > 0 && w.Holds(a, m.Pauses) || len(m.Requires) > 0 && !w.Holds(a, m.Requires)
}

// pauseChanged tells the path finders that what makes mobilePaused true may have
// begun or ended.
func (w *World) pauseChanged(a *Actor) {
	if a.Type.Mobile != nil && a.InWorld {
		w.updateOccupied(a)
	}
}
