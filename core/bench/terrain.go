// SPDX-License-Identifier: GPL-3.0-or-later

package bench

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"convertd/core/maps"
	"convertd/core/order"
	"convertd/core/rules"
	"convertd/core/sim"
	"convertd/core/sim/plausible"
)

// Terrain is a real map as games of the bench are played on it: its size, where
// nothing can be built, and where players begin. It never changes.
type Terrain struct {
	UID           string
	Title         string
	width, height int32
	blocked       []bool
	starts        []order.CellPos
}

// What a map is read for.
const (
	startActor = "mpspawn" // marks a place where a player may begin
	// startSpace is how many cells around a start must be open: room for what a
	// carrier deploys into.
	startSpace = 1
	// leastStarts is how many players a game has at least.
	leastStarts = 2
)

// Errors of ReadTerrain. The caller leaves such a map out.
var (
	// ErrNoTerrain: the rules of the map's game are not known, or not its tileset.
	ErrNoTerrain = errors.New("the map's terrain is not known")
	// ErrFewStarts: fewer than two players could begin on the map.
	ErrFewStarts = errors.New("the map has fewer than two usable starts")
)

// ReadTerrain reads a map archive of OpenRA. Damage is a *maps.FormatError.
func ReadTerrain(archive []byte) (*Terrain, error) {
	m, err := maps.Read(archive)
	if err != nil {
		return nil, err
	}
	set, err := rules.Load(m.Mod, "")
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoTerrain, err)
	}
	tileset := set.Tileset(m.Tileset)
	if tileset == nil {
		return nil, fmt.Errorf("%w: no tileset %q", ErrNoTerrain, m.Tileset)
	}
	t := &Terrain{UID: m.UID, Title: m.Title, width: int32(m.Width), height: int32(m.Height), blocked: make([]bool, len(m.Tiles))}
	buildable := groundToBuildOn(set)
	for i, tile := range m.Tiles {
		terrain := tileset.Terrain(int(tile.Template), int(tile.Index))
		t.blocked[i] = terrain >= len(tileset.TerrainTypes) || !buildable[tileset.TerrainTypes[terrain]] ||
			m.Resources[i].Type != 0 || !m.Bounds.Contains(i%m.Width, i/m.Width)
	}
	t.standing(set, m.Actors)
	t.findStarts(m.Actors)
	if len(t.starts) < leastStarts {
		return nil, fmt.Errorf("%w: %d", ErrFewStarts, len(t.starts))
	}
	return t, nil
}

// groundToBuildOn collects the terrain that structures of a game that players
// can build may stand on, on land.
func groundToBuildOn(set *rules.Ruleset) map[string]bool {
	names := make(map[string]bool)
	for _, actor := range set.Actors {
		building, ok := actor.Trait("Building")
		if !ok || len(actor.Facts.Queues) == 0 {
			continue
		}
		for _, name := range building.Texts("TerrainTypes") {
			names[name] = name != "Water"
		}
	}
	return names
}

// standing closes the cells of what the map itself puts down: trees, mines,
// walls.
func (t *Terrain) standing(set *rules.Ruleset, actors []maps.Actor) {
	for i := range actors {
		a := &actors[i]
		if a.Type == startActor {
			continue
		}
		width, height := 1, 1
		if kind := set.Actor(a.Type); kind != nil {
			if building, ok := kind.Trait("Building"); ok {
				if size := building.Ints("Dimensions"); len(size) == 2 {
					width, height = max(1, size[0]), max(1, size[1])
				}
			}
		}
		for y := a.Y; y < a.Y+height; y++ {
			for x := a.X; x < a.X+width; x++ {
				if x >= 0 && y >= 0 && x < int(t.width) && y < int(t.height) {
					t.blocked[y*int(t.width)+x] = true
				}
			}
		}
	}
}

// findStarts lists the starts with room for a base, in the order of their cells.
func (t *Terrain) findStarts(actors []maps.Actor) {
	for i := range actors {
		at := order.CellPos{X: int32(actors[i].X), Y: int32(actors[i].Y)}
		if actors[i].Type == startActor && t.open(at, startSpace) {
			t.starts = append(t.starts, at)
		}
	}
	slices.SortFunc(t.starts, func(a, b order.CellPos) int { return cmp.Or(cmp.Compare(a.Y, b.Y), cmp.Compare(a.X, b.X)) })
	t.starts = slices.Compact(t.starts)
}

// open reports whether all cells so far around one are on the map and free.
func (t *Terrain) open(at order.CellPos, around int32) bool {
	for y := at.Y - around; y <= at.Y+around; y++ {
		for x := at.X - around; x <= at.X+around; x++ {
			if x < 0 || y < 0 || x >= t.width || y >= t.height || t.blocked[y*t.width+x] {
				return false
			}
		}
	}
	return true
}

// setup puts players on the map, each on another start; no more than it has.
func (t *Terrain) setup(seed uint64, players int) plausible.Setup {
	var random sim.Random
	random.Seed(seed)
	starts := slices.Clone(t.starts)
	for i := len(starts) - 1; i > 0; i-- {
		k := random.Below(i + 1)
		starts[i], starts[k] = starts[k], starts[i]
	}
	s := plausible.Setup{Width: t.width, Height: t.height, Blocked: t.blocked}
	settle(&s, starts[:players])
	return s
}
