// SPDX-License-Identifier: GPL-3.0-or-later

package grid

import "convertd/core/sim/openra/internal/wpos"

// Ramps of the isometric grid (MapGrid.cs, CellRamp): how high the corners of a tile are
// above its lowest level, and how it is folded where it is not plane.

// ramp is one way in which a tile can slope: its corners in the north, east, south and
// west in steps of a level, and along which diagonal it is folded.
type ramp struct {
	corners [4]int32
	crease  crease
}

type crease uint8

const (
	foldNone       crease = iota
	foldEastWest          // along the diagonal from east to west
	foldNorthSouth        // along that from north to south
)

// ramps are the slopes by their number in the tilesets.
var ramps = [...]ramp{
	{},
	// Two corners beside each other are higher.
	{corners: [4]int32{0, 1, 1, 0}},
	{corners: [4]int32{0, 0, 1, 1}},
	{corners: [4]int32{1, 0, 0, 1}},
	{corners: [4]int32{1, 1, 0, 0}},
	// One corner is higher.
	{corners: [4]int32{0, 0, 1, 0}, crease: foldEastWest},
	{corners: [4]int32{0, 0, 0, 1}, crease: foldNorthSouth},
	{corners: [4]int32{1, 0, 0, 0}, crease: foldEastWest},
	{corners: [4]int32{0, 1, 0, 0}, crease: foldNorthSouth},
	// Three corners are.
	{corners: [4]int32{0, 1, 1, 1}, crease: foldEastWest},
	{corners: [4]int32{1, 0, 1, 1}, crease: foldNorthSouth},
	{corners: [4]int32{1, 1, 0, 1}, crease: foldEastWest},
	{corners: [4]int32{1, 1, 1, 0}, crease: foldNorthSouth},
	// One corner is two levels higher, and its neighbours one.
	{corners: [4]int32{0, 1, 2, 1}},
	{corners: [4]int32{1, 0, 1, 2}},
	{corners: [4]int32{2, 1, 0, 1}},
	{corners: [4]int32{1, 2, 1, 0}},
	// Two opposite corners are higher.
	{corners: [4]int32{0, 1, 0, 1}, crease: foldNorthSouth},
	{corners: [4]int32{1, 0, 1, 0}, crease: foldNorthSouth},
	{corners: [4]int32{0, 1, 0, 1}, crease: foldEastWest},
	{corners: [4]int32{1, 0, 1, 0}, crease: foldEastWest},
}

// height is how high a place on a ramp is above the tile's level, from its middle on. Of
// a folded tile the first part counts in which the place is; what a plane one has beside
// its first three corners follows from them.
func (r *ramp) height(dx, dy int32) int32 {
	at := [4]wpos.Pos{
		{X: 0, Y: -wpos.HalfDiagonal, Z: wpos.LevelHeight * r.corners[0]},
		{X: wpos.HalfDiagonal, Y: 0, Z: wpos.LevelHeight * r.corners[1]},
		{X: 0, Y: wpos.HalfDiagonal, Z: wpos.LevelHeight * r.corners[2]},
		{X: -wpos.HalfDiagonal, Y: 0, Z: wpos.LevelHeight * r.corners[3]},
	}
	parts := [...][3]wpos.Pos{{at[0], at[1], at[2]}, {at[0], at[2], at[3]}}
	n := 2
	switch r.crease {
	case foldEastWest:
		parts = [...][3]wpos.Pos{{at[0], at[1], at[3]}, {at[1], at[2], at[3]}}
	case foldNone:
		n = 1
	case foldNorthSouth:
	}
	var u, v int32
	var p *[3]wpos.Pos
	for i := range parts[:n] {
		p = &parts[i]
		u = ((p[1].Y-p[2].Y)*(dx-p[2].X) - (p[1].X-p[2].X)*(dy-p[2].Y)) / 1024
		v = ((p[0].X-p[2].X)*(dy-p[2].Y) - (p[0].Y-p[2].Y)*(dx-p[2].X)) / 1024
		if u >= 0 && u <= 1024 && v >= 0 && v <= 1024 {
			break
		}
	}
	return (u*p[0].Z + v*p[1].Z + (1024-u-v)*p[2].Z) / 1024
}

// LayRamp notes that a cell is a ramp.
func (g *Ground) LayRamp(c wpos.Cell, number int) {
	if number <= 0 || number >= len(ramps) || !g.Isometric {
		return
	}
	if g.Ramps == nil {
		g.Ramps = make([]uint8, g.Width*g.Height)
	}
	g.Ramps[g.Index(c)] = uint8(number)
}

// RampAt is the number of the ramp that a cell is, 0 where it is level.
func (g *Ground) RampAt(c wpos.Cell) uint8 {
	if g.Ramps == nil || !g.Within(c) {
		return 0
	}
	return g.Ramps[g.Index(c)]
}

// RampHeight is how high a place on a cell is above the cell's level, from its middle on.
func (g *Ground) RampHeight(c wpos.Cell, dx, dy int32) int32 {
	return ramps[g.RampAt(c)].height(dx, dy)
}
