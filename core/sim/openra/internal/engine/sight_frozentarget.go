// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/state"
)

// Units that may move to attack also choose among the buildings their player
// remembers. Such a target is the memory and not the building (Target of type
// FrozenActor): people's units go where they would see it, and then attack the
// building; bots' units attack the building from the beginning. Nobody knows of
// a memory whether the building still stands.

// FrozenBit marks a target that is remembered, beside the id of the building.
const FrozenBit uint32 = 1 << 31

// isMemory reports whether a target is a memory.
func isMemory(ref uint32) bool { return ref&FrozenBit != 0 }

// recalled returns a building as a player remembers it: itself as long as he
// knows whose it is, else its likeness, which counts as dead.
func (w *World) recalled(f *state.FrozenActor, viewer int32) *Actor {
	owner := f.OwnerTo(viewer)
	if a := w.validTarget(f.ID); a != nil && a.Owner == owner {
		return a
	}
	if f.Shadow == nil || f.Shadow.Owner != owner {
		a := &Actor{Type: f.Type, Woken: true}
		a.ID, a.Owner, a.HP, a.Dead = f.ID, owner, f.Type.MaxHP, true
		a.Cell, a.Center, a.Facing = f.Cell, f.Center, f.Facing
		f.Shadow = a
	}
	return f.Shadow
}

// remembered returns the building a player has seen before and is shown as it
// was then; what he never saw is no memory.
func (w *World) remembered(f *state.FrozenActor, viewer int32) *Actor {
	if !f.RemindsOf(viewer) {
		return nil
	}
	return w.recalled(f, viewer)
}

// aimedActor returns the actor that a target stands for, hidden or not. A memory
// stands for one also when the building is seen as it is, or gone.
func (w *World) aimedActor(a *Actor, ref uint32) *Actor {
	if !isMemory(ref) {
		return w.validTarget(ref)
	}
	if f := w.Frozen.Of(ref &^ FrozenBit); f != nil && f.Seen>>uint(a.Owner)&1 != 0 {
		return w.recalled(f, a.Owner)
	}
	return nil
}

// isTarget reports whether a target is one at all (Target.Type): a memory stays
// one whatever becomes of the building.
func (w *World) isTarget(ref uint32) bool {
	return onGround(ref) || isMemory(ref) || w.validTarget(ref) != nil
}

// targetFor returns an actor that one can still shoot at: it is there, and does
// not hide from him. What is remembered is no target any more once it is seen
// as it is (Target.IsValidFor).
func (w *World) targetFor(a *Actor, ref uint32) *Actor { return w.targetOf(a.Owner, ref) }

func (w *World) targetOf(viewer int32, ref uint32) *Actor {
	if isMemory(ref) {
		if f := w.Frozen.Of(ref &^ FrozenBit); f != nil {
			return w.remembered(f, viewer)
		}
		return nil
	}
	if target := w.validTarget(ref); target != nil && !w.cloakedFrom(target, viewer) {
		return target
	}
	return nil
}

// choosesMemories reports whether an actor chooses among what is remembered.
// Until 20201213 everybody does, even who may not go where he would see it
// (OpenRA pull request 19030). Dogs bite no building.
func (w *World) choosesMemories(a *Actor, allowMove bool) bool {
	return (allowMove || a.Type.TargetsFrozen || w.Release.AllMemories) && a.Type.LeapSpeed == 0
}

// attackNamed gives an actor the activity to attack a target, as long as it is
// one for him.
func (w *World) attackNamed(a *Actor, ref uint32, allowMove bool) {
	if !onGround(ref) && w.targetFor(a, ref) == nil {
		return
	}
	w.order(a, false, w.AttackActivity(a, ref, allowMove))
	if a.Type.Opportunity {
		a.Requested, a.Preset, a.Forced = ref, true, false
	}
}

// memorySquare is where memories are looked for: the cells around one, without
// the last row and column.
type memorySquare struct{ low, high Cell }

func (w *World) squareAround(at Pos, reach int32) memorySquare {
	if w.Ground.Isometric {
		// There the engine compares cells with what it sees of them.
		return memorySquare{Cell{X: -1 << 30, Y: -1 << 30}, Cell{X: 1 << 30, Y: 1 << 30}}
	}
	c, cells := w.CellContaining(at), (reach+1023)/1024
	return memorySquare{c.Add(Cell{X: -cells, Y: -cells}), c.Add(Cell{X: cells - 1, Y: cells - 1})}
}

func (s *memorySquare) reaches(f *state.FrozenActor) bool {
	return f.Low.X <= s.high.X && f.Low.Y <= s.high.Y && f.High.X >= s.low.X && f.High.Y >= s.low.Y
}

// turnOf tells when the search comes to a building: it goes from bin to bin, row
// by row.
func (s *memorySquare) turnOf(f *state.FrozenActor) int32 {
	row, column := max(f.Low.Y, s.low.Y, 0)/grid.BinSize, max(f.Low.X, s.low.X, 0)/grid.BinSize
	return row<<16 | column
}
