// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"slices"

	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// Sight is part of play because what a player remembers of buildings is hashed
// (docs/engine/openra-releases.md#sight).

// maxSights is the most sights an actor type has; the rules need three.
const maxSights = 8

// addSight lets an actor see from where it is.
func (w *World) addSight(a *Actor) {
	a.SightCell, a.SightCenter = w.sightCell(a), a.Center
	w.measureSight(a)
	w.ApplySight(a, &a.Sight, 1)
	a.Sight.Active = true
}

func (w *World) removeSight(a *Actor) {
	if a.Sight.Active {
		w.ApplySight(a, &a.Sight, -1)
		a.Sight.Active = false
	}
}

// refreshSight lets an actor see from where it is now. What it sees from there
// is added before the rest is taken, so that cells it goes on seeing do not
// change.
func (w *World) refreshSight(a *Actor) {
	a.SightCell, a.SightCenter = w.sightCell(a), a.Center
	if !a.InWorld {
		return
	}
	before := a.Sight
	w.scratch.before = append(w.scratch.before[:0], before.Cells...)
	before.Cells = w.scratch.before
	w.measureSight(a)
	if before.Active && w.seesAlike(a, &before) {
		return
	}
	if before.Active {
		w.changeSight(a, &before, &a.Sight)
	} else {
		w.ApplySight(a, &a.Sight, 1)
	}
	a.Sight.Active = true
}

// seesAlike reports whether an actor sees from where it is what it saw before:
// most see from the middle of the cells they are in.
func (w *World) seesAlike(a *Actor, before *info.SightSource) bool {
	if a.Sight.Disabled != before.Disabled || a.Sight.Viewers != before.Viewers || !slices.Equal(a.Sight.Cells, before.Cells) {
		return false
	}
	for i := range a.Type.Sights {
		if a.Type.Sights[i].FromCenter && a.Sight.Center != before.Center {
			return false
		}
	}
	return true
}

// sightCell is the cell that lets an actor look anew when it becomes another: the one
// it is drawn over, in release-20200202 the one it comes from.
func (w *World) sightCell(a *Actor) Cell {
	if w.Release.SightByCell && a.Type.Mobile != nil {
		return a.From
	}
	return w.CellContaining(Pos{X: a.Center.X, Y: a.Center.Y - a.Center.Z, Z: 0})
}

func (w *World) sightMoved(a *Actor) {
	if !a.InWorld {
		return
	}
	step := int64(a.Type.SightStep)
	if (step <= 0 || a.Center.Sub(a.SightCenter).Squared() <= step*step) && w.sightCell(a) == a.SightCell {
		return
	}
	w.refreshSight(a)
}

// tickSight lets an actor see more or less when a condition of its sights
// changed.
func (w *World) tickSight(a *Actor) {
	if a.InWorld && w.disabledSights(a) != a.Sight.Disabled {
		w.refreshSight(a)
	}
}

// disabledSights are the sights of an actor whose conditions do not hold now.
func (w *World) disabledSights(a *Actor) uint8 {
	var disabled uint8
	for i := range a.Type.Sights {
		if i < maxSights && !w.Holds(a, a.Type.Sights[i].Requires) {
			disabled |= 1 << i
		}
	}
	return disabled
}

// sightHash is the hash of one RevealsShroud. In the releases the flag of its
// condition cancels it out (docs/engine/openra-releases.md#sight-hash), but while the sight has
// not noticed yet that the condition changed.
func (w *World) sightHash(a *Actor, index int32) int32 {
	if w.Release.ConditionalHash && (!a.InWorld || w.disabledSights(a) == a.Sight.Disabled) {
		return 0
	}
	for i := range min(len(a.Type.Sights), maxSights) {
		if a.Type.Sights[i].Covers || a.Type.Sights[i].Of != i {
			continue
		}
		if index == 0 {
			if w.Release.ConditionalHash {
				return info.Boolean(w.disabledWith(a, i)) ^ info.Boolean(w.closed(a, i))
			}
			return info.Boolean(w.disabledWith(a, i))
		}
		index--
	}
	return 0
}

// closed reports whether the condition of a sight does not hold now, whatever makes it
// reach farther.
func (w *World) closed(a *Actor, sight int) bool {
	for i := range min(len(a.Type.Sights), maxSights) {
		if a.Type.Sights[i].Of == sight && w.Holds(a, a.Type.Sights[i].Requires) {
			return false
		}
	}
	return true
}

// disabledWith reports whether a sight and all that stand for it are disabled.
func (w *World) disabledWith(a *Actor, sight int) bool {
	for i := range min(len(a.Type.Sights), maxSights) {
		if a.Type.Sights[i].Of == sight && a.Sight.Disabled>>i&1 == 0 {
			return false
		}
	}
	return true
}

func (w *World) measureSight(a *Actor) {
	a.Sight.Cells = a.Sight.Cells[:0]
	a.Sight.Center = a.Center
	a.Sight.Disabled, a.Sight.Viewers = w.disabledSights(a), w.viewersOf(a.Owner)
	w.footprintCells(a, func(c Cell, _ grid.SubCell) { a.Sight.Cells = append(a.Sight.Cells, c) })
}

// sightScratch is memory that measuring sight uses again.
type sightScratch struct {
	rows, united []grid.CellRow
	old, fresh   []grid.CellRow
	gone         []grid.CellRow
	goneEnds     []int // of each sight in gone
	before       []Cell
	runs         []info.CellRun

	marks []uint32 // by cell: the stamp of the list that last had it
	stamp uint32
}

// ApplySight adds or takes a source for everybody who shares its owner's
// sight.
func (w *World) ApplySight(a *Actor, from *info.SightSource, change int) {
	for i := range a.Type.Sights {
		w.collectRows(a, from, i)
		w.shareSight(from.Viewers, &a.Type.Sights[i], w.scratch.rows, change)
	}
}

// changeSight adds a source and then takes another: only what one of them sees
// and the other does not is counted.
func (w *World) changeSight(a *Actor, before, now *info.SightSource) {
	if before.Viewers != now.Viewers {
		w.ApplySight(a, now, 1)
		w.ApplySight(a, before, -1)
		return
	}
	gone, ends := w.scratch.gone[:0], w.scratch.goneEnds[:0]
	step, single := w.stepBetween(before, now)
	for i := range a.Type.Sights {
		info := &a.Type.Sights[i]
		disabled := i < maxSights && now.Disabled>>i&1 != 0
		if single && !disabled && info.Steps != nil && !info.Scattered(before) && !info.Scattered(now) {
			if step.hasCame {
				w.scratch.fresh = w.appendRowsBeyond(w.scratch.fresh[:0], info, step.came, before.Cells)
				w.shareSight(now.Viewers, info, w.scratch.fresh, 1)
			}
			if step.hasLeft {
				gone = w.appendRowsBeyond(gone, info, step.left, now.Cells)
			}
			ends = append(ends, len(gone))
			continue
		}
		w.collectRows(a, before, i)
		w.scratch.old = append(w.scratch.old[:0], w.scratch.rows...)
		w.collectRows(a, now, i)
		old, rows := w.scratch.old, w.scratch.rows
		if info.Scattered(before) || info.Scattered(now) {
			gone = append(gone, old...)
		} else {
			w.scratch.fresh = grid.RowsWithout(w.scratch.fresh[:0], rows, old)
			rows, gone = w.scratch.fresh, grid.RowsWithout(gone, old, rows)
		}
		w.shareSight(now.Viewers, info, rows, 1)
		ends = append(ends, len(gone))
	}
	begin := 0
	for i, end := range ends {
		w.shareSight(now.Viewers, &a.Type.Sights[i], gone[begin:end], -1)
		begin = end
	}
	w.scratch.gone, w.scratch.goneEnds = gone, ends
}

// shareSight counts rows for a sight, or a cover.
func (w *World) shareSight(viewers uint32, info *info.SightInfo, rows []grid.CellRow, change int) {
	if !info.Covers {
		w.share(viewers, rows, change)
	}
	if w.Covers > 0 {
		w.shareThrough(viewers, info, rows, change, true)
	}
}

// viewersOf are the players who share what an owner's actors see.
func (w *World) viewersOf(owner int32) uint32 { return w.Players[owner].Allies | 1<<uint(owner) }

// share counts rows for the viewers.
func (w *World) share(viewers uint32, rows []grid.CellRow, change int) {
	for i := range w.Players {
		switch {
		case viewers>>uint(i)&1 == 0:
		case change > 0:
			w.Players[i].See(rows)
		default:
			w.Players[i].LoseSight(rows)
		}
	}
}

// tickShroud settles the cells that changed and tells remembered buildings.
func (w *World) tickShroud(p *state.Player) {
	for _, at := range p.Touched {
		p.IsTouched[at] = false
		now := state.ShownShroud
		if p.Explored[at] {
			now = state.ShownFog
			switch {
			case p.IsCovered(at):
				now = state.ShownCovered
			case p.Visible[at] > 0:
				now = state.ShownVisible
			}
		}
		if p.Shown[at] != now {
			p.Shown[at] = now
			p.Resettled.Mark(at)
			w.shroudChanged(p, at)
		}
	}
	p.Touched = p.Touched[:0]
}

// sees reports whether a player sees a cell now: without fog everything that lies in
// the bounds, for nothing is shown beyond them.
func (w *World) sees(p *state.Player, c Cell) bool {
	if !w.Ground.Within(c) {
		return false
	}
	all := !w.Options.Fog || p.ShroudDisabled
	cells, n := w.Ground.Covering(c)
	for _, i := range cells[:n] {
		if !all && p.Shown[i] == state.ShownVisible || all && w.Ground.InPlane(w.Ground.Cell(i)) {
			return true
		}
	}
	return false
}

// knows reports whether a player has explored a cell, and nothing covers it for
// him.
func (w *World) knows(p *state.Player, c Cell) bool {
	if !w.Ground.Within(c) {
		return false
	}
	if p.ShroudDisabled {
		return true
	}
	cells, n := w.Ground.Covering(c)
	for _, i := range cells[:n] {
		if shown := p.Shown[i]; shown == state.ShownFog || shown == state.ShownVisible {
			return true
		}
	}
	return false
}
