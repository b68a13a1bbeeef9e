// SPDX-License-Identifier: GPL-3.0-or-later

package sim

import (
	"fmt"

	"convertd/core/bincode"
	"convertd/core/order"
	"convertd/core/snapshot"
)

// Snapshot copies the present state.
func (s *Simulation) Snapshot() *snapshot.SimSnapshot {
	core := s.snapshotFrame()
	core.Random = s.randomState(nil)
	s.snapshotPool(&core)
	for i := range core.Players {
		core.Players[i].Components = componentsAt(s.appendPlayerComponents(nil, i), 0)
	}
	for i, layer := range s.layers {
		core.Map.Layers[i].Data = append([]byte(nil), layer.data...)
	}
	core.Global = componentsAt(s.appendGlobal(nil), 0)
	return &snapshot.SimSnapshot{Core: core}
}

// snapshotFrame is a snapshot with everything short in it.
func (s *Simulation) snapshotFrame() snapshot.SimCoreSnapshot {
	core := snapshot.SimCoreSnapshot{
		Tick: s.tick, GameSeed: s.config.Seed, MapHash: s.config.MapHash,
		Names:    append([]string(nil), s.names.names...),
		Capacity: uint16(s.config.Capacity),
	}
	for i := range s.players {
		core.Players = append(core.Players, s.players[i].state)
	}
	core.Map.Layers = append(core.Map.Layers, s.shapes...)
	return core
}

// snapshotPool copies the slots.
func (s *Simulation) snapshotPool(core *snapshot.SimCoreSnapshot) {
	core.Generations = make([]uint16, s.pool.high)
	core.Entities = make([]snapshot.EntitySnapshot, 0, s.pool.living)
	entities := entityArena{data: make([]byte, 0, s.entityBytes)}
	for slot := range s.pool.high {
		row := &s.pool.rows[slot]
		core.Generations[slot] = row.generation
		if !row.alive {
			continue
		}
		s.scratch = s.appendRest(s.scratch[:0], slot)
		middle := len(s.scratch)
		s.scratch = s.appendMotion(s.scratch, slot)
		rest, motion := componentsAt(s.scratch[:middle], 0), componentsAt(s.scratch, middle)
		core.Entities = append(core.Entities, entities.entity(s.pool.tag(slot), uint32(row.kind), row.owner, rest, motion))
	}
	s.entityBytes = entities.room()
}

// entityArena is one buffer for the components of all entities of a snapshot.
type entityArena struct{ data []byte }

// entity puts together what two leaves hold of an entity.
func (e *entityArena) entity(tag order.UnitTag, kind uint32, owner order.PlayerID, rest, motion snapshot.Components) snapshot.EntitySnapshot {
	begin := len(e.data)
	e.data = snapshot.AppendMerged(e.data, rest, motion)
	return snapshot.EntitySnapshot{
		Tag: tag, Kind: kind, Owner: owner,
		Components: snapshot.Components{Mask: rest.Mask | motion.Mask, Data: e.data[begin:len(e.data):len(e.data)]},
	}
}

// room is how much the next snapshot will want.
func (e *entityArena) room() int { return len(e.data) + len(e.data)/8 }

// componentsAt reads mask, length and bytes as they are in a leaf.
func componentsAt(encoded []byte, offset int) snapshot.Components {
	r := bincode.NewReader(encoded[offset:])
	mask := r.Uint64()
	return snapshot.Components{Mask: mask, Data: r.Bytes(len(encoded))}
}

// Delta is what changed since a full snapshot of the same game. Its baseline
// hash is computed anew unless the baseline's hash is given.
func (s *Simulation) Delta(baseline *snapshot.SimSnapshot, baselineHash order.StateHash) (*snapshot.DeltaSnapshot, error) {
	return snapshot.Diff(baseline, baselineHash, s.Snapshot())
}

// Open starts a simulation from a snapshot alone: config but for Players,
// capacity, seed and map hash comes from it. The module must be the one that
// made it.
func Open(state *snapshot.SimSnapshot, module Module) (*Simulation, error) {
	if err := state.Check(); err != nil {
		return nil, err
	}
	core := &state.Core
	config := Config{Seed: core.GameSeed, MapHash: core.MapHash, Capacity: int(core.Capacity)}
	for i := range core.Players {
		p := &core.Players[i]
		config.Players = append(config.Players, PlayerConfig{Kind: p.Kind, Faction: core.Names[p.Faction], Team: p.Team, Start: p.Start})
	}
	s, err := prepare(config, module)
	if err != nil {
		return nil, err
	}
	return s, s.load(core)
}

// Restore goes to the state of a snapshot of the same game: same seed, map,
// capacity and players, else ConfigMismatchError with nothing changed. After
// any other error the simulation must not be used further.
func (s *Simulation) Restore(state *snapshot.SimSnapshot) error {
	if err := state.Check(); err != nil {
		return err
	}
	core := &state.Core
	switch {
	case core.GameSeed != s.config.Seed:
		return &ConfigMismatchError{Field: "game seed"}
	case core.MapHash != s.config.MapHash:
		return &ConfigMismatchError{Field: "map hash"}
	case int(core.Capacity) != s.config.Capacity:
		return &ConfigMismatchError{Field: "pool capacity"}
	case len(core.Players) != len(s.players):
		return &ConfigMismatchError{Field: "number of players"}
	case len(core.Map.Layers) != len(s.layers):
		return &ConfigMismatchError{Field: "number of map layers"}
	}
	for i := range core.Map.Layers {
		l := &core.Map.Layers[i]
		have := s.layers[i]
		if int(l.Width) != have.Width || int(l.Height) != have.Height || int(l.Stride) != have.Stride {
			return &ConfigMismatchError{Field: fmt.Sprintf("shape of map layer %d", i)}
		}
	}
	return s.load(core)
}

// load replaces everything by a checked state and makes sure that the module
// took all of it.
func (s *Simulation) load(core *snapshot.SimCoreSnapshot) (err error) {
	s.restored = true
	defer s.contain(&err)
	s.failure, s.events, s.late = nil, s.events[:0], s.late[:0]
	s.tick = core.Tick
	s.names = newInterner()
	for _, name := range core.Names {
		s.names.id(name)
	}
	s.loadPool(core)
	s.players = s.players[:0]
	for i := range core.Players {
		row := playerRow{state: core.Players[i]}
		row.state.Components = snapshot.Components{}
		s.players = append(s.players, row)
	}
	s.loadLayers(core)
	if err := s.module.Restore(&s.env, core); err != nil {
		s.failure = &ModuleError{Tick: s.tick, Cause: err}
		return s.failure
	}
	if !s.started {
		s.makeLeaves()
	}
	s.touchAll()
	s.lookAround()
	s.events = s.events[:0]
	if s.failure == nil && s.StateHash() != core.StateHash() {
		s.failure = &RestoreMismatchError{Difference: snapshot.Compare(core, &s.Snapshot().Core).String()}
	}
	return s.failure
}

func (s *Simulation) loadPool(core *snapshot.SimCoreSnapshot) {
	gone := s.pool.gone + uint64(s.pool.living) // whoever keeps tags must look again
	s.pool, s.serial = newPool(s.config.Capacity), 0
	s.pool.gone = gone + 1
	s.pool.high = len(core.Generations)
	for slot, generation := range core.Generations {
		s.pool.rows[slot].generation = generation
		if generation == snapshot.RetiredGeneration {
			s.pool.free.clear(slot)
		}
	}
	for i := range core.Entities {
		e := &core.Entities[i]
		row := &s.pool.rows[e.Tag.Index]
		row.alive, row.kind, row.owner = true, KindID(e.Kind), e.Owner
		if e.Flags()&(snapshot.FlagUnfinished|snapshot.FlagInWorld) != snapshot.FlagUnfinished {
			s.serial++
			row.serial = s.serial
		}
		s.pool.free.clear(int(e.Tag.Index))
	}
	s.pool.living = len(core.Entities)
}

func (s *Simulation) loadLayers(core *snapshot.SimCoreSnapshot) {
	for i := range core.Map.Layers {
		l := &core.Map.Layers[i]
		if i >= len(s.layers) {
			s.layers = append(s.layers, newLayer(KindID(l.Name), int(l.Width), int(l.Height), int(l.Stride)))
		}
		copy(s.layers[i].data, l.Data)
	}
}
