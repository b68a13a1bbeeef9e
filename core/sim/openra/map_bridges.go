// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// bridgeInfo says which tiles of a map are a bridge of this type and in what
// state, and what it is joined to.
type bridgeInfo struct {
	templates [bridgeStates]int32 // 0 where there is none
	long      bool                // it has tiles for destroyed pieces beside destroyed ones
	delay     int32               // until what is done to one piece is done to the next
	shores    []string            // types of the pieces at the ends
	next      [2]*Cell            // where the pieces before and after it are, from its first cell; nil at an end
	blast     *weapon             // goes off where a charge destroys it
	causes    []string            // of the death of those on it
}

// The states of a bridge that have tiles of their own. The last three are of
// destroyed pieces whose neighbours are destroyed.
const (
	bridgeWhole = iota
	bridgeDamaged
	bridgeDestroyed
	bridgePlusNorth
	bridgePlusSouth
	bridgePlusBoth
	bridgeStates
)

// bridgeHealth is the health in percent that goes with the templates.
var bridgeHealth = [bridgeStates]int32{bridgeWhole: 100, bridgeDamaged: 49}

func (c *compiler) newBridge(trait *rules.Trait) *bridgeInfo {
	info := &bridgeInfo{
		long: trait.Bool("Long"), delay: number(trait, "RepairPropagationDelay", 20), shores: []string{"br1", "br2"},
		blast: c.weaponNamed(firstText(trait, "DemolishWeapon")), causes: trait.Texts("DamageTypes"),
	}
	if info.blast == nil {
		info.blast = c.weaponNamed("Demolish")
	}
	if trait.Has("ShorePieces") {
		info.shores = lowered(trait.Texts("ShorePieces"))
	}
	for i, name := range [...]string{
		"Template", "DamagedTemplate", "DestroyedTemplate", "DestroyedPlusNorthTemplate", "DestroyedPlusSouthTemplate", "DestroyedPlusBothTemplate",
	} {
		info.templates[i] = number(trait, name, 0)
	}
	for i, name := range [...]string{"NorthOffset", "SouthOffset"} {
		if offset := trait.Ints(name); len(offset) == 2 {
			at := wpos.CellOf(offset)
			info.next[i] = &at
		}
	}
	return info
}

// createBridges makes an actor of every bridge the tiles of the map show, row
// by row (openra-world-releases.md §B.3).
func (w *World) createBridges(setup *Setup) {
	if setup.Map == nil || w.ground.tileset == nil || w.ground.isometric {
		return // those of an isometric map are actors of the map
	}
	type kind struct {
		typ    *actorType
		health int32
	}
	kinds := map[int32]kind{}
	for _, t := range w.types {
		if t.bridge == nil {
			continue
		}
		for i, template := range t.bridge.templates {
			if template != 0 {
				kinds[template] = kind{t, bridgeHealth[i]}
			}
		}
	}
	seen := map[Cell]bool{}
	for i, tile := range setup.Map.Tiles {
		bridge, ok := kinds[int32(tile.Template)]
		template := w.ground.tileset.Template(int(tile.Template))
		if !ok || template == nil || template.Size[0] == 0 {
			continue
		}
		at := Cell{X: int32(i)%w.ground.width - int32(tile.Index)%int32(template.Size[0]), Y: int32(i)/w.ground.width - int32(tile.Index)/int32(template.Size[0])}
		if seen[at] {
			continue
		}
		seen[at] = true
		made := w.create(bridge.typ, spawn{cell: at, hasCell: true, facing: -1, byMap: true, health: bridge.health})
		if bridge.health == 0 {
			made.hp, made.dead = 0, true
		}
		w.addSpan(setup, made, int32(tile.Template))
	}
	w.joinSpans()
}
