// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"slices"

	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// footprintCells calls visit with every cell an actor occupies.
func (w *World) footprintCells(a *Actor, visit func(Cell, grid.SubCell)) {
	t := a.Type
	switch {
	case t.Mobile != nil:
		if a.From == a.To {
			visit(a.From, a.FromSub)
			return
		}
		if !w.Paths.Locomotors[t.Mobile.Locomotor].SharesCell {
			visit(a.From, a.FromSub)
		}
		visit(a.To, a.ToSub)
	case t.Aircraft != nil:
		if a.Landed {
			visit(a.Landing, grid.SubFull)
		}
	case t.Boat != nil:
		visit(a.To, grid.SubFull)
	case t.Crate != nil, t.Husk, t.Fills:
		visit(a.Cell, grid.SubFull)
	case t.Building != nil && t.Building.Footprint != nil:
		b := t.Building
		for i, kind := range b.Footprint {
			if kind == info.FootprintOccupied || kind == info.FootprintUntargeted || kind == info.FootprintTransit {
				visit(Cell{X: a.Cell.X + int32(i)%b.Width, Y: a.Cell.Y + int32(i)/b.Width}, grid.SubFull)
			}
		}
	}
}

func (w *World) addInfluence(a *Actor) {
	w.footprintCells(a, func(c Cell, sub grid.SubCell) {
		if w.Ground.Within(c) {
			i := w.Ground.Index(c)
			w.Occupied.Push(i, a.ID, sub)
			w.cellChanged(c)
		}
	})
}

func (w *World) removeInfluence(a *Actor) {
	w.footprintCells(a, func(c Cell, _ grid.SubCell) {
		if w.Ground.Within(c) {
			w.Occupied.Drop(w.Ground.Index(c), a.ID)
			w.cellChanged(c)
		}
	})
}

// cellChanged tells the path finders that the actors of a cell changed. Who moves
// is nothing to them: most changes are of no account to them.
func (w *World) cellChanged(c Cell) {
	settled := w.settledIn(c)
	if w.Occupied.StaysUnsettled(w.Ground.Index(c), settled) {
		return
	}
	w.Paths.ActorsChanged(c, settled)
}

// settledIn reports whether somebody who does not move stands in a cell.
func (w *World) settledIn(c Cell) bool {
	for at := w.First(c); at != 0; at = w.Occupied.Nodes[at].Next {
		if other := w.Actors[w.Occupied.Nodes[at].Actor]; other != nil && w.settled(other) {
			return true
		}
	}
	return false
}

// settled reports whether an actor never moves, or may not move now.
func (w *World) settled(a *Actor) bool { return a.Type.Mobile == nil || w.mobilePaused(a) }

// updateOccupied tells the path finders that an actor blocks in another way.
func (w *World) updateOccupied(a *Actor) {
	w.footprintCells(a, func(c Cell, _ grid.SubCell) {
		if w.Ground.Within(c) {
			w.cellChanged(c)
		}
	})
}

// First returns the newest occupant of a cell, 0 if there is none.
func (w *World) First(c Cell) int32 {
	if !w.Ground.Within(c) {
		return 0
	}
	return w.Occupied.Heads[w.Ground.Index(c)]
}

// anyoneIn reports whether an actor occupies the cell.
func (w *World) anyoneIn(c Cell) bool { return w.First(c) != 0 }

// hasFreeSubCell reports whether one of the shared places is free.
func (w *World) hasFreeSubCell(c Cell) bool {
	return w.First(c) == 0 || w.FreePlaces(c) != 0
}

// FreePlaces has a bit for each of the shared places of a cell that is free.
func (w *World) FreePlaces(c Cell) uint32 {
	free := uint32(2)<<w.Ground.LastPlace - 1<<grid.SubFirst
	for at := w.First(c); at != 0; at = w.Occupied.Nodes[at].Next {
		sub := w.Occupied.Nodes[at].Sub
		if sub == grid.SubFull {
			return 0
		}
		free &^= 1 << sub
	}
	return free
}

// FreeSubCell picks a shared place: the preferred one if nobody blocks there,
// else the first free one, the default in an empty cell.
func (w *World) FreeSubCell(c Cell, preferred grid.SubCell, blocks func(*Actor) bool) grid.SubCell {
	if !w.Ground.Within(c) {
		if preferred != grid.SubAny {
			return preferred
		}
		return grid.SubFirst
	}
	head := w.First(c)
	blocked := func(sub grid.SubCell) bool {
		for at := head; at != 0; at = w.Occupied.Nodes[at].Next {
			node := w.Occupied.Nodes[at]
			if (sub == grid.SubFull || sub == grid.SubAny || node.Sub == sub || node.Sub == grid.SubFull) && blocks(w.Actors[node.Actor]) {
				return true
			}
		}
		return false
	}
	if preferred != grid.SubAny && !blocked(preferred) {
		return preferred
	}
	if head == 0 {
		return w.Ground.FirstChoice
	}
	for sub := grid.SubFirst; sub <= w.Ground.LastPlace; sub++ {
		if sub != preferred && !blocked(sub) {
			return sub
		}
	}
	return grid.SubInvalid
}

func (w *World) tickBins() {
	m := &w.Bins
	m.SettleWhere(len(w.Actors))
	if len(m.Remove) > 0 {
		m.Take()
	}
	for _, id := range m.Add {
		m.Waiting[id] &^= grid.WaitsToEnter
		a := w.Actors[id]
		if a == nil {
			continue
		}
		column := wpos.Clamp(a.Center.X/1024/grid.BinSize, 0, m.Columns-1)
		row := wpos.Clamp(a.Center.Y/1024/grid.BinSize, 0, m.Rows-1)
		at := row*m.Columns + column
		m.Bins[at] = append(m.Bins[at], id)
		m.Stale[at] = true
		m.Put(id, at)
		if m.OwnersKnown {
			m.Owners[at] |= ownerBit(a)
		}
	}
	m.Add = m.Add[:0]
	m.OwnersKnown = m.OwnersKnown && w.Ticks%ownersTicks != 0
}

// ownersTicks is how often it is counted anew who has something in which bin:
// who comes is noted at once, who went may be there until then.
const ownersTicks = 50

// settleBinOwners finds out who has something in which bin, after a start, when
// something changed hands and now and then.
func (w *World) settleBinOwners() {
	m := &w.Bins
	if m.OwnersKnown {
		return
	}
	m.OwnersKnown = true
	m.Owners = slices.Grow(m.Owners[:0], len(m.Bins))[:len(m.Bins)]
	for i, bin := range m.Bins {
		m.Owners[i] = w.ownersOf(bin)
	}
}

// ownersOf has a bit for everybody who owns one of the actors.
func (w *World) ownersOf(ids []uint32) (owners uint32) {
	for _, id := range ids {
		if a := w.Actors[id]; a != nil {
			owners |= ownerBit(a)
		}
	}
	return owners
}

// moved notes that an actor's position changed.
func (w *World) moved(a *Actor) {
	if !a.InWorld {
		return
	}
	waits := *w.Bins.Waits(a.ID)
	if waits&grid.WaitsToLeave == 0 {
		w.Bins.Leave(a.ID)
	}
	if waits&grid.WaitsToEnter == 0 {
		w.Bins.Enter(a.ID)
	}
}

// ownerBit is the bit of an actor's owner. Were there more players than bits,
// some would share one, which only makes more be looked at.
func ownerBit(a *Actor) uint32 { return 1 << (uint32(a.Owner) & 31) }
