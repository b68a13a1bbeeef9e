// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// bridgeInfo says which tiles of a map are a bridge of this type and in what
// state, and what it is joined to.
type bridgeInfo struct {
	Templates [BridgeStates]int32 // 0 where there is none
	Long      bool                // it has tiles for destroyed pieces beside destroyed ones
	Delay     int32               // until what is done to one piece is done to the next
	Shores    []string            // types of the pieces at the ends
	Next      [2]*wpos.Cell       // where the pieces before and after it are, from its first cell; nil at an end
	Blast     *Weapon             // goes off where a charge destroys it
	Causes    []string            // of the death of those on it
}

// The states of a bridge that have tiles of their own. The last three are of
// destroyed pieces whose neighbours are destroyed.
const (
	BridgeWhole = iota
	BridgeDamaged
	BridgeDestroyed
	BridgePlusNorth
	BridgePlusSouth
	BridgePlusBoth
	BridgeStates
)

func (c *compiler) newBridge(trait *rules.Trait) *bridgeInfo {
	info := &bridgeInfo{
		Long: trait.Bool("Long"), Delay: Number(trait, "RepairPropagationDelay", 20), Shores: []string{"br1", "br2"},
		Blast: c.weaponNamed(firstText(trait, "DemolishWeapon")), Causes: trait.Texts("DamageTypes"),
	}
	if info.Blast == nil {
		info.Blast = c.weaponNamed("Demolish")
	}
	if trait.Has("ShorePieces") {
		info.Shores = lowered(trait.Texts("ShorePieces"))
	}
	for i, name := range [...]string{
		"Template", "DamagedTemplate", "DestroyedTemplate", "DestroyedPlusNorthTemplate", "DestroyedPlusSouthTemplate", "DestroyedPlusBothTemplate",
	} {
		info.Templates[i] = Number(trait, name, 0)
	}
	for i, name := range [...]string{"NorthOffset", "SouthOffset"} {
		if offset := trait.Ints(name); len(offset) == 2 {
			at := wpos.CellOf(offset)
			info.Next[i] = &at
		}
	}
	return info
}
