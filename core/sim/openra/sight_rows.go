// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/sim/openra/internal/wpos"

// What is seen from a place, in rows of the map: whole runs of cells are counted at
// once.

// cellRow is a run of cells in a row of the map.
type cellRow struct{ first, count int32 }

// rowsWithout appends the parts of rows that are in none of the others. Both are
// in the order of the map, without overlaps.
func rowsWithout(dst, rows, others []cellRow) []cellRow {
	for _, row := range rows {
		first, end := row.first, row.first+row.count
		for len(others) > 0 && others[0].first+others[0].count <= first {
			others = others[1:]
		}
		for _, other := range others {
			if other.first >= end {
				break
			}
			if other.first > first {
				dst = append(dst, cellRow{first: first, count: other.first - first})
			}
			first = max(first, other.first+other.count)
		}
		if first < end {
			dst = append(dst, cellRow{first: first, count: end - first})
		}
	}
	return dst
}

// scattered reports whether what is seen from a source is collected cell by
// cell: the hole is one of rings around a cell, and above the map's upper edge
// that is not the cell the source is in.
func (info *sightInfo) scattered(from *sightSource) bool {
	above := from.center.Y < from.center.Z
	return info.cellwise || info.minRange > 0 && (info.minRange < 1024 || above) || !info.fromCenter && len(from.cells) > 2
}

// collectRows collects in the scratch list what one sight of an actor sees from
// a source.
func (w *World) collectRows(a *Actor, from *sightSource, sight int) {
	w.scratch.rows = w.scratch.rows[:0]
	info := &a.typ.sights[sight]
	switch {
	case info.maxRange <= info.minRange || sight < maxSights && from.disabled>>sight&1 != 0:
	case info.scattered(from):
		w.cellsSeen(from, info)
	case info.fromCenter:
		w.rowsInRange(from.center, info)
	default:
		for i, c := range from.cells {
			first := len(w.scratch.rows)
			w.rowsInRange(w.centerOfCell(c), info)
			if i > 0 {
				w.uniteRows(first)
			}
		}
	}
}

// rowsInRange collects the cells around a position, row by row, in the scratch
// list: those that cellsInRange finds. The range begins at the middle or not
// before the first ring.
func (w *World) rowsInRange(at Pos, info *sightInfo) {
	if info.onGround {
		at.Z = 0
	}
	at.Y -= at.Z
	middle := w.cellContaining(at)
	rings := min((info.maxRange+1023+512)/1024, wpos.MaxRing)
	g := w.ground
	if info.halves != nil && at == w.centerOfCell(middle) {
		var runs [2]cellRun
		for y := max(middle.Y-rings, g.top); y <= min(middle.Y+rings, g.bottom-1); y++ {
			for _, run := range runs[:info.runsIn(runs[:], y-middle.Y, middle.X)] {
				w.addRow(y, max(run.left, g.left), min(run.right, g.right-1))
			}
		}
		return
	}
	for y := max(middle.Y-rings, g.top); y <= min(middle.Y+rings, g.bottom-1); y++ {
		left, right, ok := rowWithin(at, y, info.maxRange)
		if !ok {
			continue
		}
		half := wpos.Chord(rings, y-middle.Y)
		left, right = max(left, middle.X-half, g.left), min(right, middle.X+half, g.right-1)
		if info.minRange == 0 {
			w.addRow(y, left, right)
			continue
		}
		holeLeft, holeRight, hole := rowWithin(at, y, info.minRange)
		if !hole || holeLeft > holeRight {
			w.addRow(y, left, right)
			continue
		}
		w.addRow(y, left, min(right, holeLeft-1))
		w.addRow(y, max(left, holeRight+1), right)
	}
}

// measureHalves notes how far each row of what is seen from the middle of a cell
// reaches to either side, -1 if not at all, and how far the hole in it does: most
// of what is seen is seen from there.
func (info *sightInfo) measureHalves() {
	rings := min((info.maxRange+1023+512)/1024, wpos.MaxRing)
	middle := Cell{X: wpos.MaxRing, Y: wpos.MaxRing}
	for dy := range rings + 1 {
		left, right, ok := rowWithin(wpos.CenterOf(middle), middle.Y+dy, info.maxRange)
		half := min(right-middle.X, wpos.Chord(rings, dy))
		if !ok || left > right {
			half = -1
		}
		info.halves = append(info.halves, half)
		info.holes = append(info.holes, info.holeIn(middle, middle.Y+dy))
	}
	info.measureSteps()
}

// holeIn is how far the hole around the middle of a cell reaches in a row, -1 if
// there is none.
func (info *sightInfo) holeIn(middle Cell, y int32) int32 {
	if left, right, ok := rowWithin(wpos.CenterOf(middle), y, info.minRange); info.minRange > 0 && ok && left <= right {
		return right - middle.X
	}
	return -1
}

// rowWithin is the first and the last cell of a row whose centre is within
// reach of a position; the last may be before the first.
func rowWithin(at Pos, y, reach int32) (left, right int32, ok bool) {
	up := int64(y*1024 + 512 - at.Y)
	rest := int64(reach)*int64(reach) - up*up
	if rest < 0 {
		return 0, 0, false
	}
	flat := wpos.Isqrt(rest)
	return (at.X - flat - 512 + 1023) >> 10, (at.X + flat - 512) >> 10, true
}

func (w *World) addRow(y, left, right int32) {
	if left <= right {
		w.scratch.rows = append(w.scratch.rows, cellRow{first: y*w.ground.width + left, count: right - left + 1})
	}
}

// uniteRows makes one list without overlaps of the scratch list's two parts,
// each in the order of the map.
func (w *World) uniteRows(second int) {
	rows := w.scratch.rows
	x, y := rows[:second], rows[second:]
	united := w.scratch.united[:0]
	for len(x) > 0 || len(y) > 0 {
		if len(x) == 0 || len(y) > 0 && y[0].first < x[0].first {
			x, y = y, x
		}
		row := x[0]
		x = x[1:]
		if n := len(united); n > 0 && row.first < united[n-1].first+united[n-1].count {
			united[n-1].count = max(united[n-1].count, row.first+row.count-united[n-1].first)
		} else {
			united = append(united, row)
		}
	}
	w.scratch.rows, w.scratch.united = united, rows[:0]
}

// cellsSeen collects one by one what is seen from many cells, or from a place
// with the middle and a hole around it.
func (w *World) cellsSeen(from *sightSource, info *sightInfo) {
	w.scratch.cells = w.scratch.cells[:0]
	if info.fromCenter {
		w.cellsInRange(from.center, info)
	} else {
		for _, c := range from.cells {
			w.cellsInRange(w.centerOfCell(c), info)
		}
	}
	for _, c := range dedupe(w, w.scratch.cells) {
		w.scratch.rows = append(w.scratch.rows, cellRow{first: w.ground.index(c), count: 1})
	}
}

// cellsInRange collects the cells around a position in the scratch list.
func (w *World) cellsInRange(at Pos, info *sightInfo) {
	if w.ground.isometric && info.onGround {
		at.Z = 0
	}
	at.Y -= at.Z + wpos.LevelHeight*w.ground.level(w.cellContaining(at))
	middle := w.cellContaining(at)
	low, high := int64(info.minRange)*int64(info.minRange), int64(info.maxRange)*int64(info.maxRange)
	for _, ring := range wpos.Annulus(info.minRange/1024, (info.maxRange+1023+512)/1024) {
		c := middle.Add(ring.At)
		if !w.ground.inPlane(c) {
			continue
		}
		d := w.centerOfCell(c).Sub(at).FlatSquared()
		if d <= high && (d == 0 || d > low) {
			w.scratch.cells = append(w.scratch.cells, c)
		}
	}
}

// dedupe drops repeated cells; a search layer serves as the set.
func dedupe(w *World, cells []Cell) []Cell {
	marks := &w.scratch.layers[0]
	marks.begin(w.ground.width * w.ground.height)
	kept := cells[:0]
	for _, c := range cells {
		i := w.ground.index(c)
		if marks.status(i) == nodeClosed {
			continue
		}
		marks.mark(i, nodeClosed)
		kept = append(kept, c)
	}
	return kept
}
