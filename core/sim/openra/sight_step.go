// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"slices"

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
func (w *World) stepBetween(before, now *sightSource) (step cellStep, ok bool) {
	if w.ground.isometric || before.disabled != now.disabled || len(before.cells) > 2 || len(now.cells) > 2 {
		return step, false
	}
	if step.came, step.hasCame, ok = w.only(now.cells, before.cells); !ok {
		return step, false
	}
	step.left, step.hasLeft, ok = w.only(before.cells, now.cells)
	return step, ok
}

// only finds the one of some cells that is not among others. ok is false if
// there are several, or one outside the map.
func (w *World) only(cells, others []Cell) (one Cell, found, ok bool) {
	for _, c := range cells {
		if slices.Contains(others, c) {
			continue
		}
		if found || !w.ground.within(c) {
			return one, found, false
		}
		one, found = c, true
	}
	return one, found, true
}

// byStep reports whether what changes of a sight in a step follows from rings
// around the middles of cells.
func (info *sightInfo) byStep() bool {
	return info.halves != nil && info.maxRange > info.minRange && (info.minRange == 0 || info.minRange >= 1024) && !info.fromCenter && !info.cellwise
}

// measureSteps notes for each direction what is seen from the middle of a cell
// and not from that of the next one there.
func (info *sightInfo) measureSteps() {
	if !info.byStep() {
		return
	}
	info.steps = new([len(wpos.Directions)][]cellRun)
	for i, d := range wpos.Directions {
		info.steps[i] = info.appendBeyond(nil, Cell{}, []Cell{d})
	}
}

// cellRun is a run of cells in a row, seen from the cell around which it is.
type cellRun struct{ dy, left, right int32 }

// appendRowsBeyond appends what is seen from the middle of a cell and from that
// of none of at most two others, in the order of the map.
func (w *World) appendRowsBeyond(dst []cellRow, info *sightInfo, c Cell, others []Cell) []cellRow {
	next := -1
	if len(others) == 1 {
		next = slices.Index(wpos.Directions[:], others[0].Sub(c))
	}
	var runs []cellRun
	if next >= 0 {
		runs = info.steps[next]
	} else {
		runs = info.appendBeyond(w.scratch.runs[:0], c, others)
		w.scratch.runs = runs
	}
	g := w.ground
	for _, run := range runs {
		y := c.Y + run.dy
		left, right := max(c.X+run.left, g.left), min(c.X+run.right, g.right-1)
		if y >= g.top && y < g.bottom && left <= right {
			dst = append(dst, cellRow{first: y*g.width + left, count: right - left + 1})
		}
	}
	return dst
}

// appendBeyond appends the same without the bounds of the map.
func (info *sightInfo) appendBeyond(dst []cellRun, c Cell, others []Cell) []cellRun {
	reach := int32(len(info.halves) - 1)
	for dy := -reach; dy <= reach; dy++ {
		var mine, cuts [4]cellRun
		n := 0
		for _, other := range others {
			n += info.runsIn(cuts[n:], c.Y+dy-other.Y, other.X-c.X)
		}
		for i := 1; i < n; i++ {
			for j := i; j > 0 && cuts[j].left < cuts[j-1].left; j-- {
				cuts[j], cuts[j-1] = cuts[j-1], cuts[j]
			}
		}
		for _, run := range mine[:info.runsIn(mine[:], dy, 0)] {
			for _, cut := range cuts[:n] {
				if cut.right < run.left || cut.left > run.right {
					continue
				}
				if cut.left > run.left {
					dst = append(dst, cellRun{dy, run.left, cut.left - 1})
				}
				run.left = cut.right + 1
			}
			if run.left <= run.right {
				dst = append(dst, cellRun{dy, run.left, run.right})
			}
		}
	}
	return dst
}

// runsIn fills in what is seen in a row, dy rows from a cell in the column x,
// and returns how many runs that are: two on both sides of a hole.
func (info *sightInfo) runsIn(runs []cellRun, dy, x int32) int {
	away := wpos.Abs(dy)
	if int(away) >= len(info.halves) || info.halves[away] < 0 {
		return 0
	}
	half, hole := info.halves[away], info.holes[away]
	if hole < 0 {
		runs[0] = cellRun{dy, x - half, x + half}
		return 1
	}
	if hole >= half {
		return 0
	}
	runs[0], runs[1] = cellRun{dy, x - half, x - hole - 1}, cellRun{dy, x + hole + 1, x + half}
	return 2
}
