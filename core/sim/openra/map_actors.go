// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"slices"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// subCell is a place inside a cell: 0 the whole cell, 1 and up the shared
// places.
type subCell uint8

const (
	subInvalid subCell = 255
	subAny     subCell = 254
	subFull    subCell = 0
	subFirst   subCell = 1
	subDefault subCell = 3 // in cells with five places
)

// occupant is one entry of a cell's list, newest first.
type occupant struct {
	next  int32 // index into actorMap.nodes, 0 ends the list
	actor uint32
	sub   subCell
}

// actorMap knows which actors stand in which cell.
type actorMap struct {
	heads []int32 // by cell
	nodes []occupant
	free  int32
	width int32
	// stale marks the rows of the map that changed since they were recorded.
	stale []bool
	// filled has a bit for each cell with somebody in it, row by row, so that
	// recording a row need not look at all its cells; not state.
	filled []uint64
	// settled has a bit for each cell in which somebody who does not move stood when
	// the path finders were last told of it, or of which they were never told; not
	// state.
	settled []uint64
}

// rowWords is how many words of filled a row takes.
func (m *actorMap) rowWords() int32 { return (m.width + 63) / 64 }

// changed marks a cell's row, and is where the bit of the cell stands in filled.
func (m *actorMap) changed(cell int32) (word *uint64, bit uint64) {
	row := cell / m.width
	x := cell - row*m.width
	m.stale[row] = true
	return &m.filled[row*m.rowWords()+x>>6], 1 << (x & 63)
}

// staysUnsettled reports whether nobody in a cell stays where he is, as before, and
// notes how it is now.
func (m *actorMap) staysUnsettled(cell int32, settled bool) bool {
	word, bit := &m.settled[cell>>6], uint64(1)<<(cell&63)
	if settled {
		*word |= bit
		return false
	}
	was := *word&bit != 0
	*word &^= bit
	return !was
}

func newActorMap(width, height int32) actorMap {
	m := actorMap{heads: make([]int32, width*height), nodes: make([]occupant, 1, 256), width: width, stale: make([]bool, height)}
	for row := range m.stale {
		m.stale[row] = true
	}
	m.filled = make([]uint64, height*m.rowWords())
	m.settled = make([]uint64, (width*height+63)/64)
	for i := range m.settled {
		m.settled[i] = ^uint64(0)
	}
	return m
}

func (m *actorMap) push(cell int32, actor uint32, sub subCell) {
	at := m.free
	if at != 0 {
		m.free = m.nodes[at].next
	} else {
		at = int32(len(m.nodes))
		m.nodes = append(m.nodes, occupant{})
	}
	m.nodes[at] = occupant{next: m.heads[cell], actor: actor, sub: sub}
	m.heads[cell] = at
	word, bit := m.changed(cell)
	*word |= bit
}

func (m *actorMap) drop(cell int32, actor uint32) {
	link := &m.heads[cell]
	for *link != 0 {
		at := *link
		if m.nodes[at].actor != actor {
			link = &m.nodes[at].next
			continue
		}
		*link = m.nodes[at].next
		m.nodes[at] = occupant{next: m.free}
		m.free = at
	}
	if word, bit := m.changed(cell); m.heads[cell] == 0 {
		*word &^= bit
	}
}

// footprintCells calls visit with every cell an actor occupies.
func (w *World) footprintCells(a *Actor, visit func(Cell, subCell)) {
	t := a.typ
	switch {
	case t.Mobile != nil:
		if a.from == a.to {
			visit(a.from, a.fromSub)
			return
		}
		if !w.paths.locomotors[t.Mobile.Locomotor].sharesCell {
			visit(a.from, a.fromSub)
		}
		visit(a.to, a.toSub)
	case t.Aircraft != nil:
		if a.landed {
			visit(a.landing, subFull)
		}
	case t.Boat != nil:
		visit(a.to, subFull)
	case t.Crate != nil, t.Husk, t.Fills:
		visit(a.cell, subFull)
	case t.Building != nil && t.Building.Footprint != nil:
		b := t.Building
		for i, kind := range b.Footprint {
			if kind == info.FootprintOccupied || kind == info.FootprintUntargeted || kind == info.FootprintTransit {
				visit(Cell{X: a.cell.X + int32(i)%b.Width, Y: a.cell.Y + int32(i)/b.Width}, subFull)
			}
		}
	}
}

func (w *World) addInfluence(a *Actor) {
	w.footprintCells(a, func(c Cell, sub subCell) {
		if w.ground.within(c) {
			i := w.ground.index(c)
			w.occupied.push(i, a.ID, sub)
			w.cellChanged(c)
		}
	})
}

func (w *World) removeInfluence(a *Actor) {
	w.footprintCells(a, func(c Cell, _ subCell) {
		if w.ground.within(c) {
			w.occupied.drop(w.ground.index(c), a.ID)
			w.cellChanged(c)
		}
	})
}

// cellChanged tells the path finders that the actors of a cell changed. Who moves
// is nothing to them: most changes are of no account to them.
func (w *World) cellChanged(c Cell) {
	settled := w.settledIn(c)
	if w.occupied.staysUnsettled(w.ground.index(c), settled) {
		return
	}
	w.paths.actorsChanged(c, settled)
}

// settledIn reports whether somebody who does not move stands in a cell.
func (w *World) settledIn(c Cell) bool {
	for at := w.first(c); at != 0; at = w.occupied.nodes[at].next {
		if other := w.actors[w.occupied.nodes[at].actor]; other != nil && w.settled(other) {
			return true
		}
	}
	return false
}

// settled reports whether an actor never moves, or may not move now.
func (w *World) settled(a *Actor) bool { return a.typ.Mobile == nil || w.mobilePaused(a) }

// updateOccupied tells the path finders that an actor blocks in another way.
func (w *World) updateOccupied(a *Actor) {
	w.footprintCells(a, func(c Cell, _ subCell) {
		if w.ground.within(c) {
			w.cellChanged(c)
		}
	})
}

// first returns the newest occupant of a cell, 0 if there is none.
func (w *World) first(c Cell) int32 {
	if !w.ground.within(c) {
		return 0
	}
	return w.occupied.heads[w.ground.index(c)]
}

// anyoneIn reports whether an actor occupies the cell.
func (w *World) anyoneIn(c Cell) bool { return w.first(c) != 0 }

// hasFreeSubCell reports whether one of the shared places is free.
func (w *World) hasFreeSubCell(c Cell) bool {
	return w.first(c) == 0 || w.freePlaces(c) != 0
}

// freePlaces has a bit for each of the shared places of a cell that is free.
func (w *World) freePlaces(c Cell) uint32 {
	free := uint32(2)<<w.ground.lastPlace - 1<<subFirst
	for at := w.first(c); at != 0; at = w.occupied.nodes[at].next {
		sub := w.occupied.nodes[at].sub
		if sub == subFull {
			return 0
		}
		free &^= 1 << sub
	}
	return free
}

// freeSubCell picks a shared place: the preferred one if nobody blocks there,
// else the first free one, the default in an empty cell.
func (w *World) freeSubCell(c Cell, preferred subCell, blocks func(*Actor) bool) subCell {
	if !w.ground.within(c) {
		if preferred != subAny {
			return preferred
		}
		return subFirst
	}
	head := w.first(c)
	blocked := func(sub subCell) bool {
		for at := head; at != 0; at = w.occupied.nodes[at].next {
			node := w.occupied.nodes[at]
			if (sub == subFull || sub == subAny || node.sub == sub || node.sub == subFull) && blocks(w.actors[node.actor]) {
				return true
			}
		}
		return false
	}
	if preferred != subAny && !blocked(preferred) {
		return preferred
	}
	if head == 0 {
		return w.ground.firstChoice
	}
	for sub := subFirst; sub <= w.ground.lastPlace; sub++ {
		if sub != preferred && !blocked(sub) {
			return sub
		}
	}
	return subInvalid
}

// binSize is the edge of a spatial bin in cells.
const binSize = 10

// binMap sorts actors into bins for searches by distance; changes wait for
// the world actor's tick, like the engine's (docs/engine/openra-world.md#spatial-bins).
type binMap struct {
	columns, rows int32
	bins          [][]uint32
	add, remove   []uint32
	waiting       []uint8 // by actor: which of the two lists it is in
	stale         []bool  // by bin: it changed since it was recorded
	leaving       []bool  // by bin: somebody in it leaves; scratch
	// where is by actor the bin it is in, plus one, 0 if in none, and inSeveral;
	// not state.
	where      []int32
	whereKnown bool

	// owners has for each bin a bit for everybody who has something in it, and
	// perhaps for somebody who had; not state.
	owners      []uint32
	ownersKnown bool
}

// In which list of a binMap an actor is.
const (
	waitsToEnter uint8 = 1 << iota
	waitsToLeave
)

// inSeveral is where an actor is that was put into one bin more.
const inSeveral = -1

func newBinMap(width, height int32) binMap {
	m := binMap{columns: width/binSize + 1, rows: height/binSize + 1}
	m.bins = make([][]uint32, m.columns*m.rows)
	m.leaving, m.stale = make([]bool, len(m.bins)), make([]bool, len(m.bins))
	return m
}

// settleWhere finds out who is in which bin, after a start.
func (m *binMap) settleWhere(actors int) {
	for len(m.where) < actors {
		m.where = append(m.where, 0)
	}
	m.waits(uint32(actors))
	if m.whereKnown {
		return
	}
	m.whereKnown = true
	for i, bin := range m.bins {
		m.stale[i] = true
		for _, id := range bin {
			m.put(id, int32(i))
		}
	}
}

// put notes that an actor is in one bin more.
func (m *binMap) put(id uint32, bin int32) {
	if m.where[id] != 0 {
		m.where[id] = inSeveral
		return
	}
	m.where[id] = bin + 1
}

// take takes out of the bins who waits to leave. Only the bins they are in are
// gone through.
func (m *binMap) take() {
	for _, id := range m.remove {
		switch at := m.where[id]; at {
		case 0:
		case inSeveral:
			for i := range m.leaving {
				m.leaving[i] = true
			}
		default:
			m.leaving[at-1] = true
		}
		m.where[id] = 0
	}
	for i, leaving := range m.leaving {
		if leaving {
			m.leaving[i], m.stale[i] = false, true
			m.bins[i] = slices.DeleteFunc(m.bins[i], func(id uint32) bool { return m.waiting[id]&waitsToLeave != 0 })
		}
	}
	for _, id := range m.remove {
		m.waiting[id] &^= waitsToLeave
	}
	m.remove = m.remove[:0]
}

// enter and leave list an actor, however often it is listed.
func (m *binMap) enter(id uint32) {
	m.add = append(m.add, id)
	*m.waits(id) |= waitsToEnter
}

func (m *binMap) leave(id uint32) {
	m.remove = append(m.remove, id)
	*m.waits(id) |= waitsToLeave
}

func (m *binMap) waits(id uint32) *uint8 {
	for uint32(len(m.waiting)) <= id {
		m.waiting = append(m.waiting, 0)
	}
	return &m.waiting[id]
}

// list lists what was read.
func (m *binMap) list(add, remove []uint32) {
	m.add, m.remove, m.waiting, m.where, m.whereKnown = nil, nil, nil, nil, false
	for _, id := range add {
		m.enter(id)
	}
	for _, id := range remove {
		m.leave(id)
	}
}

func (w *World) tickBins() {
	m := &w.bins
	m.settleWhere(len(w.actors))
	if len(m.remove) > 0 {
		m.take()
	}
	for _, id := range m.add {
		m.waiting[id] &^= waitsToEnter
		a := w.actors[id]
		if a == nil {
			continue
		}
		column := wpos.Clamp(a.center.X/1024/binSize, 0, m.columns-1)
		row := wpos.Clamp(a.center.Y/1024/binSize, 0, m.rows-1)
		at := row*m.columns + column
		m.bins[at] = append(m.bins[at], id)
		m.stale[at] = true
		m.put(id, at)
		if m.ownersKnown {
			m.owners[at] |= ownerBit(a)
		}
	}
	m.add = m.add[:0]
	m.ownersKnown = m.ownersKnown && w.tick%ownersTicks != 0
}

// ownersTicks is how often it is counted anew who has something in which bin:
// who comes is noted at once, who went may be there until then.
const ownersTicks = 50

// settleBinOwners finds out who has something in which bin, after a start, when
// something changed hands and now and then.
func (w *World) settleBinOwners() {
	m := &w.bins
	if m.ownersKnown {
		return
	}
	m.ownersKnown = true
	m.owners = slices.Grow(m.owners[:0], len(m.bins))[:len(m.bins)]
	for i, bin := range m.bins {
		m.owners[i] = w.ownersOf(bin)
	}
}

// ownersOf has a bit for everybody who owns one of the actors.
func (w *World) ownersOf(ids []uint32) (owners uint32) {
	for _, id := range ids {
		if a := w.actors[id]; a != nil {
			owners |= ownerBit(a)
		}
	}
	return owners
}

// moved notes that an actor's position changed.
func (w *World) moved(a *Actor) {
	if !a.inWorld {
		return
	}
	waits := *w.bins.waits(a.ID)
	if waits&waitsToLeave == 0 {
		w.bins.leave(a.ID)
	}
	if waits&waitsToEnter == 0 {
		w.bins.enter(a.ID)
	}
}

// ownerBit is the bit of an actor's owner. Were there more players than bits,
// some would share one, which only makes more be looked at.
func ownerBit(a *Actor) uint32 { return 1 << (uint32(a.owner) & 31) }
