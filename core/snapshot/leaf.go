// SPDX-License-Identifier: GPL-3.0-or-later

package snapshot

import (
	"fmt"

	"convertd/core/bincode"
	"convertd/core/order"
)

// Sizes of the pieces that are hashed as one leaf. Frozen: they are part of
// the definition of the StateHash.
const (
	// SlotsPerLeaf entity slots share a leaf, and their motion another.
	SlotsPerLeaf = 4
	// MapBytesPerLeaf bytes of one layer share a leaf.
	MapBytesPerLeaf = 4096
)

// Numbers of the leaves every state has; players, map pieces and entity slots
// follow in this order, for each piece of the slots what rests, then their motion.
const (
	LeafClock  = 0 // AppendClockLeaf
	LeafRandom = 1 // AppendRandomState
	LeafNames  = 2 // AppendNames
	LeafGlobal = 3 // AppendComponents
	firstLeaf  = 4
)

// Layout says which leaf holds what. It is fixed for a whole game.
type Layout struct {
	players  int
	mapFirst []int // first leaf of each layer
	slots    int   // first leaf of the entity slots
	leaves   int
}

// NewLayout computes the layout from the pool's capacity, the number of
// players and the bytes of each layer.
func NewLayout(capacity, players int, layerBytes []int) Layout {
	l := Layout{players: players}
	next := firstLeaf + players
	for _, n := range layerBytes {
		l.mapFirst = append(l.mapFirst, next)
		next += (n + MapBytesPerLeaf - 1) / MapBytesPerLeaf
	}
	l.slots = next
	l.leaves = next + 2*((capacity+SlotsPerLeaf-1)/SlotsPerLeaf)
	return l
}

// LayoutOf computes the layout of a state.
func LayoutOf(core *SimCoreSnapshot) Layout {
	sizes := make([]int, len(core.Map.Layers))
	for i := range core.Map.Layers {
		sizes[i] = len(core.Map.Layers[i].Data)
	}
	return NewLayout(int(core.Capacity), len(core.Players), sizes)
}

// Leaves is the number of leaves.
func (l *Layout) Leaves() int { return l.leaves }

// Player is the leaf of a player.
func (l *Layout) Player(id order.PlayerID) int { return firstLeaf + int(id) }

// Map is the leaf of the byte at offset of a layer.
func (l *Layout) Map(layer, offset int) int { return l.mapFirst[layer] + offset/MapBytesPerLeaf }

// Slot is the leaf of an entity slot, but for its motion.
func (l *Layout) Slot(slot int) int { return l.slots + slot/SlotsPerLeaf*2 }

// Motion is the leaf of the motion of an entity slot: the one after Slot, so that
// both have their way to the root in common.
func (l *Layout) Motion(slot int) int { return l.Slot(slot) + 1 }

// SlotsOf is the first slot of those that a leaf holds, and whether it holds their
// motion. ok is false for the leaves before those of entity slots.
func (l *Layout) SlotsOf(leaf int) (first int, motion, ok bool) {
	n := leaf - l.slots
	return n / 2 * SlotsPerLeaf, n&1 == 1, n >= 0
}

// Describe names what a leaf holds, for people.
func (l *Layout) Describe(leaf int) string {
	switch {
	case leaf == LeafClock:
		return "clock"
	case leaf == LeafRandom:
		return "random generator"
	case leaf == LeafNames:
		return "intern table"
	case leaf == LeafGlobal:
		return "global state"
	case leaf < firstLeaf+l.players:
		return fmt.Sprintf("player %d", leaf-firstLeaf)
	case leaf < l.slots:
		layer := len(l.mapFirst) - 1
		for l.mapFirst[layer] > leaf {
			layer--
		}
		first := (leaf - l.mapFirst[layer]) * MapBytesPerLeaf
		return fmt.Sprintf("map layer %d, bytes %d to %d", layer, first, first+MapBytesPerLeaf-1)
	default:
		first, motion, _ := l.SlotsOf(leaf)
		text := fmt.Sprintf("entity slots %d to %d", first, first+SlotsPerLeaf-1)
		if motion {
			text += ", motion"
		}
		return text
	}
}

// Clock is what the first leaf holds beside the shape of the state.
type Clock struct {
	Tick               order.Tick
	Seed               uint64
	MapHash            order.StateHash
	Capacity           uint16
	Players            uint32
	CheatsUsed         bool
	CosmeticCheatsUsed bool
}

// AppendClockLeaf appends u64 tick, u64 seed, map hash, u16 capacity, u32
// players, both cheat flags, then for each layer u32 name, width, height,
// stride: with the shape of the state in a leaf, no other shape can have the
// same root.
func AppendClockLeaf(dst []byte, c *Clock, layers []MapLayer) []byte {
	dst = bincode.AppendUint64(bincode.AppendUint64(dst, uint64(c.Tick)), c.Seed)
	dst = append(dst, c.MapHash[:]...)
	dst = bincode.AppendUint32(bincode.AppendUint16(dst, c.Capacity), c.Players)
	dst = bincode.AppendBool(bincode.AppendBool(dst, c.CheatsUsed), c.CosmeticCheatsUsed)
	for i := range layers {
		dst = appendLayerShape(dst, &layers[i])
	}
	return dst
}

// AppendSlot appends what a leaf holds for one entity slot: u16 generation,
// then an option of the entity. The entity's fields follow only if it lives,
// without MotionComponents.
func AppendSlot(dst []byte, generation uint16, entity *EntitySnapshot) []byte {
	dst = bincode.AppendUint16(dst, generation)
	if entity == nil {
		return bincode.AppendOption(dst, false)
	}
	dst = AppendEntityHead(bincode.AppendOption(dst, true), entity.Tag, entity.Kind, entity.Owner)
	return appendPart(dst, entity.Components, ^uint64(MotionComponents))
}

// AppendMotion appends what a leaf of motion holds for one entity slot: those of
// the entity's components that are in MotionComponents; none if nobody lives
// there.
func AppendMotion(dst []byte, entity *EntitySnapshot) []byte {
	if entity == nil {
		return AppendComponents(dst, Components{})
	}
	return appendPart(dst, entity.Components, MotionComponents)
}

// HashState builds the Merkle tree of a state that passes Check from scratch; its
// root is the StateHash. The kernel keeps the same tree up to date instead.
func HashState(core *SimCoreSnapshot) *Tree {
	layout := LayoutOf(core)
	tree := NewTree(layout.Leaves())
	scratch := make([]byte, 1, 64<<10)
	set := func(leaf int, with []byte) {
		scratch = tree.HashLeaf(leaf, with)[:1]
	}
	set(LeafClock, AppendClockLeaf(scratch, core.clock(), core.Map.Layers))
	set(LeafRandom, AppendRandomState(scratch, &core.Random))
	set(LeafNames, AppendNames(scratch, core.Names))
	set(LeafGlobal, AppendComponents(scratch, core.Global))
	for i := range core.Players {
		set(layout.Player(order.PlayerID(i)), AppendPlayer(scratch, &core.Players[i]))
	}
	for i := range core.Map.Layers {
		data := core.Map.Layers[i].Data
		for at := 0; at < len(data); at += MapBytesPerLeaf {
			set(layout.Map(i, at), append(scratch, data[at:min(at+MapBytesPerLeaf, len(data))]...))
		}
	}
	entities := core.Entities
	motion := make([]byte, 1, 4<<10)
	for first := 0; first < int(core.Capacity); first += SlotsPerLeaf {
		motion = motion[:1]
		for slot := first; slot < min(first+SlotsPerLeaf, int(core.Capacity)); slot++ {
			var entity *EntitySnapshot
			if len(entities) > 0 && int(entities[0].Tag.Index) == slot {
				entity, entities = &entities[0], entities[1:]
			}
			scratch = AppendSlot(scratch, core.generation(slot), entity)
			motion = AppendMotion(motion, entity)
		}
		set(layout.Slot(first), scratch)
		motion = tree.HashLeaf(layout.Motion(first), motion)
	}
	return tree
}

// StateHash returns the Merkle root of a state.
func (core *SimCoreSnapshot) StateHash() order.StateHash { return HashState(core).Root() }

func (core *SimCoreSnapshot) clock() *Clock {
	return &Clock{
		Tick: core.Tick, Seed: core.GameSeed, MapHash: core.MapHash, Capacity: core.Capacity,
		Players: uint32(len(core.Players)), CheatsUsed: core.CheatsUsed, CosmeticCheatsUsed: core.CosmeticCheatsUsed,
	}
}

func (core *SimCoreSnapshot) generation(slot int) uint16 {
	if slot < len(core.Generations) {
		return core.Generations[slot]
	}
	return FirstGeneration
}
