// SPDX-License-Identifier: GPL-3.0-or-later

package grid

import (
	"convertd/core/maps"
	"convertd/core/rules"

	"convertd/core/sim/openra/internal/wpos"
)

// Ground is the map as the simulation reads it; it never changes.
type Ground struct {
	Width, Height int32
	Left, Top     int32
	Right, Bottom int32   // exclusive
	Terrain       []uint8 // with nothing on it
	Names         []string
	Tileset       *rules.Tileset
	UID           string

	// The places inside a cell.
	Places                 []wpos.Pos
	LastPlace, FirstChoice SubCell

	// Of isometric maps.
	Isometric           bool
	MapWidth, MapHeight int32
	OriginY             int32       // of the rectangle of cells; it begins at column 0
	Bounds              wpos.Bounds // columns and rows that are played on
	Inside              []bool      // by cell: it lies in the bounds; nil: all from left to right and top to bottom do
	Levels              []uint8     // height of each cell; nil: level
	Heights             []uint8     // of what is seen at each place in the plane of sight; nil: all is level
	Ramps               []uint8     // number of the ramp that each cell is; nil: there are none
}

// NewGround is the ground of a map.
func NewGround(set *rules.Ruleset, m *maps.Map) *Ground {
	if m == nil {
		return openGround(set)
	}
	g := &Ground{
		Width: int32(m.Width), Height: int32(m.Height),
		Left: int32(m.Bounds.Left), Top: int32(m.Bounds.Top), Right: int32(m.Bounds.Right), Bottom: int32(m.Bounds.Bottom),
		Tileset: set.Tileset(m.Tileset), UID: m.UID,
	}
	if g.Tileset != nil {
		g.Names = g.Tileset.TerrainTypes
	}
	g.Places, g.LastPlace, g.FirstChoice = placesOf(set.World.Grid.Places, set.World.Grid.FirstChoice)
	if set.World.Grid.Isometric {
		g.newIsometric(m)
	}
	g.Terrain = make([]uint8, g.Width*g.Height)
	for i := range g.Terrain {
		g.Terrain[i] = NoTerrain
	}
	for i, tile := range m.Tiles {
		if g.Tileset != nil {
			g.Terrain[g.Index(g.CellOnMap(int32(i)))] = uint8(g.Tileset.Terrain(int(tile.Template), int(tile.Index)))
			g.LayRamp(g.CellOnMap(int32(i)), g.Tileset.Relief(int(tile.Template), int(tile.Index)).Ramp)
		}
	}
	g.measurePlane(m)
	return g
}

// openGroundSize is the edge of the plain a game runs on when its map is not
// to be had; replays of stock maps stay inside.
const openGroundSize = 256

func openGround(set *rules.Ruleset) *Ground {
	g := &Ground{
		Width: openGroundSize, Height: openGroundSize, Right: openGroundSize, Bottom: openGroundSize,
		Terrain: make([]uint8, openGroundSize*openGroundSize),
	}
	g.Places, g.LastPlace, g.FirstChoice = placesOf(set.World.Grid.Places, set.World.Grid.FirstChoice)
	if len(set.Tilesets) > 0 {
		g.Tileset = set.Tilesets[0]
		g.Names = g.Tileset.TerrainTypes
	}
	clear := g.TerrainIndex("Clear")
	for i := range g.Terrain {
		g.Terrain[i] = clear
	}
	return g
}

// NoTerrain marks cells without terrain.
const NoTerrain = 255

// TerrainIndex is the number of a terrain, NoTerrain if it is not of this tileset.
func (g *Ground) TerrainIndex(name string) uint8 {
	for i, known := range g.Names {
		if known == name {
			return uint8(i)
		}
	}
	return NoTerrain
}

// Within reports whether a cell lies on the map at all.
func (g *Ground) Within(c wpos.Cell) bool {
	if g.Isometric {
		return g.withinIsometric(c)
	}
	return c.X >= 0 && c.Y >= 0 && c.X < g.Width && c.Y < g.Height
}

// Contains reports whether a cell lies in the playable bounds.
func (g *Ground) Contains(c wpos.Cell) bool {
	return c.X >= g.Left && c.X < g.Right && c.Y >= g.Top && c.Y < g.Bottom && (g.Inside == nil || g.Inside[g.Index(c)])
}

// Index is the place of a cell in everything that is kept by cell, and cell the
// way back.
func (g *Ground) Index(c wpos.Cell) int32 { return (c.Y-g.OriginY)*g.Width + c.X }

// Cell is the cell of an index.
func (g *Ground) Cell(i int32) wpos.Cell { return wpos.Cell{X: i % g.Width, Y: i/g.Width + g.OriginY} }

// ClampCell brings a cell into the bounds.
func (g *Ground) ClampCell(c wpos.Cell) wpos.Cell {
	if g.Isometric {
		return g.clampIsometric(c)
	}
	return wpos.Cell{X: wpos.Clamp(c.X, g.Left, g.Right-1), Y: wpos.Clamp(c.Y, g.Top, g.Bottom-1)}
}
