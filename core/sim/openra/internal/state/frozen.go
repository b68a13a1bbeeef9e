// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"cmp"
	"slices"

	"convertd/core/sim/openra/internal/codec"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// FrozenActors are all that players remember, in the order of the numbers: every
// building comes after all that were there before.
type FrozenActors []FrozenActor

// Of finds what players remember of a building, nil if they remember nothing.
func (l FrozenActors) Of(building uint32) *FrozenActor {
	i, found := slices.BinarySearchFunc(l, building, func(f FrozenActor, id uint32) int { return cmp.Compare(f.ID, id) })
	if !found {
		return nil
	}
	return &l[i]
}

// minFrozenBytes is what one takes at least.
const minFrozenBytes = 10

// Coded codes what players remember.
func (l *FrozenActors) Coded(c *codec.Coder) {
	codec.List(c, (*[]FrozenActor)(l), minFrozenBytes, func(c *codec.Coder, f *FrozenActor) { f.coded(c) })
}

func (f *FrozenActor) coded(c *codec.Coder) {
	c.U32s(&f.ID, &f.Known, &f.Shown, &f.Seen, &f.Pending, &f.Tag)
	c.ActorType(&f.Type)
	c.Cells(&f.Cells)
	c.Cell(&f.Cell)
	c.Cell(&f.Low)
	c.Cell(&f.High)
	c.Pos(&f.Center)
	c.Ints(&f.Facing, &f.Owner)
	codec.List(c, &f.Believed, 2, func(c *codec.Coder, b *FormerOwner) {
		c.I32(&b.Owner)
		c.U32(&b.Players)
	})
	c.Bool(&f.Revealed)
}

// FrozenActor is what players remember of one building.
type FrozenActor struct {
	// What is asked for most comes first.
	ID       uint32
	Known    uint32        // bit per player: still remembered
	Shown    uint32        // bit per player: shown as remembered, not as it is
	Seen     uint32        // bit per player: has been seen, so that there is something to remember
	Pending  uint32        // bit per player: look again in the next tick
	Tag      uint32        // what the kernel called it, once it is gone (see packedTag)
	Owner    int32         // whose it is, or was when it went
	Revealed bool          // map actor on an explored map
	Believed []FormerOwner // whose it was when some last looked; replaced, never changed
	Type     *info.ActorType
	Cell     wpos.Cell
	Center   wpos.Pos
	Facing   int32
	Cells    []wpos.Cell
	Low      wpos.Cell
	High     wpos.Cell

	Shadow *Actor // made by recalled when it is asked for; not state
}

// FormerOwner is whom some players take for the owner of a building.
type FormerOwner struct {
	Owner   int32
	Players uint32 // bit per player
}

// OwnerTo is whom a player takes for the owner of a building.
func (f *FrozenActor) OwnerTo(viewer int32) int32 {
	for _, b := range f.Believed {
		if b.Players>>uint(viewer)&1 != 0 {
			return b.Owner
		}
	}
	return f.Owner
}

// MistakenPlayers are those who take somebody else for the owner of a building.
func (f *FrozenActor) MistakenPlayers() uint32 {
	players := uint32(0)
	for _, b := range f.Believed {
		players |= b.Players
	}
	return players
}

// LookedAt notes that a player sees a building as it is.
func (f *FrozenActor) LookedAt(bit uint32) {
	f.Seen |= bit
	if len(f.Believed) == 0 {
		return
	}
	believed := slices.Clone(f.Believed)
	for i := range believed {
		believed[i].Players &^= bit
	}
	f.Believed = slices.DeleteFunc(believed, func(b FormerOwner) bool { return b.Players == 0 })
}

// MemoryCells says of each cell whether a remembered building is around it: of
// most cells whose sight changes none is.
type MemoryCells struct {
	In    []bool
	Known bool
}

// RemindsOf reports whether a player is shown what he remembers of a building.
func (f *FrozenActor) RemindsOf(viewer int32) bool {
	return f.Known&f.Shown&f.Seen>>uint(viewer)&1 != 0
}

// SameAs reports whether all that may change of what is remembered is as in another.
func (f *FrozenActor) SameAs(other *FrozenActor) bool {
	return f.ID == other.ID && f.Known == other.Known && f.Shown == other.Shown && f.Seen == other.Seen && f.Pending == other.Pending &&
		f.Owner == other.Owner && f.Tag == other.Tag && f.Revealed == other.Revealed && slices.Equal(f.Believed, other.Believed)
}
