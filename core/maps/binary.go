// SPDX-License-Identifier: GPL-3.0-or-later

package maps

import "encoding/binary"

// Layout of map.bin: a format byte, width and height as u16, then in format 2
// three offsets (tiles, heights, resources); columns one after the other.
const (
	formatPlain    = 1
	formatOffsets  = 2
	headerPlain    = 5
	headerOffsets  = 17
	bytesPerTile   = 3
	bytesPerOre    = 2
	pickAnyTile    = 255
	pickAnyColumns = 4
)

func (m *Map) readBinary(data []byte) error {
	if len(data) < headerPlain {
		return &FormatError{File: "map.bin", Offset: len(data), Message: "shorter than its header"}
	}
	width, height := int(binary.LittleEndian.Uint16(data[1:])), int(binary.LittleEndian.Uint16(data[3:]))
	if width != m.Width || height != m.Height {
		return &FormatError{File: "map.bin", Offset: 1, Message: "size differs from MapSize"}
	}
	cells := width * height
	var tiles, heights, ore int
	switch data[0] {
	case formatPlain:
		tiles, ore = headerPlain, headerPlain+bytesPerTile*cells
	case formatOffsets:
		if len(data) < headerOffsets {
			return &FormatError{File: "map.bin", Offset: len(data), Message: "shorter than its header"}
		}
		tiles = int(binary.LittleEndian.Uint32(data[5:]))
		heights = int(binary.LittleEndian.Uint32(data[9:]))
		ore = int(binary.LittleEndian.Uint32(data[13:]))
	default:
		return &FormatError{File: "map.bin", Message: "unknown format"}
	}
	if tiles > 0 {
		section, err := part(data, tiles, bytesPerTile*cells)
		if err != nil {
			return err
		}
		m.Tiles = readTiles(section, width, height)
	} else {
		m.Tiles = make([]Tile, cells)
	}
	m.Resources = make([]Resource, cells)
	if ore > 0 {
		section, err := part(data, ore, bytesPerOre*cells)
		if err != nil {
			return err
		}
		for x := range width {
			for y := range height {
				at := bytesPerOre * (x*height + y)
				m.Resources[y*width+x] = Resource{Type: section[at], Density: section[at+1]}
			}
		}
	}
	if heights > 0 {
		section, err := part(data, heights, cells)
		if err != nil {
			return err
		}
		m.Heights = make([]uint8, cells)
		for x := range width {
			for y := range height {
				m.Heights[y*width+x] = section[x*height+y]
			}
		}
	}
	return nil
}

func readTiles(section []byte, width, height int) []Tile {
	tiles := make([]Tile, width*height)
	for x := range width {
		for y := range height {
			at := bytesPerTile * (x*height + y)
			tile := Tile{Template: binary.LittleEndian.Uint16(section[at:]), Index: section[at+2]}
			if tile.Index == pickAnyTile {
				tile.Index = uint8(x%pickAnyColumns + y%pickAnyColumns*pickAnyColumns)
			}
			tiles[y*width+x] = tile
		}
	}
	return tiles
}

// part returns length bytes from offset, or says that they are not there.
func part(data []byte, offset, length int) ([]byte, error) {
	if offset < headerPlain || offset > len(data) || length > len(data)-offset {
		return nil, &FormatError{File: "map.bin", Offset: len(data), Message: "a section reaches past the end"}
	}
	return data[offset : offset+length], nil
}
