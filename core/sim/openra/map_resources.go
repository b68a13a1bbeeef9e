// SPDX-License-Identifier: GPL-3.0-or-later

package openra

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
	if i := w.ground.Index(c); len(w.resources.AtStart) > 0 {
		w.resources.AtStart[i] = terrain
	}
}

func (w *World) newResourceLayer() grid.ResourceLayer {
	cells := w.ground.Width * w.ground.Height
	layer := grid.ResourceLayer{Kind: make([]uint8, cells), Density: make([]uint8, cells), Terrain: slices.Clone(w.ground.Terrain), Stale: grid.NewStaleCells(int(cells))}
	for _, resource := range w.set.World.Resources {
		layer.Infos = append(layer.Infos, grid.ResourceInfo{
			Name: resource.Name, Terrain: w.ground.TerrainIndex(resource.Terrain), Allowed: resource.Allowed,
			Max: uint8(resource.MaxDensity), Value: int32(resource.Value), MapIndex: uint8(resource.Index), Shift: uint(len(resource.Name)),
		})
	}
	return layer
}

func (w *World) resourceKind(name string) uint8 {
	for i := range w.resources.Infos {
		if w.resources.Infos[i].Name == name {
			return uint8(i + 1)
		}
	}
	return 0
}

// allowsResource reports whether a kind of resource may lie on a cell: inside
// the bounds, on its terrain and not under a building that bears none.
func (w *World) allowsResource(kind uint8, c Cell) bool {
	if !w.ground.Contains(c) {
		return false
	}
	rule := &w.resources.Infos[kind-1]
	if !info.Contains(rule.Allowed, w.terrainName(c)) {
		return false
	}
	return w.influence[w.ground.Index(c)] == none
}

func (w *World) setResource(kind uint8, c Cell, density uint8) {
	i := w.ground.Index(c)
	w.resources.Kind[i], w.resources.Density[i] = kind, density
	w.resources.Stale.Mark(i)
	if before := w.resources.Terrain[i]; before != w.terrainWith(i, kind, density) {
		w.resources.Terrain[i] = w.terrainWith(i, kind, density)
		w.paths.TerrainChanged(c, before)
	}
}

// terrainWith is the terrain of a cell on which something lies.
func (w *World) terrainWith(cell int32, kind, density uint8) uint8 {
	if terrain := w.resources.TerrainOf(kind, density); terrain != grid.NoTerrain {
		return terrain
	}
	return w.ground.Terrain[cell]
}

// addResource raises the density of a cell. A bare cell begins at one, so that
// one more makes it two (docs/engine/openra-releases.md#seeding-2026): since 20230225, in
// whose source a new cell has a density of one at least; until 20210321 it has none.
func (w *World) addResource(kind uint8, c Cell, amount uint8) {
	i := w.ground.Index(c)
	density := w.resources.Density[i]
	if w.resources.Kind[i] == 0 {
		density = boolean8(!w.behaviour.TwoSided)
	}
	w.setResource(kind, c, min(density+amount, w.resources.Infos[kind-1].Max))
}

// takeResource removes one from a cell and reports whether there was one.
func (w *World) takeResource(c Cell) (kind uint8, ok bool) {
	i := w.ground.Index(c)
	kind = w.resources.Kind[i]
	if !w.resources.IsResource(i) {
		return 0, false
	}
	// Until 20210321 a cell is bare only when nothing of density 0 was taken.
	last := 1 - boolean8(w.behaviour.TwoSided)
	if w.resources.Density[i] > last {
		w.resources.Density[i]--
		w.resources.Stale.Mark(i)
	} else {
		w.setResource(0, c, 0)
	}
	return kind, true
}

// canAddResource is the seeding test: room of the same kind, or a bare cell
// that allows it.
func (w *World) canAddResource(kind uint8, c Cell) bool {
	if !w.ground.Contains(c) {
		return false
	}
	i := w.ground.Index(c)
	switch w.resources.Kind[i] {
	case 0:
		return w.allowsResource(kind, c)
	case kind:
		return w.resources.Density[i] < w.resources.Infos[kind-1].Max
	}
	return false
}

// loadResources puts the map's resources down and sets their density from
// their neighbours (docs/engine/openra-world.md#ore).
func (w *World) loadResources(types []uint8, nine bool) {
	g := w.ground
	for at, lies := range types {
		c := g.CellOnMap(int32(at))
		for i := range w.resources.Infos {
			if kind := uint8(i + 1); w.resources.Infos[i].MapIndex == lies && w.allowsResource(kind, c) {
				w.setResource(kind, c, 1)
			}
		}
	}
	densities := make([]uint8, len(w.resources.Kind))
	for i, kind := range w.resources.Kind {
		densities[i] = w.resources.Density[i]
		if !w.resources.IsResource(int32(i)) {
			continue
		}
		c := g.Cell(int32(i))
		near := int32(0)
		if nine {
			near++
		}
		for _, d := range wpos.Directions {
			if n := c.Add(d); g.Contains(n) && w.resources.Kind[g.Index(n)] == kind {
				near++
			}
		}
		densities[i] = uint8(max(int32(w.resources.Infos[kind-1].Max)*near/9, 1))
	}
	copy(w.resources.Density, densities)
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
			d.X = w.random.Between(-1, 2)
			d.Y = w.random.Between(-1, 2)
		}
		c = c.Add(d)
		if !w.ground.Contains(c) {
			return
		}
		i := w.ground.Index(c)
		if w.resources.Kind[i] == kind && w.resources.Density[i] >= w.resources.Infos[kind-1].Max {
			continue
		}
		if w.canAddResource(kind, c) {
			w.addResource(kind, c, 1)
		}
		return
	}
}
