// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"convertd/core/sim/openra/internal/wpos"
)

// Scattered reports whether what is seen from a source is collected cell by
// cell: the hole is one of rings around a cell, and above the map's upper edge
// that is not the cell the source is in.
func (info *SightInfo) Scattered(from *SightSource) bool {
	above := from.Center.Y < from.Center.Z
	return info.Cellwise || info.MinRange > 0 && (info.MinRange < 1024 || above) || !info.FromCenter && len(from.Cells) > 2
}

// MeasureHalves notes how far each row of what is seen from the middle of a cell
// reaches to either side, -1 if not at all, and how far the hole in it does: most
// of what is seen is seen from there.
func (info *SightInfo) MeasureHalves() {
	rings := min((info.MaxRange+1023+512)/1024, wpos.MaxRing)
	middle := wpos.Cell{X: wpos.MaxRing, Y: wpos.MaxRing}
	for dy := range rings + 1 {
		left, right, ok := RowWithin(wpos.CenterOf(middle), middle.Y+dy, info.MaxRange)
		half := min(right-middle.X, wpos.Chord(rings, dy))
		if !ok || left > right {
			half = -1
		}
		info.Halves = append(info.Halves, half)
		info.Holes = append(info.Holes, info.holeIn(middle, middle.Y+dy))
	}
	info.measureSteps()
}

// holeIn is how far the hole around the middle of a cell reaches in a row, -1 if
// there is none.
func (info *SightInfo) holeIn(middle wpos.Cell, y int32) int32 {
	if left, right, ok := RowWithin(wpos.CenterOf(middle), y, info.MinRange); info.MinRange > 0 && ok && left <= right {
		return right - middle.X
	}
	return -1
}

// RowWithin is the first and the last cell of a row whose centre is within
// reach of a position; the last may be before the first.
func RowWithin(at wpos.Pos, y, reach int32) (left, right int32, ok bool) {
	up := int64(y*1024 + 512 - at.Y)
	rest := int64(reach)*int64(reach) - up*up
	if rest < 0 {
		return 0, 0, false
	}
	flat := wpos.Isqrt(rest)
	return (at.X - flat - 512 + 1023) >> 10, (at.X + flat - 512) >> 10, true
}

// byStep reports whether what changes of a sight in a step follows from rings
// around the middles of cells.
func (info *SightInfo) byStep() bool {
	return info.Halves != nil && info.MaxRange > info.MinRange && (info.MinRange == 0 || info.MinRange >= 1024) && !info.FromCenter && !info.Cellwise
}

// measureSteps notes for each direction what is seen from the middle of a cell
// and not from that of the next one there.
func (info *SightInfo) measureSteps() {
	if !info.byStep() {
		return
	}
	info.Steps = new([len(wpos.Directions)][]CellRun)
	for i, d := range wpos.Directions {
		info.Steps[i] = info.AppendBeyond(nil, wpos.Cell{}, []wpos.Cell{d})
	}
}

// CellRun is a run of cells in a row, seen from the cell around which it is.
type CellRun struct{ Dy, Left, Right int32 }

// AppendBeyond appends the same without the bounds of the map.
func (info *SightInfo) AppendBeyond(dst []CellRun, c wpos.Cell, others []wpos.Cell) []CellRun {
	reach := int32(len(info.Halves) - 1)
	for dy := -reach; dy <= reach; dy++ {
		var mine, cuts [4]CellRun
		n := 0
		for _, other := range others {
			n += info.RunsIn(cuts[n:], c.Y+dy-other.Y, other.X-c.X)
		}
		for i := 1; i < n; i++ {
			for j := i; j > 0 && cuts[j].Left < cuts[j-1].Left; j-- {
				cuts[j], cuts[j-1] = cuts[j-1], cuts[j]
			}
		}
		for _, run := range mine[:info.RunsIn(mine[:], dy, 0)] {
			for _, cut := range cuts[:n] {
				if cut.Right < run.Left || cut.Left > run.Right {
					continue
				}
				if cut.Left > run.Left {
					dst = append(dst, CellRun{dy, run.Left, cut.Left - 1})
				}
				run.Left = cut.Right + 1
			}
			if run.Left <= run.Right {
				dst = append(dst, CellRun{dy, run.Left, run.Right})
			}
		}
	}
	return dst
}

// RunsIn fills in what is seen in a row, dy rows from a cell in the column x,
// and returns how many runs that are: two on both sides of a hole.
func (info *SightInfo) RunsIn(runs []CellRun, dy, x int32) int {
	away := wpos.Abs(dy)
	if int(away) >= len(info.Halves) || info.Halves[away] < 0 {
		return 0
	}
	half, hole := info.Halves[away], info.Holes[away]
	if hole < 0 {
		runs[0] = CellRun{dy, x - half, x + half}
		return 1
	}
	if hole >= half {
		return 0
	}
	runs[0], runs[1] = CellRun{dy, x - half, x - hole - 1}, CellRun{dy, x + hole + 1, x + half}
	return 2
}
