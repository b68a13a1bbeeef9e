// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// economyTrait reads the traits of an actor type that earn and store.
func (c *compiler) economyTrait(t *actorType, trait *rules.Trait) {
	switch trait.Name {
	case "StoresPlayerResources":
		t.storage = number(trait, "Capacity", 0)
	case "StoresResources":
		if c.storesForPlayer() {
			t.storage = number(trait, "Capacity", 0)
			break
		}
		c.harvest(t).capacity = number(trait, "Capacity", 28)
	case "Refinery":
		d := c.dock(t)
		if offset := trait.Ints("DockOffset"); len(offset) == 2 {
			d.byCell, d.cell, d.angle = true, wpos.CellOf(offset), number(trait, "DockAngle", 0)
			if trait.Bool("IsDragRequired") {
				d.drag, d.dragTicks = wpos.PosOf(trait.Ints("DragOffset")), number(trait, "DragLength", 0)
			}
		}
		d.unloads, d.discards, d.useStores = true, trait.Bool("DiscardExcessResources"), trait.Bool("UseStorage")
	case "DockHost":
		d := c.dock(t)
		d.offset, d.angle = wpos.PosOf(trait.Ints("DockOffset")), number(trait, "DockAngle", 0)
		d.wait, d.maxQueue = number(trait, "DockWait", 10), number(trait, "MaxQueueLength", 3)
	case "DockClientManager":
		h := c.harvest(t)
		h.searchDelay, h.occupancyCost = number(trait, "SearchForDockDelay", 125), number(trait, "OccupancyCostModifier", 12)
	case "Harvester":
		c.harvester(t, trait)
	case "SeedsResource":
		t.seedInterval = number(trait, "Interval", 75)
		t.seedsResource = true
	case "CashTrickler":
		t.trickler = newTrickler(trait)
	}
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
	h.penalty, h.unblock = number(trait, "ResourceRefineryDirectionPenalty", 200), wpos.CellOf(trait.Ints("UnblockCell"))
	h.resources = trait.Texts("Resources")
	h.queueFullLoads = trait.Bool("QueueFullLoad")
	h.dockTicks = int32(c.set.Extra.DockTicks[t.name])
	if trait.Has("Capacity") {
		h.capacity = number(trait, "Capacity", 28)
	}
}
