// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"convertd/core/rules"
)

// bloomInfo are the figures of SpiceBloom.
type bloomInfo struct {
	Lifetime []int32 // the two a time is drawn between
	Bursts   []int32 // how often it throws: at once, when ripe
	Ranges   []int32 // how far in cells: likewise
	Interval int32   // ticks between two throws
	Resource string
	Grounds  []string // where it ripens, nil: everywhere
	Weapon   *Weapon
}

// pair brings a list to two numbers.
func pair(list []int, low, high int32) []int32 {
	if len(list) < 2 {
		return []int32{low, high}
	}
	return []int32{int32(list[0]), int32(list[1])}
}

func newBloom(trait *rules.Trait) *bloomInfo {
	return &bloomInfo{
		Lifetime: pair(trait.Ints("Lifetime"), 2000, 3000), Bursts: pair(trait.Ints("Bursts"), 4, 12), Ranges: pair(trait.Ints("Range"), 3, 5),
		Interval: max(Number(trait, "BurstInterval", 1), 1), Resource: trait.Text("ResourceType"), Grounds: trait.Texts("GrowthTerrainTypes"),
	}
}
