// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"cmp"
	"slices"
	"strings"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// buildingTrait reads the traits of an actor type that stands on the ground for good.
func (c *compiler) buildingTrait(t *ActorType, trait *rules.Trait) {
	switch trait.Name {
	case "Building", "D2kBuilding":
		c.building(t, trait)
		if trait.Name == "D2kBuilding" {
			t.Foundation = newFoundation(trait)
		}
	case "RequiresBuildableArea":
		if t.Building == nil {
			t.Building = &BuildingInfo{}
		}
		t.Building.Adjacent = Number(trait, "Adjacent", 2)
		t.Building.AreaTypes = trait.Texts("AreaTypes")
	case "GivesBuildableArea":
		t.GivesArea = trait.Texts("AreaTypes")
	case "BaseProvider":
		t.BaseRange = Number(trait, "Range", 10240)
		t.BaseServes = RequirementOf(trait)
		if pauses := pauseOf(trait); pauses != nil {
			t.BaseServes = t.BaseServes.and(pauses.not())
		}
	case "BaseBuilding":
		t.BaseBuilding = true
	case "RepairableBuilding":
		t.Repairable = &repairInfo{
			Step: Number(trait, "RepairStep", 7), Interval: Number(trait, "RepairInterval", 24),
			Percent: Number(trait, "RepairPercent", 20), Bonuses: Numbers32(trait.Ints("RepairBonuses")),
			Experience: Number(trait, "PlayerExperience", 0),
		}
	case "Immobile":
		t.Immobile, t.Fills = true, trait.Bool("OccupiesSpace")
	case "KillsSelf":
		t.Deadlines = append(t.Deadlines, newDeadline(trait))
	case "GrantConditionOnTerrain":
		t.TerrainConditions = append(t.TerrainConditions, terrainCondition{Condition: trait.Text("Condition"), Terrain: trait.Texts("TerrainTypes")})
	case "Bridge":
		t.Bridge = c.newBridge(trait)
	case "LegacyBridgeHut":
		t.BridgeHut = true
	case "RepairsBridges":
		t.MendsBridges = true
	}
}

func (c *compiler) building(t *ActorType, trait *rules.Trait) {
	if t.Building == nil {
		t.Building = &BuildingInfo{}
	}
	b := t.Building
	size := wpos.CellOf(trait.Ints("Dimensions"))
	b.Width, b.Height = max(size.X, 1), max(size.Y, 1)
	b.Terrain = trait.Texts("TerrainTypes")
	b.NeedsBase = trait.Bool("RequiresBaseProvider")
	b.OnResources = trait.Bool("AllowPlacementOnResources")
	b.Anywhere = trait.Bool("AllowInvalidPlacement")
	offset := wpos.PosOf(trait.Ints("LocalCenterOffset"))
	b.LocalOffset = offset
	b.CenterOffset = wpos.Pos{X: (b.Width-1)*512 + offset.X, Y: (b.Height-1)*512 + offset.Y, Z: offset.Z}
	b.Footprint = make([]byte, b.Width*b.Height)
	text := strings.Join(strings.Fields(trait.Text("Footprint")), "")
	if text == "" {
		text = "x"
	}
	for i := range b.Footprint {
		b.Footprint[i] = footprintEmpty
		if i < len(text) {
			b.Footprint[i] = text[i]
		}
	}
	b.Listed = ListedPlaces(len(b.Footprint), b.Width, c.set.Release.Name == rules.Fork2026)
}

// frozenPlaces is how many places a frozen dictionary of the engine's runtime keeps as they
// came.
const frozenPlaces = 10

// ListedPlaces is the order in which the engine goes through the places of a footprint: row
// by row, or, since footprints are frozen dictionaries (OpenRA pull request 22168 of
// November 2025) and if they have more places than those keep as they came, by the hash of
// a place, which is x^y, and of the same hash the last first.
func ListedPlaces(n int, width int32, frozen bool) []int32 {
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

// Codes of footprint cells (docs/engine/rules.md#actor-facts).
const (
	footprintEmpty      = '_'
	FootprintOccupied   = 'x'
	FootprintUntargeted = 'X'
	FootprintPassable   = '='
	FootprintTransit    = '+'
)

// Cells calls visit with every cell of a building except empty ones.
func (b *BuildingInfo) Cells(at wpos.Cell, visit func(wpos.Cell)) {
	for i, kind := range b.Footprint {
		if kind != footprintEmpty {
			visit(b.Cell(at, i))
		}
	}
}

// Cell is the place of one cell of the footprint.
func (b *BuildingInfo) Cell(at wpos.Cell, i int) wpos.Cell {
	return wpos.Cell{X: at.X + int32(i)%b.Width, Y: at.Y + int32(i)/b.Width}
}
