// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// bridgeHealth is the health in percent that goes with the templates.
var bridgeHealth = [info.BridgeStates]int32{info.BridgeWhole: 100, info.BridgeDamaged: 49}

// createBridges makes an actor of every bridge the tiles of the map show, row
// by row (docs/engine/openra-releases.md#bridges).
func (w *World) createBridges(setup *state.Setup) {
	if setup.Map == nil || w.Ground.Tileset == nil || w.Ground.Isometric {
		return // those of an isometric map are actors of the map
	}
	type kind struct {
		typ    *info.ActorType
		health int32
	}
	kinds := map[int32]kind{}
	for _, t := range w.Types {
		if t.Bridge == nil {
			continue
		}
		for i, template := range t.Bridge.Templates {
			if template != 0 {
				kinds[template] = kind{t, bridgeHealth[i]}
			}
		}
	}
	seen := map[Cell]bool{}
	for i, tile := range setup.Map.Tiles {
		bridge, ok := kinds[int32(tile.Template)]
		template := w.Ground.Tileset.Template(int(tile.Template))
		if !ok || template == nil || template.Size[0] == 0 {
			continue
		}
		at := Cell{X: int32(i)%w.Ground.Width - int32(tile.Index)%int32(template.Size[0]), Y: int32(i)/w.Ground.Width - int32(tile.Index)/int32(template.Size[0])}
		if seen[at] {
			continue
		}
		seen[at] = true
		made := w.Create(bridge.typ, state.Spawn{Cell: at, HasCell: true, Facing: -1, ByMap: true, Health: bridge.health})
		if bridge.health == 0 {
			made.HP, made.Dead = 0, true
		}
		w.addSpan(setup, made, int32(tile.Template))
	}
	w.bridges.Join()
}
