// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"convertd/core/rules"
)

// MaxTerrainDamages is how many of these traits a type may have.
const MaxTerrainDamages = 2

// TerrainDamageInfo is one such trait.
type TerrainDamageInfo struct {
	Damage, Interval int32
	Terrain, Causes  []string
	Requires         Expression
}

func newTerrainDamage(trait *rules.Trait) TerrainDamageInfo {
	return TerrainDamageInfo{
		Damage: Number(trait, "Damage", 0), Interval: Number(trait, "DamageInterval", 0),
		Terrain: trait.Texts("Terrain"), Causes: trait.Texts("DamageTypes"), Requires: RequirementOf(trait),
	}
}
