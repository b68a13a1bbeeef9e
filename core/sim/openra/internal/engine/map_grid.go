// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"errors"
	"fmt"

	"convertd/core/maps"
	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// The isometric grid of Tiberian Sun. Cells run along two diagonals of the map:
// one more to the east is one more of x and one less of y. What is kept by cell
// is kept for the smallest rectangle of cells around the map; cells of it that
// lie beside the map belong to nothing.
//
// All ground counts as level. Where a map has heights, a place is as high as its
// cell only in the hash, and sight falls where the engine projects it; ramps are
// steps, for no table says which tiles are ramps.

// ErrGrid means that a map is too large for its grid. The caller plays without
// the map.
var ErrGrid = errors.New("map too large")

// CheckMap reports whether games of these rules can be played on a map: what is
// kept by cell has to have room for the rectangle around an isometric map.
func CheckMap(set *rules.Ruleset, m *maps.Map) error {
	if !set.World.Grid.Isometric {
		return nil
	}
	width, height := int64(m.Width+m.Height/2), int64(m.Width+(m.Height-1)/2)
	if width*height > maps.MaxCells {
		return fmt.Errorf("%w: its cells run over %d columns and %d rows, at most %d cells are kept", ErrGrid, width, height, maps.MaxCells)
	}
	return nil
}

// PlaceHash is the hash of a place: on high ground it has the height of its
// cell.
func (w *World) PlaceHash(p Pos) int32 {
	if w.Ground.Levels != nil {
		p.Z += wpos.LevelHeight * w.Ground.Level(w.CellContaining(p))
	}
	return p.Hash()
}

// randomCell draws a cell: the column, then the row.
func (w *World) randomCell() Cell {
	edges, _, _ := w.Ground.Edges()
	column := w.Random.Between(edges.Left, edges.Right)
	row := w.Random.Between(edges.Top, edges.Bottom)
	if w.Ground.Isometric {
		return wpos.CellAt(column, row)
	}
	return Cell{X: column, Y: row}
}
