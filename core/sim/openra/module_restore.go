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
)

// Restore implements sim.Module: a world is started anew for everything that
// rules, map and setup give, and then filled with the recorded state.
func (m *Module) Restore(env *sim.Env, saved *snapshot.SimCoreSnapshot) error {
	setup := m.setup
	if err := restoreFrom(saved.Global, globalSetup, nil, setup.Coded); err != nil {
		return err
	}
	world, err := New(setup)
	if err != nil {
		return err
	}
	if len(world.players) != len(saved.Players) {
		return fmt.Errorf("%w: %d players, the map and lobby make %d", codec.ErrState, len(saved.Players), len(world.players))
	}
	starting := world.tasks
	world.clear()
	if saved.Tick == 0 {
		// What the start put off to the end of the first tick is still to be
		// done. Between later ticks nothing is put off.
		world.tasks = starting
	}
	next := Module{setup: setup, world: world, env: env}
	if err := next.restoreWorld(saved); err != nil {
		return err
	}
	*m = next
	return nil
}

// restoreFrom reads one component.
func restoreFrom(from snapshot.Components, id snapshot.ComponentID, w *World, fields func(*codec.Coder)) error {
	data, ok := from.Get(id)
	if !ok {
		return fmt.Errorf("%w: component %d is missing", codec.ErrState, id)
	}
	c := codec.Coder{Data: data}
	if w != nil {
		c = w.coder(data)
	}
	c.Reading = true
	fields(&c)
	if err := c.Finish(); err != nil {
		return fmt.Errorf("%w: component %d, byte %d", err, id, c.At)
	}
	return nil
}

// clear drops the state of the start, so that recorded state can take its
// place.
func (w *World) clear() {
	w.actors, w.activeSet, w.sums, w.frozen, w.tasks, w.effects = nil, nil, nil, nil, nil, nil
	w.present = presentHash{}
	w.memoriesChanged()
	w.occupied = grid.NewActorMap(w.ground.Width, w.ground.Height)
	w.bins = w.ground.NewBins()
	clear(w.influence)
	for i := range w.players {
		p := &w.players[i]
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
	w.restoreResources(m.kinds.Data(), m.densities.Data())
	for _, part := range []struct {
		id     snapshot.ComponentID
		fields func(*codec.Coder)
	}{{globalWorld, w.coded}, {globalOccupied, w.codedOccupied}, {globalBins, w.codedBins}, {globalFrozen, w.codedFrozen}, {globalEffects, w.codedEffects}} {
		if err := restoreFrom(saved.Global, part.id, w, part.fields); err != nil {
			return err
		}
	}
	c := codec.Coder{Data: saved.Random.State, Reading: true}
	w.random.Coded(&c)
	if err := c.Finish(); err != nil || saved.Random.Algorithm != randomAlgorithm || uint32(w.random.Index) >= state.TwisterSize {
		return fmt.Errorf("%w: random generator", codec.ErrState)
	}
	pending := make([][]uint8, len(w.players))
	for i := range w.players {
		err := restoreFrom(saved.Players[i].Components, playerOwn, w, func(c *codec.Coder) {
			w.players[i].Coded(c)
			pending[i] = w.players[i].ReadPending(c)
		})
		if err != nil {
			return fmt.Errorf("player %d: %w", i, err)
		}
	}
	if err := m.restoreActors(saved); err != nil {
		return err
	}
	return w.restoreDerived(m.shown, pending)
}

// checkLayers makes sure that the layers are those of this map: one of each name,
// a byte for each cell, and no other.
func (m *Module) checkLayers(saved *snapshot.SimCoreSnapshot) error {
	w := m.world
	if len(saved.Map.Layers) != 2+len(w.players) {
		return fmt.Errorf("%w: %d map layers, want %d", codec.ErrState, len(saved.Map.Layers), 2+len(w.players))
	}
	for i, layer := range append([]*sim.Layer{m.kinds, m.densities}, m.shown...) {
		switch {
		case layer == nil:
			return fmt.Errorf("%w: map layer %d is missing", codec.ErrState, i)
		case layer.Width != int(w.ground.Width) || layer.Height != int(w.ground.Height) || layer.Stride != 1:
			return fmt.Errorf("%w: map layer %d has %d × %d cells of %d bytes, the map has %d × %d", codec.ErrState, i,
				layer.Width, layer.Height, layer.Stride, w.ground.Width, w.ground.Height)
		}
	}
	return nil
}

func (w *World) restoreResources(kinds, densities []uint8) {
	copy(w.resources.Kind, kinds)
	copy(w.resources.Density, densities)
	for i, kind := range w.resources.Kind {
		w.resources.Terrain[i] = w.terrainWith(int32(i), kind, densities[i])
		if kind == grid.LaidTerrain {
			w.resources.AtStart[i] = w.resources.Terrain[i]
		}
	}
}

func (m *Module) restoreActors(saved *snapshot.SimCoreSnapshot) error {
	w := m.world
	if int64(w.nextID) > int64(maxActors) {
		return fmt.Errorf("%w: %d actors", codec.ErrState, w.nextID)
	}
	w.actors = make([]*Actor, w.nextID)
	m.tags, m.owners = make([]order.UnitTag, w.nextID), make([]order.PlayerID, w.nextID)
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
	for i := range w.players {
		if w.actor(w.players[i].Actor) == nil {
			return fmt.Errorf("%w: player %d has no actor", codec.ErrState, i)
		}
	}
	if len(w.actors) == 0 || w.actors[0] == nil {
		return fmt.Errorf("%w: there is no world actor", codec.ErrState)
	}
	return w.checkLists()
}

// maxActors bounds the actors a file may claim to have had; a game of hours
// has tens of thousands.
const maxActors = 1 << 22

func (m *Module) restoreActor(saved *snapshot.SimCoreSnapshot, e *snapshot.EntitySnapshot) error {
	w := m.world
	a := w.room.Actor()
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
	if a.ID >= w.nextID || w.actors[a.ID] != nil || a.Owner < 0 || int(a.Owner) >= len(w.players) {
		return fmt.Errorf("%w: actor %d of player %d", codec.ErrState, a.ID, a.Owner)
	}
	switch name := saved.Names[e.Kind]; {
	case a.ID == 0:
		a.Type = bareType(worldType, "", worldSlots(w.set))
	case w.isPlayerActor(a):
		a.Type = bareType(playerType, "player", playerSlots(w.set, queueInfos(w.set)))
	default:
		if a.Type = w.ByName[name]; a.Type == nil {
			return fmt.Errorf("%w: no actor type %q", codec.ErrState, name)
		}
		for i := range a.Shots {
			if s := &a.Shots[i]; s.Shot.Weapon == nil || uint32(s.Arm) >= uint32(len(a.Type.Armaments)) || uint32(s.Shot.Owner) >= uint32(len(w.players)) {
				return fmt.Errorf("%w: a shot of a %q", codec.ErrState, name)
			}
		}
		if !a.RestoreQueues() {
			return fmt.Errorf("%w: %d queues of a %q", codec.ErrState, len(a.Queues), name)
		}
	}
	w.actors[a.ID] = a
	w.wake(a)
	m.tags[a.ID], m.ids[e.Tag.Index], m.owners[a.ID] = e.Tag, a.ID, e.Owner
	return nil
}

func (w *World) isPlayerActor(a *Actor) bool { return w.players[a.Owner].Actor == a.ID }

// checkLists makes sure that every list names actors that exist.
func (w *World) checkLists() error {
	exists := func(id uint32) bool { return id < uint32(len(w.actors)) && w.actors[id] != nil }
	for _, node := range w.occupied.Nodes[1:] {
		if !exists(node.Actor) {
			return fmt.Errorf("%w: actor %d stands in a cell", codec.ErrState, node.Actor)
		}
	}
	for _, bin := range w.bins.Bins {
		for _, id := range bin {
			if id >= uint32(len(w.actors)) {
				return fmt.Errorf("%w: actor %d is in a bin", codec.ErrState, id)
			}
		}
	}
	if err := w.checkMemories(); err != nil {
		return err
	}
	for _, a := range w.actors {
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
func (w *World) restoreDerived(shown []*sim.Layer, pending [][]uint8) error {
	if w.covers > 0 {
		defer w.countThrough()
	}
	for _, a := range w.actors {
		if a == nil {
			continue
		}
		if a.Sight.Active {
			w.applySight(a, &a.Sight, 1)
		}
		if b := a.Type.Building; a.InWorld && b != nil && b.Footprint != nil {
			b.Cells(a.Cell, func(c Cell) {
				if w.ground.Within(c) {
					w.influence[w.ground.Index(c)] = a.ID
				}
			})
		}
	}
	for i := range w.watches {
		if w.watches[i].Wait == 0 {
			w.applyWatch(&w.watches[i], 1)
		}
	}
	for i := range w.players {
		if shown[i] == nil {
			return fmt.Errorf("%w: what player %d sees is missing", codec.ErrState, i)
		}
		if err := w.players[i].RestoreSight(shown[i].Data(), pending[i]); err != nil {
			return err
		}
	}
	w.linkHuts()
	w.paths.BeginGraphs()
	return nil
}

// checkMemories makes sure that what is remembered are buildings of players of
// the game, in the order of their numbers.
func (w *World) checkMemories() error {
	plays := func(owner int32) bool { return owner >= 0 && int(owner) < len(w.players) }
	for i := range w.frozen {
		f := &w.frozen[i]
		bad := f.Typ == nil || f.Id >= w.nextID || i > 0 && f.Id <= w.frozen[i-1].Id || !plays(f.Owner)
		for _, b := range f.Believed {
			bad = bad || !plays(b.Owner)
		}
		if bad {
			return fmt.Errorf("%w: what is remembered of actor %d", codec.ErrState, f.Id)
		}
	}
	return nil
}
