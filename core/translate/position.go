// SPDX-License-Identifier: GPL-3.0-or-later

package translate

import (
	"math"
	"math/bits"

	"convertd/core/ir"
	"convertd/core/order"
)

// Scale converts one format's coordinates to world units, 1024 to a cell. It
// is chosen once per replay.
type Scale struct {
	unit      ir.PositionUnit
	perCell   int64 // foreign units in a cell, for floats
	extent    int32 // cells of the widest map that is credible
	cellWidth int32 // cells in a row, for packed cell numbers
}

// Foreign units in a cell, by format. SAGE's ten feet are an assumption: no
// format fact says it, and no native hash checks it; only distances between
// cells rest on it. RTS tiles are 32 pixels wide
// (docs/formats/rts.md#artifact).
const (
	sageFeetPerCell  = 10
	rtsPixelsPerTile = 32
)

// NewScale returns the scale of a replay. unitsPerCell is how many of the game's own
// units of length a cell has, 0 where the format says it.
func NewScale(header *ir.Header, unitsPerCell int32) Scale {
	s := Scale{unit: header.PositionUnit, perCell: sageFeetPerCell, cellWidth: 128, extent: credibleExtent}
	switch header.Format {
	case "rts-replay":
		s.perCell = rtsPixelsPerTile
	case "td-record":
		s.cellWidth = 64
		s.extent = westwoodExtent
	case "ra-record":
		s.extent = westwoodExtent
	}
	if unitsPerCell > 0 {
		s.perCell = int64(unitsPerCell)
	}
	return s
}

// Widest maps, in cells. The Westwood engines hold all maps in an array of 128 × 128
// cells at most. Nothing bounds the others: the widest map of a SAGE game or of OpenRA
// that is known has fewer than 700 cells, so that three times that is beyond all.
const (
	credibleExtent = 2048
	westwoodExtent = 128
	// borderPart is which part of the extent clicks may be beside the map: the
	// widest measured was 34 cells.
	borderPart = 8
)

// Credible reports whether a target is where a map of the format can be. What is no
// place is credible.
func (s Scale) Credible(t *ir.Target) bool {
	cell := order.CellPos{X: t.X, Y: t.Y}
	switch t.Kind {
	case ir.TargetPosition:
		if s.unit == ir.PositionFloatBits && (notANumber(uint32(t.X)) || notANumber(uint32(t.Y))) {
			return false
		}
		if s.unit == ir.PositionCellNumber {
			return t.X >= 0 && t.X < s.cellWidth*s.cellWidth
		}
		position, _ := s.Position(t)
		cell = position.Cell()
	case ir.TargetCell:
	default:
		return true
	}
	border := s.extent / borderPart
	return cell.X >= -border && cell.Y >= -border && cell.X < s.extent+border && cell.Y < s.extent+border
}

// notANumber reports whether the bits of a float32 are those of an infinity or of
// NaN.
func notANumber(b uint32) bool { return b>>23&0xFF == 0xFF }

// Position converts a position target. exact is false where the value had to
// be rounded or clamped.
func (s Scale) Position(t *ir.Target) (p order.WorldPos, exact bool) {
	switch s.unit {
	case ir.PositionLepton:
		return order.WorldPos{X: clamp(int64(t.X) * 4), Y: clamp(int64(t.Y) * 4), Z: clamp(int64(t.Z) * 4)}, true
	case ir.PositionFloatBits:
		x, exactX := s.float(uint32(t.X))
		y, exactY := s.float(uint32(t.Y))
		z, exactZ := s.float(uint32(t.Z))
		return order.WorldPos{X: x, Y: y, Z: z}, exactX && exactY && exactZ
	case ir.PositionCellNumber:
		return order.CellPos{X: t.X % s.cellWidth, Y: t.X / s.cellWidth}.Center(), true
	case ir.PositionWorld1024, ir.PositionNone:
	}
	return order.WorldPos{X: t.X, Y: t.Y, Z: t.Z}, true
}

// float converts the bits of a float32 to world units, rounding halves away
// from zero, in integers so that every machine agrees. Infinities and NaN give
// the nearest end of the range and 0.
func (s Scale) float(b uint32) (v int32, exact bool) {
	exponent := int(b >> 23 & 0xFF)
	mantissa := uint64(b & 0x7FFFFF)
	negative := b>>31 == 1
	switch {
	case exponent == 0xFF && mantissa != 0:
		return 0, false
	case exponent == 0xFF || exponent > 127+31:
		if negative {
			return math.MinInt32, false
		}
		return math.MaxInt32, false
	case exponent == 0:
		return 0, mantissa == 0
	}
	mantissa |= 1 << 23
	// value = mantissa * 2^(exponent-150) feet = that * 1024 / perCell units
	numerator := mantissa << 10
	denominator := uint64(s.perCell)
	shift := exponent - 150
	switch {
	case shift >= 0:
		numerator <<= min(shift, bits.LeadingZeros64(numerator))
	case shift < -40:
		return 0, false
	default:
		denominator <<= -shift
	}
	quotient, rest := numerator/denominator, numerator%denominator
	if rest >= denominator-rest {
		quotient++
	}
	if quotient > math.MaxInt32 {
		quotient, rest = math.MaxInt32, 1
	}
	if negative {
		return -int32(quotient), rest == 0
	}
	return int32(quotient), rest == 0
}

func clamp(v int64) int32 { return int32(min(max(v, math.MinInt32), math.MaxInt32)) }
