package openra

import (
	"strings"

	"convertd/core/rules"
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
	size := cellOf(trait.Ints("Dimensions"))
	b.width, b.height = max(size.X, 1), max(size.Y, 1)
	b.terrain = trait.Texts("TerrainTypes")
	b.needsBase = trait.Bool("RequiresBaseProvider")
	b.onResources = trait.Bool("AllowPlacementOnResources")
	b.anywhere = trait.Bool("AllowInvalidPlacement")
	offset := posOf(trait.Ints("LocalCenterOffset"))
	b.localOffset = offset
	b.centerOffset = Pos{(b.width-1)*512 + offset.X, (b.height-1)*512 + offset.Y, offset.Z}
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
}
