package openra

import (
	"strings"

	"convertd/core/rules"
)

func (c *compiler) mobile(t *actorType, trait *rules.Trait) {
	locomotor, ok := c.locomotors[trait.Text("Locomotor")]
	if !ok {
		return
	}
	t.mobile = &mobileInfo{
		locomotor: locomotor, speed: number(trait, "Speed", 1), turnSpeed: number(trait, "TurnSpeed", 512),
		alwaysTurnInPlace: trait.Bool("AlwaysTurnInPlace"), pauses: pauseOf(trait),
		requires: requirementOf(trait),
	}
}

func (c *compiler) transform(t *actorType, trait *rules.Trait) {
	if t.transforms == nil {
		t.transforms = &transformInfo{}
	}
	info, requires := t.transforms, requirementOf(trait)
	switch trait.Name {
	case "Transforms":
		info.into, info.offset = strings.ToLower(trait.Text("IntoActor")), cellOf(trait.Ints("Offset"))
		info.facing, info.ticks = number(trait, "Facing", 384), int32(c.set.Extra.MakeTicks[t.name])
		info.requires, info.pauses = requires, pauseOf(trait)
	case "TransformsIntoMobile":
		info.moves, info.movesWhile = true, requires
	case "TransformsIntoPassenger":
		info.boardsAs, info.boardsWeight, info.boardsWhile = trait.Text("CargoType"), number(trait, "Weight", 1), requires
	case "TransformsIntoRepairable":
		info.mendedAt, info.mendedWhile = lowered(trait.Texts("RepairActors")), requires
	case "TransformsIntoTransforms":
		info.again, info.againWhile = true, requires
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

func (c *compiler) crate(t *actorType) *crateInfo {
	if t.crate == nil {
		t.crate = &crateInfo{}
	}
	return t.crate
}

func (c *compiler) dock(t *actorType) *dockInfo {
	if t.dock == nil {
		t.dock = &dockInfo{wait: 10, maxQueue: 3, useStores: true}
	}
	return t.dock
}

func (c *compiler) harvest(t *actorType) *harvesterInfo {
	if t.harvester == nil {
		t.harvester = &harvesterInfo{searchDelay: 125, occupancyCost: 12}
	}
	return t.harvester
}

func (c *compiler) harvester(t *actorType, trait *rules.Trait) {
	h := c.harvest(t)
	h.loadDelay, h.unloadDelay = number(trait, "BaleLoadDelay", 4), number(trait, "BaleUnloadDelay", 4)
	h.unloadAmount, h.facings = number(trait, "BaleUnloadAmount", 1), number(trait, "HarvestFacings", 0)
	h.fullSpeed, h.wait = number(trait, "FullyLoadedSpeed", 85), number(trait, "WaitDuration", 25)
	h.radiusProc, h.radiusSelf = number(trait, "SearchFromProcRadius", 24), number(trait, "SearchFromHarvesterRadius", 12)
	h.penalty, h.unblock = number(trait, "ResourceRefineryDirectionPenalty", 200), cellOf(trait.Ints("UnblockCell"))
	h.resources = trait.Texts("Resources")
	h.queueFullLoads = trait.Bool("QueueFullLoad")
	h.dockTicks = int32(c.set.Extra.DockTicks[t.name])
	if trait.Has("Capacity") {
		h.capacity = number(trait, "Capacity", 28)
	}
}

func (c *compiler) infantry(t *actorType) {
	bodies := c.set.Extra.InfantryBodies
	if n, ok := c.set.Extra.InfantryBodiesOf[t.name]; ok {
		bodies = n
	}
	if bodies == 0 {
		return
	}
	t.infantry = &infantryInfo{bodies: int32(bodies), minDelay: 30, maxDelay: 110}
	t.infantry.idle = numbers32(c.set.Extra.IdleTicks[t.name])
	t.infantry.attack = numbers32(c.set.Extra.AttackTicks[t.name])
}

func number(trait *rules.Trait, name string, fallback int32) int32 {
	return int32(trait.Int(name, int(fallback)))
}

func numbers32(list []int) []int32 {
	out := make([]int32, len(list))
	for i, n := range list {
		out[i] = int32(n)
	}
	return out
}

func cellOf(list []int) Cell {
	if len(list) < 2 {
		return Cell{}
	}
	return Cell{int32(list[0]), int32(list[1])}
}

func posOf(list []int) Pos {
	if len(list) < 3 {
		return Pos{}
	}
	return Pos{int32(list[0]), int32(list[1]), int32(list[2])}
}

func contains(list []string, word string) bool {
	for _, entry := range list {
		if entry == word {
			return true
		}
	}
	return false
}
