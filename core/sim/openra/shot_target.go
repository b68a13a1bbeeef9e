// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"math"

	"convertd/core/sim/openra/internal/info"
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
	w.pointsOf(a.typ, a.center, a.cell, a.bodyFacing(), visit)
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
				visit(w.centerOfCell(Cell{X: topLeft.X + i%b.Width, Y: topLeft.Y + i/b.Width}))
			}
		}
	}
	for _, offset := range t.TargetOffsets {
		visit(center.Add(wpos.ToWorld(offset.Rotate(facing))))
	}
}

// aimAt is the point of a target that is nearest to a position.
func (w *World) aimAt(from Pos, target *Actor) Pos {
	best, nearest := target.center, int64(-1)
	w.targetPoints(target, func(p Pos) {
		if d := p.Sub(from).Squared(); nearest < 0 || d < nearest {
			best, nearest = p, d
		}
	})
	return best
}

// visibleTo reports whether a player sees an actor as it is.
func (w *World) visibleTo(a *Actor, owner int32) bool {
	if w.allied(a.owner, owner) {
		return true
	}
	if w.cloakedFrom(a, owner) {
		return false
	}
	if a.typ.AlwaysVisible {
		return true
	}
	p := &w.players[owner]
	if !w.options.fog {
		return w.standsKnown(p, a)
	}
	if a.typ.FrozenUnderFog {
		f := w.memoryOf(a.ID)
		return f == nil || f.shown>>uint(owner)&1 == 0
	}
	if a.typ.Aircraft != nil {
		c := w.cellContaining(a.center)
		return w.ground.within(c) && w.sees(p, c)
	}
	seen := false
	w.footprintCells(a, func(c Cell, _ subCell) {
		seen = seen || w.ground.within(c) && w.sees(p, c)
	})
	return seen
}

// standsKnown reports whether an actor is on ground that a player has explored:
// without fog he sees it there.
func (w *World) standsKnown(p *player, a *Actor) (known bool) {
	if f := w.memoryOf(a.ID); f != nil {
		for _, c := range f.cells {
			known = known || w.knows(p, c)
		}
		return known
	}
	if a.typ.Aircraft != nil || a.typ.FrozenUnderFog {
		return w.knows(p, w.cellContaining(a.center))
	}
	w.footprintCells(a, func(c Cell, _ subCell) { known = known || w.knows(p, c) })
	return known
}

// validTarget returns an actor that can still be shot at. Who was sold or has
// gone into something is there to the end of the tick.
func (w *World) validTarget(id uint32) *Actor {
	a := w.alive(id)
	if a == nil || !a.inWorld {
		return nil
	}
	return a
}

// chooseTarget picks what an actor attacks on its own: the highest priority,
// then the nearest, the first of equals (docs/engine/openra-world.md#auto-target).
func (w *World) chooseTarget(a *Actor, allowMove bool) uint32 {
	reach := a.typ.AutoTarget.Radius * 1024
	if reach <= 0 {
		holder := w.gunner(a)
		for i := range holder.typ.Armaments {
			if holder.typ.Armaments[i].Garrisoned == (a.typ.Ports != nil) && !w.armPaused(holder, i) {
				reach = max(reach, w.reachOf(holder, holder.typ.Armaments[i].Weapon))
			}
		}
	}
	if reach == 0 {
		return none
	}
	limit := int64(reach) * int64(reach)
	best := choice{ref: none, priority: math.MinInt32}
	low := Pos{X: a.center.X - reach, Y: a.center.Y - reach, Z: 0}
	high := Pos{X: a.center.X + reach, Y: a.center.Y + reach, Z: 0}
	owners := w.players[a.owner].enemies
	if a.typ.Helps {
		owners = w.players[a.owner].allies | 1<<uint(a.owner)
	}
	w.inBox(low, high, owners, func(other *Actor) {
		if !a.typ.Helps && !w.seemsHostile(a, other) || other == a || other.center.Sub(a.center).FlatSquared() > limit || w.validTarget(other.ID) == nil {
			return
		}
		priority, ok := w.priorityOf(a, other)
		if !ok || priority < best.priority || w.friendsCapture(a, other) || !w.canShoot(a, other, allowMove, false) || !w.visibleTo(other, a.owner) {
			return
		}
		distance := other.center.Sub(a.center).Length()
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
	square := w.squareAround(a.center, reach)
	for _, i := range w.recallsOf(a.owner) {
		f := &w.frozen[i]
		other := w.remembered(f, a.owner)
		if other == nil || !w.hostile(a.owner, other.owner) || other.center.Sub(a.center).FlatSquared() > limit ||
			w.players[a.owner].bot && !w.behaviour.BotsSeekGone && w.alive(f.id) == nil || !square.reaches(f) {
			continue
		}
		priority, ok := w.priorityOf(a, other)
		if !ok || priority < best.priority || !w.canShoot(a, other, allowMove, false) {
			continue
		}
		distance, turn := other.center.Sub(a.center).Length(), square.turnOf(f)
		if best.ref == none || best.priority < priority || distance < best.distance ||
			distance == best.distance && isMemory(best.ref) && turn < best.turn {
			*best = choice{ref: other.ID | frozenBit, priority: priority, distance: distance, turn: turn}
		}
	}
}

func (w *World) priorityOf(a, target *Actor) (best int32, ok bool) {
	anything := a.stance == info.StanceAttackAnything || a.typ.Assaults && a.assaults()
	for i := range a.typ.Priorities {
		p := &a.typ.Priorities[i]
		if p.Anything && !anything || p.Others && anything || !w.holds(a, p.Requires) {
			continue
		}
		if w.countsAs(target, p.Targets) && !w.countsAs(target, p.Invalid) && (!ok || p.Priority > best) {
			best, ok = p.Priority, true
		}
	}
	return best, ok
}

func (w *World) canShoot(a, target *Actor, allowMove, forced bool) bool {
	if target.typ.OnlyForced && !forced {
		return false
	}
	holder, owner := w.gunner(a), w.ownerFor(a, target)
	for i := range holder.typ.Armaments {
		arm := &holder.typ.Armaments[i]
		weapon, whom := arm.Weapon, arm.Whom
		if forced {
			whom = arm.ForcedOn
		}
		if arm.Garrisoned != (a.typ.Ports != nil) || !w.allow(whom, a.owner, owner) || !w.worksOn(weapon, target) {
			continue
		}
		if allowMove || w.rightlyFar(a.center, target, weapon.MinReach, w.reachOf(holder, weapon)) {
			return true
		}
	}
	return false
}

// everybody is all owners, for inBox.
const everybody = ^uint32(0)

// inBox visits the actors of the spatial bins a box touches, row by row. Bins
// in which nobody of the owners has anything are passed over; of others' actors
// in the rest visit has to sort itself out.
func (w *World) inBox(low, high Pos, owners uint32, visit func(*Actor)) {
	m := &w.bins
	w.settleBinOwners()
	left, right := wpos.Clamp(low.X/1024/binSize, 0, m.columns-1), wpos.Clamp(high.X/1024/binSize, 0, m.columns-1)
	top, bottom := wpos.Clamp(low.Y/1024/binSize, 0, m.rows-1), wpos.Clamp(high.Y/1024/binSize, 0, m.rows-1)
	for row := top; row <= bottom; row++ {
		for column := left; column <= right; column++ {
			at := row*m.columns + column
			if m.owners[at]&owners == 0 {
				continue
			}
			for _, id := range m.bins[at] {
				a := w.actors[id]
				if a != nil && a.inWorld && a.center.X >= low.X && a.center.X <= high.X && a.center.Y >= low.Y && a.center.Y <= high.Y {
					visit(a)
				}
			}
		}
	}
}
