// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"slices"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// maxResources is how many kinds of resource a game may have.
const maxResources = 4

// resourceInfo is one kind of resource.
type resourceInfo struct {
	name     string
	terrain  uint8
	allowed  []string
	max      uint8
	value    int32
	mapIndex uint8
	shift    uint // length of the name: the engine shifts the count by it
}

// resourceLayer is what lies on each cell. kind is 1 + index of the resource,
// or laidTerrain; then density is the terrain that was laid.
type resourceLayer struct {
	infos   []resourceInfo
	kind    []uint8
	density []uint8
	terrain []uint8 // of each cell, with what lies on it: one look instead of two for searches
	atStart []uint8 // the same when the game began
	stale   staleCells
}

// laidTerrain is the kind of a cell with terrain that was laid over the map's.
const laidTerrain = 255

// isResource reports whether a resource lies on a cell.
func (l *resourceLayer) isResource(i int32) bool { return l.kind[i] != 0 && l.kind[i] != laidTerrain }

// terrainOf is the terrain that what lies on a cell makes of it, noTerrain if it
// leaves the map's.
func (l *resourceLayer) terrainOf(kind, density uint8) uint8 {
	switch {
	case kind == laidTerrain:
		return density
	case kind > 0 && int(kind) <= len(l.infos):
		return l.infos[kind-1].terrain
	}
	return noTerrain
}

// layTerrain covers a cell with another terrain for good: for whoever looks how it
// was when the game began, too.
func (w *World) layTerrain(c Cell, terrain uint8) {
	w.setResource(laidTerrain, c, terrain)
	if i := w.ground.index(c); len(w.resources.atStart) > 0 {
		w.resources.atStart[i] = terrain
	}
}

func (w *World) newResourceLayer() resourceLayer {
	cells := w.ground.width * w.ground.height
	layer := resourceLayer{kind: make([]uint8, cells), density: make([]uint8, cells), terrain: slices.Clone(w.ground.terrain), stale: newStaleCells(int(cells))}
	for _, resource := range w.set.World.Resources {
		layer.infos = append(layer.infos, resourceInfo{
			name: resource.Name, terrain: w.ground.terrainIndex(resource.Terrain), allowed: resource.Allowed,
			max: uint8(resource.MaxDensity), value: int32(resource.Value), mapIndex: uint8(resource.Index), shift: uint(len(resource.Name)),
		})
	}
	return layer
}

func (w *World) resourceKind(name string) uint8 {
	for i := range w.resources.infos {
		if w.resources.infos[i].name == name {
			return uint8(i + 1)
		}
	}
	return 0
}

// allowsResource reports whether a kind of resource may lie on a cell: inside
// the bounds, on its terrain and not under a building that bears none.
func (w *World) allowsResource(kind uint8, c Cell) bool {
	if !w.ground.contains(c) {
		return false
	}
	rule := &w.resources.infos[kind-1]
	if !info.Contains(rule.allowed, w.terrainName(c)) {
		return false
	}
	return w.influence[w.ground.index(c)] == none
}

func (w *World) setResource(kind uint8, c Cell, density uint8) {
	i := w.ground.index(c)
	w.resources.kind[i], w.resources.density[i] = kind, density
	w.resources.stale.mark(i)
	if before := w.resources.terrain[i]; before != w.terrainWith(i, kind, density) {
		w.resources.terrain[i] = w.terrainWith(i, kind, density)
		w.paths.terrainChanged(c, before)
	}
}

// terrainWith is the terrain of a cell on which something lies.
func (w *World) terrainWith(cell int32, kind, density uint8) uint8 {
	if terrain := w.resources.terrainOf(kind, density); terrain != noTerrain {
		return terrain
	}
	return w.ground.terrain[cell]
}

// addResource raises the density of a cell. A bare cell begins at one, so that
// one more makes it two (docs/engine/openra-releases.md#seeding-2026): since 20230225, in
// whose source a new cell has a density of one at least; until 20210321 it has none.
func (w *World) addResource(kind uint8, c Cell, amount uint8) {
	i := w.ground.index(c)
	density := w.resources.density[i]
	if w.resources.kind[i] == 0 {
		density = boolean8(!w.behaviour.TwoSided)
	}
	w.setResource(kind, c, min(density+amount, w.resources.infos[kind-1].max))
}

// takeResource removes one from a cell and reports whether there was one.
func (w *World) takeResource(c Cell) (kind uint8, ok bool) {
	i := w.ground.index(c)
	kind = w.resources.kind[i]
	if !w.resources.isResource(i) {
		return 0, false
	}
	// Until 20210321 a cell is bare only when nothing of density 0 was taken.
	last := 1 - boolean8(w.behaviour.TwoSided)
	if w.resources.density[i] > last {
		w.resources.density[i]--
		w.resources.stale.mark(i)
	} else {
		w.setResource(0, c, 0)
	}
	return kind, true
}

// canAddResource is the seeding test: room of the same kind, or a bare cell
// that allows it.
func (w *World) canAddResource(kind uint8, c Cell) bool {
	if !w.ground.contains(c) {
		return false
	}
	i := w.ground.index(c)
	switch w.resources.kind[i] {
	case 0:
		return w.allowsResource(kind, c)
	case kind:
		return w.resources.density[i] < w.resources.infos[kind-1].max
	}
	return false
}

// loadResources puts the map's resources down and sets their density from
// their neighbours (docs/engine/openra-world.md#ore).
func (w *World) loadResources(types []uint8, nine bool) {
	g := w.ground
	for at, lies := range types {
		c := g.cellOnMap(int32(at))
		for i := range w.resources.infos {
			if kind := uint8(i + 1); w.resources.infos[i].mapIndex == lies && w.allowsResource(kind, c) {
				w.setResource(kind, c, 1)
			}
		}
	}
	densities := make([]uint8, len(w.resources.kind))
	for i, kind := range w.resources.kind {
		densities[i] = w.resources.density[i]
		if !w.resources.isResource(int32(i)) {
			continue
		}
		c := g.cell(int32(i))
		near := int32(0)
		if nine {
			near++
		}
		for _, d := range wpos.Directions {
			if n := c.Add(d); g.contains(n) && w.resources.kind[g.index(n)] == kind {
				near++
			}
		}
		densities[i] = uint8(max(int32(w.resources.infos[kind-1].max)*near/9, 1))
	}
	copy(w.resources.density, densities)
}

// seedRange is how many steps SeedsResource walks at most.
const (
	seedRange = 100
)

// seedResource lets a mine grow ore: a random walk from the mine to the first
// cell that is not full of its kind (docs/engine/openra-world.md#seeding).
func (w *World) seedResource(a *Actor) {
	a.seedTicks--
	if a.seedTicks > 0 {
		return
	}
	a.seedTicks = a.typ.SeedInterval
	w.seedOnce(a)
}

func (w *World) seedOnce(a *Actor) {
	kind := w.resourceKind("Ore")
	if trait, ok := a.typ.Rules.Trait("SeedsResource"); ok && trait.Text("ResourceType") != "" {
		kind = w.resourceKind(trait.Text("ResourceType"))
	}
	if kind == 0 {
		return
	}
	c := a.cell
	for range seedRange {
		d := Cell{}
		for d == (Cell{}) {
			d.X = w.random.between(-1, 2)
			d.Y = w.random.between(-1, 2)
		}
		c = c.Add(d)
		if !w.ground.contains(c) {
			return
		}
		i := w.ground.index(c)
		if w.resources.kind[i] == kind && w.resources.density[i] >= w.resources.infos[kind-1].max {
			continue
		}
		if w.canAddResource(kind, c) {
			w.addResource(kind, c, 1)
		}
		return
	}
}
