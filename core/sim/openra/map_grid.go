// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"errors"
	"fmt"

	"convertd/core/maps"
	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// The isometric grid of Tiberian Sun. Cells run along two diagonals of the map:
// one more to the east is one more of x and one less of y. What is kept by cell
// is kept for the smallest rectangle of cells around the map; cells of it that
// lie beside the map belong to nothing.
//
// All ground counts as level. Where a map has heights, a place is as high as its
// cell only in the hash, and sight falls where the engine projects it; ramps are
// steps, for no table says which tiles are ramps.

// ErrGrid means that a map is too large for its grid. The caller plays without
// the map.
var ErrGrid = errors.New("map too large")

// CheckMap reports whether games of these rules can be played on a map: what is
// kept by cell has to have room for the rectangle around an isometric map.
func CheckMap(set *rules.Ruleset, m *maps.Map) error {
	if !set.World.Grid.Isometric {
		return nil
	}
	width, height := int64(m.Width+m.Height/2), int64(m.Width+(m.Height-1)/2)
	if width*height > maps.MaxCells {
		return fmt.Errorf("%w: its cells run over %d columns and %d rows, at most %d cells are kept", ErrGrid, width, height, maps.MaxCells)
	}
	return nil
}

// newIsometric lays the map out along the diagonals.
func (g *ground) newIsometric(m *maps.Map) {
	g.isometric, g.mapWidth, g.mapHeight = true, g.width, g.height
	g.originY = 1 - g.mapWidth
	g.width, g.height = g.mapWidth+g.mapHeight/2, g.mapWidth+(g.mapHeight-1)/2
	g.levels = nil
	for _, level := range m.Heights {
		if level != 0 {
			g.levels = make([]uint8, g.width*g.height)
			break
		}
	}
	if g.levels != nil {
		for i, level := range m.Heights {
			g.levels[g.index(g.cellOnMap(int32(i)))] = level
		}
	}
	g.bounds = wpos.Bounds{Left: g.left, Top: g.top, Right: g.right, Bottom: g.bottom}
	g.left, g.top, g.right, g.bottom = 0, g.originY, g.width, g.originY+g.height
	g.inside = make([]bool, g.width*g.height)
	for i := range g.inside {
		g.inside[i] = g.containsIsometric(g.cell(int32(i)))
	}
}

// cellOnMap is the cell of an entry of the map's own lists, which run row by row.
func (g *ground) cellOnMap(i int32) Cell {
	if g.isometric {
		return wpos.CellAt(i%g.mapWidth, i/g.mapWidth)
	}
	return g.cell(i)
}

// withinIsometric and containsIsometric are within and contains on that grid,
// which contains looks up.
// Cells left of the diagonal through the first cell have no place on the map
// though the formula gives one.
func (g *ground) withinIsometric(c Cell) bool {
	column, row := wpos.MapPlace(c)
	return c.X >= c.Y && column < g.mapWidth && row >= 0 && row < g.mapHeight
}

func (g *ground) containsIsometric(c Cell) bool {
	if !g.withinIsometric(c) {
		return false
	}
	column, row := wpos.MapPlace(c)
	return g.bounds.Contains(Cell{X: column, Y: row - g.level(c)})
}

// inPlane reports whether a cell lies in the bounds of what is seen, which is
// where contains looks for it on level ground.
func (g *ground) inPlane(c Cell) bool {
	if !g.isometric {
		return g.contains(c)
	}
	column, row := wpos.MapPlace(c)
	return g.withinIsometric(c) && g.bounds.Contains(Cell{X: column, Y: row})
}

func (g *ground) clampIsometric(c Cell) Cell {
	if g.contains(c) {
		return c
	}
	column, row := wpos.MapPlace(c)
	return wpos.CellAt(wpos.Clamp(column, g.bounds.Left, g.bounds.Right-1), wpos.Clamp(row, g.bounds.Top, g.bounds.Bottom-1))
}

// level is how high a cell lies, in steps.
func (g *ground) level(c Cell) int32 {
	if g.levels == nil || !g.within(c) {
		return 0
	}
	return int32(g.levels[g.index(c)])
}

// seenAt is the index of the cell in the plane of sight that covers a cell: high
// ground is seen where it is drawn, farther north.
func (g *ground) seenAt(c Cell) int32 {
	if g.levels == nil {
		return g.index(c)
	}
	column, row := wpos.MapPlace(c)
	if at := wpos.CellAt(column, row-g.level(c)); g.within(at) {
		return g.index(at)
	}
	return g.index(c)
}

// placeHash is the hash of a place: on high ground it has the height of its
// cell.
func (w *World) placeHash(p Pos) int32 {
	if w.ground.levels != nil {
		p.Z += wpos.LevelHeight * w.ground.level(w.cellContaining(p))
	}
	return p.Hash()
}

// edges are the columns and rows that are played on, and how wide and high one
// is in world units.
func (g *ground) edges() (edges wpos.Bounds, width, height int32) {
	if g.isometric {
		return g.bounds, 2 * wpos.HalfDiagonal, wpos.HalfDiagonal
	}
	return wpos.Bounds{Left: g.left, Top: g.top, Right: g.right, Bottom: g.bottom}, 1024, 1024
}

// randomCell draws a cell: the column, then the row.
func (w *World) randomCell() Cell {
	edges, _, _ := w.ground.edges()
	column := w.random.between(edges.Left, edges.Right)
	row := w.random.between(edges.Top, edges.Bottom)
	if w.ground.isometric {
		return wpos.CellAt(column, row)
	}
	return Cell{X: column, Y: row}
}

// newBins makes the spatial bins: as many as the map has cells for, on any grid.
func (g *ground) newBins() binMap {
	if g.isometric {
		return newBinMap(g.mapWidth, g.mapHeight)
	}
	return newBinMap(g.width, g.height)
}

// offsetOf is where a place inside a cell lies from its middle.
func (g *ground) offsetOf(s subCell) Pos {
	if int(s) >= len(g.places) {
		return Pos{}
	}
	return g.places[s]
}

// placesOf takes the places inside a cell from the rules; games that name none
// have five (docs/engine/openra-world.md#sub-cells).
func placesOf(offsets []int, preferred int) (places []Pos, last, first subCell) {
	if len(offsets) < 6 {
		return fivePlaces, subCell(len(fivePlaces) - 1), subDefault
	}
	for i := 0; i+2 < len(offsets) && i/3 <= maxPlaces; i += 3 {
		places = append(places, wpos.PosOf(offsets[i:i+3]))
	}
	last = subCell(len(places) - 1)
	first = subCell(len(places) / 2)
	if preferred > 0 && preferred <= int(last) {
		first = subCell(preferred)
	}
	return places, last, first
}

// maxPlaces is how many units may share a cell; the games have three and five.
const maxPlaces = 16

// fivePlaces are the whole cell and the places inside it.
var fivePlaces = []Pos{{}, {X: -299, Y: -256, Z: 0}, {X: 256, Y: -256, Z: 0}, {}, {X: -299, Y: 256, Z: 0}, {X: 256, Y: 256, Z: 0}}
