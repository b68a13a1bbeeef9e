// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"math"

	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// inReach reports whether a point of an actor is within a distance, measured
// flat.
func (w *World) inReach(from Pos, a *Actor, reach int32) bool {
	limit := int64(reach) * int64(reach)
	near := false
	w.targetPoints(a, func(p Pos) {
		near = near || p.Sub(from).FlatSquared() <= limit
	})
	return near
}

// targetPoints visits the points of an actor that are aimed at.
func (w *World) targetPoints(a *Actor, visit func(Pos)) {
	w.pointsOf(a.Type, a.Center, a.Cell, a.BodyFacing(), visit)
}

// pointsOf visits the points that are aimed at of an actor of a type at a
// place: its cells where the rules say so, then the offsets of its shapes; the
// middle of what has no shape.
func (w *World) pointsOf(t *info.ActorType, center Pos, topLeft Cell, facing int32, visit func(Pos)) {
	if len(t.Shapes) == 0 && len(t.TargetOffsets) == 0 {
		visit(center)
		return
	}
	if b := t.Building; t.TargetCells && b != nil {
		for _, i := range b.Listed {
			if b.Footprint[i] == info.FootprintOccupied {
				visit(w.CenterOfCell(Cell{X: topLeft.X + i%b.Width, Y: topLeft.Y + i/b.Width}))
			}
		}
	}
	for _, offset := range t.TargetOffsets {
		visit(center.Add(wpos.ToWorld(offset.Rotate(facing))))
	}
}

// aimAt is the point of a target that is nearest to a position.
func (w *World) aimAt(from Pos, target *Actor) Pos {
	best, nearest := target.Center, int64(-1)
	w.targetPoints(target, func(p Pos) {
		if d := p.Sub(from).Squared(); nearest < 0 || d < nearest {
			best, nearest = p, d
		}
	})
	return best
}

// VisibleTo reports whether a player sees an actor as it is.
func (w *World) VisibleTo(a *Actor, owner int32) bool {
	if w.Allied(a.Owner, owner) {
		return true
	}
	if w.cloakedFrom(a, owner) {
		return false
	}
	if a.Type.AlwaysVisible {
		return true
	}
	p := &w.Players[owner]
	if !w.Options.Fog {
		return w.standsKnown(p, a)
	}
	if a.Type.FrozenUnderFog {
		f := w.Frozen.Of(a.ID)
		return f == nil || f.Shown>>uint(owner)&1 == 0
	}
	if a.Type.Aircraft != nil {
		c := w.CellContaining(a.Center)
		return w.Ground.Within(c) && w.sees(p, c)
	}
	seen := false
	w.footprintCells(a, func(c Cell, _ grid.SubCell) {
		seen = seen || w.Ground.Within(c) && w.sees(p, c)
	})
	return seen
}

// standsKnown reports whether an actor is on ground that a player has explored:
// without fog he sees it there.
func (w *World) standsKnown(p *state.Player, a *Actor) (known bool) {
	if f := w.Frozen.Of(a.ID); f != nil {
		for _, c := range f.Cells {
			known = known || w.knows(p, c)
		}
		return known
	}
	if a.Type.Aircraft != nil || a.Type.FrozenUnderFog {
		return w.knows(p, w.CellContaining(a.Center))
	}
	w.footprintCells(a, func(c Cell, _ grid.SubCell) { known = known || w.knows(p, c) })
	return known
}

// validTarget returns an actor that can still be shot at. Who was sold or has
// gone into something is there to the end of the tick.
func (w *World) validTarget(id uint32) *Actor {
	a := w.Alive(id)
	if a == nil || !a.InWorld {
		return nil
	}
	return a
}

// ChooseTarget picks what an actor attacks on its own: the highest priority,
// then the nearest, the first of equals (docs/engine/openra-world.md#auto-target).
func (w *World) ChooseTarget(a *Actor, allowMove bool) uint32 {
	reach := a.Type.AutoTarget.Radius * 1024
	if reach <= 0 {
		holder := w.gunner(a)
		for i := range holder.Type.Armaments {
			if holder.Type.Armaments[i].Garrisoned == (a.Type.Ports != nil) && !w.armPaused(holder, i) {
				reach = max(reach, w.reachOf(holder, holder.Type.Armaments[i].Weapon))
			}
		}
	}
	if reach == 0 {
		return none
	}
	limit := int64(reach) * int64(reach)
	best := choice{ref: none, priority: math.MinInt32}
	low := Pos{X: a.Center.X - reach, Y: a.Center.Y - reach, Z: 0}
	high := Pos{X: a.Center.X + reach, Y: a.Center.Y + reach, Z: 0}
	owners := w.Players[a.Owner].Enemies
	if a.Type.Helps {
		owners = w.Players[a.Owner].Allies | 1<<uint(a.Owner)
	}
	w.InBox(low, high, owners, func(other *Actor) {
		if !a.Type.Helps && !w.seemsHostile(a, other) || other == a || other.Center.Sub(a.Center).FlatSquared() > limit || w.validTarget(other.ID) == nil {
			return
		}
		priority, ok := w.PriorityOf(a, other)
		if !ok || priority < best.priority || w.friendsCapture(a, other) || !w.canShoot(a, other, allowMove, false) || !w.VisibleTo(other, a.Owner) {
			return
		}
		distance := other.Center.Sub(a.Center).Length()
		if best.ref == none || best.priority < priority || distance < best.distance {
			best = choice{ref: other.ID, priority: priority, distance: distance}
		}
	})
	if w.choosesMemories(a, allowMove) {
		w.chooseMemory(a, &best, reach, allowMove)
	}
	return best.ref
}

// choice is the best target that was found so far.
type choice struct {
	ref                      uint32
	priority, distance, turn int32
}

// chooseMemory goes on with what is remembered.
func (w *World) chooseMemory(a *Actor, best *choice, reach int32, allowMove bool) {
	limit := int64(reach) * int64(reach)
	square := w.squareAround(a.Center, reach)
	for _, i := range w.recallsOf(a.Owner) {
		f := &w.Frozen[i]
		other := w.remembered(f, a.Owner)
		if other == nil || !w.Hostile(a.Owner, other.Owner) || other.Center.Sub(a.Center).FlatSquared() > limit ||
			w.Players[a.Owner].Bot && !w.Release.BotsSeekGone && w.Alive(f.ID) == nil || !square.reaches(f) {
			continue
		}
		priority, ok := w.PriorityOf(a, other)
		if !ok || priority < best.priority || !w.canShoot(a, other, allowMove, false) {
			continue
		}
		distance, turn := other.Center.Sub(a.Center).Length(), square.turnOf(f)
		if best.ref == none || best.priority < priority || distance < best.distance ||
			distance == best.distance && isMemory(best.ref) && turn < best.turn {
			*best = choice{ref: other.ID | FrozenBit, priority: priority, distance: distance, turn: turn}
		}
	}
}

// PriorityOf is how much an actor counts as a target.
func (w *World) PriorityOf(a, target *Actor) (best int32, ok bool) {
	anything := a.Stance == info.StanceAttackAnything || a.Type.Assaults && a.Assaults()
	for i := range a.Type.Priorities {
		p := &a.Type.Priorities[i]
		if p.Anything && !anything || p.Others && anything || !w.Holds(a, p.Requires) {
			continue
		}
		if w.countsAs(target, p.Targets) && !w.countsAs(target, p.Invalid) && (!ok || p.Priority > best) {
			best, ok = p.Priority, true
		}
	}
	return best, ok
}

func (w *World) canShoot(a, target *Actor, allowMove, forced bool) bool {
	if target.Type.OnlyForced && !forced {
		return false
	}
	holder, owner := w.gunner(a), w.ownerFor(a, target)
	for i := range holder.Type.Armaments {
		arm := &holder.Type.Armaments[i]
		weapon, whom := arm.Weapon, arm.Whom
		if forced {
			whom = arm.ForcedOn
		}
		if arm.Garrisoned != (a.Type.Ports != nil) || !w.allow(whom, a.Owner, owner) || !w.worksOn(weapon, target) {
			continue
		}
		if allowMove || w.rightlyFar(a.Center, target, weapon.MinReach, w.reachOf(holder, weapon)) {
			return true
		}
	}
	return false
}

// Everybody is all owners, for InBox.
const Everybody = ^uint32(0)

// InBox visits the actors of the spatial bins a box touches, row by row. Bins
// in which nobody of the owners has anything are passed over; of others' actors
// in the rest visit has to sort itself out.
func (w *World) InBox(low, high Pos, owners uint32, visit func(*Actor)) {
	m := &w.Bins
	w.settleBinOwners()
	left, right := wpos.Clamp(low.X/1024/grid.BinSize, 0, m.Columns-1), wpos.Clamp(high.X/1024/grid.BinSize, 0, m.Columns-1)
	top, bottom := wpos.Clamp(low.Y/1024/grid.BinSize, 0, m.Rows-1), wpos.Clamp(high.Y/1024/grid.BinSize, 0, m.Rows-1)
	for row := top; row <= bottom; row++ {
		for column := left; column <= right; column++ {
			at := row*m.Columns + column
			if m.Owners[at]&owners == 0 {
				continue
			}
			for _, id := range m.Bins[at] {
				a := w.Actors[id]
				if a != nil && a.InWorld && a.Center.X >= low.X && a.Center.X <= high.X && a.Center.Y >= low.Y && a.Center.Y <= high.Y {
					visit(a)
				}
			}
		}
	}
}
