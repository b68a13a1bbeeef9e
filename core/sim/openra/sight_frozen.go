// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"cmp"
	"slices"

	"convertd/core/sim/openra/internal/info"
)

// frozenActor is what players remember of one building.
type frozenActor struct {
	// What is asked for most comes first.
	id       uint32
	known    uint32        // bit per player: still remembered
	shown    uint32        // bit per player: shown as remembered, not as it is
	seen     uint32        // bit per player: has been seen, so that there is something to remember
	pending  uint32        // bit per player: look again in the next tick
	tag      uint32        // what the kernel called it, once it is gone (see packedTag)
	owner    int32         // whose it is, or was when it went
	revealed bool          // map actor on an explored map
	believed []formerOwner // whose it was when some last looked; replaced, never changed
	typ      *info.ActorType
	cell     Cell
	center   Pos
	facing   int32
	cells    []Cell
	low      Cell
	high     Cell

	shadow *Actor // made by recalled when it is asked for; not state
}

// formerOwner is whom some players take for the owner of a building.
type formerOwner struct {
	owner   int32
	players uint32 // bit per player
}

// freeze lets every player remember a new building.
func (w *World) freeze(a *Actor, byMap bool) {
	f := frozenActor{
		id: a.ID, typ: a.typ, cell: a.cell, center: a.center, facing: a.facing, owner: a.owner, revealed: byMap && w.options.explored,
	}
	b := a.typ.Building
	for i := range b.Footprint {
		c := Cell{X: a.cell.X + int32(i)%b.Width, Y: a.cell.Y + int32(i)/b.Width}
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
	w.memoriesChanged()
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
	f := w.memoryOf(id)
	if f == nil {
		return
	}
	if f.seen = f.known &^ f.shown; f.revealed {
		f.seen = f.known
	}
	if f.revealed || !w.behaviour.SeenNow { // else its trait looks in the next tick
		a.everSeen |= f.seen
	}
}

// memoryOf finds what players remember of a building. The list is in the order
// of the numbers: every building comes after all that were there before.
func (w *World) memoryOf(id uint32) *frozenActor {
	i, found := slices.BinarySearchFunc(w.frozen, id, func(f frozenActor, id uint32) int { return cmp.Compare(f.id, id) })
	if !found {
		return nil
	}
	return &w.frozen[i]
}

// thaw: the building is gone; its memory stays until it is seen to be gone, or
// a satellite tells. Its owner has none.
func (w *World) thaw(a *Actor) {
	if a.typ.FrozenUnderFog {
		w.unsettleFrozen()
	}
	if f := w.memoryOf(a.ID); f != nil {
		f.seen &^= 1 << uint(f.owner)
	}
	watched := false
	for i := range w.players {
		watched = watched || w.players[i].satellite
	}
	if !watched {
		return
	}
	if f := w.memoryOf(a.ID); f != nil {
		w.forgetByGps(f)
	}
	w.dropForgotten()
}

// handOverMemory notes who goes on taking the old owner of a building for its
// owner: since 20230225 also who looks on, for he looked when it came in sight.
// The old owner knows.
func (w *World) handOverMemory(a *Actor, before int32) {
	f := w.memoryOf(a.ID)
	if f == nil {
		return
	}
	f.owner = a.owner
	w.memoriesChanged()
	mistaken := f.seen &^ (1 << uint(before))
	if w.behaviour.SeenNow {
		mistaken &= f.shown
	}
	believed := make([]formerOwner, 0, len(f.believed)+1)
	for _, b := range f.believed {
		b.players &^= 1 << uint(before)
		if mistaken &^= b.players; b.players != 0 {
			believed = append(believed, b)
		}
	}
	if mistaken != 0 {
		believed = append(believed, formerOwner{owner: before, players: mistaken})
	}
	f.believed = believed
	w.learnByGps(f)
}

// ownerTo is whom a player takes for the owner of a building.
func (f *frozenActor) ownerTo(viewer int32) int32 {
	for _, b := range f.believed {
		if b.players>>uint(viewer)&1 != 0 {
			return b.owner
		}
	}
	return f.owner
}

// mistakenPlayers are those who take somebody else for the owner of a building.
func (f *frozenActor) mistakenPlayers() uint32 {
	players := uint32(0)
	for _, b := range f.believed {
		players |= b.players
	}
	return players
}

// lookedAt notes that a player sees a building as it is.
func (f *frozenActor) lookedAt(bit uint32) {
	f.seen |= bit
	if len(f.believed) == 0 {
		return
	}
	believed := slices.Clone(f.believed)
	for i := range believed {
		believed[i].players &^= bit
	}
	f.believed = slices.DeleteFunc(believed, func(b formerOwner) bool { return b.players == 0 })
}

// dropForgotten takes out what nobody remembers, and nobody aims at any more.
func (w *World) dropForgotten() {
	kept := w.frozen[:0]
	for _, f := range w.frozen {
		if f.known != 0 || w.pointedAt(f.id|frozenBit) {
			kept = append(kept, f)
		}
	}
	clear(w.frozen[len(kept):])
	w.frozen = kept
	w.memoriesChanged()
}

// memoriesChanged makes everything be found anew that follows from what is
// remembered of whom.
func (w *World) memoriesChanged() {
	w.memories.known = false
	for i := range w.players {
		w.players[i].recallsKnown = false
	}
	w.unsettleFrozen()
}

// unsettleFrozen makes the players look again at what they remember: something of it
// is dead or gone, or back.
func (w *World) unsettleFrozen() {
	for i := range w.players {
		w.players[i].frozenSettled = false
	}
}

// recallsOf lists, by their places, the remembered buildings that a player might be
// shown as an enemy's; perhaps a few more. Units look through them whenever they look
// for a target: to go through all that is remembered took a fortieth of the playing
// thread's time.
func (w *World) recallsOf(player int32) []int32 {
	p, bit := &w.players[player], uint32(1)<<uint(player)
	if p.recallsKnown {
		return p.recalls
	}
	p.recallsKnown, p.recalls = true, p.recalls[:0]
	for i := range w.frozen {
		f := &w.frozen[i]
		if f.known&f.shown&bit != 0 && (w.hostile(player, f.owner) || len(f.believed) > 0) {
			p.recalls = append(p.recalls, int32(i))
		}
	}
	return p.recalls
}

// pointedAt reports whether a turret has a target, or had it last, or somebody is
// on his way to it.
func (w *World) pointedAt(ref uint32) bool {
	for _, a := range w.actors {
		if a != nil && (a.requested == ref || a.opportunity == ref || a.activity.aimsAt(ref)) {
			return true
		}
	}
	return false
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
				if c := (Cell{X: x, Y: y}); w.ground.within(c) {
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
			p.frozenSettled = false
		}
	}
}

// tickFrozenLayer looks again where something changed and sums the hash. Where
// nothing did there is nothing to do, in most ticks: to go through all that is
// remembered took a fiftieth of the time of playing.
func (w *World) tickFrozenLayer(p *player) {
	if p.frozenSettled {
		return
	}
	p.frozenSettled = true
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
			p.frozenSettled = false // it counts once more
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
	p.recallsKnown = false
	if a := w.actor(f.id); a != nil && !hidden {
		a.everSeen |= bit
		f.lookedAt(bit)
	}
}
