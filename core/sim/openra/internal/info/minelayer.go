// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"strings"

	"convertd/core/rules"
)

// MinelayerInfo are the figures of Minelayer.
type MinelayerInfo struct {
	Mine        string
	Terrain     []string // on which it lays mines, any if none
	Depth       int32    // how far from the line of a field
	Usage, Wait int32
}

func newMinelayer(trait *rules.Trait) *MinelayerInfo {
	return &MinelayerInfo{
		Mine: strings.ToLower(trait.Text("Mine")), Terrain: trait.Texts("TerrainTypes"), Depth: Number(trait, "MinefieldDepth", 1536),
		Usage: Number(trait, "AmmoUsage", 1), Wait: Number(trait, "AfterLayingDelay", 20),
	}
}
