// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/info"
)

// Gap generators cover ground for everybody else: what was explored there is
// dark again for all who do not see it from near. Every sight of a type that
// needs that says so by half: an outer ring does not see through, an inner one
// does (RevealGeneratedShroud).

// coverEnters begins to count who sees through covers when the first actor that
// covers ground comes into the world; until then nobody needs to know.
func (w *World) coverEnters() {
	if w.Covers++; w.Covers > 1 {
		return
	}
	w.CountThrough()
}

// CountThrough counts anew what is seen through covers.
func (w *World) CountThrough() {
	for i := range w.Players {
		p := &w.Players[i]
		if len(p.Through) == 0 {
			p.Through, p.Covered = make([]uint16, len(p.Visible)), make([]uint16, len(p.Visible))
		}
		clear(p.Through)
		clear(p.Covered)
	}
	for _, a := range w.Actors {
		if a == nil || !a.Sight.Active {
			continue
		}
		for i := range a.Type.Sights {
			w.collectRows(a, &a.Sight, i)
			w.shareThrough(a.Sight.Viewers, &a.Type.Sights[i], w.scratch.rows, 1, false)
		}
	}
}

// shareThrough counts rows: those of a sight that sees through
// covers for its viewers, those of a cover against all others. Where that changes
// what is seen, the cells are to be settled, if asked for.
func (w *World) shareThrough(viewers uint32, info *info.SightInfo, rows []grid.CellRow, change int, settle bool) {
	if info.NeedsGenerated {
		return
	}
	for i := range w.Players {
		p := &w.Players[i]
		counts, others := p.Through, p.Covered
		if info.Covers {
			counts, others = p.Covered, p.Through
		}
		if (viewers>>uint(i)&1 == 1) == info.Covers || len(counts) == 0 {
			continue
		}
		for _, row := range rows {
			for at := row.First; at < row.First+row.Count; at++ {
				was := counts[at]
				counts[at] += uint16(change)
				if settle && (was == 0) != (counts[at] == 0) && (info.Covers || others[at] > 0) {
					p.Touch(at)
				}
			}
		}
	}
}

// coverHash is the hash of one CreatesShroud in the fork; in the releases the
// flag of the condition cancels it out, as it does for sight.
func (w *World) coverHash(a *Actor) int32 {
	for i := range a.Type.Sights {
		if a.Type.Sights[i].Covers && !w.Release.ConditionalHash && i < maxSights {
			return int32(a.Sight.Disabled >> i & 1)
		}
	}
	return 0
}
