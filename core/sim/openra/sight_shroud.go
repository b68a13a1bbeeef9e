// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"slices"

	"convertd/core/sim/openra/internal/info"
)

// Sight is part of play because what a player remembers of buildings is hashed
// (docs/engine/openra-releases.md#sight).

// shown values of a cell.
const (
	shownShroud uint8 = iota
	shownFog
	shownVisible
	shownCovered // explored, but covered by a gap generator
)

// maxSights is the most sights an actor type has; the rules need three.
const maxSights = 8

// addSight lets an actor see from where it is.
func (w *World) addSight(a *Actor) {
	a.sightCell, a.sightCenter = w.projectedCell(a.center), a.center
	w.measureSight(a)
	w.applySight(a, &a.sight, 1)
	a.sight.Active = true
}

func (w *World) removeSight(a *Actor) {
	if a.sight.Active {
		w.applySight(a, &a.sight, -1)
		a.sight.Active = false
	}
}

// refreshSight lets an actor see from where it is now. What it sees from there
// is added before the rest is taken, so that cells it goes on seeing do not
// change.
func (w *World) refreshSight(a *Actor) {
	a.sightCell, a.sightCenter = w.projectedCell(a.center), a.center
	if !a.inWorld {
		return
	}
	before := a.sight
	w.scratch.before = append(w.scratch.before[:0], before.Cells...)
	before.Cells = w.scratch.before
	w.measureSight(a)
	if before.Active && w.seesAlike(a, &before) {
		return
	}
	if before.Active {
		w.changeSight(a, &before, &a.sight)
	} else {
		w.applySight(a, &a.sight, 1)
	}
	a.sight.Active = true
}

// seesAlike reports whether an actor sees from where it is what it saw before:
// most see from the middle of the cells they are in.
func (w *World) seesAlike(a *Actor, before *info.SightSource) bool {
	if a.sight.Disabled != before.Disabled || a.sight.Viewers != before.Viewers || !slices.Equal(a.sight.Cells, before.Cells) {
		return false
	}
	for i := range a.typ.Sights {
		if a.typ.Sights[i].FromCenter && a.sight.Center != before.Center {
			return false
		}
	}
	return true
}

// projectedCell is the cell a position is drawn over.
func (w *World) projectedCell(at Pos) Cell {
	return w.cellContaining(Pos{X: at.X, Y: at.Y - at.Z, Z: 0})
}

func (w *World) sightMoved(a *Actor) {
	if !a.inWorld {
		return
	}
	step := int64(a.typ.SightStep)
	if (step <= 0 || a.center.Sub(a.sightCenter).Squared() <= step*step) && w.projectedCell(a.center) == a.sightCell {
		return
	}
	w.refreshSight(a)
}

// tickSight lets an actor see more or less when a condition of its sights
// changed.
func (w *World) tickSight(a *Actor) {
	if a.inWorld && w.disabledSights(a) != a.sight.Disabled {
		w.refreshSight(a)
	}
}

// disabledSights are the sights of an actor whose conditions do not hold now.
func (w *World) disabledSights(a *Actor) uint8 {
	var disabled uint8
	for i := range a.typ.Sights {
		if i < maxSights && !w.holds(a, a.typ.Sights[i].Requires) {
			disabled |= 1 << i
		}
	}
	return disabled
}

// sightHash is the hash of one RevealsShroud. In the releases the flag of its
// condition cancels it out (docs/engine/openra-releases.md#sight-hash), but while the sight has
// not noticed yet that the condition changed.
func (w *World) sightHash(a *Actor, index int32) int32 {
	if w.behaviour.ConditionalHash && (!a.inWorld || w.disabledSights(a) == a.sight.Disabled) {
		return 0
	}
	for i := range min(len(a.typ.Sights), maxSights) {
		if a.typ.Sights[i].Covers || a.typ.Sights[i].Of != i {
			continue
		}
		if index == 0 {
			if w.behaviour.ConditionalHash {
				return info.Boolean(w.disabledWith(a, i)) ^ info.Boolean(!w.holds(a, a.typ.Sights[i].Requires))
			}
			return info.Boolean(w.disabledWith(a, i))
		}
		index--
	}
	return 0
}

// disabledWith reports whether a sight and all that stand for it are disabled.
func (w *World) disabledWith(a *Actor, sight int) bool {
	for i := range min(len(a.typ.Sights), maxSights) {
		if a.typ.Sights[i].Of == sight && a.sight.Disabled>>i&1 == 0 {
			return false
		}
	}
	return true
}

func (w *World) measureSight(a *Actor) {
	a.sight.Cells = a.sight.Cells[:0]
	a.sight.Center = a.center
	a.sight.Disabled, a.sight.Viewers = w.disabledSights(a), w.viewersOf(a.owner)
	w.footprintCells(a, func(c Cell, _ subCell) { a.sight.Cells = append(a.sight.Cells, c) })
}

// sightScratch is memory that measuring sight uses again.
type sightScratch struct {
	rows, united []cellRow
	old, fresh   []cellRow
	gone         []cellRow
	goneEnds     []int // of each sight in gone
	before       []Cell
	runs         []info.CellRun

	marks []uint32 // by cell: the stamp of the list that last had it
	stamp uint32
}

// applySight adds or takes a source for everybody who shares its owner's
// sight.
func (w *World) applySight(a *Actor, from *info.SightSource, change int) {
	for i := range a.typ.Sights {
		w.collectRows(a, from, i)
		w.shareSight(from.Viewers, &a.typ.Sights[i], w.scratch.rows, change)
	}
}

// changeSight adds a source and then takes another: only what one of them sees
// and the other does not is counted.
func (w *World) changeSight(a *Actor, before, now *info.SightSource) {
	if before.Viewers != now.Viewers {
		w.applySight(a, now, 1)
		w.applySight(a, before, -1)
		return
	}
	gone, ends := w.scratch.gone[:0], w.scratch.goneEnds[:0]
	step, single := w.stepBetween(before, now)
	for i := range a.typ.Sights {
		info := &a.typ.Sights[i]
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
			w.scratch.fresh = rowsWithout(w.scratch.fresh[:0], rows, old)
			rows, gone = w.scratch.fresh, rowsWithout(gone, old, rows)
		}
		w.shareSight(now.Viewers, info, rows, 1)
		ends = append(ends, len(gone))
	}
	begin := 0
	for i, end := range ends {
		w.shareSight(now.Viewers, &a.typ.Sights[i], gone[begin:end], -1)
		begin = end
	}
	w.scratch.gone, w.scratch.goneEnds = gone, ends
}

// shareSight counts rows for a sight, or a cover.
func (w *World) shareSight(viewers uint32, info *info.SightInfo, rows []cellRow, change int) {
	if !info.Covers {
		w.share(viewers, rows, change)
	}
	if w.covers > 0 {
		w.shareThrough(viewers, info, rows, change, true)
	}
}

// viewersOf are the players who share what an owner's actors see.
func (w *World) viewersOf(owner int32) uint32 { return w.players[owner].allies | 1<<uint(owner) }

// share counts rows for the viewers.
func (w *World) share(viewers uint32, rows []cellRow, change int) {
	for i := range w.players {
		switch {
		case viewers>>uint(i)&1 == 0:
		case change > 0:
			w.players[i].see(rows)
		default:
			w.players[i].loseSight(rows)
		}
	}
}

// see counts one more who sees the cells of rows. A cell is to be settled when it is
// the first one.
func (p *player) see(rows []cellRow) {
	for _, row := range rows {
		visible := p.visible[row.first : row.first+row.count]
		for i := range visible {
			if visible[i]++; visible[i] == 1 {
				at := row.first + int32(i)
				p.explored[at] = true
				p.touch(at)
			}
		}
	}
}

// loseSight counts one less. A cell is to be settled when nobody is left.
func (p *player) loseSight(rows []cellRow) {
	for _, row := range rows {
		visible := p.visible[row.first : row.first+row.count]
		for i := range visible {
			if visible[i]--; visible[i] == 0 {
				p.touch(row.first + int32(i))
			}
		}
	}
}

func (p *player) touch(at int32) {
	if !p.isTouched[at] {
		p.isTouched[at] = true
		p.touched = append(p.touched, at)
	}
}

// tickShroud settles the cells that changed and tells remembered buildings.
func (w *World) tickShroud(p *player) {
	for _, at := range p.touched {
		p.isTouched[at] = false
		now := shownShroud
		if p.explored[at] {
			now = shownFog
			switch {
			case p.isCovered(at):
				now = shownCovered
			case p.visible[at] > 0:
				now = shownVisible
			}
		}
		if p.shown[at] != now {
			p.shown[at] = now
			p.resettled.mark(at)
			w.shroudChanged(p, at)
		}
	}
	p.touched = p.touched[:0]
}

// sees reports whether a player sees a cell now.
func (w *World) sees(p *player, c Cell) bool {
	if !w.ground.within(c) {
		return false
	}
	return !w.options.fog || p.shroudDisabled || p.shown[w.ground.seenAt(c)] == shownVisible
}

// knows reports whether a player has explored a cell, and nothing covers it for
// him.
func (w *World) knows(p *player, c Cell) bool {
	if !w.ground.within(c) {
		return false
	}
	shown := p.shown[w.ground.seenAt(c)]
	return p.shroudDisabled || shown == shownFog || shown == shownVisible
}
