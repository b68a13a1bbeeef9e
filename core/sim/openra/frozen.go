package openra

import "slices"

// frozenActor is what players remember of one building.
type frozenActor struct {
	id       uint32
	cells    []Cell
	low      Cell
	high     Cell
	known    uint32 // bit per player: still remembered
	shown    uint32 // bit per player: shown as remembered, not as it is
	pending  uint32 // bit per player: look again in the next tick
	revealed bool   // map actor on an explored map
}

// freeze lets every player remember a new building.
func (w *World) freeze(a *Actor, byMap bool) {
	f := frozenActor{id: a.ID, revealed: byMap && w.options.explored}
	b := a.typ.building
	for i := range b.footprint {
		c := Cell{a.cell.X + int32(i)%b.width, a.cell.Y + int32(i)/b.width}
		if w.ground.within(c) {
			f.cells = append(f.cells, c)
		}
	}
	if len(f.cells) == 0 {
		return
	}
	f.low, f.high = f.cells[0], f.cells[len(f.cells)-1]
	for i := range w.players {
		bit := uint32(1) << uint(i)
		f.known |= bit
		if !w.seesAny(&w.players[i], f.cells) {
			f.shown |= bit
		}
	}
	w.frozen = append(w.frozen, f)
	w.memories.known = false
	w.later(task{kind: taskFrozenState, actor: a.ID})
}

func (w *World) seesAny(p *player, cells []Cell) bool {
	for _, c := range cells {
		if w.sees(p, c) {
			return true
		}
	}
	return false
}

// settleFrozen is the frame-end task after creation: who sees a building at
// once has seen it.
func (w *World) settleFrozen(id uint32) {
	a := w.actor(id)
	if a == nil {
		return
	}
	for i := range w.frozen {
		if f := &w.frozen[i]; f.id == id {
			if f.revealed {
				a.everSeen |= f.known
			} else {
				a.everSeen |= f.known &^ f.shown
			}
		}
	}
}

// thaw: the building is gone; its memory stays until it is seen to be gone, or
// a satellite tells.
func (w *World) thaw(a *Actor) {
	watched := false
	for i := range w.players {
		watched = watched || w.players[i].satellite
	}
	if !watched {
		return
	}
	for i := range w.frozen {
		if w.frozen[i].id == a.ID {
			w.forgetByGps(&w.frozen[i])
		}
	}
	w.dropForgotten()
}

// dropForgotten takes out what nobody remembers.
func (w *World) dropForgotten() {
	kept := w.frozen[:0]
	for _, f := range w.frozen {
		if f.known != 0 {
			kept = append(kept, f)
		}
	}
	clear(w.frozen[len(kept):])
	w.frozen = kept
	w.memories.known = false
}

// memoryCells says of each cell whether a remembered building is around it: of
// most cells whose sight changes none is.
type memoryCells struct {
	in    []bool
	known bool
}

func (w *World) findMemories() {
	cells := int(w.ground.width * w.ground.height)
	w.memories.in = slices.Grow(w.memories.in[:0], cells)[:cells]
	w.memories.known = true
	clear(w.memories.in)
	for i := range w.frozen {
		f := &w.frozen[i]
		for y := f.low.Y; y <= f.high.Y; y++ {
			for x := f.low.X; x <= f.high.X; x++ {
				if c := (Cell{x, y}); w.ground.within(c) {
					w.memories.in[w.ground.index(c)] = true
				}
			}
		}
	}
}

// shroudChanged marks the remembered buildings of a cell.
func (w *World) shroudChanged(p *player, at int32) {
	if !w.memories.known {
		w.findMemories()
	}
	if !w.memories.in[at] {
		return
	}
	c := w.ground.cell(at)
	bit := uint32(1) << uint(w.ownerIndex(p))
	for i := range w.frozen {
		f := &w.frozen[i]
		if c.X >= f.low.X && c.X <= f.high.X && c.Y >= f.low.Y && c.Y <= f.high.Y {
			f.pending |= bit
		}
	}
}

// tickFrozenLayer looks again where something changed and sums the hash.
func (w *World) tickFrozenLayer(p *player) {
	index := w.ownerIndex(p)
	bit := uint32(1) << uint(index)
	p.frozenKnown, p.frozenVisible = 0, 0
	gone := false
	for i := range w.frozen {
		f := &w.frozen[i]
		if f.known&bit == 0 {
			continue
		}
		if f.pending&bit != 0 {
			f.pending &^= bit
			w.lookAgain(p, f, bit)
		}
		p.frozenKnown += int32(f.id)
		if f.shown&bit != 0 {
			p.frozenVisible += int32(f.id)
		} else if a := w.peek(f.id); a == nil || a.dead {
			f.known &^= bit
			gone = gone || f.known == 0
		}
	}
	if gone {
		w.dropForgotten()
	}
}

func (w *World) lookAgain(p *player, f *frozenActor, bit uint32) {
	hidden := !w.seesAny(p, f.cells)
	if hidden == (f.shown&bit != 0) {
		return
	}
	f.shown ^= bit
	if a := w.actor(f.id); a != nil && !hidden {
		a.everSeen |= bit
	}
}
