// SPDX-License-Identifier: GPL-3.0-or-later

package sim

import (
	"iter"

	"convertd/core/order"
	"convertd/core/snapshot"
)

// View reads a simulation without being able to change it. It shows the state
// before the next Apply; values are copies.
type View struct{ sim *Simulation }

// Entity is one living entity as the last tick left it.
type Entity struct {
	Tag   order.UnitTag
	Kind  KindID
	Owner order.PlayerID
	Look
	// Serial rises in the order in which entities appeared; 0 for what is still
	// in production. It is not part of the state: after a Restore it follows
	// the slots.
	Serial uint64
}

// Player is one player as the last tick left it.
type Player struct {
	ID      order.PlayerID
	Kind    snapshot.PlayerKind
	Faction string
	Team    int32
	Start   int32
	PlayerLook
}

// Tick is the tick that runs next.
func (v View) Tick() order.Tick { return v.sim.tick }

// Module is the name of the module that runs.
func (v View) Module() string { return v.sim.traits.Name }

// KindName is the name of a kind.
func (v View) KindName(kind KindID) string { return v.sim.names.name(kind) }

// FindKind finds a kind by its name; ok is false if the state never named it.
func (v View) FindKind(name string) (kind KindID, ok bool) { return v.sim.names.find(name) }

// Len is the number of living entities.
func (v View) Len() int { return v.sim.pool.living }

// Slots is one above the highest slot ever used: At answers below it.
func (v View) Slots() int { return v.sim.pool.high }

// At returns the entity in a slot; ok is false if the slot is free.
func (v View) At(slot int) (entity Entity, ok bool) {
	if slot < 0 || slot >= len(v.sim.pool.rows) || !v.sim.pool.rows[slot].alive {
		return Entity{}, false
	}
	return v.sim.entity(slot), true
}

// Entity returns the entity that a tag names.
func (v View) Entity(tag order.UnitTag) (entity Entity, ok bool) {
	if v.sim.pool.find(tag) == nil {
		return Entity{}, false
	}
	return v.sim.entity(int(tag.Index)), true
}

// Alive reports whether the entity that a tag names lives.
func (v View) Alive(tag order.UnitTag) bool { return v.sim.pool.find(tag) != nil }

// Appeared returns the Serial and the flags of the entity in a slot; ok is false if the
// slot is free. It is At for those who want no more.
func (v View) Appeared(slot int) (serial uint64, flags snapshot.Flags, ok bool) {
	row := &v.sim.pool.rows[slot]
	return row.serial, row.look.Flags, row.alive
}

// Gone counts the entities that ever went: as long as it stays the same, nobody did.
func (v View) Gone() uint64 { return v.sim.pool.gone }

// Entities yields the living entities, ascending by slot.
func (v View) Entities() iter.Seq[Entity] {
	return func(yield func(Entity) bool) {
		for slot := range v.Slots() {
			if entity, ok := v.At(slot); ok && !yield(entity) {
				return
			}
		}
	}
}

// Players is the number of players.
func (v View) Players() int { return len(v.sim.players) }

// Player returns one player; ok is false for ids beyond the last.
func (v View) Player(id order.PlayerID) (player Player, ok bool) {
	if int(id) >= len(v.sim.players) {
		return Player{}, false
	}
	row := &v.sim.players[id]
	return Player{
		ID: id, Kind: row.state.Kind, Faction: v.sim.names.name(KindID(row.state.Faction)), Team: row.state.Team, Start: row.state.Start,
		PlayerLook: row.look,
	}, true
}

// Layers is the number of map layers.
func (v View) Layers() int { return len(v.sim.layers) }

// Layer returns one map layer; its bytes must not be written to.
func (v View) Layer(i int) *Layer { return v.sim.layers[i] }

// NativeHash returns the native hash of the last tick, see NativeHasher; ok is false
// too for modules that compute none.
func (v View) NativeHash() (hash uint64, frame uint64, ok bool) {
	if hasher, is := v.sim.module.(NativeHasher); is {
		return hasher.NativeHash()
	}
	return 0, 0, false
}

// Accountant returns the module's accounts, or nil.
func (v View) Accountant() Accountant {
	accounts, _ := v.sim.module.(Accountant)
	return accounts
}

// ForeignIDs returns the module's knowledge of foreign ids, or nil.
func (v View) ForeignIDs() ForeignIDs {
	ids, _ := v.sim.module.(ForeignIDs)
	return ids
}

// Numbering returns the module's numbering of what appears, or nil.
func (v View) Numbering() Numbering {
	numbers, _ := v.sim.module.(Numbering)
	return numbers
}

// Abilities returns what the module knows of what can be ordered, or nil.
func (v View) Abilities() Abilities {
	abilities, _ := v.sim.module.(Abilities)
	return abilities
}

// Production returns what the module knows of production, or nil.
func (v View) Production() Production {
	production, _ := v.sim.module.(Production)
	return production
}

func (s *Simulation) entity(slot int) Entity {
	row := &s.pool.rows[slot]
	return Entity{
		Tag: s.pool.tag(slot), Kind: row.kind, Owner: row.owner, Look: row.look, Serial: row.serial,
	}
}
