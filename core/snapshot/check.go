// SPDX-License-Identifier: GPL-3.0-or-later

package snapshot

import (
	"fmt"

	"convertd/core/order"
)

// Check applies the schema to a state: everything that holds for every state
// that a simulation can be in, whatever the game. A state that passes can be
// hashed, compared and handed to a module without a panic.
func (s *SimSnapshot) Check() error {
	if err := s.Core.check(); err != nil {
		return &Error{Offset: -1, Message: err.Error()}
	}
	if s.Script != nil {
		if err := s.Script.check(); err != nil {
			return &Error{Offset: -1, Message: err.Error()}
		}
	}
	return nil
}

func (core *SimCoreSnapshot) check() error {
	if err := core.checkShape(); err != nil {
		return err
	}
	seen := make(map[string]struct{}, len(core.Names))
	for i, name := range core.Names {
		if len(name) > MaxNameBytes {
			return fmt.Errorf("name %d has %d bytes, the limit is %d", i, len(name), MaxNameBytes)
		}
		if _, twice := seen[name]; twice {
			return fmt.Errorf("name %d is there twice", i)
		}
		seen[name] = struct{}{}
	}
	previous := -1
	for i := range core.Entities {
		if err := core.checkEntity(&core.Entities[i], previous); err != nil {
			return fmt.Errorf("entity %d (%s): %w", i, core.Entities[i].Tag, err)
		}
		previous = int(core.Entities[i].Tag.Index)
	}
	for i := range core.Players {
		if err := core.checkPlayer(&core.Players[i], i); err != nil {
			return fmt.Errorf("player %d: %w", i, err)
		}
	}
	for i := range core.Map.Layers {
		if err := core.checkLayer(&core.Map.Layers[i]); err != nil {
			return fmt.Errorf("map layer %d: %w", i, err)
		}
	}
	if err := core.Global.check(MaxGlobalComponent); err != nil {
		return fmt.Errorf("global state: %w", err)
	}
	return nil
}

func (core *SimCoreSnapshot) checkShape() error {
	switch {
	case core.Capacity == 0:
		return fmt.Errorf("pool capacity is 0")
	case len(core.Generations) > int(core.Capacity):
		return fmt.Errorf("%d slots in a pool of %d", len(core.Generations), core.Capacity)
	case len(core.Entities) > MaxEntities:
		return fmt.Errorf("%d entities, the limit is %d", len(core.Entities), MaxEntities)
	case len(core.Players) > MaxPlayers:
		return fmt.Errorf("%d players, the limit is %d", len(core.Players), MaxPlayers)
	case len(core.Names) > MaxNames:
		return fmt.Errorf("%d names, the limit is %d", len(core.Names), MaxNames)
	case len(core.Map.Layers) > MaxLayers:
		return fmt.Errorf("%d map layers, the limit is %d", len(core.Map.Layers), MaxLayers)
	case len(core.Random.State) > MaxRandomBytes || len(core.Random.Algorithm) > MaxNameBytes:
		return fmt.Errorf("random state has %d bytes, the limit is %d", len(core.Random.State), MaxRandomBytes)
	}
	for slot, generation := range core.Generations {
		if generation < FirstGeneration {
			return fmt.Errorf("slot %d has generation %d, the first is %d", slot, generation, FirstGeneration)
		}
	}
	return nil
}

func (core *SimCoreSnapshot) checkEntity(e *EntitySnapshot, previous int) error {
	slot := int(e.Tag.Index)
	switch {
	case slot <= previous:
		return fmt.Errorf("entities are not in ascending order of their slots")
	case slot >= len(core.Generations) || core.Generations[slot] != e.Tag.Generation:
		return fmt.Errorf("tag does not fit the slot's generation")
	case e.Tag.Generation == RetiredGeneration:
		return fmt.Errorf("slot is retired")
	case int64(e.Kind) >= int64(len(core.Names)):
		return fmt.Errorf("kind %d, only %d names", e.Kind, len(core.Names))
	case e.Owner != order.NoPlayer && int64(e.Owner) >= int64(len(core.Players)):
		return fmt.Errorf("owner %d, only %d players", e.Owner, len(core.Players))
	}
	if err := e.Components.check(MaxEntityComponent); err != nil {
		return err
	}
	return e.checkKnown()
}

// entityComponentBytes is the size of each common component of an entity.
var entityComponentBytes = [...]int{EntityPosition: 12, EntityHealth: 8, EntityFacing: 4, EntityNative: 4, EntityFlags: 4}

// playerComponentBytes is the size of each common component of a player.
var playerComponentBytes = [...]int{PlayerMoney: 24, PlayerPower: 8, PlayerStanding: 1}

// checkKnown applies what is known of the common components.
func (e *EntitySnapshot) checkKnown() error {
	for id, size := range entityComponentBytes {
		if b, ok := e.Components.Get(ComponentID(id)); ok && len(b) != size {
			return fmt.Errorf("component %d has %d bytes, not %d", id, len(b), size)
		}
	}
	if p, ok := e.Position(); ok && (outside(p.X) || outside(p.Y) || outside(p.Z)) {
		return fmt.Errorf("position %d,%d,%d, the limit is ±%d", p.X, p.Y, p.Z, MaxCoordinate)
	}
	if f := e.Flags(); f&^flagsKnown != 0 {
		return fmt.Errorf("unknown flags %#x", uint32(f))
	}
	return nil
}

func outside(v int32) bool { return v < -MaxCoordinate || v > MaxCoordinate }

func (core *SimCoreSnapshot) checkPlayer(p *PlayerState, i int) error {
	switch {
	case int64(p.ID) != int64(i):
		return fmt.Errorf("id is %d", p.ID)
	case p.Kind >= playerKinds:
		return fmt.Errorf("kind %d, only %d are known", p.Kind, playerKinds)
	case int64(p.Faction) >= int64(len(core.Names)):
		return fmt.Errorf("faction %d, only %d names", p.Faction, len(core.Names))
	}
	if err := p.Components.check(MaxPlayerComponent); err != nil {
		return err
	}
	for id, size := range playerComponentBytes {
		if b, ok := p.Components.Get(ComponentID(id)); ok && len(b) != size {
			return fmt.Errorf("component %d has %d bytes, not %d", id, len(b), size)
		}
	}
	if p.Standing() >= standings {
		return fmt.Errorf("standing %d, only %d are known", p.Standing(), standings)
	}
	return nil
}

func (core *SimCoreSnapshot) checkLayer(l *MapLayer) error {
	if int64(l.Name) >= int64(len(core.Names)) {
		return fmt.Errorf("name %d, only %d names", l.Name, len(core.Names))
	}
	if l.Stride == 0 || l.Stride > MaxStride {
		return fmt.Errorf("%d bytes for a cell, allowed are 1 to %d", l.Stride, MaxStride)
	}
	if cells := uint64(l.Width) * uint64(l.Height); cells > MaxBytes || cells*uint64(l.Stride) != uint64(len(l.Data)) {
		return fmt.Errorf("%d × %d cells of %d bytes in %d bytes", l.Width, l.Height, l.Stride, len(l.Data))
	}
	return nil
}

func (s *ScriptState) check() error {
	for _, blobs := range [][]ScriptBlob{s.Lua, s.Wasm} {
		for i := 1; i < len(blobs); i++ {
			if blobs[i].Mod <= blobs[i-1].Mod {
				return fmt.Errorf("script states are not sorted by mod")
			}
		}
	}
	for i := range s.MissionVars {
		if i > 0 && s.MissionVars[i].Name <= s.MissionVars[i-1].Name {
			return fmt.Errorf("mission variables are not sorted by name")
		}
		if s.MissionVars[i].Value.Kind >= scriptValueKinds {
			return fmt.Errorf("mission variable %d has kind %d", i, s.MissionVars[i].Value.Kind)
		}
	}
	return nil
}
