// SPDX-License-Identifier: GPL-3.0-or-later

package order

import "math/bits"

// WorldPos is a place in the world, 1024 units to a cell. X and Y span the map
// plane, Z is height.
type WorldPos struct{ X, Y, Z int32 }

// CellPos is a cell of the map.
type CellPos struct{ X, Y, Z int32 }

// Center returns the middle of the cell.
func (c CellPos) Center() WorldPos {
	return WorldPos{X: c.X<<10 + 512, Y: c.Y<<10 + 512, Z: c.Z << 10}
}

// Cell returns the cell that holds the place.
func (p WorldPos) Cell() CellPos { return CellPos{X: p.X >> 10, Y: p.Y >> 10, Z: p.Z >> 10} }

// DistanceSquared returns the squared distance in the map plane. Coordinates
// must lie within ±2^30, a million cells; states are refused long before.
func (p WorldPos) DistanceSquared(q WorldPos) int64 {
	dx, dy := int64(p.X)-int64(q.X), int64(p.Y)-int64(q.Y)
	return dx*dx + dy*dy
}

// ISqrt returns the integer square root, rounded down; 0 for negative n.
func ISqrt(n int64) int64 {
	if n <= 0 {
		return 0
	}
	x := int64(1) << ((bits.Len64(uint64(n)) + 1) / 2)
	for {
		y := (x + n/x) / 2
		if y >= x {
			return x
		}
		x = y
	}
}
