// SPDX-License-Identifier: GPL-3.0-or-later

package grid

// ResourceInfo is one kind of resource.
type ResourceInfo struct {
	Name     string
	Terrain  uint8
	Allowed  []string
	Max      uint8
	Value    int32
	MapIndex uint8
	Shift    uint // length of the name: the engine shifts the count by it
}

// ResourceLayer is what lies on each cell. kind is 1 + index of the resource,
// or LaidTerrain; then density is the terrain that was laid.
type ResourceLayer struct {
	Infos   []ResourceInfo
	Veins   uint8 // the kind that grows in strips around its hole and keeps others away, 0 if there is none
	Kind    []uint8
	Density []uint8
	Terrain []uint8 // of each cell, with what lies on it: one look instead of two for searches
	AtStart []uint8 // the same when the game began
	Stale   StaleCells
}

// LaidTerrain is the kind of a cell with terrain that was laid over the map's.
const LaidTerrain = 255

// IsResource reports whether a resource lies on a cell.
func (l *ResourceLayer) IsResource(i int32) bool { return l.Kind[i] != 0 && l.Kind[i] != LaidTerrain }

// TerrainOf is the terrain that what lies on a cell makes of it, NoTerrain if it
// leaves the map's.
func (l *ResourceLayer) TerrainOf(kind, density uint8) uint8 {
	switch {
	case kind == LaidTerrain:
		return density
	case kind > 0 && int(kind) <= len(l.Infos):
		return l.Infos[kind-1].Terrain
	}
	return NoTerrain
}
