// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"convertd/core/rules"
)

// wandersInfo is the trait of civilians that walk about
// (docs/engine/openra-releases.md#wanders), and of creatures that attack on their way.
type wandersInfo struct {
	MinDelay, MaxDelay, Radius int32
	ReduceDelay                int32 // in how many vain tries the radius shrinks by one
	Avoid                      []string
	Attacks                    bool // what it meets on its way (AttackWander)
}

func newWanders(trait *rules.Trait) *wandersInfo {
	return &wandersInfo{
		MinDelay: Number(trait, "MinMoveDelay", 0), MaxDelay: Number(trait, "MaxMoveDelay", 0),
		Radius: Number(trait, "WanderMoveRadius", 1), ReduceDelay: max(Number(trait, "ReduceMoveRadiusDelay", 5), 1), Avoid: trait.Texts("AvoidTerrainTypes"), Attacks: trait.Name == "AttackWander",
	}
}

// Reach is how far a civilian goes whose rest is over: less after some tries that
// led off the map. How many it made is what its rest is below zero; of those that
// avoid some ground it is not known which tries failed for that, and they do not
// stand at the edge of maps.
func (info *wandersInfo) Reach(wait int32) int32 {
	if len(info.Avoid) > 0 {
		return info.Radius
	}
	if info.MinDelay < 1 {
		wait++ // it does not rest, so its first try is at -1
	}
	return info.Radius - max(-wait, 0)/info.ReduceDelay
}
