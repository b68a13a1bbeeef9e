// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"slices"

	"convertd/core/sim/openra/internal/wpos"
)

// Sight is part of play because what a player remembers of buildings is hashed
// (openra-world-releases.md §C).

// shown values of a cell.
const (
	shownShroud uint8 = iota
	shownFog
	shownVisible
	shownCovered // explored, but covered by a gap generator
)

// sightSource is the part of the map an actor sees from.
type sightSource struct {
	cells []Cell // occupied cells when it was last measured
	sightFigures
}

// sightFigures is what of a source can be compared at once.
type sightFigures struct {
	center Pos
	active bool
	// disabled has a bit for each of the type's sights whose condition did not
	// hold when it was last looked at (RevealsShroud.CachedTraitDisabled).
	disabled uint8
	// viewers has a bit for each player who shares this sight, or whom a cover
	// does not hide from: the allies of its owner when it was measured.
	viewers uint32
}

// maxSights is the most sights an actor type has; the rules need three.
const maxSights = 8

// addSight lets an actor see from where it is.
func (w *World) addSight(a *Actor) {
	a.sightCell, a.sightCenter = w.projectedCell(a.center), a.center
	w.measureSight(a)
	w.applySight(a, &a.sight, 1)
	a.sight.active = true
}

func (w *World) removeSight(a *Actor) {
	if a.sight.active {
		w.applySight(a, &a.sight, -1)
		a.sight.active = false
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
	w.scratch.before = append(w.scratch.before[:0], before.cells...)
	before.cells = w.scratch.before
	w.measureSight(a)
	if before.active && w.seesAlike(a, &before) {
		return
	}
	if before.active {
		w.changeSight(a, &before, &a.sight)
	} else {
		w.applySight(a, &a.sight, 1)
	}
	a.sight.active = true
}

// seesAlike reports whether an actor sees from where it is what it saw before:
// most see from the middle of the cells they are in.
func (w *World) seesAlike(a *Actor, before *sightSource) bool {
	if a.sight.disabled != before.disabled || a.sight.viewers != before.viewers || !slices.Equal(a.sight.cells, before.cells) {
		return false
	}
	for i := range a.typ.sights {
		if a.typ.sights[i].fromCenter && a.sight.center != before.center {
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
	step := int64(a.typ.sightStep)
	if (step <= 0 || a.center.Sub(a.sightCenter).Squared() <= step*step) && w.projectedCell(a.center) == a.sightCell {
		return
	}
	w.refreshSight(a)
}

// tickSight lets an actor see more or less when a condition of its sights
// changed.
func (w *World) tickSight(a *Actor) {
	if a.inWorld && w.disabledSights(a) != a.sight.disabled {
		w.refreshSight(a)
	}
}

// disabledSights are the sights of an actor whose conditions do not hold now.
func (w *World) disabledSights(a *Actor) uint8 {
	var disabled uint8
	for i := range a.typ.sights {
		if i < maxSights && !w.holds(a, a.typ.sights[i].requires) {
			disabled |= 1 << i
		}
	}
	return disabled
}

// sightHash is the hash of one RevealsShroud in the fork. In the releases the
// flag of the condition cancels it out (openra-world-releases.md §B.7).
func (w *World) sightHash(a *Actor, index int32) int32 {
	if w.behaviour.conditionalHash {
		return 0
	}
	for i := range min(len(a.typ.sights), maxSights) {
		if a.typ.sights[i].covers || a.typ.sights[i].of != i {
			continue
		}
		if index == 0 {
			return boolean(w.disabledWith(a, i))
		}
		index--
	}
	return 0
}

// disabledWith reports whether a sight and all that stand for it are disabled.
func (w *World) disabledWith(a *Actor, sight int) bool {
	for i := range min(len(a.typ.sights), maxSights) {
		if a.typ.sights[i].of == sight && a.sight.disabled>>i&1 == 0 {
			return false
		}
	}
	return true
}

// multiplySights gives a type whose sight reaches farther under a condition a
// second one for it (RevealsShroudMultiplier).
func (t *actorType) multiplySights() {
	for i := range t.sights {
		t.sights[i].of = i
	}
	for _, m := range t.modifiers.sight {
		for i := range t.sights {
			if t.sights[i].covers || len(m.requires) == 0 {
				continue
			}
			far := t.sights[i]
			far.maxRange = wpos.Percent(far.maxRange, m.percent)
			far.requires = far.requires.and(m.requires)
			far.halves, far.holes, far.steps = nil, nil, nil
			far.measureHalves()
			t.sights[i].requires = t.sights[i].requires.and(m.requires.not())
			t.sights = append(t.sights, far)
			t.changingSight, t.ranksSee = t.changingSight || !m.rank, t.ranksSee || m.rank
		}
	}
}

func (w *World) measureSight(a *Actor) {
	a.sight.cells = a.sight.cells[:0]
	a.sight.center = a.center
	a.sight.disabled, a.sight.viewers = w.disabledSights(a), w.viewersOf(a.owner)
	w.footprintCells(a, func(c Cell, _ subCell) { a.sight.cells = append(a.sight.cells, c) })
}

// sightScratch is memory that measuring sight uses again.
type sightScratch struct {
	rows, united []cellRow
	old, fresh   []cellRow
	gone         []cellRow
	goneEnds     []int // of each sight in gone
	before       []Cell
	runs         []cellRun
}

// applySight adds or takes a source for everybody who shares its owner's
// sight.
func (w *World) applySight(a *Actor, from *sightSource, change int) {
	for i := range a.typ.sights {
		w.collectRows(a, from, i)
		w.shareSight(from.viewers, &a.typ.sights[i], w.scratch.rows, change)
	}
}

// changeSight adds a source and then takes another: only what one of them sees
// and the other does not is counted.
func (w *World) changeSight(a *Actor, before, now *sightSource) {
	if before.viewers != now.viewers {
		w.applySight(a, now, 1)
		w.applySight(a, before, -1)
		return
	}
	gone, ends := w.scratch.gone[:0], w.scratch.goneEnds[:0]
	step, single := w.stepBetween(before, now)
	for i := range a.typ.sights {
		info := &a.typ.sights[i]
		disabled := i < maxSights && now.disabled>>i&1 != 0
		if single && !disabled && info.steps != nil && !info.scattered(before) && !info.scattered(now) {
			if step.hasCame {
				w.scratch.fresh = w.appendRowsBeyond(w.scratch.fresh[:0], info, step.came, before.cells)
				w.shareSight(now.viewers, info, w.scratch.fresh, 1)
			}
			if step.hasLeft {
				gone = w.appendRowsBeyond(gone, info, step.left, now.cells)
			}
			ends = append(ends, len(gone))
			continue
		}
		w.collectRows(a, before, i)
		w.scratch.old = append(w.scratch.old[:0], w.scratch.rows...)
		w.collectRows(a, now, i)
		old, rows := w.scratch.old, w.scratch.rows
		if info.scattered(before) || info.scattered(now) {
			gone = append(gone, old...)
		} else {
			w.scratch.fresh = rowsWithout(w.scratch.fresh[:0], rows, old)
			rows, gone = w.scratch.fresh, rowsWithout(gone, old, rows)
		}
		w.shareSight(now.viewers, info, rows, 1)
		ends = append(ends, len(gone))
	}
	begin := 0
	for i, end := range ends {
		w.shareSight(now.viewers, &a.typ.sights[i], gone[begin:end], -1)
		begin = end
	}
	w.scratch.gone, w.scratch.goneEnds = gone, ends
}

// shareSight counts rows for a sight, or a cover.
func (w *World) shareSight(viewers uint32, info *sightInfo, rows []cellRow, change int) {
	if !info.covers {
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
