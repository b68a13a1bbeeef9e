// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"maps"
	"sync"

	"convertd/core/rules"
)

// compiledTypes is what the rules of a release make of its actor types on one
// tileset. Worlds share it and only read it.
type compiledTypes struct {
	types       []*actorType // in the order of the rules
	byName      map[string]*actorType
	weapons     map[string]*weapon
	powerOrders map[string]bool   // support powers of the rules; never iterated
	signs       map[string]uint64 // of the kinds of queues; see numberKinds
	// largestRadius is how far the shape of any actor type reaches.
	largestRadius int32
}

// compileTypes compiles the actor types for a tileset with the ground of a
// world on it.
func compileTypes(set *rules.Ruleset, tileset string, ground *ground, behaviour *releaseRules) *compiledTypes {
	k := &compiledTypes{byName: make(map[string]*actorType, len(set.Actors))}
	c := compiler{
		set: set, tileset: tileset, locomotors: map[string]int32{}, recipe: recipe{conditional: behaviour.conditionalHash},
		weapons: map[string]*weapon{}, powerOrders: map[string]bool{},
	}
	for i := range set.World.Locomotors {
		c.locomotors[set.World.Locomotors[i].Name] = int32(i)
	}
	for i, actor := range set.Actors {
		t := c.compile(i, actor)
		t.findSummands()
		t.acting = t.actingTraits()
		t.healsBelow = t.findHealsBelow()
		t.incomplete = t.usuallyIncomplete(int32(set.Extra.UsualIncompleteTicks))
		t.scenery = t.restful() && (!behaviour.seenNow || !t.frozenUnderFog)
		k.types = append(k.types, t)
		k.byName[actor.Name] = t
		k.largestRadius = max(k.largestRadius, t.outerRadius())
	}
	k.weapons, k.powerOrders = c.weapons, c.powerOrders
	k.keepBorne()
	k.markTerrain(ground)
	k.fitTypes(ground)
	k.numberKinds()
	return k
}

// keptTypes is how many compilations are kept: of the rules and tilesets that were
// played last. One takes a few MiB and half of the time in which a game is set up.
const keptTypes = 12

// typeKeeper keeps compilations of actor types for the next game with the same
// rules on the same tileset. It is safe for concurrent use.
type typeKeeper struct {
	mu   sync.Mutex
	kept []keptCompilation // the last used one last
}

type keptCompilation struct {
	key   typeKey
	types *compiledTypes
}

// typeKey names all that a compilation depends on: rulesets are read once for each mod
// and release, and a tileset of them gives the names of the terrain.
type typeKey struct {
	set     *rules.Ruleset
	tileset string
	mapped  bool
}

var knownTypes typeKeeper

// take returns the compilation of a key and makes it if there is none.
func (k *typeKeeper) take(key typeKey, compile func() *compiledTypes) *compiledTypes {
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

// takeTypes gives a world its actor types. The ground has to stand. What a map
// calls its tileset is kept only if the rules know it, since anything may stand there.
func (w *World) takeTypes(setup *Setup) {
	key := typeKey{set: setup.Rules, mapped: setup.Map != nil}
	if key.mapped {
		key.tileset = setup.Map.Tileset
	}
	compile := func() *compiledTypes { return compileTypes(setup.Rules, key.tileset, w.ground, &w.behaviour) }
	if setup.ownTypes || w.ground.tileset == nil {
		w.compiledTypes = *compile()
		return
	}
	w.compiledTypes = *knownTypes.take(key, compile)
}

// numberKinds gives each kind of queue a bit as its sign, so that names need not be
// compared where production is looked at every tick.
func (k *compiledTypes) numberKinds() {
	k.signs = map[string]uint64{}
	for _, t := range k.types {
		t.produceSigns = 0
		for _, kind := range t.produces {
			t.produceSigns |= signOf(k.signs, kind)
		}
		for i := range t.queues {
			t.queues[i].sign = signOf(k.signs, t.queues[i].kind)
		}
	}
}

// numberQueues gives the queues of the players their signs.
func (w *World) numberQueues() {
	signs := maps.Clone(w.signs)
	for i := range w.players {
		for k := range w.players[i].queues {
			info := w.players[i].queues[k].info
			info.sign = signOf(signs, info.kind)
		}
	}
	w.kindsApart = len(signs) <= maxSigns
}

// signOf returns the sign of a kind; a new kind gets the next one, and those beyond
// the last bit share it.
func signOf(signs map[string]uint64, kind string) uint64 {
	one, known := signs[kind]
	if !known {
		one = 1 << min(len(signs), maxSigns-1)
		signs[kind] = one
	}
	return one
}
