// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"slices"

	"convertd/core/sim/openra/internal/state"
)

// freeze lets every player remember a new building.
func (w *World) freeze(a *Actor, byMap bool) {
	f := state.FrozenActor{
		ID: a.ID, Type: a.Type, Cell: a.Cell, Center: a.Center, Facing: a.Facing, Owner: a.Owner, Revealed: byMap && w.Options.Explored,
	}
	b := a.Type.Building
	for i := range b.Footprint {
		c := Cell{X: a.Cell.X + int32(i)%b.Width, Y: a.Cell.Y + int32(i)/b.Width}
		if w.Ground.Within(c) {
			f.Cells = append(f.Cells, c)
		}
	}
	if len(f.Cells) == 0 {
		return
	}
	f.Low, f.High = w.planeBounds(f.Cells)
	for i := range w.Players {
		bit := uint32(1) << uint(i)
		f.Known |= bit
		if !w.seesAny(&w.Players[i], f.Cells) {
			f.Shown |= bit
		}
	}
	w.Frozen = append(w.Frozen, f)
	w.MemoriesChanged()
	w.later(state.Task{Kind: state.TaskFrozenState, Actor: a.ID})
}

// planeBounds are the corners, in the plane of sight, of what covers some cells.
func (w *World) planeBounds(cells []Cell) (low, high Cell) {
	if !w.Ground.Isometric {
		return cells[0], cells[len(cells)-1]
	}
	low, high = Cell{X: 0, Y: 0}, Cell{X: -1, Y: -1} // where nothing covers it nobody sees it
	first := true
	for _, c := range cells {
		covering, n := w.Ground.Covering(c)
		for _, i := range covering[:n] {
			p := w.Ground.PlaceInPlane(i)
			if first {
				low, high, first = p, p, false
			}
			low, high = Cell{X: min(low.X, p.X), Y: min(low.Y, p.Y)}, Cell{X: max(high.X, p.X), Y: max(high.Y, p.Y)}
		}
	}
	return low, high
}

func (w *World) seesAny(p *state.Player, cells []Cell) bool {
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
	a := w.Actor(id)
	if a == nil {
		return
	}
	f := w.Frozen.Of(id)
	if f == nil {
		return
	}
	if f.Seen = f.Known &^ f.Shown; f.Revealed {
		f.Seen = f.Known
	}
	if f.Revealed || !w.Release.SeenNow { // else its trait looks in the next tick
		a.EverSeen |= f.Seen
	}
}

// thaw: the building is gone; its memory stays until it is seen to be gone, or
// a satellite tells. Its owner has none.
func (w *World) thaw(a *Actor) {
	if a.Type.FrozenUnderFog {
		w.unsettleFrozen()
	}
	if f := w.Frozen.Of(a.ID); f != nil {
		f.Seen &^= 1 << uint(f.Owner)
	}
	watched := false
	for i := range w.Players {
		watched = watched || w.Players[i].Satellite
	}
	if !watched {
		return
	}
	if f := w.Frozen.Of(a.ID); f != nil {
		w.forgetByGps(f)
	}
	w.dropForgotten()
}

// handOverMemory notes who goes on taking the old owner of a building for its
// owner: since 20230225 also who looks on, for he looked when it came in sight.
// The old owner knows.
func (w *World) handOverMemory(a *Actor, before int32) {
	f := w.Frozen.Of(a.ID)
	if f == nil {
		return
	}
	f.Owner = a.Owner
	w.MemoriesChanged()
	mistaken := f.Seen &^ (1 << uint(before))
	if w.Release.SeenNow {
		mistaken &= f.Shown
	}
	believed := make([]state.FormerOwner, 0, len(f.Believed)+1)
	for _, b := range f.Believed {
		b.Players &^= 1 << uint(before)
		if mistaken &^= b.Players; b.Players != 0 {
			believed = append(believed, b)
		}
	}
	if mistaken != 0 {
		believed = append(believed, state.FormerOwner{Owner: before, Players: mistaken})
	}
	f.Believed = believed
	w.learnByGps(f)
}

// dropForgotten takes out what nobody remembers, and nobody aims at any more.
func (w *World) dropForgotten() {
	kept := w.Frozen[:0]
	for _, f := range w.Frozen {
		if f.Known != 0 || w.pointedAt(f.ID|FrozenBit) {
			kept = append(kept, f)
		}
	}
	clear(w.Frozen[len(kept):])
	w.Frozen = kept
	w.MemoriesChanged()
}

// MemoriesChanged makes everything be found anew that follows from what is
// remembered of whom.
func (w *World) MemoriesChanged() {
	w.memories.Known = false
	for i := range w.Players {
		w.Players[i].RecallsKnown = false
	}
	w.unsettleFrozen()
}

// unsettleFrozen makes the players look again at what they remember: something of it
// is dead or gone, or back.
func (w *World) unsettleFrozen() {
	for i := range w.Players {
		w.Players[i].FrozenSettled = false
	}
}

// recallsOf lists, by their places, the remembered buildings that a player might be
// shown as an enemy's; perhaps a few more. Units look through them whenever they look
// for a target: to go through all that is remembered took a fortieth of the playing
// thread's time.
func (w *World) recallsOf(player int32) []int32 {
	p, bit := &w.Players[player], uint32(1)<<uint(player)
	if p.RecallsKnown {
		return p.Recalls
	}
	p.RecallsKnown, p.Recalls = true, p.Recalls[:0]
	for i := range w.Frozen {
		f := &w.Frozen[i]
		if f.Known&f.Shown&bit != 0 && (w.Hostile(player, f.Owner) || len(f.Believed) > 0) {
			p.Recalls = append(p.Recalls, int32(i))
		}
	}
	return p.Recalls
}

// pointedAt reports whether a turret has a target, or had it last, or somebody is
// on his way to it.
func (w *World) pointedAt(ref uint32) bool {
	for _, a := range w.Actors {
		if a != nil && (a.Requested == ref || a.Opportunity == ref || a.Activity.AimsAt(ref)) {
			return true
		}
	}
	return false
}

func (w *World) findMemories() {
	cells := int(w.Ground.Width * w.Ground.Height)
	w.memories.In = slices.Grow(w.memories.In[:0], cells)[:cells]
	w.memories.Known = true
	clear(w.memories.In)
	for i := range w.Frozen {
		f := &w.Frozen[i]
		for y := f.Low.Y; y <= f.High.Y; y++ {
			for x := f.Low.X; x <= f.High.X; x++ {
				if c := w.Ground.CellInPlane(Cell{X: x, Y: y}); w.Ground.Within(c) {
					w.memories.In[w.Ground.Index(c)] = true
				}
			}
		}
	}
}

// shroudChanged marks the remembered buildings of a cell.
func (w *World) shroudChanged(p *state.Player, at int32) {
	if !w.memories.Known {
		w.findMemories()
	}
	if !w.memories.In[at] {
		return
	}
	c := w.Ground.PlaceInPlane(at)
	bit := uint32(1) << uint(w.ownerIndex(p))
	for i := range w.Frozen {
		f := &w.Frozen[i]
		if c.X >= f.Low.X && c.X <= f.High.X && c.Y >= f.Low.Y && c.Y <= f.High.Y {
			f.Pending |= bit
			p.FrozenSettled = false
		}
	}
}

// tickFrozenLayer looks again where something changed and sums the hash. Where
// nothing did there is nothing to do, in most ticks: to go through all that is
// remembered took a fiftieth of the time of playing.
func (w *World) tickFrozenLayer(p *state.Player) {
	if p.FrozenSettled {
		return
	}
	p.FrozenSettled = true
	index := w.ownerIndex(p)
	bit := uint32(1) << uint(index)
	p.FrozenKnown, p.FrozenVisible = 0, 0
	gone := false
	for i := range w.Frozen {
		f := &w.Frozen[i]
		if f.Known&bit == 0 {
			continue
		}
		if f.Pending&bit != 0 {
			f.Pending &^= bit
			w.lookAgain(p, f, bit)
		}
		p.FrozenKnown += int32(f.ID)
		if f.Shown&bit != 0 {
			p.FrozenVisible += int32(f.ID)
		} else if a := w.Peek(f.ID); a == nil || a.Dead {
			f.Known &^= bit
			p.FrozenSettled = false // it counts once more
			gone = gone || f.Known == 0
		}
	}
	if gone {
		w.dropForgotten()
	}
}

func (w *World) lookAgain(p *state.Player, f *state.FrozenActor, bit uint32) {
	hidden := !w.seesAny(p, f.Cells)
	if hidden == (f.Shown&bit != 0) {
		return
	}
	f.Shown ^= bit
	p.RecallsKnown = false
	if a := w.Actor(f.ID); a != nil && !hidden {
		a.EverSeen |= bit
		f.LookedAt(bit)
	}
}
