// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/rules"
	"convertd/core/sim/openra/internal/info"
)

// blockedBy says which actors count as obstacles; a higher value counts more.
type blockedBy uint8

const (
	byNone blockedBy = iota
	byImmovable
	byStationary
	byAll
)

// searchOrder is the order of obstacle levels a move tries for its first path.
var searchOrder = [4]blockedBy{byAll, byStationary, byImmovable, byNone}

// unreachable is the cost of a cell that cannot be entered: the largest there is.
const unreachable int32 = 32767

// locomotor is how a class of units moves, with its path finders.
type locomotor struct {
	name       string
	cost       []int32 // by terrain
	speed      []int32
	crushes    []string
	sharesCell bool
	wait       int32
	waitSpread int32
	minCost    int32

	open      *hierarchy // ignores actors
	immovable *hierarchy // knows actors that never move
}

func (w *World) newLocomotor(info *rules.Locomotor) locomotor {
	l := locomotor{
		name: info.Name, crushes: info.Crushes, sharesCell: info.SharesCell, wait: int32(info.Wait), waitSpread: int32(info.WaitSpread),
		cost: make([]int32, len(w.ground.names)), speed: make([]int32, len(w.ground.names)), minCost: unreachable,
	}
	for i := range l.cost {
		l.cost[i] = unreachable
	}
	for _, terrain := range info.Terrain {
		if at := w.ground.terrainIndex(terrain.Terrain); at != noTerrain {
			l.cost[at], l.speed[at] = int32(min(terrain.Cost, int(unreachable))), int32(terrain.Speed)
		}
		l.minCost = min(l.minCost, int32(terrain.Cost))
	}
	return l
}

// cellCost is what entering a cell costs on its terrain.
func (w *World) cellCost(l *locomotor, c Cell) int32 {
	if !w.ground.contains(c) {
		return unreachable
	}
	if t := w.terrainAt(c); int(t) < len(l.cost) {
		return l.cost[t]
	}
	return unreachable
}

func (w *World) cellSpeed(l *locomotor, c Cell) int32 {
	if !w.ground.within(c) {
		return 0
	}
	if t := w.terrainAt(c); int(t) < len(l.speed) {
		return l.speed[t]
	}
	return 0
}

// enterCost is the cost of entering a cell past the actors in it.
func (w *World) enterCost(l *locomotor, a *Actor, c Cell, check blockedBy, ignore uint32, ignoreSelf bool, sub subCell) int32 {
	return w.enterCostAt(l, a, c, w.ground.index(c), check, ignore, ignoreSelf, sub)
}

// enterCostAt is the same of a cell of which the index is known. It is what
// moves and searches ask for most, and of most cells only the terrain counts.
func (w *World) enterCostAt(l *locomotor, a *Actor, c Cell, cell int32, check blockedBy, ignore uint32, ignoreSelf bool, sub subCell) int32 {
	if !w.ground.contains(c) {
		return unreachable
	}
	terrain := w.resources.terrain[cell]
	if int(terrain) >= len(l.cost) {
		return unreachable
	}
	cost := l.cost[terrain]
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
	l := &w.locomotors[a.typ.Mobile.Locomotor]
	return w.enterCost(l, a, c, check, ignore, false, a.toSub) != unreachable
}

// availableSubCell picks the place a unit gets in a cell.
func (w *World) availableSubCell(a *Actor, c Cell, preferred subCell, ignore uint32) subCell {
	l := &w.locomotors[a.typ.Mobile.Locomotor]
	if w.cellCost(l, c) == unreachable {
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

// terrainChanged tells the path finders that a cell's terrain changed.
func (w *World) terrainChanged(c Cell, before uint8) {
	for i := range w.locomotors {
		l := &w.locomotors[i]
		if l.open != nil {
			l.open.costChanged(w, c, before)
			l.immovable.costChanged(w, c, before)
		}
	}
}
