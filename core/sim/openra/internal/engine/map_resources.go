// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"slices"

	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// layTerrain covers a cell with another terrain for good: for whoever looks how it
// was when the game began, too.
func (w *World) layTerrain(c Cell, terrain uint8) {
	w.setResource(grid.LaidTerrain, c, terrain)
	if i := w.Ground.Index(c); len(w.Resources.AtStart) > 0 {
		w.Resources.AtStart[i] = terrain
	}
}

func (w *World) newResourceLayer() grid.ResourceLayer {
	cells := w.Ground.Width * w.Ground.Height
	layer := grid.ResourceLayer{Kind: make([]uint8, cells), Density: make([]uint8, cells), Terrain: slices.Clone(w.Ground.Terrain), Stale: grid.NewStaleCells(int(cells))}
	for _, resource := range w.Rules.World.Resources {
		layer.Infos = append(layer.Infos, grid.ResourceInfo{
			Name: resource.Name, Terrain: w.Ground.TerrainIndex(resource.Terrain), Allowed: resource.Allowed,
			Max: uint8(resource.MaxDensity), Value: int32(resource.Value), MapIndex: uint8(resource.Index), Shift: uint(len(resource.Name)),
		})
	}
	return layer
}

func (w *World) resourceKind(name string) uint8 {
	for i := range w.Resources.Infos {
		if w.Resources.Infos[i].Name == name {
			return uint8(i + 1)
		}
	}
	return 0
}

// allowsResource reports whether a kind of resource may lie on a cell: inside
// the bounds, on its terrain and not under a building that bears none.
func (w *World) allowsResource(kind uint8, c Cell) bool {
	if !w.Ground.Contains(c) {
		return false
	}
	rule := &w.Resources.Infos[kind-1]
	if !info.Contains(rule.Allowed, w.terrainName(c)) {
		return false
	}
	return w.Influence[w.Ground.Index(c)] == none
}

func (w *World) setResource(kind uint8, c Cell, density uint8) {
	i := w.Ground.Index(c)
	w.Resources.Kind[i], w.Resources.Density[i] = kind, density
	w.Resources.Stale.Mark(i)
	if before := w.Resources.Terrain[i]; before != w.TerrainWith(i, kind, density) {
		w.Resources.Terrain[i] = w.TerrainWith(i, kind, density)
		w.Paths.TerrainChanged(c, before)
	}
}

// TerrainWith is the terrain of a cell on which something lies.
func (w *World) TerrainWith(cell int32, kind, density uint8) uint8 {
	if terrain := w.Resources.TerrainOf(kind, density); terrain != grid.NoTerrain {
		return terrain
	}
	return w.Ground.Terrain[cell]
}

// addResource raises the density of a cell. A bare cell begins at one, so that
// one more makes it two (docs/engine/openra-releases.md#seeding-2026): since 20230225, in
// whose source a new cell has a density of one at least; until 20210321 it has none.
func (w *World) addResource(kind uint8, c Cell, amount uint8) {
	i := w.Ground.Index(c)
	density := w.Resources.Density[i]
	if w.Resources.Kind[i] == 0 {
		density = boolean8(!w.Release.TwoSided)
	}
	w.setResource(kind, c, min(density+amount, w.Resources.Infos[kind-1].Max))
}

// takeResource removes one from a cell and reports whether there was one.
func (w *World) takeResource(c Cell) (kind uint8, ok bool) {
	i := w.Ground.Index(c)
	kind = w.Resources.Kind[i]
	if !w.Resources.IsResource(i) {
		return 0, false
	}
	// Until 20210321 a cell is bare only when nothing of density 0 was taken.
	last := 1 - boolean8(w.Release.TwoSided)
	if w.Resources.Density[i] > last {
		w.Resources.Density[i]--
		w.Resources.Stale.Mark(i)
	} else {
		w.setResource(0, c, 0)
	}
	return kind, true
}

// canAddResource is the seeding test: room of the same kind, or a bare cell
// that allows it.
func (w *World) canAddResource(kind uint8, c Cell) bool {
	if !w.Ground.Contains(c) {
		return false
	}
	i := w.Ground.Index(c)
	switch w.Resources.Kind[i] {
	case 0:
		return w.allowsResource(kind, c)
	case kind:
		return w.Resources.Density[i] < w.Resources.Infos[kind-1].Max
	}
	return false
}

// loadResources puts the map's resources down and sets their density from
// their neighbours (docs/engine/openra-world.md#ore).
func (w *World) loadResources(types []uint8, nine bool) {
	g := w.Ground
	for at, lies := range types {
		c := g.CellOnMap(int32(at))
		for i := range w.Resources.Infos {
			if kind := uint8(i + 1); w.Resources.Infos[i].MapIndex == lies && w.allowsResource(kind, c) {
				w.setResource(kind, c, 1)
			}
		}
	}
	densities := make([]uint8, len(w.Resources.Kind))
	for i, kind := range w.Resources.Kind {
		densities[i] = w.Resources.Density[i]
		if !w.Resources.IsResource(int32(i)) {
			continue
		}
		c := g.Cell(int32(i))
		near := int32(0)
		if nine {
			near++
		}
		for _, d := range wpos.Directions {
			if n := c.Add(d); g.Contains(n) && w.Resources.Kind[g.Index(n)] == kind {
				near++
			}
		}
		densities[i] = uint8(max(int32(w.Resources.Infos[kind-1].Max)*near/9, 1))
	}
	copy(w.Resources.Density, densities)
}

// seedRange is how many steps SeedsResource walks at most.
const (
	seedRange = 100
)

// seedResource lets a mine grow ore: a random walk from the mine to the first
// cell that is not full of its kind (docs/engine/openra-world.md#seeding).
func (w *World) seedResource(a *Actor) {
	a.SeedTicks--
	if a.SeedTicks > 0 {
		return
	}
	a.SeedTicks = a.Type.SeedInterval
	w.seedOnce(a)
}

func (w *World) seedOnce(a *Actor) {
	kind := w.resourceKind("Ore")
	if trait, ok := a.Type.Rules.Trait("SeedsResource"); ok && trait.Text("ResourceType") != "" {
		kind = w.resourceKind(trait.Text("ResourceType"))
	}
	if kind == 0 {
		return
	}
	c := a.Cell
	for range seedRange {
		d := Cell{}
		for d == (Cell{}) {
			d.X = w.Random.Between(-1, 2)
			d.Y = w.Random.Between(-1, 2)
		}
		c = c.Add(d)
		if !w.Ground.Contains(c) {
			if w.Release.SeedsOutside {
				continue
			}
			return
		}
		i := w.Ground.Index(c)
		if w.Resources.Kind[i] == kind && w.Resources.Density[i] >= w.Resources.Infos[kind-1].Max {
			continue
		}
		if w.canAddResource(kind, c) {
			w.addResource(kind, c, 1)
		}
		return
	}
}
