// SPDX-License-Identifier: GPL-3.0-or-later

package order

import "math/bits"

// Fixed is a number with ten fractional bits: 1024 is one
// (docs/engine/iron-curtain.md#numbers).
type Fixed int32

// FixedOne is the Fixed value of 1.
const FixedOne Fixed = 1024

// FixedFromInt returns n as Fixed; the caller keeps |n| below 2^21.
func FixedFromInt(n int32) Fixed { return Fixed(n << 10) }

// Mul multiplies; the result is floored to the next 1/1024.
func (f Fixed) Mul(g Fixed) Fixed { return Fixed((int64(f) * int64(g)) >> 10) }

// Div divides, truncating toward zero. ok is false if g is 0.
func (f Fixed) Div(g Fixed) (quotient Fixed, ok bool) {
	if g == 0 {
		return 0, false
	}
	return Fixed((int64(f) << 10) / int64(g)), true
}

// Floor returns the greatest integer not above f.
func (f Fixed) Floor() int32 { return int32(f) >> 10 }

// Round returns the nearest integer, halves up.
func (f Fixed) Round() int32 { return int32((int64(f) + 512) >> 10) }

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
