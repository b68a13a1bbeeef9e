// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"sync"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// CompiledTypes is what the rules of a release make of its actor types on one
// tileset. Worlds share it and only read it.
type CompiledTypes struct {
	Types       []*ActorType // in the order of the rules
	ByName      map[string]*ActorType
	Weapons     map[string]*Weapon
	PowerOrders map[string]bool   // support powers of the rules; never iterated
	Signs       map[string]uint64 // of the kinds of queues; see NumberKinds
	// LargestRadius is how far the shape of any actor type reaches.
	LargestRadius int32
}

// CompileTypes compiles the actor types for a tileset, whose terrain has these names,
// on a grid of square cells or an isometric one.
func CompileTypes(set *rules.Ruleset, tileset string, terrain []string, isometric bool, behaviour *ReleaseRules) *CompiledTypes {
	k := &CompiledTypes{ByName: make(map[string]*ActorType, len(set.Actors))}
	c := compiler{
		set: set, tileset: tileset, locomotors: map[string]int32{}, recipe: recipe{conditional: behaviour.ConditionalHash},
		weapons: map[string]*Weapon{}, powerOrders: map[string]bool{},
	}
	for i := range set.World.Locomotors {
		c.locomotors[set.World.Locomotors[i].Name] = int32(i)
	}
	for i, actor := range set.Actors {
		t := c.compile(i, actor)
		t.ClassicByThirds = t.ClassicBody && behaviour.CoarseFacing
		t.FindSummands()
		t.Acting = t.actingTraits()
		t.HealsBelow = t.findHealsBelow()
		t.Incomplete = t.usuallyIncomplete(int32(set.Extra.UsualIncompleteTicks))
		t.Scenery = t.restful() && (!behaviour.SeenNow || !t.FrozenUnderFog)
		k.Types = append(k.Types, t)
		k.ByName[actor.Name] = t
		k.LargestRadius = max(k.LargestRadius, t.OuterRadius())
	}
	k.Weapons, k.PowerOrders = c.weapons, c.powerOrders
	k.keepBorne()
	k.markTerrain(terrain)
	k.fitTypes(isometric)
	k.NumberKinds()
	return k
}

// keptTypes is how many compilations are kept: of the rules and tilesets that were
// played last. One takes a few MiB and half of the time in which a game is set up.
const keptTypes = 12

// TypeKeeper keeps compilations of actor types for the next game with the same
// rules on the same tileset. It is safe for concurrent use.
type TypeKeeper struct {
	mu   sync.Mutex
	kept []keptCompilation // the last used one last
}

type keptCompilation struct {
	key   TypeKey
	types *CompiledTypes
}

// TypeKey names all that a compilation depends on: rulesets are read once for each mod
// and release, and a tileset of them gives the names of the terrain.
type TypeKey struct {
	Set     *rules.Ruleset
	Tileset string
	Mapped  bool
}

// KnownTypes are the compilations of the rules that were played last.
var KnownTypes TypeKeeper

// Take returns the compilation of a key and makes it if there is none.
func (k *TypeKeeper) Take(key TypeKey, compile func() *CompiledTypes) *CompiledTypes {
	k.mu.Lock()
	defer k.mu.Unlock()
	for i, one := range k.kept {
		if one.key == key {
			copy(k.kept[i:], k.kept[i+1:])
			k.kept[len(k.kept)-1] = one
			return one.types
		}
	}
	one := keptCompilation{key, compile()}
	if len(k.kept) == keptTypes {
		k.kept = append(k.kept[:0], k.kept[1:]...)
	}
	k.kept = append(k.kept, one)
	return one.types
}

// NumberKinds gives each kind of queue a bit as its sign, so that names need not be
// compared where production is looked at every tick.
func (k *CompiledTypes) NumberKinds() {
	k.Signs = map[string]uint64{}
	for _, t := range k.Types {
		t.ProduceSigns = 0
		for _, kind := range t.Produces {
			t.ProduceSigns |= SignOf(k.Signs, kind)
		}
		for i := range t.Queues {
			t.Queues[i].Sign = SignOf(k.Signs, t.Queues[i].Kind)
		}
	}
}

// SignOf returns the sign of a kind; a new kind gets the next one, and those beyond
// the last bit share it.
func SignOf(signs map[string]uint64, kind string) uint64 {
	one, known := signs[kind]
	if !known {
		one = 1 << min(len(signs), MaxSigns-1)
		signs[kind] = one
	}
	return one
}

// fitTypes moves the middle of every type of building to where the grid has it,
// and has what is seen collected cell by cell.
func (k *CompiledTypes) fitTypes(isometric bool) {
	if !isometric {
		return
	}
	for _, t := range k.Types {
		for i := range t.Sights {
			t.Sights[i].Cellwise = true
		}
		if b := t.Building; b != nil && b.Footprint != nil {
			far := wpos.CenterIsometric(wpos.Cell{X: b.Width, Y: b.Height}).Sub(wpos.CenterIsometric(wpos.Cell{X: 1, Y: 1}))
			b.CenterOffset = far.Half().Add(b.LocalOffset)
		}
	}
}
