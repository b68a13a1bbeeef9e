// SPDX-License-Identifier: GPL-3.0-or-later

package wpos

import "fmt"

// CellOf reads a cell from a list of the rules: x, y.
func CellOf(list []int) Cell {
	if len(list) < 2 {
		return Cell{}
	}
	return Cell{int32(list[0]), int32(list[1])}
}

// Cell is a square of the map's ground layer.
type Cell struct{ X, Y int32 }

// Add is the cell so far on.
func (c Cell) Add(d Cell) Cell { return Cell{c.X + d.X, c.Y + d.Y} }

// Sub is the way from d to c.
func (c Cell) Sub(d Cell) Cell { return Cell{c.X - d.X, c.Y - d.Y} }

// Before orders cells by column, then by row.
func (c Cell) Before(d Cell) bool { return c.X < d.X || c.X == d.X && c.Y < d.Y }

// Squared is the squared length of a cell vector.
func (c Cell) Squared() int32 { return c.X*c.X + c.Y*c.Y }

// Bits is the packed form the engine hashes since 2022: x, y, layer 0.
func (c Cell) Bits() int32 { return c.X<<20 | (c.Y&0xFFF)<<8 }

// Directions lists the neighbours in the engine's order.
var Directions = [8]Cell{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}

// CenterOf is the middle of a cell on the square grid.
func CenterOf(c Cell) Pos { return Pos{c.X*1024 + 512, c.Y*1024 + 512, 0} }

// DistanceSquared is the squared distance of two cells.
func (c Cell) DistanceSquared(d Cell) int32 { return (c.X-d.X)*(c.X-d.X) + (c.Y-d.Y)*(c.Y-d.Y) }

// Text is a cell as traces write it.
func (c Cell) Text() string { return fmt.Sprintf("%d,%d", c.X, c.Y) }
