// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"slices"

	"convertd/core/maps"
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

// beginResources makes the layer of resources, bare.
func (w *World) beginResources() {
	cells := w.Ground.Width * w.Ground.Height
	layer := grid.ResourceLayer{Kind: make([]uint8, cells), Density: make([]uint8, cells), Terrain: slices.Clone(w.Ground.Terrain), Stale: grid.NewStaleCells(int(cells))}
	for _, resource := range w.Rules.World.Resources {
		layer.Infos = append(layer.Infos, grid.ResourceInfo{
			Name: resource.Name, Terrain: w.Ground.TerrainIndex(resource.Terrain), Allowed: resource.Allowed,
			Max: uint8(resource.MaxDensity), Value: int32(resource.Value), MapIndex: uint8(resource.Index), Shift: uint(len(resource.Name)),
		})
	}
	w.Resources = layer
	if layer := w.Rules.World.WorldTrait("TSResourceLayer"); layer != nil && !w.Release.NeighbourDensity {
		w.Resources.Veins = w.resourceKind("Veins")
	}
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
	if w.Resources.Veins != 0 && !w.allowsBesideVeins(kind, c) {
		return false
	}
	return kind == w.Resources.Veins || w.Influence[w.Ground.Index(c)] == none
}

// steepRamp is the first ramp that slopes to a corner: the four before it slope to a
// side of the cell.
const steepRamp = 5

// allowsBesideVeins reports whether a kind of resource may lie on a cell where veins
// grow, too: not on steep ramps, and on level ground only as its neighbours allow
// (TSResourceLayer.cs, AllowResourceAt).
func (w *World) allowsBesideVeins(kind uint8, c Cell) bool {
	switch ramp := w.Ground.RampAt(c); {
	case ramp >= steepRamp:
		return false
	case ramp > 0:
		return true
	}
	for _, d := range [...]Cell{{}, {X: -1}, {X: 1}, {Y: -1}, {Y: 1}} {
		if near := c.Add(d); !w.Ground.Contains(near) || !w.bearsBeside(kind, near) {
			return false
		}
	}
	return true
}

// bearsBeside reports whether a cell may lie beside a kind of resource: others keep
// away from veins, and those need room for their border.
func (w *World) bearsBeside(kind uint8, near Cell) bool {
	veins := w.Resources.Veins
	if kind != veins {
		return w.Resources.Kind[w.Ground.Index(near)] != veins
	}
	if hole := w.Actor(w.Influence[w.Ground.Index(near)]); hole != nil && info.Contains(w.veinHoles(), hole.Type.Name) {
		return true
	}
	rule, terrain := &w.Resources.Infos[veins-1], w.terrainName(near)
	return w.Ground.RampAt(near) < steepRamp && (info.Contains(rule.Allowed, terrain) || w.Resources.Kind[w.Ground.Index(near)] == veins)
}

// veinHoles are the types of actors that veins grow from.
func (w *World) veinHoles() []string {
	layer := w.Rules.World.WorldTrait("TSResourceLayer")
	if layer == nil {
		return nil
	}
	return layer.Texts("VeinholeActors")
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

// loadResources puts the map's resources down, as dense as their neighbours or the
// map say (docs/engine/openra-world.md#ore).
func (w *World) loadResources(lies []maps.Resource) {
	for at, resource := range lies {
		c := w.Ground.CellOnMap(int32(at))
		for i := range w.Resources.Infos {
			rule := &w.Resources.Infos[i]
			if kind := uint8(i + 1); rule.MapIndex == resource.Type && w.allowsResource(kind, c) {
				w.setResource(kind, c, max(min(resource.Density, rule.Max), 1))
			}
		}
	}
	if layer := w.Rules.World.WorldTrait("ResourceLayer"); w.Release.NeighbourDensity || layer != nil && layer.Bool("RecalculateResourceDensity") {
		w.countNeighbours(w.Release.DensityWithItself)
	}
}

// countNeighbours sets how dense the resources of the beginning are: a share of the
// most for each neighbour of the same kind, and for the cell itself if it counts.
func (w *World) countNeighbours(itself bool) {
	densities := make([]uint8, len(w.Resources.Kind))
	for i, kind := range w.Resources.Kind {
		densities[i] = w.Resources.Density[i]
		if !w.Resources.IsResource(int32(i)) {
			continue
		}
		c := w.Ground.Cell(int32(i))
		near := int32(boolean8(itself))
		for _, d := range wpos.Directions {
			if n := c.Add(d); w.Ground.Contains(n) && w.Resources.Kind[w.Ground.Index(n)] == kind {
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
