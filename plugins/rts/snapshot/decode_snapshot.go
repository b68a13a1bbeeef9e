// SPDX-License-Identifier: GPL-3.0-or-later

package snapshot

import (
	"bytes"
	"strconv"
)

// snapshot reads every part of a frame, in the client's order.
func (d *decoder) snapshot(s *Snapshot, places *[keyCount]int) {
	d.version(places[keyVersion])
	d.scalars(s, places[keyScalars])
	d.required(places[keyEntities], "entities")
	s.Entities = list(d, places[keyEntities], "entities", maxEntities, (*decoder).entity)
	s.ResourceDeltas = list(d, places[keyResources], "resourceDeltas", maxResourceDeltas, (*decoder).resourceDelta)
	s.Smokes = list(d, places[keySmokes], "smokes", maxSmokes, (*decoder).smoke)
	s.AbilityObjects = list(d, places[keyAbilityObjects], "abilityObjects", maxAbilityObjects, (*decoder).abilityObject)
	s.VisibleTiles = d.tiles(places[keyTiles])
	s.RememberedBuildings = list(d, places[keyRemembered], "rememberedBuildings", maxRememberedBuildings, (*decoder).remembered)
	s.Events = list(d, places[keyEvents], "events", maxEvents, (*decoder).event)
	s.PlayerResources = list(d, places[keyPlayers], "playerResources", maxPlayerResources, (*decoder).playerResources)
	s.Upgrades = list(d, places[keyUpgrades], "upgrades", maxUpgrades, (*decoder).upgrade)
	d.required(places[keyNet], "netStatus")
	d.net(&s.NetStatus, places[keyNet])
}

// required refuses a list that is absent or nil.
func (d *decoder) required(at int, label string) {
	if d.err != nil {
		return
	}
	if at == 0 || d.data[at] == 0xC0 {
		d.at = at
		d.fail("%s must be an array", label)
	}
}

func (d *decoder) version(at int) {
	d.at = at
	v := d.head()
	if v.kind != typeNumber || v.number != CompactVersion {
		d.at = at
		d.fail("unsupported compact snapshot version: %s", d.shown(at))
	}
}

func (d *decoder) scalars(s *Snapshot, at int) {
	d.required(at, "snapshot scalars")
	if d.err != nil {
		return
	}
	d.at = at
	if n := d.array("snapshot scalars", scalarSlots); n != scalarSlots {
		d.fail("compact snapshot scalar count mismatch")
		return
	}
	s.Tick = d.uint32("tick")
	s.Steel = d.uint32("steel")
	s.Oil = d.uint32("oil")
	s.SupplyUsed = d.uint32("supplyUsed")
	s.SupplyCap = d.uint32("supplyCap")
}

func (d *decoder) resourceDelta(index int, to *ResourceDelta) {
	if d.tuple("resource delta", index, resourceDeltaSlots) {
		to.ID = d.uint32("resourceDelta.id")
		to.Remaining = d.uint32("resourceDelta.remaining")
	}
}

func (d *decoder) smoke(index int, to *Smoke) {
	if d.tuple("smoke", index, smokeSlots) {
		to.ID = d.uint32("smoke.id")
		to.X = d.float("smoke.x")
		to.Y = d.float("smoke.y")
		to.RadiusTiles = d.float("smoke.radiusTiles")
		to.ExpiresIn = d.uint32("smoke.expiresIn")
	}
}

func (d *decoder) abilityObject(index int, to *AbilityObject) {
	if !d.tuple("ability object", index, abilityObjectSlots) {
		return
	}
	to.ID = d.uint32("abilityObject.id")
	to.Owner = d.uint32("abilityObject.owner")
	to.Ability = Ability(d.code("abilityObject.ability", abilityNames))
	to.Kind = AbilityObjectKind(d.code("abilityObject.kind", objectNames))
	to.X = d.float("abilityObject.x")
	to.Y = d.float("abilityObject.y")
	to.ExpiresIn = d.optionalUint32("abilityObject.expiresIn")
	to.SourceCasterID = d.optionalUint32("abilityObject.sourceCasterId")
	if !d.null() {
		to.OwnerState = d.ownerState()
	}
}

func (d *decoder) ownerState() *OwnerState {
	if n := d.array("abilityObject.ownerState", ownerStateSlots); n != ownerStateSlots {
		d.fail("abilityObject.ownerState field count mismatch")
		return nil
	}
	return &OwnerState{
		EarliestReturnTick:    d.optionalUint32("ownerState.earliestReturnTick"),
		HP:                    d.optionalUint32("ownerState.hp"),
		Radius:                d.optionalFloat("ownerState.radius"),
		DestroyedLockoutTicks: d.optionalUint32("ownerState.destroyedLockoutTicks"),
		DistanceTraveled:      d.optionalFloat("ownerState.distanceTraveled"),
		TicksOut:              d.optionalUint32("ownerState.ticksOut"),
	}
}

func (d *decoder) optionalUint32(label string) Optional[uint32] {
	if d.null() {
		return Optional[uint32]{}
	}
	return Some(d.uint32(label))
}

func (d *decoder) optionalFloat(label string) Optional[float64] {
	if d.null() {
		return Optional[float64]{}
	}
	return Some(d.float(label))
}

// sameTiles are as many fogged and visible tiles as a frame can hold, to copy
// runs from.
var sameTiles = [2][]uint8{make([]uint8, maxVisibleTiles), bytes.Repeat([]uint8{1}, maxVisibleTiles)}

// tiles reads the run lengths of visible tiles: the first value, then how
// often it and its opposite follow by turns. The total is bounded before any
// tile is written.
func (d *decoder) tiles(at int) []uint8 {
	if at == 0 || d.err != nil {
		return nil
	}
	d.at = at
	if d.null() {
		return nil
	}
	n := d.array("visibleTiles", maxVisibleTiles+1)
	if d.err != nil || n == 0 {
		return nil
	}
	first := d.uint32("visibleTiles.first")
	if d.err == nil && first > 1 {
		d.fail("visibleTiles.first must be 0 or 1")
	}
	tile := uint8(first & 1)
	var tiles []uint8
	for range n - 1 {
		run := d.uint32("visibleTiles run length")
		if d.err != nil {
			return nil
		}
		if run == 0 {
			d.fail("visibleTiles run length must be positive")
			return nil
		}
		if int(run) > maxVisibleTiles-len(tiles) {
			d.fail("visibleTiles exceeds compact bounds")
			return nil
		}
		tiles = append(tiles, sameTiles[tile][:run]...)
		tile ^= 1
	}
	return tiles
}

func (d *decoder) remembered(index int, to *RememberedBuilding) {
	if !d.tuple("remembered building", index, rememberedSlots) {
		return
	}
	to.ID = d.uint32("rememberedBuilding.id")
	to.Owner = d.uint32("rememberedBuilding.owner")
	to.Kind = Kind(d.code("rememberedBuilding.kind", kindNames))
	to.X = d.float("rememberedBuilding.x")
	to.Y = d.float("rememberedBuilding.y")
	to.Footprint = elements(d, "rememberedBuilding.footprint", maxFootprint, (*decoder).tile)
	to.ObservedTick = d.uint32("rememberedBuilding.observedTick")
}

func (d *decoder) tile(index int, to *Tile) {
	if d.tuple("rememberedBuilding.footprint", index, 2) {
		to.X = d.uint32("rememberedBuilding.footprint.x")
		to.Y = d.uint32("rememberedBuilding.footprint.y")
	}
}

func (d *decoder) playerResources(index int, to *PlayerResources) {
	if d.tuple("player resources", index, playerSlots) {
		to.ID = d.uint32("playerResources.id")
		to.Steel = d.uint32("playerResources.steel")
		to.Oil = d.uint32("playerResources.oil")
		to.SupplyUsed = d.uint32("playerResources.supplyUsed")
		to.SupplyCap = d.uint32("playerResources.supplyCap")
	}
}

func (d *decoder) upgrade(index int, to *Upgrade) {
	before := d.at
	if v := d.head(); d.err == nil && v.kind == typeNumber && v.number >= 1 && v.number < float64(len(upgradeNames)) {
		d.at = before
		*to = Upgrade(d.code("upgrade", upgradeNames))
		return
	}
	d.at = before
	d.fail("upgrade.%s has unknown code %s", strconv.Itoa(index), d.shown(before))
}

// Bits of the flags slot of netStatus.
const (
	flagSlowTick   = 1 << 0
	flagHeadOfLine = 1 << 1
)

func (d *decoder) net(to *NetStatus, at int) {
	if d.err != nil {
		return
	}
	d.at = at
	n := d.array("netStatus", netPredictionSlots)
	if d.err == nil && n != netSlots && n != netPredictionSlots {
		d.fail("netStatus field count mismatch")
	}
	to.ServerLagMs = d.uint32("netStatus.serverLagMs")
	to.TickMs = d.uint32("netStatus.tickMs")
	flags := d.uint32("netStatus.flags")
	to.SlowTick = flags&flagSlowTick != 0
	to.HeadOfLine = flags&flagHeadOfLine != 0
	to.SlowTickCount = d.uint32("netStatus.slowTickCount")
	to.HeadOfLineCount = d.uint32("netStatus.headOfLineCount")
	if n == netPredictionSlots {
		to.Prediction = Some(Prediction{
			Version:                   d.optionalUint32("netStatus.predictionVersion"),
			LastSimConsumedClientSeq:  d.optionalUint32("netStatus.lastSimConsumedClientSeq"),
			LastSimConsumedClientTick: d.optionalUint32("netStatus.lastSimConsumedClientTick"),
		})
	}
}
