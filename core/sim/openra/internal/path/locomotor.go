// SPDX-License-Identifier: GPL-3.0-or-later

package path

import (
	"convertd/core/rules"

	"convertd/core/sim/openra/internal/grid"

	"convertd/core/sim/openra/internal/wpos"
)

// BlockedBy says which actors count as obstacles; a higher value counts more.
type BlockedBy uint8

// What counts as an obstacle.
const (
	ByNone BlockedBy = iota
	ByImmovable
	ByStationary
	ByAll
)

// SearchOrder is the order of obstacle levels a move tries for its first path.
var SearchOrder = [4]BlockedBy{ByAll, ByStationary, ByImmovable, ByNone}

// Unreachable is the cost of a cell that cannot be entered: the largest there is.
const Unreachable int32 = 32767

// Locomotor is how a class of units moves, with its path finders.
type Locomotor struct {
	Name       string
	Cost       []int32 // by terrain
	Speed      []int32
	Crushes    []string
	SharesCell bool
	Wait       int32
	WaitSpread int32
	MinCost    int32

	Open      *Hierarchy // ignores actors
	Immovable *Hierarchy // knows actors that never move
}

// NewLocomotor is a locomotor on some ground, without its coarse graphs.
func NewLocomotor(info *rules.Locomotor, ground *grid.Ground) Locomotor {
	l := Locomotor{
		Name: info.Name, Crushes: info.Crushes, SharesCell: info.SharesCell, Wait: int32(info.Wait), WaitSpread: int32(info.WaitSpread),
		Cost: make([]int32, len(ground.Names)), Speed: make([]int32, len(ground.Names)), MinCost: Unreachable,
	}
	for i := range l.Cost {
		l.Cost[i] = Unreachable
	}
	for _, terrain := range info.Terrain {
		if at := ground.TerrainIndex(terrain.Terrain); at != grid.NoTerrain {
			l.Cost[at], l.Speed[at] = int32(min(terrain.Cost, int(Unreachable))), int32(terrain.Speed)
		}
		l.MinCost = min(l.MinCost, int32(terrain.Cost))
	}
	return l
}

// CellCost is what entering a cell costs on its terrain.
func (f *Finder) CellCost(l *Locomotor, c wpos.Cell) int32 {
	if !f.Ground.Contains(c) {
		return Unreachable
	}
	if t := f.terrainAt(c); int(t) < len(l.Cost) {
		return l.Cost[t]
	}
	return Unreachable
}

// CellSpeed is how fast units are in a cell, in percent.
func (f *Finder) CellSpeed(l *Locomotor, c wpos.Cell) int32 {
	if !f.Ground.Within(c) {
		return 0
	}
	if t := f.terrainAt(c); int(t) < len(l.Speed) {
		return l.Speed[t]
	}
	return 0
}

// terrainAt is the terrain of a cell, resources on it included.
func (f *Finder) terrainAt(c wpos.Cell) uint8 {
	if i := f.Ground.Index(c); uint32(i) < uint32(len(f.Resources.Terrain)) {
		return f.Resources.Terrain[i]
	}
	return grid.NoTerrain
}

// TerrainCost is what entering a cell of the map costs on its terrain, by its index.
func (f *Finder) TerrainCost(l *Locomotor, cell int32) int32 {
	if terrain := f.Resources.Terrain[cell]; int(terrain) < len(l.Cost) {
		return l.Cost[terrain]
	}
	return Unreachable
}

// costOf is what entering a cell costs a unit.
func (f *Finder) costOf(m Mover, c wpos.Cell, check BlockedBy, ignore uint32, ignoreSelf bool) int32 {
	return f.enterCost(m.Locomotor, m.ID, c, f.Ground.Index(c), check, ignore, ignoreSelf)
}

// enterCost is the cost of entering a cell, of which the index is known, past the
// actors in it. It is what searches ask for most, and of most cells only the terrain
// counts.
func (f *Finder) enterCost(l *Locomotor, mover uint32, c wpos.Cell, cell int32, check BlockedBy, ignore uint32, ignoreSelf bool) int32 {
	if !f.Ground.Contains(c) {
		return Unreachable
	}
	cost := f.TerrainCost(l, cell)
	if cost == Unreachable || check == ByNone || f.Occupied.Heads[cell] == 0 || f.Obstacles.LetIn(l, mover, c, check, ignore, ignoreSelf) {
		return cost
	}
	return Unreachable
}

// filled reports whether somebody who does not move fills a cell.
func (f *Finder) filled(l *Locomotor, c wpos.Cell) bool {
	return f.Occupied.Heads[f.Ground.Index(c)] != 0 && f.Obstacles.Fill(l, c)
}

// TerrainChanged tells the coarse graphs that a cell's terrain changed.
func (f *Finder) TerrainChanged(c wpos.Cell, before uint8) {
	for i := range f.Locomotors {
		l := &f.Locomotors[i]
		if l.Open != nil {
			l.Open.costChanged(f, c, before)
			l.Immovable.costChanged(f, c, before)
		}
	}
}

// ActorsChanged tells the coarse graphs that other actors stand in a cell; settled says
// that one of them never moves.
func (f *Finder) ActorsChanged(c wpos.Cell, settled bool) {
	for i := range f.Locomotors {
		f.Locomotors[i].Immovable.actorsChanged(f, c, settled)
	}
}

// BeginGraphs begins the coarse graphs of all locomotors anew.
func (f *Finder) BeginGraphs() {
	for i := range f.Locomotors {
		f.Locomotors[i].Open = f.NewHierarchy(int32(i), false)
		f.Locomotors[i].Immovable = f.NewHierarchy(int32(i), true)
	}
}
