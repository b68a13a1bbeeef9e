package openra

import (
	"convertd/core/rules"
)

// bridgeInfo says which tiles of a map are a bridge of this type and in what
// state: whole, damaged, destroyed.
type bridgeInfo struct {
	templates [3]int32 // 0 where there is none
}

// bridgeHealth is the health in percent that goes with the templates.
var bridgeHealth = [...]int32{100, 49, 0}

func newBridge(trait *rules.Trait) *bridgeInfo {
	return &bridgeInfo{templates: [3]int32{
		number(trait, "Template", 0), number(trait, "DamagedTemplate", 0), number(trait, "DestroyedTemplate", 0),
	}}
}

// createBridges makes an actor of every bridge the tiles of the map show, row
// by row (openra-world-releases.md §B.3).
func (w *World) createBridges(setup *Setup) {
	if setup.Map == nil || w.ground.tileset == nil {
		return
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
	if w.ground.isometric {
		return // its bridges are actors of the map
	}
	seen := map[Cell]bool{}
	for i, tile := range setup.Map.Tiles {
		bridge, ok := kinds[int32(tile.Template)]
		template := w.ground.tileset.Template(int(tile.Template))
		if !ok || template == nil || template.Size[0] == 0 {
			continue
		}
		at := Cell{int32(i)%w.ground.width - int32(tile.Index)%int32(template.Size[0]), int32(i)/w.ground.width - int32(tile.Index)/int32(template.Size[0])}
		if seen[at] {
			continue
		}
		seen[at] = true
		w.create(bridge.typ, spawn{cell: at, hasCell: true, facing: -1, byMap: true, health: max(bridge.health, 0)})
	}
}
