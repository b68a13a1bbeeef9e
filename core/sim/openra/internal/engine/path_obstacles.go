// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
)

// roadBlocks is who stands in the way, as searches for a path ask.
type roadBlocks struct{ w *World }

// LetIn implements obstacles.
func (r roadBlocks) LetIn(l *path.Locomotor, mover uint32, c Cell, check path.BlockedBy, ignore uint32, ignoreSelf bool) bool {
	return r.w.movesFreely(l, r.w.Peek(mover), c, grid.SubFull, check, ignore, ignoreSelf)
}

// Fill implements obstacles.
func (r roadBlocks) Fill(l *path.Locomotor, c Cell) bool {
	w := r.w
	for at := w.First(c); at != 0; at = w.Occupied.Nodes[at].Next {
		other := w.Actors[w.Occupied.Nodes[at].Actor]
		if other == nil || !w.settled(other) {
			continue
		}
		crushed := false
		for _, class := range other.Type.CrushClasses {
			crushed = crushed || info.Contains(l.Crushes, class)
		}
		if crushed || l.SharesCell && w.hasFreeSubCell(c) || w.transitOnly(other, c) {
			continue
		}
		return true
	}
	return false
}

// beginPaths lets the searches for a path look at this world.
func (w *World) beginPaths() {
	w.Paths.Surroundings = path.Surroundings{
		Ground: w.Ground, Resources: &w.Resources, Occupied: &w.Occupied, Behaviour: &w.Release, Obstacles: roadBlocks{w},
	}
}

// mover is a unit as it looks for a path.
func (w *World) mover(a *Actor) path.Mover {
	return path.Mover{ID: a.ID, Locomotor: &w.Paths.Locomotors[a.Type.Mobile.Locomotor], To: a.To, At: w.location(a)}
}

// enterCost is the cost of entering a cell past the actors in it.
func (w *World) enterCost(l *path.Locomotor, a *Actor, c Cell, check path.BlockedBy, ignore uint32, ignoreSelf bool, sub grid.SubCell) int32 {
	return w.enterCostAt(l, a, c, w.Ground.Index(c), check, ignore, ignoreSelf, sub)
}

// enterCostAt is the same of a cell of which the index is known.
func (w *World) enterCostAt(l *path.Locomotor, a *Actor, c Cell, cell int32, check path.BlockedBy, ignore uint32, ignoreSelf bool, sub grid.SubCell) int32 {
	if !w.Ground.Contains(c) {
		return path.Unreachable
	}
	cost := w.Paths.TerrainCost(l, cell)
	if cost == path.Unreachable || check == path.ByNone || w.Occupied.Heads[cell] == 0 || w.movesFreely(l, a, c, sub, check, ignore, ignoreSelf) {
		return cost
	}
	return path.Unreachable
}

// movesFreely reports whether the actors of a cell let an actor in.
func (w *World) movesFreely(l *path.Locomotor, a *Actor, c Cell, sub grid.SubCell, check path.BlockedBy, ignore uint32, ignoreSelf bool) bool {
	if check == path.ByNone {
		return true
	}
	head := w.First(c)
	if head == 0 || l.SharesCell && w.hasFreeSubCell(c) {
		return true
	}
	if a == nil {
		return false
	}
	if w.Release.EarlyMove && check == path.ByStationary && ignore == none && sub == grid.SubFull {
		return w.earlyMovesFreely(l, a, c)
	}
	blocked := false
	for at := head; at != 0; at = w.Occupied.Nodes[at].Next {
		node := w.Occupied.Nodes[at]
		if sub != grid.SubFull && node.Sub != sub && node.Sub != grid.SubFull {
			continue
		}
		if ignoreSelf && node.Actor == a.ID {
			return true
		}
		if !blocked && w.blocks(l, a, w.Actors[node.Actor], c, check, ignore) {
			if !ignoreSelf || w.Release.FirstSelf {
				return false
			}
			blocked = true
		}
	}
	return !blocked
}

// blocks reports whether another actor keeps an actor out of a cell.
func (w *World) blocks(l *path.Locomotor, a, other *Actor, c Cell, check path.BlockedBy, ignore uint32) bool {
	if other == nil || other.ID == ignore && ignore != none {
		return false
	}
	if check <= path.ByStationary && w.movesAside(a, other, check) {
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
func (w *World) movesAside(a, other *Actor, check path.BlockedBy) bool {
	if other.Type.Mobile == nil {
		return false
	}
	friend := check <= path.ByImmovable && w.Allied(a.Owner, other.Owner)
	moves := other.Movement&state.MovingHorizontal != 0 && w.givesWay(a, other)
	return (friend || moves) && (w.Release.EarlyMove || !w.mobilePaused(other))
}

// transitOnly reports whether a building lets units pass this cell.
func (w *World) transitOnly(other *Actor, c Cell) bool {
	b := other.Type.Building
	if b == nil || b.Footprint == nil {
		return false
	}
	x, y := c.X-other.Cell.X, c.Y-other.Cell.Y
	return x >= 0 && y >= 0 && x < b.Width && y < b.Height && b.Footprint[y*b.Width+x] == info.FootprintTransit
}

// crushable reports whether an actor may run over another one.
func (w *World) crushable(l *path.Locomotor, a, other *Actor) bool {
	return w.crushableBy(l.Crushes, a, other)
}

// crushableBy is the same for any list of what can be run over.
func (w *World) crushableBy(crushes []string, a, other *Actor) bool {
	for _, class := range other.Type.CrushClasses {
		if !info.Contains(crushes, class) {
			continue
		}
		if other.Type.Crate != nil || other.Type.Mine || !w.Allied(a.Owner, other.Owner) {
			return true
		}
	}
	return false
}

// staysIn reports whether a unit may stop in a cell.
func (w *World) staysIn(c Cell) bool {
	if !w.Ground.Contains(c) {
		return false
	}
	for at := w.First(c); at != 0; at = w.Occupied.Nodes[at].Next {
		if other := w.Actors[w.Occupied.Nodes[at].Actor]; other != nil && w.transitOnly(other, c) {
			return false
		}
	}
	return true
}

// CanEnter is Mobile.CanEnterCell for a unit in its present place.
func (w *World) CanEnter(a *Actor, c Cell, ignore uint32, check path.BlockedBy) bool {
	l := &w.Paths.Locomotors[a.Type.Mobile.Locomotor]
	return w.enterCost(l, a, c, check, ignore, false, a.ToSub) != path.Unreachable
}

// availableSubCell picks the place a unit gets in a cell.
func (w *World) availableSubCell(a *Actor, c Cell, preferred grid.SubCell, ignore uint32) grid.SubCell {
	l := &w.Paths.Locomotors[a.Type.Mobile.Locomotor]
	if w.Paths.CellCost(l, c) == path.Unreachable {
		return grid.SubInvalid
	}
	blocks := func(other *Actor) bool { return w.blocks(l, a, other, c, path.ByAll, ignore) }
	if l.SharesCell {
		return w.FreeSubCell(c, preferred, blocks)
	}
	for at := w.First(c); at != 0; at = w.Occupied.Nodes[at].Next {
		if blocks(w.Actors[w.Occupied.Nodes[at].Actor]) {
			return grid.SubInvalid
		}
	}
	return grid.SubFull
}
