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
// Units move as on level ground. Where a map has heights and ramps, a place is as high as
// the ground below it only in the hash, and sight falls where the engine projects it.

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

// heightAt is how high a place on the ground is. Until 20200503 ramps are steps.
func (w *World) heightAt(p Pos) int32 {
	c := w.CellContaining(p)
	h := wpos.LevelHeight * w.Ground.Level(c)
	if !w.Release.LevelRamps {
		d := p.Sub(w.CenterOfCell(c))
		h += w.Ground.RampHeight(c, d.X, d.Y)
	}
	return h
}

// Raised is a place with the height of the ground below it.
func (w *World) Raised(p Pos) Pos {
	if w.Ground.Levels != nil || w.Ground.Ramps != nil {
		p.Z += w.heightAt(p)
	}
	return p
}

// PlaceHash is the hash of a place, which has the height of the ground below it.
func (w *World) PlaceHash(p Pos) int32 { return w.Raised(p).Hash() }

// maxCellDraws is how often a place is drawn that no cell covers.
const maxCellDraws = 1000

// randomCell draws a cell: the column, then the row, on the isometric grid those of a
// place in the plane of sight, and which of the cells that cover it, where there are more
// (Map.ChooseRandomCell).
func (w *World) randomCell() Cell {
	edges, _, _ := w.Ground.Edges()
	for range maxCellDraws {
		at := Cell{X: w.Random.Between(edges.Left, edges.Right), Y: w.Random.Between(edges.Top, edges.Bottom)}
		if !w.Ground.Isometric {
			return at
		}
		if cells := w.Ground.CoveredBy(at, nil); len(cells) > 0 {
			return cells[w.Random.Below(int32(len(cells)))]
		}
	}
	return w.Ground.CellInPlane(Cell{X: edges.Left, Y: edges.Top})
}
