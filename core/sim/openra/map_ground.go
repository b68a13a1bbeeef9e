// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/maps"
	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// ground is the map as the simulation reads it; it never changes.
type ground struct {
	width, height int32
	left, top     int32
	right, bottom int32   // exclusive
	terrain       []uint8 // with nothing on it
	names         []string
	tileset       *rules.Tileset
	uid           string

	// The places inside a cell.
	places                 []Pos
	lastPlace, firstChoice subCell

	// Of isometric maps.
	isometric           bool
	mapWidth, mapHeight int32
	originY             int32       // of the rectangle of cells; it begins at column 0
	bounds              wpos.Bounds // columns and rows that are played on
	inside              []bool      // by cell: it lies in the bounds; nil: all from left to right and top to bottom do
	levels              []uint8     // height of each cell; nil: level
}

func newGround(set *rules.Ruleset, m *maps.Map) *ground {
	if m == nil {
		return openGround(set)
	}
	g := &ground{
		width: int32(m.Width), height: int32(m.Height),
		left: int32(m.Bounds.Left), top: int32(m.Bounds.Top), right: int32(m.Bounds.Right), bottom: int32(m.Bounds.Bottom),
		tileset: set.Tileset(m.Tileset), uid: m.UID,
	}
	if g.tileset != nil {
		g.names = g.tileset.TerrainTypes
	}
	g.places, g.lastPlace, g.firstChoice = placesOf(set.World.Grid.Places, set.World.Grid.FirstChoice)
	if set.World.Grid.Isometric {
		g.newIsometric(m)
	}
	g.terrain = make([]uint8, g.width*g.height)
	for i := range g.terrain {
		g.terrain[i] = noTerrain
	}
	for i, tile := range m.Tiles {
		if g.tileset != nil {
			g.terrain[g.index(g.cellOnMap(int32(i)))] = uint8(g.tileset.Terrain(int(tile.Template), int(tile.Index)))
		}
	}
	return g
}

// openGroundSize is the edge of the plain a game runs on when its map is not
// to be had; replays of stock maps stay inside.
const openGroundSize = 256

func openGround(set *rules.Ruleset) *ground {
	g := &ground{
		width: openGroundSize, height: openGroundSize, right: openGroundSize, bottom: openGroundSize,
		terrain: make([]uint8, openGroundSize*openGroundSize),
	}
	g.places, g.lastPlace, g.firstChoice = placesOf(set.World.Grid.Places, set.World.Grid.FirstChoice)
	if len(set.Tilesets) > 0 {
		g.tileset = set.Tilesets[0]
		g.names = g.tileset.TerrainTypes
	}
	clear := g.terrainIndex("Clear")
	for i := range g.terrain {
		g.terrain[i] = clear
	}
	return g
}

// noTerrain marks cells without terrain.
const noTerrain = 255

func (g *ground) terrainIndex(name string) uint8 {
	for i, known := range g.names {
		if known == name {
			return uint8(i)
		}
	}
	return noTerrain
}

// within reports whether a cell lies on the map at all.
func (g *ground) within(c Cell) bool {
	if g.isometric {
		return g.withinIsometric(c)
	}
	return c.X >= 0 && c.Y >= 0 && c.X < g.width && c.Y < g.height
}

// contains reports whether a cell lies in the playable bounds.
func (g *ground) contains(c Cell) bool {
	return c.X >= g.left && c.X < g.right && c.Y >= g.top && c.Y < g.bottom && (g.inside == nil || g.inside[g.index(c)])
}

// index is the place of a cell in everything that is kept by cell, and cell the
// way back.
func (g *ground) index(c Cell) int32 { return (c.Y-g.originY)*g.width + c.X }

func (g *ground) cell(i int32) Cell { return Cell{X: i % g.width, Y: i/g.width + g.originY} }

// clampCell brings a cell into the bounds.
func (g *ground) clampCell(c Cell) Cell {
	if g.isometric {
		return g.clampIsometric(c)
	}
	return Cell{X: wpos.Clamp(c.X, g.left, g.right-1), Y: wpos.Clamp(c.Y, g.top, g.bottom-1)}
}

func (w *World) centerOfCell(c Cell) Pos {
	if w.ground.isometric {
		return wpos.CenterIsometric(c)
	}
	return wpos.CenterOf(c)
}

// cellContaining is the cell under a position; the engine cuts towards zero.
func (w *World) cellContaining(p Pos) Cell {
	if w.ground.isometric {
		return wpos.ContainingIsometric(p)
	}
	return Cell{X: p.X / 1024, Y: p.Y / 1024}
}

// terrainAt is the terrain a cell has now: resources change it. What flies, and on
// ground that is smaller than the map that was recorded what walks, may be where
// there is none.
func (w *World) terrainAt(c Cell) uint8 {
	if i := w.ground.index(c); uint32(i) < uint32(len(w.resources.terrain)) {
		return w.resources.terrain[i]
	}
	return noTerrain
}

func (w *World) terrainName(c Cell) string {
	t := w.terrainAt(c)
	if int(t) < len(w.ground.names) {
		return w.ground.names[t]
	}
	return ""
}

// groundTargets is what the ground of a cell counts as for weapons.
func (w *World) groundTargets(c Cell) []string {
	if set, t := w.ground.tileset, int(w.terrainAt(c)); set != nil && t < len(set.TargetTypes) {
		return set.TargetTypes[t]
	}
	return nil
}
