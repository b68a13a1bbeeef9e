// SPDX-License-Identifier: GPL-3.0-or-later

package power

import (
	"math"

	"convertd/core/ir"
	"convertd/core/sim"
)

// farAway is where positions are put, in the format's own units: no map of any
// game reaches there.
const farAway = 900_000

// moveOffMap puts every place far off the map, in a direction drawn for each.
func moveOffMap(g *game, random *sim.Random) (changed int, why string) {
	for i := range g.orders {
		o := &g.orders[i]
		if !ofPlayers(o) {
			continue
		}
		moved := false
		for _, target := range []*ir.Target{&o.Target, &o.Target2} {
			if target.Kind == ir.TargetPosition || target.Kind == ir.TargetCell {
				target.X, target.Y = away(g, target, random), away(g, target, random)
				moved = true
			}
		}
		if moved {
			changed++
		}
	}
	return changed, noneIf(changed == 0, "orders name no places")
}

// away is one coordinate far off the map.
func away(g *game, target *ir.Target, random *sim.Random) int32 {
	value := int32(farAway)
	if random.Below(2) == 0 {
		value = -value
	}
	if target.Kind == ir.TargetPosition && g.header.PositionUnit == ir.PositionFloatBits {
		return int32(math.Float32bits(float32(value)))
	}
	return value
}
