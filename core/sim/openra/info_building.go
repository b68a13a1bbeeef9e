// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"cmp"
	"slices"
	"strings"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// buildingTrait reads the traits of an actor type that stands on the ground for good.
func (c *compiler) buildingTrait(t *actorType, trait *rules.Trait) {
	switch trait.Name {
	case "Building", "D2kBuilding":
		c.building(t, trait)
		if trait.Name == "D2kBuilding" {
			t.foundation = newFoundation(trait)
		}
	case "RequiresBuildableArea":
		if t.building == nil {
			t.building = &buildingInfo{}
		}
		t.building.adjacent = number(trait, "Adjacent", 2)
		t.building.areaTypes = trait.Texts("AreaTypes")
	case "GivesBuildableArea":
		t.givesArea = trait.Texts("AreaTypes")
	case "BaseProvider":
		t.baseRange = number(trait, "Range", 10240)
		t.baseServes = requirementOf(trait)
		if pauses := pauseOf(trait); pauses != nil {
			t.baseServes = t.baseServes.and(pauses.not())
		}
	case "BaseBuilding":
		t.baseBuilding = true
	case "RepairableBuilding":
		t.repairable = &repairInfo{
			step: number(trait, "RepairStep", 7), interval: number(trait, "RepairInterval", 24),
			percent: number(trait, "RepairPercent", 20), bonuses: numbers32(trait.Ints("RepairBonuses")),
			experience: number(trait, "PlayerExperience", 0),
		}
	case "Immobile":
		t.immobile, t.fills = true, trait.Bool("OccupiesSpace")
	case "KillsSelf":
		t.deadlines = append(t.deadlines, newDeadline(trait))
	case "GrantConditionOnTerrain":
		t.terrainConditions = append(t.terrainConditions, terrainCondition{condition: trait.Text("Condition"), terrain: trait.Texts("TerrainTypes")})
	case "Bridge":
		t.bridge = c.newBridge(trait)
	case "LegacyBridgeHut":
		t.bridgeHut = true
	case "RepairsBridges":
		t.mendsBridges = true
	}
}

func (c *compiler) building(t *actorType, trait *rules.Trait) {
	if t.building == nil {
		t.building = &buildingInfo{}
	}
	b := t.building
	size := wpos.CellOf(trait.Ints("Dimensions"))
	b.width, b.height = max(size.X, 1), max(size.Y, 1)
	b.terrain = trait.Texts("TerrainTypes")
	b.needsBase = trait.Bool("RequiresBaseProvider")
	b.onResources = trait.Bool("AllowPlacementOnResources")
	b.anywhere = trait.Bool("AllowInvalidPlacement")
	offset := wpos.PosOf(trait.Ints("LocalCenterOffset"))
	b.localOffset = offset
	b.centerOffset = Pos{X: (b.width-1)*512 + offset.X, Y: (b.height-1)*512 + offset.Y, Z: offset.Z}
	b.footprint = make([]byte, b.width*b.height)
	text := strings.Join(strings.Fields(trait.Text("Footprint")), "")
	if text == "" {
		text = "x"
	}
	for i := range b.footprint {
		b.footprint[i] = footprintEmpty
		if i < len(text) {
			b.footprint[i] = text[i]
		}
	}
	b.listed = listedPlaces(len(b.footprint), b.width, c.set.Release.Name == rules.Fork2026)
}

// frozenPlaces is how many places a frozen dictionary of the engine's runtime keeps as they
// came.
const frozenPlaces = 10

// listedPlaces is the order in which the engine goes through the places of a footprint: row
// by row, or, since footprints are frozen dictionaries (OpenRA pull request 22168 of
// November 2025) and if they have more places than those keep as they came, by the hash of
// a place, which is x^y, and of the same hash the last first.
func listedPlaces(n int, width int32, frozen bool) []int32 {
	places := make([]int32, n)
	for i := range places {
		places[i] = int32(i)
	}
	if frozen && n > frozenPlaces {
		hash := func(i int32) int32 { return i%width ^ i/width }
		slices.SortFunc(places, func(a, b int32) int { return int(cmp.Or(hash(a)-hash(b), b-a)) })
	}
	return places
}
