// SPDX-License-Identifier: GPL-3.0-or-later

package wpos

// World units of the isometric grid: half the diagonal of a cell, and a step of
// height.
const (
	HalfDiagonal = 724
	LevelHeight  = 724
)

// MapPlace is the column and the row of an isometric cell on the map.
func MapPlace(c Cell) (column, row int32) { return (c.X - c.Y) / 2, c.X + c.Y }

// CellAt is the way back.
func CellAt(column, row int32) Cell {
	y := (row-row&1)/2 - column
	return Cell{row - y, y}
}

// CenterIsometric is the middle of a cell on the isometric grid.
func CenterIsometric(c Cell) Pos {
	return Pos{HalfDiagonal * (c.X - c.Y + 1), HalfDiagonal * (c.X + c.Y + 1), 0}
}

// ContainingIsometric cuts as the engine does: towards the middle of the cell.
func ContainingIsometric(p Pos) Cell {
	across := int32(-HalfDiagonal)
	if p.Y > p.X {
		across = HalfDiagonal
	}
	return Cell{(p.Y + p.X - HalfDiagonal) / (2 * HalfDiagonal), (p.Y - p.X + across) / (2 * HalfDiagonal)}
}
