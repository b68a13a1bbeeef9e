// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/sim/openra/internal/info"

// roadBlocks is who stands in the way, as searches for a path ask.
type roadBlocks struct{ w *World }

// LetIn implements obstacles.
func (r roadBlocks) LetIn(l *locomotor, mover uint32, c Cell, check blockedBy, ignore uint32, ignoreSelf bool) bool {
	return r.w.movesFreely(l, r.w.peek(mover), c, subFull, check, ignore, ignoreSelf)
}

// Fill implements obstacles.
func (r roadBlocks) Fill(l *locomotor, c Cell) bool {
	w := r.w
	for at := w.first(c); at != 0; at = w.occupied.nodes[at].next {
		other := w.actors[w.occupied.nodes[at].actor]
		if other == nil || !w.settled(other) {
			continue
		}
		crushed := false
		for _, class := range other.typ.CrushClasses {
			crushed = crushed || info.Contains(l.crushes, class)
		}
		if crushed || l.sharesCell && w.hasFreeSubCell(c) || w.transitOnly(other, c) {
			continue
		}
		return true
	}
	return false
}

// beginPaths lets the searches for a path look at this world.
func (w *World) beginPaths() {
	w.paths.surroundings = surroundings{
		ground: w.ground, resources: &w.resources, occupied: &w.occupied, behaviour: &w.behaviour, obstacles: roadBlocks{w},
	}
}

// mover is a unit as it looks for a path.
func (w *World) mover(a *Actor) *mover {
	return &mover{ID: a.ID, Locomotor: &w.paths.locomotors[a.typ.Mobile.Locomotor], To: a.to, At: w.location(a)}
}

// enterCost is the cost of entering a cell past the actors in it.
func (w *World) enterCost(l *locomotor, a *Actor, c Cell, check blockedBy, ignore uint32, ignoreSelf bool, sub subCell) int32 {
	return w.enterCostAt(l, a, c, w.ground.index(c), check, ignore, ignoreSelf, sub)
}

// enterCostAt is the same of a cell of which the index is known.
func (w *World) enterCostAt(l *locomotor, a *Actor, c Cell, cell int32, check blockedBy, ignore uint32, ignoreSelf bool, sub subCell) int32 {
	if !w.ground.contains(c) {
		return unreachable
	}
	cost := w.paths.terrainCost(l, cell)
	if cost == unreachable || check == byNone || w.occupied.heads[cell] == 0 || w.movesFreely(l, a, c, sub, check, ignore, ignoreSelf) {
		return cost
	}
	return unreachable
}

// movesFreely reports whether the actors of a cell let an actor in.
func (w *World) movesFreely(l *locomotor, a *Actor, c Cell, sub subCell, check blockedBy, ignore uint32, ignoreSelf bool) bool {
	if check == byNone {
		return true
	}
	head := w.first(c)
	if head == 0 || l.sharesCell && w.hasFreeSubCell(c) {
		return true
	}
	if a == nil {
		return false
	}
	if w.behaviour.EarlyMove && check == byStationary && ignore == none && sub == subFull {
		return w.earlyMovesFreely(l, a, c)
	}
	blocked := false
	for at := head; at != 0; at = w.occupied.nodes[at].next {
		node := w.occupied.nodes[at]
		if sub != subFull && node.sub != sub && node.sub != subFull {
			continue
		}
		if ignoreSelf && node.actor == a.ID {
			return true
		}
		if !blocked && w.blocks(l, a, w.actors[node.actor], c, check, ignore) {
			if !ignoreSelf || w.behaviour.FirstSelf {
				return false
			}
			blocked = true
		}
	}
	return !blocked
}

// blocks reports whether another actor keeps an actor out of a cell.
func (w *World) blocks(l *locomotor, a, other *Actor, c Cell, check blockedBy, ignore uint32) bool {
	if other == nil || other.ID == ignore && ignore != none {
		return false
	}
	if check <= byStationary && w.movesAside(a, other, check) {
		return false
	}
	if w.transitOnly(other, c) {
		return false
	}
	return w.hangsInTheWay(other) || !w.crushable(l, a, other)
}

// movesAside reports whether an obstacle is expected to be gone when somebody comes
// to its cell: it moves, or is a friend who could. Who may not move now does not; until
// OpenRA pull request 17131 of September 2019 (20200202 is older) he did.
func (w *World) movesAside(a, other *Actor, check blockedBy) bool {
	if other.typ.Mobile == nil {
		return false
	}
	friend := check <= byImmovable && w.allied(a.owner, other.owner)
	moves := other.movement&movingHorizontal != 0 && w.givesWay(a, other)
	return (friend || moves) && (w.behaviour.EarlyMove || !w.mobilePaused(other))
}

// transitOnly reports whether a building lets units pass this cell.
func (w *World) transitOnly(other *Actor, c Cell) bool {
	b := other.typ.Building
	if b == nil || b.Footprint == nil {
		return false
	}
	x, y := c.X-other.cell.X, c.Y-other.cell.Y
	return x >= 0 && y >= 0 && x < b.Width && y < b.Height && b.Footprint[y*b.Width+x] == info.FootprintTransit
}

// crushable reports whether an actor may run over another one.
func (w *World) crushable(l *locomotor, a, other *Actor) bool {
	return w.crushableBy(l.crushes, a, other)
}

// crushableBy is the same for any list of what can be run over.
func (w *World) crushableBy(crushes []string, a, other *Actor) bool {
	for _, class := range other.typ.CrushClasses {
		if !info.Contains(crushes, class) {
			continue
		}
		if other.typ.Crate != nil || other.typ.Mine || !w.allied(a.owner, other.owner) {
			return true
		}
	}
	return false
}

// staysIn reports whether a unit may stop in a cell.
func (w *World) staysIn(c Cell) bool {
	if !w.ground.contains(c) {
		return false
	}
	for at := w.first(c); at != 0; at = w.occupied.nodes[at].next {
		if other := w.actors[w.occupied.nodes[at].actor]; other != nil && w.transitOnly(other, c) {
			return false
		}
	}
	return true
}

// canEnter is Mobile.CanEnterCell for a unit in its present place.
func (w *World) canEnter(a *Actor, c Cell, ignore uint32, check blockedBy) bool {
	l := &w.paths.locomotors[a.typ.Mobile.Locomotor]
	return w.enterCost(l, a, c, check, ignore, false, a.toSub) != unreachable
}

// availableSubCell picks the place a unit gets in a cell.
func (w *World) availableSubCell(a *Actor, c Cell, preferred subCell, ignore uint32) subCell {
	l := &w.paths.locomotors[a.typ.Mobile.Locomotor]
	if w.paths.cellCost(l, c) == unreachable {
		return subInvalid
	}
	blocks := func(other *Actor) bool { return w.blocks(l, a, other, c, byAll, ignore) }
	if l.sharesCell {
		return w.freeSubCell(c, preferred, blocks)
	}
	for at := w.first(c); at != 0; at = w.occupied.nodes[at].next {
		if blocks(w.actors[w.occupied.nodes[at].actor]) {
			return subInvalid
		}
	}
	return subFull
}
