package openra

import "convertd/core/rules"

// wandersInfo is the trait of civilians that walk about
// (openra-world-releases.md §C).
type wandersInfo struct {
	minDelay, maxDelay, radius int32
	avoid                      []string
}

func newWanders(trait *rules.Trait) *wandersInfo {
	return &wandersInfo{
		minDelay: number(trait, "MinMoveDelay", 0), maxDelay: number(trait, "MaxMoveDelay", 0),
		radius: number(trait, "WanderMoveRadius", 1), avoid: trait.Texts("AvoidTerrainTypes"),
	}
}
