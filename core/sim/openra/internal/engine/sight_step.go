// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"slices"

	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// Most of what changes in sight changes because somebody went from one cell to
// the next, and sees from the middle of both: what is new, and what is lost, is
// the edge of one circle that sticks out of another. To find it from the two
// circles took two thirds of the time that sight took, which was a twentieth of
// playing a long game.

// cellStep is a step in sight: the cell that is seen from now and was not, the
// one that is not any more, if there are.
type cellStep struct {
	came, left       Cell
	hasCame, hasLeft bool
}

// stepBetween finds the step between two sources. ok is false if it is more
// than one.
func (w *World) stepBetween(before, now *info.SightSource) (step cellStep, ok bool) {
	if w.Ground.Isometric || before.Disabled != now.Disabled || len(before.Cells) > 2 || len(now.Cells) > 2 {
		return step, false
	}
	if step.came, step.hasCame, ok = w.only(now.Cells, before.Cells); !ok {
		return step, false
	}
	step.left, step.hasLeft, ok = w.only(before.Cells, now.Cells)
	return step, ok
}

// only finds the one of some cells that is not among others. ok is false if
// there are several, or one outside the map.
func (w *World) only(cells, others []Cell) (one Cell, found, ok bool) {
	for _, c := range cells {
		if slices.Contains(others, c) {
			continue
		}
		if found || !w.Ground.Within(c) {
			return one, found, false
		}
		one, found = c, true
	}
	return one, found, true
}

// appendRowsBeyond appends what is seen from the middle of a cell and from that
// of none of at most two others, in the order of the map.
func (w *World) appendRowsBeyond(dst []grid.CellRow, rule *info.SightInfo, c Cell, others []Cell) []grid.CellRow {
	next := -1
	if len(others) == 1 {
		next = slices.Index(wpos.Directions[:], others[0].Sub(c))
	}
	var runs []info.CellRun
	if next >= 0 {
		runs = rule.Steps[next]
	} else {
		runs = rule.AppendBeyond(w.scratch.runs[:0], c, others)
		w.scratch.runs = runs
	}
	g := w.Ground
	for _, run := range runs {
		y := c.Y + run.Dy
		left, right := max(c.X+run.Left, g.Left), min(c.X+run.Right, g.Right-1)
		if y >= g.Top && y < g.Bottom && left <= right {
			dst = append(dst, grid.CellRow{First: y*g.Width + left, Count: right - left + 1})
		}
	}
	return dst
}
