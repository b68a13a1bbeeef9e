// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"fmt"

	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/sim/openra/internal/codec"
	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/snapshot"

	"convertd/core/sim/openra/internal/engine"

	"convertd/core/sim/openra/internal/wpos"
)

// Restore implements sim.Module: a world is started anew for everything that
// rules, map and setup give, and then filled with the recorded state.
func (m *Module) Restore(env *sim.Env, saved *snapshot.SimCoreSnapshot) error {
	setup := m.setup
	if err := restoreFrom(saved.Global, globalSetup, nil, setup.Coded); err != nil {
		return err
	}
	world, err := engine.New(setup)
	if err != nil {
		return err
	}
	if len(world.Players) != len(saved.Players) {
		return fmt.Errorf("%w: %d players, the map and lobby make %d", codec.ErrState, len(saved.Players), len(world.Players))
	}
	starting := world.Tasks
	clearState(world)
	if saved.Tick == 0 {
		// What the start put off to the end of the first tick is still to be
		// done. Between later ticks nothing is put off.
		world.Tasks = starting
	}
	next := Module{setup: setup, world: world, env: env}
	if err := next.restoreWorld(saved); err != nil {
		return err
	}
	*m = next
	return nil
}

// restoreFrom reads one component.
func restoreFrom(from snapshot.Components, id snapshot.ComponentID, w *engine.World, fields func(*codec.Coder)) error {
	data, ok := from.Get(id)
	if !ok {
		return fmt.Errorf("%w: component %d is missing", codec.ErrState, id)
	}
	c := codec.Coder{Data: data}
	if w != nil {
		c = w.Coder(data)
	}
	c.Reading = true
	fields(&c)
	if err := c.Finish(); err != nil {
		return fmt.Errorf("%w: component %d, byte %d", err, id, c.At)
	}
	return nil
}

// clearState drops the state of the start, so that recorded state can take its
// place.
func clearState(w *engine.World) {
	w.Actors, w.ActiveSet, w.Sums, w.Frozen, w.Tasks, w.Effects = nil, nil, nil, nil, nil, nil
	w.Present = engine.PresentHash{}
	w.MemoriesChanged()
	w.Occupied = grid.NewActorMap(w.Ground.Width, w.Ground.Height)
	w.Bins = w.Ground.NewBins()
	clear(w.Influence)
	for i := range w.Players {
		p := &w.Players[i]
		clear(p.Visible)
		p.Through, p.Covered = nil, nil
		clear(p.Explored)
		clear(p.IsTouched)
		p.Touched = nil
	}
}

func (m *Module) restoreWorld(saved *snapshot.SimCoreSnapshot) error {
	w := m.world
	m.findLayers()
	if err := m.checkLayers(saved); err != nil {
		return err
	}
	restoreResources(w, m.kinds.Data(), m.densities.Data())
	for _, part := range []struct {
		id     snapshot.ComponentID
		fields func(*codec.Coder)
	}{{globalWorld, w.Coded}, {globalOccupied, w.CodedOccupied}, {globalBins, w.CodedBins}, {globalFrozen, w.Frozen.Coded}, {globalEffects, w.CodedEffects}} {
		if err := restoreFrom(saved.Global, part.id, w, part.fields); err != nil {
			return err
		}
	}
	c := codec.Coder{Data: saved.Random.State, Reading: true}
	w.Random.Coded(&c)
	if err := c.Finish(); err != nil || saved.Random.Algorithm != randomAlgorithm || uint32(w.Random.Index) >= state.TwisterSize {
		return fmt.Errorf("%w: random generator", codec.ErrState)
	}
	pending := make([][]uint8, len(w.Players))
	for i := range w.Players {
		err := restoreFrom(saved.Players[i].Components, playerOwn, w, func(c *codec.Coder) {
			w.Players[i].Coded(c)
			pending[i] = w.Players[i].ReadPending(c)
		})
		if err != nil {
			return fmt.Errorf("player %d: %w", i, err)
		}
	}
	if err := m.restoreActors(saved); err != nil {
		return err
	}
	return restoreDerived(w, m.shown, pending)
}

// checkLayers makes sure that the layers are those of this map: one of each name,
// a byte for each cell, and no other.
func (m *Module) checkLayers(saved *snapshot.SimCoreSnapshot) error {
	w := m.world
	if len(saved.Map.Layers) != 2+len(w.Players) {
		return fmt.Errorf("%w: %d map layers, want %d", codec.ErrState, len(saved.Map.Layers), 2+len(w.Players))
	}
	for i, layer := range append([]*sim.Layer{m.kinds, m.densities}, m.shown...) {
		switch {
		case layer == nil:
			return fmt.Errorf("%w: map layer %d is missing", codec.ErrState, i)
		case layer.Width != int(w.Ground.Width) || layer.Height != int(w.Ground.Height) || layer.Stride != 1:
			return fmt.Errorf("%w: map layer %d has %d × %d cells of %d bytes, the map has %d × %d", codec.ErrState, i,
				layer.Width, layer.Height, layer.Stride, w.Ground.Width, w.Ground.Height)
		}
	}
	return nil
}

func restoreResources(w *engine.World, kinds, densities []uint8) {
	copy(w.Resources.Kind, kinds)
	copy(w.Resources.Density, densities)
	for i, kind := range w.Resources.Kind {
		w.Resources.Terrain[i] = w.TerrainWith(int32(i), kind, densities[i])
		if kind == grid.LaidTerrain {
			w.Resources.AtStart[i] = w.Resources.Terrain[i]
		}
	}
}

func (m *Module) restoreActors(saved *snapshot.SimCoreSnapshot) error {
	w := m.world
	if int64(w.NextID) > int64(engine.MaxActors) {
		return fmt.Errorf("%w: %d actors", codec.ErrState, w.NextID)
	}
	w.Actors = make([]*state.Actor, w.NextID)
	m.tags, m.owners = make([]order.UnitTag, w.NextID), make([]order.PlayerID, w.NextID)
	m.gone = make(map[uint32]goneActor)
	for i := range m.tags {
		m.tags[i], m.owners[i] = order.NoUnit, order.NoPlayer
	}
	m.ids = make([]uint32, m.env.Config().Capacity)
	m.looks = nil
	for i := range saved.Entities {
		if err := m.restoreActor(saved, &saved.Entities[i]); err != nil {
			return fmt.Errorf("entity %s: %w", saved.Entities[i].Tag, err)
		}
	}
	for i := range w.Players {
		if w.Actor(w.Players[i].Actor) == nil {
			return fmt.Errorf("%w: player %d has no actor", codec.ErrState, i)
		}
	}
	if len(w.Actors) == 0 || w.Actors[0] == nil {
		return fmt.Errorf("%w: there is no world actor", codec.ErrState)
	}
	return checkLists(w)
}

func (m *Module) restoreActor(saved *snapshot.SimCoreSnapshot, e *snapshot.EntitySnapshot) error {
	w := m.world
	a := w.Room.Actor()
	if err := restoreFrom(e.Components, entityActor, w, a.CodedResting); err != nil {
		return err
	}
	if err := restoreFrom(e.Components, entityPlace, w, a.CodedPlace); err != nil {
		return err
	}
	if _, ok := e.Components.Get(entityActivity); ok {
		err := restoreFrom(e.Components, entityActivity, w, func(c *codec.Coder) { state.CodedActivity(c, &a.Activity, 0) })
		if err != nil {
			return err
		}
		if err := restoreFrom(e.Components, entityProgress, w, func(c *codec.Coder) { state.CodedProgress(c, a.Activity) }); err != nil {
			return err
		}
	}
	if a.ID >= w.NextID || w.Actors[a.ID] != nil || a.Owner < 0 || int(a.Owner) >= len(w.Players) {
		return fmt.Errorf("%w: actor %d of player %d", codec.ErrState, a.ID, a.Owner)
	}
	switch name := saved.Names[e.Kind]; {
	case a.ID == 0:
		a.Type = engine.BareType(engine.WorldType, "", engine.WorldSlots(w.Rules))
	case isPlayerActor(w, a):
		a.Type = engine.BareType(engine.PlayerType, "player", engine.PlayerSlots(w.Rules, engine.QueueInfos(w.Rules)))
	default:
		if a.Type = w.ByName[name]; a.Type == nil {
			return fmt.Errorf("%w: no actor type %q", codec.ErrState, name)
		}
		for i := range a.Shots {
			if s := &a.Shots[i]; s.Shot.Weapon == nil || uint32(s.Arm) >= uint32(len(a.Type.Armaments)) || uint32(s.Shot.Owner) >= uint32(len(w.Players)) {
				return fmt.Errorf("%w: a shot of a %q", codec.ErrState, name)
			}
		}
		if !a.RestoreQueues() {
			return fmt.Errorf("%w: %d queues of a %q", codec.ErrState, len(a.Queues), name)
		}
	}
	w.Actors[a.ID] = a
	w.Wake(a)
	m.tags[a.ID], m.ids[e.Tag.Index], m.owners[a.ID] = e.Tag, a.ID, e.Owner
	return nil
}

func isPlayerActor(w *engine.World, a *state.Actor) bool { return w.Players[a.Owner].Actor == a.ID }

// checkLists makes sure that every list names actors that exist.
func checkLists(w *engine.World) error {
	exists := func(id uint32) bool { return id < uint32(len(w.Actors)) && w.Actors[id] != nil }
	for _, node := range w.Occupied.Nodes[1:] {
		if !exists(node.Actor) {
			return fmt.Errorf("%w: actor %d stands in a cell", codec.ErrState, node.Actor)
		}
	}
	for _, bin := range w.Bins.Bins {
		for _, id := range bin {
			if id >= uint32(len(w.Actors)) {
				return fmt.Errorf("%w: actor %d is in a bin", codec.ErrState, id)
			}
		}
	}
	if err := checkMemories(w); err != nil {
		return err
	}
	for _, a := range w.Actors {
		if a == nil {
			continue
		}
		for _, id := range a.DockReserved {
			if !exists(id) {
				return fmt.Errorf("%w: actor %d has reserved a dock", codec.ErrState, id)
			}
		}
	}
	return nil
}

// restoreDerived computes what follows from the rest: who sees what, which
// building covers a cell, what the path finders know.
func restoreDerived(w *engine.World, shown []*sim.Layer, pending [][]uint8) error {
	if w.Covers > 0 {
		defer w.CountThrough()
	}
	for _, a := range w.Actors {
		if a == nil {
			continue
		}
		if a.Sight.Active {
			w.ApplySight(a, &a.Sight, 1)
		}
		if b := a.Type.Building; a.InWorld && b != nil && b.Footprint != nil {
			b.Cells(a.Cell, func(c wpos.Cell) {
				if w.Ground.Within(c) {
					w.Influence[w.Ground.Index(c)] = a.ID
				}
			})
		}
	}
	for i := range w.Outlook.Watches {
		if w.Outlook.Watches[i].Wait == 0 {
			w.ApplyWatch(&w.Outlook.Watches[i], 1)
		}
	}
	for i := range w.Players {
		if shown[i] == nil {
			return fmt.Errorf("%w: what player %d sees is missing", codec.ErrState, i)
		}
		if err := w.Players[i].RestoreSight(shown[i].Data(), pending[i]); err != nil {
			return err
		}
	}
	w.LinkHuts()
	w.Paths.BeginGraphs()
	return nil
}

// checkMemories makes sure that what is remembered are buildings of players of
// the game, in the order of their numbers.
func checkMemories(w *engine.World) error {
	plays := func(owner int32) bool { return owner >= 0 && int(owner) < len(w.Players) }
	for i := range w.Frozen {
		f := &w.Frozen[i]
		bad := f.Type == nil || f.ID >= w.NextID || i > 0 && f.ID <= w.Frozen[i-1].ID || !plays(f.Owner)
		for _, b := range f.Believed {
			bad = bad || !plays(b.Owner)
		}
		if bad {
			return fmt.Errorf("%w: what is remembered of actor %d", codec.ErrState, f.ID)
		}
	}
	return nil
}
