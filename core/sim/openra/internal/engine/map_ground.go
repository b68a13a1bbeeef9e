// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/wpos"
)

// CenterOfCell is the middle of a cell.
func (w *World) CenterOfCell(c Cell) Pos {
	if w.Ground.Isometric {
		return wpos.CenterIsometric(c)
	}
	return wpos.CenterOf(c)
}

// CellContaining is the cell under a position; the engine cuts towards zero.
func (w *World) CellContaining(p Pos) Cell {
	if w.Ground.Isometric {
		return wpos.ContainingIsometric(p)
	}
	return Cell{X: p.X / 1024, Y: p.Y / 1024}
}

// terrainAt is the terrain a cell has now: resources change it. What flies, and on
// ground that is smaller than the map that was recorded what walks, may be where
// there is none.
func (w *World) terrainAt(c Cell) uint8 {
	if i := w.Ground.Index(c); uint32(i) < uint32(len(w.Resources.Terrain)) {
		return w.Resources.Terrain[i]
	}
	return grid.NoTerrain
}

func (w *World) terrainName(c Cell) string {
	t := w.terrainAt(c)
	if int(t) < len(w.Ground.Names) {
		return w.Ground.Names[t]
	}
	return ""
}

// groundTargets is what the ground of a cell counts as for weapons.
func (w *World) groundTargets(c Cell) []string {
	if set, t := w.Ground.Tileset, int(w.terrainAt(c)); set != nil && t < len(set.TargetTypes) {
		return set.TargetTypes[t]
	}
	return nil
}
