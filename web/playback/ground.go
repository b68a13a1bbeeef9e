// SPDX-License-Identifier: GPL-3.0-or-later

package playback

import (
	"strings"

	"convertd/core/rules"
	simstate "convertd/core/snapshot"
	"convertd/printable"
)

// terrainClasses say what a terrain of a game is, by how its name begins.
var terrainClasses = []struct{ begins, class string }{
	{"clear", "clear"},
	{"road", "road"},
	{"rough", "rough"},
	{"rock", "rock"},
	{"cliff", "cliff"},
	{"water", "water"},
	{"beach", "beach"},
	{"river", "river"},
	{"tree", "tree"},
	{"wall", "wall"},
	{"bridge", "bridge"},
	{"ore", "ore"},
	{"gems", "gems"},
	{"tiberium", "ore"},
	{"bluetiberium", "gems"},
	{"sand", "sand"},
	{"dune", "dune"},
	{"spicesand", "sand"},
	{"spice", "spice"},
	{"concrete", "road"},
	{"transition", "rough"},
	{"rail", "road"},
	{"dirtroad", "road"},
	{"pavement", "road"},
	{"impassable", "cliff"},
	{"subterranean", "clear"},
	{"vein", "rough"},
	{"swamp", "rough"},
	{"green", "clear"},
	{"ice", "water"},
	{"swater", "water"},
}

// terrainClass is the class of a terrain, "unknown" where its name says nothing.
func terrainClass(name string) string {
	name = strings.ToLower(name)
	for _, one := range terrainClasses {
		if strings.HasPrefix(name, one.begins) {
			return one.class
		}
	}
	return "unknown"
}

// terrain is the terrain of each cell: an index into the names. Without a map it is
// unknown everywhere.
func (s *scene) terrain() (names []string, cells []uint8) {
	cells = make([]uint8, s.width*s.height)
	var set *rules.Tileset
	if s.field != nil && s.kinds.ruleset != nil {
		set = s.kinds.ruleset.Tileset(s.field.Tileset)
	}
	if set == nil {
		return []string{"unknown"}, cells
	}
	unknown := uint8(len(set.TerrainTypes))
	for i, tile := range s.field.Tiles {
		if i >= len(cells) {
			break
		}
		cells[i] = unknown
		if n := set.Terrain(int(tile.Template), int(tile.Index)); n < len(set.TerrainTypes) {
			cells[i] = uint8(n)
		}
	}
	return append(append(names, set.TerrainTypes...), "unknown"), cells
}

// terrainType is an entry of convertd.map.
type terrainType struct {
	Name  string `json:"name"`
	Class string `json:"class"`
}

type mapMessage struct {
	T             string        `json:"t"`
	Width         int           `json:"width"`
	Height        int           `json:"height"`
	TileSize      int           `json:"tileSize"`
	Bounds        [4]int        `json:"bounds"`
	Known         bool          `json:"known"`
	Title         string        `json:"title,omitempty"`
	Author        string        `json:"author,omitempty"`
	TerrainTypes  []terrainType `json:"terrainTypes"`
	Terrain       []int         `json:"terrain"`
	ResourceTypes []string      `json:"resourceTypes"`
	Scenery       [][3]int32    `json:"scenery"`
}

// mapMessage is the map for our own viewer.
func (r *room) mapMessage() mapMessage {
	s, view := r.scene, r.view()
	m := mapMessage{
		T: "convertd.map", Width: s.width, Height: s.height, TileSize: pixelsPerCell, Bounds: [4]int{0, 0, s.width, s.height},
		TerrainTypes: []terrainType{}, ResourceTypes: []string{}, Scenery: [][3]int32{},
	}
	if s.field != nil {
		b := s.field.Bounds
		m.Known, m.Title, m.Author = true, printable.Text(s.field.Title), printable.Text(s.field.Author)
		m.Bounds = [4]int{b.Left, b.Top, b.Right, b.Bottom}
	}
	names, cells := s.terrain()
	for _, name := range names {
		m.TerrainTypes = append(m.TerrainTypes, terrainType{name, terrainClass(name)})
	}
	m.Terrain = runs(cells)
	if shows := view.Observable(); shows != nil {
		if _, _, names := shows.Resources(); names != nil {
			m.ResourceTypes = names
		}
	}
	for e := range view.Entities() {
		k := s.kinds.kind(view, e.Kind)
		if e.HasPosition && (e.Flags&simstate.FlagScenery != 0 || k.Role == roleScenery) && e.Flags&simstate.FlagInWorld != 0 {
			m.Scenery = append(m.Scenery, [3]int32{int32(e.Kind), pixels(e.Position.X), pixels(e.Position.Y)})
		}
	}
	return m
}

// runs shortens cells to pairs of value and length.
func runs(cells []uint8) []int {
	list := []int{}
	for at := 0; at < len(cells); {
		end := at
		for end < len(cells) && cells[end] == cells[at] {
			end++
		}
		list = append(list, int(cells[at]), end-at)
		at = end
	}
	return list
}

type resourcesMessage struct {
	T     string `json:"t"`
	Tick  uint32 `json:"tick"`
	Cells []int  `json:"cells"`
}

// resourcesMessage says what lies where; ok is false where nobody knows.
func (r *room) resourcesMessage() (m resourcesMessage, ok bool) {
	shows := r.view().Observable()
	if shows == nil {
		return m, false
	}
	kinds, amounts, names := shows.Resources()
	if kinds == nil || amounts == nil {
		return m, false
	}
	m = resourcesMessage{T: "convertd.resources", Tick: uint32(r.stage.Tick()), Cells: []int{}}
	what, much := kinds.Data(), amounts.Data()
	value := func(at int) (kind, amount int) {
		if int(what[at]) > len(names) || what[at] == 0 {
			return 0, 0
		}
		return int(what[at]), int(much[at])
	}
	for at := 0; at < len(what) && at < len(much); {
		kind, amount := value(at)
		end := at + 1
		for end < len(what) && end < len(much) {
			if k, a := value(end); k != kind || a != amount {
				break
			}
			end++
		}
		m.Cells = append(m.Cells, kind, amount, end-at)
		at = end
	}
	return m, true
}
