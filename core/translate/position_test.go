// SPDX-License-Identifier: GPL-3.0-or-later

package translate

import (
	"math"
	"testing"

	"convertd/core/ir"
)

// A place is credible where maps of the format can be, and a little beside them:
// people click beyond the edge.
func TestPlacesAreCredibleAsFarAsMapsReach(t *testing.T) {
	feet := func(v float32) int32 { return int32(math.Float32bits(v)) }
	for name, test := range map[string]struct {
		format string
		unit   ir.PositionUnit
		kind   ir.TargetKind
		x, y   int32
		want   bool
	}{
		"SAGE, on the map":          {"kwreplay", ir.PositionFloatBits, ir.TargetPosition, feet(4481), feet(6172), true},
		"SAGE, beside the map":      {"bfme2replay", ir.PositionFloatBits, ir.TargetPosition, feet(-342), feet(32), true},
		"SAGE, the last credible":   {"genrep", ir.PositionFloatBits, ir.TargetPosition, feet(23039), 0, true},
		"SAGE, beyond":              {"genrep", ir.PositionFloatBits, ir.TargetPosition, feet(23040), 0, false},
		"SAGE, far off":             {"ra3replay", ir.PositionFloatBits, ir.TargetPosition, feet(100), feet(-900_000), false},
		"SAGE, no number":           {"ra3replay", ir.PositionFloatBits, ir.TargetPosition, feet(float32(math.NaN())), 0, false},
		"SAGE, endless":             {"ra3replay", ir.PositionFloatBits, ir.TargetPosition, 0, feet(float32(math.Inf(-1))), false},
		"RTS, in pixels":            {"rts-replay", ir.PositionFloatBits, ir.TargetPosition, feet(9000), feet(0), true},
		"RTS, far off":              {"rts-replay", ir.PositionFloatBits, ir.TargetPosition, feet(900_000), feet(0), false},
		"OpenRA, a cell":            {"orarep", ir.PositionWorld1024, ir.TargetCell, 108, 92, true},
		"OpenRA, a cell far off":    {"orarep", ir.PositionWorld1024, ir.TargetCell, 108, 900_000, false},
		"OpenRA, a place":           {"orarep", ir.PositionWorld1024, ir.TargetPosition, 108 << 10, 92 << 10, true},
		"OpenRA, the last credible": {"orarep", ir.PositionWorld1024, ir.TargetPosition, 2304<<10 - 1, 0, true},
		"OpenRA, beyond":            {"orarep", ir.PositionWorld1024, ir.TargetPosition, 2304 << 10, 0, false},
		"Westwood, leptons":         {"ra-record", ir.PositionLepton, ir.TargetPosition, 127 * 256, 0, true},
		"Westwood, beyond":          {"ra-record", ir.PositionLepton, ir.TargetPosition, 145 * 256, 0, false},
		"Westwood, a cell number":   {"ra-record", ir.PositionCellNumber, ir.TargetPosition, 128*128 - 1, 0, true},
		"Westwood, no cell number":  {"ra-record", ir.PositionCellNumber, ir.TargetPosition, 128 * 128, 0, false},
		"Westwood, negative":        {"td-record", ir.PositionCellNumber, ir.TargetPosition, -1, 0, false},
		"an entity is no place":     {"kwreplay", ir.PositionFloatBits, ir.TargetEntity, feet(900_000), 0, true},
		"nothing is no place":       {"kwreplay", ir.PositionFloatBits, ir.TargetNone, feet(900_000), 0, true},
	} {
		scale := NewScale(&ir.Header{Format: test.format, PositionUnit: test.unit}, 0)
		if got := scale.Credible(&ir.Target{Kind: test.kind, X: test.x, Y: test.y}); got != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
