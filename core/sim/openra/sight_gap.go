// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/sim/openra/internal/info"

// Gap generators cover ground for everybody else: what was explored there is
// dark again for all who do not see it from near. Every sight of a type that
// needs that says so by half: an outer ring does not see through, an inner one
// does (RevealGeneratedShroud).

// coverEnters begins to count who sees through covers when the first actor that
// covers ground comes into the world; until then nobody needs to know.
func (w *World) coverEnters() {
	if w.covers++; w.covers > 1 {
		return
	}
	w.countThrough()
}

// countThrough counts anew what is seen through covers.
func (w *World) countThrough() {
	for i := range w.players {
		p := &w.players[i]
		if len(p.through) == 0 {
			p.through, p.covered = make([]uint16, len(p.visible)), make([]uint16, len(p.visible))
		}
		clear(p.through)
		clear(p.covered)
	}
	for _, a := range w.actors {
		if a == nil || !a.sight.Active {
			continue
		}
		for i := range a.typ.Sights {
			w.collectRows(a, &a.sight, i)
			w.shareThrough(a.sight.Viewers, &a.typ.Sights[i], w.scratch.rows, 1, false)
		}
	}
}

// shareThrough counts rows: those of a sight that sees through
// covers for its viewers, those of a cover against all others. Where that changes
// what is seen, the cells are to be settled, if asked for.
func (w *World) shareThrough(viewers uint32, info *info.SightInfo, rows []cellRow, change int, settle bool) {
	if info.NeedsGenerated {
		return
	}
	for i := range w.players {
		p := &w.players[i]
		counts, others := p.through, p.covered
		if info.Covers {
			counts, others = p.covered, p.through
		}
		if (viewers>>uint(i)&1 == 1) == info.Covers || len(counts) == 0 {
			continue
		}
		for _, row := range rows {
			for at := row.first; at < row.first+row.count; at++ {
				was := counts[at]
				counts[at] += uint16(change)
				if settle && (was == 0) != (counts[at] == 0) && (info.Covers || others[at] > 0) {
					p.touch(at)
				}
			}
		}
	}
}

// isCovered reports whether a cell is dark for a player whatever he explored.
func (p *player) isCovered(at int32) bool {
	return len(p.covered) > 0 && p.covered[at] > 0 && p.through[at] == 0
}

// coverHash is the hash of one CreatesShroud in the fork; in the releases the
// flag of the condition cancels it out, as it does for sight.
func (w *World) coverHash(a *Actor) int32 {
	for i := range a.typ.Sights {
		if a.typ.Sights[i].Covers && !w.behaviour.ConditionalHash && i < maxSights {
			return int32(a.sight.Disabled >> i & 1)
		}
	}
	return 0
}
