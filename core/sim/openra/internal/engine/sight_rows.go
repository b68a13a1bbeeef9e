// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// What is seen from a place, in rows of the map: whole runs of cells are counted at
// once.

// collectRows collects in the scratch list what one sight of an actor sees from
// a source.
func (w *World) collectRows(a *Actor, from *info.SightSource, sight int) {
	w.scratch.rows = w.scratch.rows[:0]
	info := &a.Type.Sights[sight]
	switch {
	case info.MaxRange <= info.MinRange || sight < maxSights && from.Disabled>>sight&1 != 0:
	case info.Scattered(from):
		w.cellsSeen(from, info)
	case info.FromCenter:
		w.rowsInRange(from.Center, info)
	default:
		for i, c := range from.Cells {
			first := len(w.scratch.rows)
			w.rowsInRange(w.CenterOfCell(c), info)
			if i > 0 {
				w.uniteRows(first)
			}
		}
	}
}

// rowsInRange collects the cells around a position, row by row, in the scratch
// list: those that cellsInRange finds. The range begins at the middle or not
// before the first ring.
func (w *World) rowsInRange(at Pos, rule *info.SightInfo) {
	if rule.OnGround {
		at.Z = 0
	}
	at.Y -= at.Z
	middle := w.CellContaining(at)
	rings := min((rule.MaxRange+1023+512)/1024, wpos.MaxRing)
	g := w.Ground
	if rule.Halves != nil && at == w.CenterOfCell(middle) {
		var runs [2]info.CellRun
		for y := max(middle.Y-rings, g.Top); y <= min(middle.Y+rings, g.Bottom-1); y++ {
			for _, run := range runs[:rule.RunsIn(runs[:], y-middle.Y, middle.X)] {
				w.addRow(y, max(run.Left, g.Left), min(run.Right, g.Right-1))
			}
		}
		return
	}
	for y := max(middle.Y-rings, g.Top); y <= min(middle.Y+rings, g.Bottom-1); y++ {
		left, right, ok := info.RowWithin(at, y, rule.MaxRange)
		if !ok {
			continue
		}
		half := wpos.Chord(rings, y-middle.Y)
		left, right = max(left, middle.X-half, g.Left), min(right, middle.X+half, g.Right-1)
		if rule.MinRange == 0 {
			w.addRow(y, left, right)
			continue
		}
		holeLeft, holeRight, hole := info.RowWithin(at, y, rule.MinRange)
		if !hole || holeLeft > holeRight {
			w.addRow(y, left, right)
			continue
		}
		w.addRow(y, left, min(right, holeLeft-1))
		w.addRow(y, max(left, holeRight+1), right)
	}
}

func (w *World) addRow(y, left, right int32) {
	if left <= right {
		w.scratch.rows = append(w.scratch.rows, grid.CellRow{First: y*w.Ground.Width + left, Count: right - left + 1})
	}
}

// uniteRows makes one list without overlaps of the scratch list's two parts,
// each in the order of the map.
func (w *World) uniteRows(second int) {
	rows := w.scratch.rows
	x, y := rows[:second], rows[second:]
	united := w.scratch.united[:0]
	for len(x) > 0 || len(y) > 0 {
		if len(x) == 0 || len(y) > 0 && y[0].First < x[0].First {
			x, y = y, x
		}
		row := x[0]
		x = x[1:]
		if n := len(united); n > 0 && row.First < united[n-1].First+united[n-1].Count {
			united[n-1].Count = max(united[n-1].Count, row.First+row.Count-united[n-1].First)
		} else {
			united = append(united, row)
		}
	}
	w.scratch.rows, w.scratch.united = united, rows[:0]
}

// cellsSeen collects one by one what is seen from many cells, or from a place
// with the middle and a hole around it.
func (w *World) cellsSeen(from *info.SightSource, info *info.SightInfo) {
	w.scratch.cells = w.scratch.cells[:0]
	if info.FromCenter {
		w.cellsInRange(from.Center, info)
	} else {
		for _, c := range from.Cells {
			w.cellsInRange(w.CenterOfCell(c), info)
		}
	}
	for _, c := range dedupe(w, w.scratch.cells) {
		w.scratch.rows = append(w.scratch.rows, grid.CellRow{First: w.Ground.Index(c), Count: 1})
	}
}

// cellsInRange collects the cells around a position in the scratch list.
func (w *World) cellsInRange(at Pos, info *info.SightInfo) {
	if w.Ground.Isometric && info.OnGround {
		at.Z = 0
	}
	highest := w.Raised(at).Z/wpos.LevelHeight + info.Climbs
	at.Y -= at.Z + wpos.LevelHeight*w.Ground.Level(w.CellContaining(at))
	middle := w.CellContaining(at)
	low, high := int64(info.MinRange)*int64(info.MinRange), int64(info.MaxRange)*int64(info.MaxRange)
	for _, ring := range wpos.Annulus(info.MinRange/1024, (info.MaxRange+1023+512)/1024) {
		c := middle.Add(ring.At)
		if !w.Ground.InPlane(c) || info.Climbs > 0 && w.Ground.HeightInPlane(c) >= highest {
			continue
		}
		d := w.CenterOfCell(c).Sub(at).FlatSquared()
		if d <= high && (d == 0 || d > low) {
			w.scratch.cells = append(w.scratch.cells, c)
		}
	}
}

// dedupe drops repeated cells.
func dedupe(w *World, cells []Cell) []Cell {
	s := &w.scratch.sightScratch
	if all := w.Ground.Width * w.Ground.Height; len(s.marks) < int(all) {
		s.marks, s.stamp = make([]uint32, all), 0
	}
	if s.stamp++; s.stamp == 0 { // all stamps were used
		clear(s.marks)
		s.stamp = 1
	}
	kept := cells[:0]
	for _, c := range cells {
		i := w.Ground.Index(c)
		if s.marks[i] == s.stamp {
			continue
		}
		s.marks[i] = s.stamp
		kept = append(kept, c)
	}
	return kept
}
