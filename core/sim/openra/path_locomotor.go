// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/rules"

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

func newLocomotor(info *rules.Locomotor, ground *ground) locomotor {
	l := locomotor{
		name: info.Name, crushes: info.Crushes, sharesCell: info.SharesCell, wait: int32(info.Wait), waitSpread: int32(info.WaitSpread),
		cost: make([]int32, len(ground.names)), speed: make([]int32, len(ground.names)), minCost: unreachable,
	}
	for i := range l.cost {
		l.cost[i] = unreachable
	}
	for _, terrain := range info.Terrain {
		if at := ground.terrainIndex(terrain.Terrain); at != noTerrain {
			l.cost[at], l.speed[at] = int32(min(terrain.Cost, int(unreachable))), int32(terrain.Speed)
		}
		l.minCost = min(l.minCost, int32(terrain.Cost))
	}
	return l
}

// cellCost is what entering a cell costs on its terrain.
func (f *finder) cellCost(l *locomotor, c Cell) int32 {
	if !f.ground.contains(c) {
		return unreachable
	}
	if t := f.terrainAt(c); int(t) < len(l.cost) {
		return l.cost[t]
	}
	return unreachable
}

func (f *finder) cellSpeed(l *locomotor, c Cell) int32 {
	if !f.ground.within(c) {
		return 0
	}
	if t := f.terrainAt(c); int(t) < len(l.speed) {
		return l.speed[t]
	}
	return 0
}

// terrainAt is the terrain of a cell, resources on it included.
func (f *finder) terrainAt(c Cell) uint8 {
	if i := f.ground.index(c); uint32(i) < uint32(len(f.resources.terrain)) {
		return f.resources.terrain[i]
	}
	return noTerrain
}

// terrainCost is what entering a cell of the map costs on its terrain, by its index.
func (f *finder) terrainCost(l *locomotor, cell int32) int32 {
	if terrain := f.resources.terrain[cell]; int(terrain) < len(l.cost) {
		return l.cost[terrain]
	}
	return unreachable
}

// costOf is what entering a cell costs a unit.
func (f *finder) costOf(m *mover, c Cell, check blockedBy, ignore uint32, ignoreSelf bool) int32 {
	return f.enterCost(m.Locomotor, m.ID, c, f.ground.index(c), check, ignore, ignoreSelf)
}

// enterCost is the cost of entering a cell, of which the index is known, past the
// actors in it. It is what searches ask for most, and of most cells only the terrain
// counts.
func (f *finder) enterCost(l *locomotor, mover uint32, c Cell, cell int32, check blockedBy, ignore uint32, ignoreSelf bool) int32 {
	if !f.ground.contains(c) {
		return unreachable
	}
	cost := f.terrainCost(l, cell)
	if cost == unreachable || check == byNone || f.occupied.heads[cell] == 0 || f.obstacles.LetIn(l, mover, c, check, ignore, ignoreSelf) {
		return cost
	}
	return unreachable
}

// filled reports whether somebody who does not move fills a cell.
func (f *finder) filled(l *locomotor, c Cell) bool {
	return f.occupied.heads[f.ground.index(c)] != 0 && f.obstacles.Fill(l, c)
}

// terrainChanged tells the coarse graphs that a cell's terrain changed.
func (f *finder) terrainChanged(c Cell, before uint8) {
	for i := range f.locomotors {
		l := &f.locomotors[i]
		if l.open != nil {
			l.open.costChanged(f, c, before)
			l.immovable.costChanged(f, c, before)
		}
	}
}

// actorsChanged tells the coarse graphs that other actors stand in a cell; settled says
// that one of them never moves.
func (f *finder) actorsChanged(c Cell, settled bool) {
	for i := range f.locomotors {
		f.locomotors[i].immovable.actorsChanged(f, c, settled)
	}
}

// beginGraphs begins the coarse graphs of all locomotors anew.
func (f *finder) beginGraphs() {
	for i := range f.locomotors {
		f.locomotors[i].open = f.newHierarchy(int32(i), false)
		f.locomotors[i].immovable = f.newHierarchy(int32(i), true)
	}
}
