// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"convertd/core/rules"
)

// saleInfo is how a building is sold.
type saleInfo struct {
	Percent  int32
	Requires Expression
}

// SaleSpawn is who comes out of a sold building.
type SaleSpawn struct {
	Percent, MinHealth int32
	Types, Guaranteed  []string
	Factions           []string
	Requires           Expression
}

// saleTrait reads the traits that matter when an actor is sold.
func (c *compiler) saleTrait(t *ActorType, trait *rules.Trait) {
	switch trait.Name {
	case "CustomSellValue":
		t.SellValue = Number(trait, "Value", 0)
	case "Sellable":
		t.Sale = &saleInfo{Percent: Number(trait, "RefundPercent", 50), Requires: RequirementOf(trait)}
	case "SpawnActorsOnSell":
		t.SaleSpawns = append(t.SaleSpawns, SaleSpawn{
			Percent: Number(trait, "ValuePercent", 40), MinHealth: Number(trait, "MinHpPercent", 30), Requires: RequirementOf(trait),
			Types: trait.Texts("ActorTypes"), Guaranteed: trait.Texts("GuaranteedActorTypes"), Factions: trait.Texts("Factions"),
		})
	}
}

// unknownMakeTicks is how long the make animation of a building is taken to run
// backwards where the rules have no usual length: that of ra's power plant
// (docs/engine/openra-releases.md#units-2020).
const unknownMakeTicks = 14

// usuallyIncomplete is how long a building that somebody builds is taken to rise
// where no replay has shown it.
func (t *ActorType) usuallyIncomplete(usual int32) int32 {
	if t.Incomplete == 0 && t.Buildable != nil && (t.Category == "building" || t.Category == "defence") {
		return usual
	}
	return t.Incomplete
}

// MakeTicks is the length of a type's make animation. Walls have none.
func (t *ActorType) MakeTicks(known int32) int32 {
	switch {
	case t.Category == "wall":
		return 0
	case known > 0:
		return known
	case t.Incomplete > 0:
		return t.Incomplete
	}
	return unknownMakeTicks
}
