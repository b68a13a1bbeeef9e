// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"slices"

	"convertd/core/rules"
)

// DeadlineInfo is one trait of the kind.
type DeadlineInfo struct {
	Delays   []int32 // one, or the two the time is drawn between
	Removes  bool    // it goes without dying
	Requires Expression
}

func newDeadline(trait *rules.Trait) DeadlineInfo {
	return DeadlineInfo{
		Delays: Numbers32(trait.Ints("Delay")), Removes: trait.Bool("RemoveInstead"), Requires: RequirementOf(trait),
	}
}

// Delayed reports whether the end comes later than the beginning.
func (d *DeadlineInfo) Delayed() bool {
	for _, ticks := range d.Delays {
		if ticks > 0 {
			return true
		}
	}
	return false
}

// Fleeting reports whether a type is gone again in the tick in which it comes:
// a slab leaves its concrete and nothing else.
func (t *ActorType) Fleeting() bool {
	for i := range t.Deadlines {
		if d := &t.Deadlines[i]; d.Removes && d.Requires == nil && !d.Delayed() {
			return true
		}
	}
	return false
}

// terrainCondition is a condition that the ground under an actor grants.
type terrainCondition struct {
	Condition string
	Terrain   []string
	Mask      uint64 // bit per terrain number of the map's tileset
}

// markTerrain finds the numbers of the terrain that grants conditions.
func (k *CompiledTypes) markTerrain(terrain []string) {
	for _, t := range k.Types {
		for i := range t.TerrainConditions {
			for _, name := range t.TerrainConditions[i].Terrain {
				if at := slices.Index(terrain, name); at >= 0 && at < 64 {
					t.TerrainConditions[i].Mask |= 1 << at
				}
			}
		}
	}
}
