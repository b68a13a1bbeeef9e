// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"convertd/core/rules"
)

// panicInfo is how civilians run about when they are hurt (ScaredyCat).
type panicInfo struct {
	Chance, AttackChance int32 // percent: when hurt, when they shoot
	Duration             int32
	Speed                int32    // percent
	Avoid                []string // terrain they don't run to
}

func newPanic(trait *rules.Trait) *panicInfo {
	return &panicInfo{
		Chance: Number(trait, "PanicChance", 100), AttackChance: Number(trait, "AttackPanicChance", 20),
		Duration: Number(trait, "PanicDuration", 250), Speed: Number(trait, "PanicSpeedModifier", 200), Avoid: trait.Texts("AvoidTerrainTypes"),
	}
}
