// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// economyTrait reads the traits of an actor type that earn and store.
func (c *compiler) economyTrait(t *ActorType, trait *rules.Trait) {
	switch trait.Name {
	case "StoresPlayerResources":
		t.Storage = Number(trait, "Capacity", 0)
	case "StoresResources":
		if c.storesForPlayer() {
			t.Storage = Number(trait, "Capacity", 0)
			break
		}
		c.harvest(t).Capacity = Number(trait, "Capacity", 28)
	case "Refinery":
		d := c.dock(t)
		if offset := trait.Ints("DockOffset"); len(offset) == 2 {
			d.ByCell, d.Cell, d.Angle = true, wpos.CellOf(offset), Number(trait, "DockAngle", 0)
			if trait.Bool("IsDragRequired") {
				d.Drag, d.DragTicks = wpos.PosOf(trait.Ints("DragOffset")), Number(trait, "DragLength", 0)
			}
		}
		d.Overlaid = hasNode(c.set.Nodes(t.Name), "TiberianSunRefinery")
		d.Unloads, d.Discards, d.UseStores = true, trait.Bool("DiscardExcessResources"), trait.Bool("UseStorage")
	case "DockHost":
		d := c.dock(t)
		d.Offset, d.Angle = wpos.PosOf(trait.Ints("DockOffset")), Number(trait, "DockAngle", 0)
		d.Wait, d.MaxQueue = Number(trait, "DockWait", 10), Number(trait, "MaxQueueLength", 3)
	case "DockClientManager":
		h := c.harvest(t)
		h.SearchDelay, h.OccupancyCost = Number(trait, "SearchForDockDelay", 125), Number(trait, "OccupancyCostModifier", 12)
	case "Harvester":
		c.harvester(t, trait)
	case "SeedsResource":
		t.SeedInterval = Number(trait, "Interval", 75)
		t.SeedsResource = true
	case "CashTrickler":
		t.Trickler = newTrickler(trait)
	}
}

func (c *compiler) dock(t *ActorType) *dockInfo {
	if t.Dock == nil {
		t.Dock = &dockInfo{Wait: 10, MaxQueue: 3, UseStores: true}
	}
	return t.Dock
}

func (c *compiler) harvest(t *ActorType) *HarvesterInfo {
	if t.Harvester == nil {
		t.Harvester = &HarvesterInfo{SearchDelay: 125, OccupancyCost: 12}
	}
	return t.Harvester
}

func (c *compiler) harvester(t *ActorType, trait *rules.Trait) {
	h := c.harvest(t)
	h.LoadDelay, h.UnloadDelay = Number(trait, "BaleLoadDelay", 4), Number(trait, "BaleUnloadDelay", 4)
	h.UnloadAmount, h.Facings = Number(trait, "BaleUnloadAmount", 1), Number(trait, "HarvestFacings", 0)
	h.FullSpeed, h.Wait = Number(trait, "FullyLoadedSpeed", 85), Number(trait, "WaitDuration", 25)
	h.RadiusProc, h.RadiusSelf = Number(trait, "SearchFromProcRadius", 24), Number(trait, "SearchFromHarvesterRadius", 12)
	h.Penalty, h.Unblock = Number(trait, "ResourceRefineryDirectionPenalty", 200), wpos.CellOf(trait.Ints("UnblockCell"))
	h.Resources = trait.Texts("Resources")
	h.QueueFullLoads = trait.Bool("QueueFullLoad")
	h.DockTicks = int32(c.set.Extra.DockTicks[t.Name])
	switch stores, ok := t.Rules.Trait("StoresResources"); {
	case trait.Has("Capacity"):
		h.Capacity = Number(trait, "Capacity", 28)
	case ok && h.Capacity == 0:
		// Borrowed tables have it in a trait that came with release-20231010.
		h.Capacity = Number(&stores, "Capacity", 28)
	}
}
