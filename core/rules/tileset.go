// SPDX-License-Identifier: GPL-3.0-or-later

package rules

import (
	"strconv"
	"strings"
)

// NoTerrain marks a tile without a terrain type.
const NoTerrain = 255

// Tileset is the terrain of one climate.
type Tileset struct {
	ID           string
	TerrainTypes []string // index is the terrain number, sorted by name as the engine does
	// TargetTypes are what each terrain counts as for weapons that are fired at
	// the ground, by terrain number.
	TargetTypes [][]string
	templates   map[int]*Template
}

// Template is a group of tiles drawn together.
type Template struct {
	Size    [2]int
	PickAny bool
	tiles   map[int]int
	reliefs map[int]Relief // of the tiles that are not flat
	all     int            // terrain of every tile, or NoTerrain
}

// Relief is what an isometric tile adds to the height of its cell, and the number of its
// ramp, 0 where it is level.
type Relief struct{ Height, Ramp int }

// Relief returns the relief of a tile of a template.
func (t *Tileset) Relief(template, index int) Relief {
	if found := t.templates[template]; found != nil {
		return found.reliefs[index]
	}
	return Relief{}
}

// Terrain returns the terrain number of a tile of a template, NoTerrain where
// the tileset holds no such tile.
func (t *Tileset) Terrain(template, index int) int {
	found := t.templates[template]
	if found == nil {
		return NoTerrain
	}
	if found.PickAny && found.tiles == nil {
		return found.all
	}
	if terrain, ok := found.tiles[index]; ok {
		return terrain
	}
	return NoTerrain
}

// Template returns a template by number, nil if there is none.
func (t *Tileset) Template(number int) *Template { return t.templates[number] }

// Index returns the number of a terrain type, NoTerrain if there is none.
func (t *Tileset) Index(terrain string) int {
	for i, name := range t.TerrainTypes {
		if name == terrain {
			return i
		}
	}
	return NoTerrain
}

func buildTileset(id string, raw map[string]any) *Tileset {
	tileset := &Tileset{ID: id, TerrainTypes: asTexts(raw["terrain_order"]), templates: map[int]*Template{}}
	terrains := object(raw["terrain_types"])
	for _, name := range tileset.TerrainTypes {
		tileset.TargetTypes = append(tileset.TargetTypes, asTexts(object(terrains[name])["target_types"]))
	}
	templates := object(raw["templates"])
	for _, key := range sortedKeys(templates) {
		number, err := strconv.Atoi(key)
		if err != nil {
			continue
		}
		entry, _ := templates[key].([]any)
		if len(entry) != 3 {
			continue
		}
		tileset.templates[number] = buildTemplate(entry)
	}
	return tileset
}

func buildTemplate(entry []any) *Template {
	template := &Template{all: NoTerrain, tiles: map[int]int{}}
	if size := asInts(entry[0]); len(size) == 2 {
		template.Size = [2]int{size[0], size[1]}
	}
	pick, _ := entry[1].(float64)
	template.PickAny = pick != 0
	tiles := object(entry[2])
	for _, key := range sortedKeys(tiles) {
		terrain, relief, ok := tileOf(tiles[key])
		if !ok {
			continue
		}
		if index, err := strconv.Atoi(key); err == nil {
			template.set(index, terrain, relief)
		}
	}
	if terrain, relief, ok := tileOf(tiles["*"]); ok {
		ranges, _ := tiles["n"].(string)
		template.fill(ranges, terrain, relief)
	}
	return template
}

// tileOf reads a tile: its terrain alone, or with height and ramp.
func tileOf(value any) (terrain int, relief Relief, ok bool) {
	if number, flat := value.(float64); flat {
		return int(number), Relief{}, true
	}
	if list := asInts(value); len(list) == 3 {
		return list[0], Relief{Height: list[1], Ramp: list[2]}, true
	}
	return 0, Relief{}, false
}

func (t *Template) set(index, terrain int, relief Relief) {
	t.tiles[index] = terrain
	if relief != (Relief{}) {
		if t.reliefs == nil {
			t.reliefs = map[int]Relief{}
		}
		t.reliefs[index] = relief
	}
}

// fill sets the tiles of a text like "0,2-5" to one terrain and relief.
func (t *Template) fill(ranges string, terrain int, relief Relief) {
	for _, part := range strings.Split(ranges, ",") {
		low, high, isRange := strings.Cut(part, "-")
		first, err := strconv.Atoi(low)
		if err != nil {
			continue
		}
		last := first
		if isRange {
			if last, err = strconv.Atoi(high); err != nil {
				continue
			}
		}
		for i := first; i <= last; i++ {
			t.set(i, terrain, relief)
		}
	}
}
