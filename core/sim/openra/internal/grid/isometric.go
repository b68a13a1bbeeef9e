// SPDX-License-Identifier: GPL-3.0-or-later

package grid

import (
	"slices"

	"convertd/core/maps"

	"convertd/core/sim/openra/internal/wpos"
)

// maxLevel is how high cells lie at most, in steps (mod.yaml of ts, MaximumTerrainHeight);
// what a map puts higher lies there (Map.cs, where heights are read).
const maxLevel = 16

// newIsometric lays the map out along the diagonals.
func (g *Ground) newIsometric(m *maps.Map) {
	g.Isometric, g.MapWidth, g.MapHeight = true, g.Width, g.Height
	g.OriginY = 1 - g.MapWidth
	g.Width, g.Height = g.MapWidth+g.MapHeight/2, g.MapWidth+(g.MapHeight-1)/2
	g.Levels = nil
	for _, level := range m.Heights {
		if level != 0 {
			g.Levels = make([]uint8, g.Width*g.Height)
			break
		}
	}
	if g.Levels != nil {
		for i, level := range m.Heights {
			g.Levels[g.Index(g.CellOnMap(int32(i)))] = min(level, maxLevel)
		}
	}
	g.Bounds = wpos.Bounds{Left: g.Left, Top: g.Top, Right: g.Right, Bottom: g.Bottom}
	g.Left, g.Top, g.Right, g.Bottom = 0, g.OriginY, g.Width, g.OriginY+g.Height
	g.Inside = make([]bool, g.Width*g.Height)
	for i := range g.Inside {
		g.Inside[i] = g.containsIsometric(g.Cell(int32(i)))
	}
}

// CellOnMap is the cell of an entry of the map's own lists, which run row by row.
func (g *Ground) CellOnMap(i int32) wpos.Cell {
	if g.Isometric {
		return wpos.CellAt(i%g.MapWidth, i/g.MapWidth)
	}
	return g.Cell(i)
}

// withinIsometric and containsIsometric are within and contains on that grid,
// which contains looks up.
// Cells left of the diagonal through the first cell have no place on the map
// though the formula gives one.
func (g *Ground) withinIsometric(c wpos.Cell) bool {
	column, row := wpos.MapPlace(c)
	return c.X >= c.Y && column < g.MapWidth && row >= 0 && row < g.MapHeight
}

func (g *Ground) containsIsometric(c wpos.Cell) bool {
	if !g.withinIsometric(c) {
		return false
	}
	column, row := wpos.MapPlace(c)
	return g.Bounds.Contains(wpos.Cell{X: column, Y: row - g.Level(c)})
}

// InPlane reports whether a cell lies in the bounds of what is seen, which is
// where contains looks for it on level ground.
func (g *Ground) InPlane(c wpos.Cell) bool {
	if !g.Isometric {
		return g.Contains(c)
	}
	column, row := wpos.MapPlace(c)
	return g.withinIsometric(c) && g.Bounds.Contains(wpos.Cell{X: column, Y: row})
}

func (g *Ground) clampIsometric(c wpos.Cell) wpos.Cell {
	if g.Contains(c) {
		return c
	}
	column, row := wpos.MapPlace(c)
	return wpos.CellAt(wpos.Clamp(column, g.Bounds.Left, g.Bounds.Right-1), wpos.Clamp(row, g.Bounds.Top, g.Bounds.Bottom-1))
}

// Level is how high a cell lies, in steps.
func (g *Ground) Level(c wpos.Cell) int32 {
	if g.Levels == nil || !g.Within(c) {
		return 0
	}
	return int32(g.Levels[g.Index(c)])
}

// Covering lists the cells in the plane of sight that cover a cell: one, but four where
// level ground lies at an odd height, as it is drawn half a cell aside
// (Map.ProjectedCellsCovering).
func (g *Ground) Covering(c wpos.Cell) (cells [4]int32, n int) {
	if g.Levels == nil || !g.Within(c) {
		cells[0] = g.Index(c)
		return cells, 1
	}
	column, row := wpos.MapPlace(c)
	level := g.Level(c)
	if level&1 != 0 && g.RampAt(c) > 0 {
		level++
	}
	row -= level
	add := func(column, row int32) {
		if column >= 0 && column < g.MapWidth && row >= 0 && row < g.MapHeight {
			cells[n] = g.Index(wpos.CellAt(column, row))
			n++
		}
	}
	if level&1 != 0 {
		aside := int32(-1)
		if (row+level)&1 != 0 {
			aside = 1
		}
		add(column+aside, row)
		add(column, row+1)
		add(column, row-1)
	}
	add(column, row)
	return cells, n
}

// CoveredBy appends the cells that cover a place in the plane of sight, row by row: the
// higher one lies, the farther down the map it is (Map.Unproject).
func (g *Ground) CoveredBy(place wpos.Cell, cells []wpos.Cell) []wpos.Cell {
	if place.X < 0 || place.X >= g.MapWidth || place.Y < 0 || place.Y >= g.MapHeight {
		return cells
	}
	wanted := g.Index(wpos.CellAt(place.X, place.Y))
	for row := max(place.Y-1, 0); row < min(place.Y+maxLevel+2, g.MapHeight); row++ {
		for column := max(place.X-1, 0); column < min(place.X+2, g.MapWidth); column++ {
			c := wpos.CellAt(column, row)
			if covering, n := g.Covering(c); slices.Contains(covering[:n], wanted) {
				cells = append(cells, c)
			}
		}
	}
	return cells
}

// measurePlane notes how high each place in the plane of sight is: as high as the lowest
// cell on the map that covers it, less what its tile adds, as the top of a cliff counts
// like its foot. A place that none covers is as high as the next one below it
// (Map.ProjectedCellHeightInner).
func (g *Ground) measurePlane(m *maps.Map) {
	if g.Levels == nil {
		return
	}
	g.Heights = make([]uint8, g.Width*g.Height)
	lowest := g.lowestCovering()
	for row := g.MapHeight - 1; row >= 0; row-- {
		for column := range g.MapWidth {
			place := g.Index(wpos.CellAt(column, row))
			switch at := lowest[place]; {
			case at >= 0:
				g.Heights[place] = g.Levels[at] - g.tileHeight(m, g.Cell(at))
			case row+1 < g.MapHeight:
				g.Heights[place] = g.Heights[g.Index(wpos.CellAt(column, row+1))]
			}
		}
	}
}

// lowestCovering is the cell that lies lowest on the map of those that cover each place in
// the plane of sight, -1 where there is none.
func (g *Ground) lowestCovering() []int32 {
	lowest := slices.Repeat([]int32{-1}, int(g.Width*g.Height))
	lower := func(c, before wpos.Cell) bool { return c.X+c.Y > before.X+before.Y }
	for i := range g.MapWidth * g.MapHeight {
		c := g.CellOnMap(i)
		places, n := g.Covering(c)
		for _, place := range places[:n] {
			if lowest[place] < 0 || lower(c, g.Cell(lowest[place])) {
				lowest[place] = g.Index(c)
			}
		}
	}
	return lowest
}

// tileHeight is what the tile of a cell adds to the height of its template.
func (g *Ground) tileHeight(m *maps.Map, c wpos.Cell) uint8 {
	column, row := wpos.MapPlace(c)
	tile := m.Tiles[row*g.MapWidth+column]
	if g.Tileset == nil {
		return 0
	}
	return uint8(min(g.Tileset.Relief(int(tile.Template), int(tile.Index)).Height, int(g.Levels[g.Index(c)])))
}

// HeightInPlane is how high a place in the plane of sight is, in steps.
func (g *Ground) HeightInPlane(c wpos.Cell) int32 {
	if g.Heights == nil {
		return 0
	}
	return int32(g.Heights[g.Index(c)])
}

// PlaceInPlane is where an entry of what is kept by cell lies in the plane of sight, by
// column and row; CellInPlane is the way back.
func (g *Ground) PlaceInPlane(i int32) wpos.Cell {
	if !g.Isometric {
		return g.Cell(i)
	}
	column, row := wpos.MapPlace(g.Cell(i))
	return wpos.Cell{X: column, Y: row}
}

// CellInPlane is the cell at a place in the plane of sight.
func (g *Ground) CellInPlane(p wpos.Cell) wpos.Cell {
	if !g.Isometric {
		return p
	}
	return wpos.CellAt(p.X, p.Y)
}

// Edges are the columns and rows that are played on, and how wide and high one
// is in world units.
func (g *Ground) Edges() (edges wpos.Bounds, width, height int32) {
	if g.Isometric {
		return g.Bounds, 2 * wpos.HalfDiagonal, wpos.HalfDiagonal
	}
	return wpos.Bounds{Left: g.Left, Top: g.Top, Right: g.Right, Bottom: g.Bottom}, 1024, 1024
}

// NewBins makes the spatial bins: as many as the map has cells for, on any grid.
func (g *Ground) NewBins() BinMap {
	if g.Isometric {
		return NewBinMap(g.MapWidth, g.MapHeight)
	}
	return NewBinMap(g.Width, g.Height)
}

// OffsetOf is where a place inside a cell lies from its middle.
func (g *Ground) OffsetOf(s SubCell) wpos.Pos {
	if int(s) >= len(g.Places) {
		return wpos.Pos{}
	}
	return g.Places[s]
}

// placesOf takes the places inside a cell from the rules; games that name none
// have five (docs/engine/openra-world.md#sub-cells).
func placesOf(offsets []int, preferred int) (places []wpos.Pos, last, first SubCell) {
	if len(offsets) < 6 {
		return fivePlaces, SubCell(len(fivePlaces) - 1), SubDefault
	}
	for i := 0; i+2 < len(offsets) && i/3 <= maxPlaces; i += 3 {
		places = append(places, wpos.PosOf(offsets[i:i+3]))
	}
	last = SubCell(len(places) - 1)
	first = SubCell(len(places) / 2)
	if preferred > 0 && preferred <= int(last) {
		first = SubCell(preferred)
	}
	return places, last, first
}

// maxPlaces is how many units may share a cell; the games have three and five.
const maxPlaces = 16

// fivePlaces are the whole cell and the places inside it.
var fivePlaces = []wpos.Pos{{}, {X: -299, Y: -256, Z: 0}, {X: 256, Y: -256, Z: 0}, {}, {X: -299, Y: 256, Z: 0}, {X: 256, Y: 256, Z: 0}}
