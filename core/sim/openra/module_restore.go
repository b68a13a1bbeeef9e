// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"fmt"

	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/snapshot"
)

// Restore implements sim.Module: a world is started anew for everything that
// rules, map and setup give, and then filled with the recorded state.
func (m *Module) Restore(env *sim.Env, state *snapshot.SimCoreSnapshot) error {
	setup := m.setup
	if err := restoreFrom(state.Global, globalSetup, nil, setup.coded); err != nil {
		return err
	}
	world, err := New(setup)
	if err != nil {
		return err
	}
	if len(world.players) != len(state.Players) {
		return fmt.Errorf("%w: %d players, the map and lobby make %d", errState, len(state.Players), len(world.players))
	}
	starting := world.tasks
	world.clear()
	if state.Tick == 0 {
		// What the start put off to the end of the first tick is still to be
		// done. Between later ticks nothing is put off.
		world.tasks = starting
	}
	next := Module{setup: setup, world: world, env: env}
	if err := next.restoreWorld(state); err != nil {
		return err
	}
	*m = next
	return nil
}

// restoreFrom reads one component.
func restoreFrom(from snapshot.Components, id snapshot.ComponentID, w *World, fields func(*coder)) error {
	data, ok := from.Get(id)
	if !ok {
		return fmt.Errorf("%w: component %d is missing", errState, id)
	}
	c := coder{data: data}
	if w != nil {
		c = w.coder(data)
	}
	c.reading = true
	fields(&c)
	if err := c.finish(); err != nil {
		return fmt.Errorf("%w: component %d, byte %d", err, id, c.at)
	}
	return nil
}

// clear drops the state of the start, so that recorded state can take its
// place.
func (w *World) clear() {
	w.actors, w.activeSet, w.sums, w.frozen, w.tasks, w.effects = nil, nil, nil, nil, nil, nil
	w.present = presentHash{}
	w.memoriesChanged()
	w.occupied = newActorMap(w.ground.width, w.ground.height)
	w.bins = w.ground.newBins()
	clear(w.influence)
	for i := range w.players {
		p := &w.players[i]
		clear(p.visible)
		p.through, p.covered = nil, nil
		clear(p.explored)
		clear(p.isTouched)
		p.touched = nil
	}
}

func (m *Module) restoreWorld(state *snapshot.SimCoreSnapshot) error {
	w := m.world
	m.findLayers()
	if err := m.checkLayers(state); err != nil {
		return err
	}
	w.restoreResources(m.kinds.Data(), m.densities.Data())
	for _, part := range []struct {
		id     snapshot.ComponentID
		fields func(*coder)
	}{{globalWorld, w.coded}, {globalOccupied, w.codedOccupied}, {globalBins, w.codedBins}, {globalFrozen, w.codedFrozen}, {globalEffects, w.codedEffects}} {
		if err := restoreFrom(state.Global, part.id, w, part.fields); err != nil {
			return err
		}
	}
	c := coder{data: state.Random.State, reading: true}
	w.random.coded(&c)
	if err := c.finish(); err != nil || state.Random.Algorithm != randomAlgorithm || uint32(w.random.index) >= twisterSize {
		return fmt.Errorf("%w: random generator", errState)
	}
	pending := make([][]uint8, len(w.players))
	for i := range w.players {
		err := restoreFrom(state.Players[i].Components, playerOwn, w, func(c *coder) {
			w.players[i].coded(c)
			pending[i] = w.players[i].readPending(c)
		})
		if err != nil {
			return fmt.Errorf("player %d: %w", i, err)
		}
	}
	if err := m.restoreActors(state); err != nil {
		return err
	}
	return w.restoreDerived(m.shown, pending)
}

// checkLayers makes sure that the layers are those of this map: one of each name,
// a byte for each cell, and no other.
func (m *Module) checkLayers(state *snapshot.SimCoreSnapshot) error {
	w := m.world
	if len(state.Map.Layers) != 2+len(w.players) {
		return fmt.Errorf("%w: %d map layers, want %d", errState, len(state.Map.Layers), 2+len(w.players))
	}
	for i, layer := range append([]*sim.Layer{m.kinds, m.densities}, m.shown...) {
		switch {
		case layer == nil:
			return fmt.Errorf("%w: map layer %d is missing", errState, i)
		case layer.Width != int(w.ground.width) || layer.Height != int(w.ground.height) || layer.Stride != 1:
			return fmt.Errorf("%w: map layer %d has %d × %d cells of %d bytes, the map has %d × %d", errState, i,
				layer.Width, layer.Height, layer.Stride, w.ground.width, w.ground.height)
		}
	}
	return nil
}

func (w *World) restoreResources(kinds, densities []uint8) {
	copy(w.resources.kind, kinds)
	copy(w.resources.density, densities)
	for i, kind := range w.resources.kind {
		w.resources.terrain[i] = w.terrainWith(int32(i), kind, densities[i])
		if kind == laidTerrain {
			w.resources.atStart[i] = w.resources.terrain[i]
		}
	}
}

func (m *Module) restoreActors(state *snapshot.SimCoreSnapshot) error {
	w := m.world
	if int64(w.nextID) > int64(maxActors) {
		return fmt.Errorf("%w: %d actors", errState, w.nextID)
	}
	w.actors = make([]*Actor, w.nextID)
	m.tags, m.owners = make([]order.UnitTag, w.nextID), make([]order.PlayerID, w.nextID)
	m.gone = make(map[uint32]goneActor)
	for i := range m.tags {
		m.tags[i], m.owners[i] = order.NoUnit, order.NoPlayer
	}
	m.ids = make([]uint32, m.env.Config().Capacity)
	m.looks = nil
	for i := range state.Entities {
		if err := m.restoreActor(state, &state.Entities[i]); err != nil {
			return fmt.Errorf("entity %s: %w", state.Entities[i].Tag, err)
		}
	}
	for i := range w.players {
		if w.actor(w.players[i].actor) == nil {
			return fmt.Errorf("%w: player %d has no actor", errState, i)
		}
	}
	if len(w.actors) == 0 || w.actors[0] == nil {
		return fmt.Errorf("%w: there is no world actor", errState)
	}
	return w.checkLists()
}

// maxActors bounds the actors a file may claim to have had; a game of hours
// has tens of thousands.
const maxActors = 1 << 22

func (m *Module) restoreActor(state *snapshot.SimCoreSnapshot, e *snapshot.EntitySnapshot) error {
	w := m.world
	a := w.room.actor()
	if err := restoreFrom(e.Components, entityActor, w, a.codedResting); err != nil {
		return err
	}
	if err := restoreFrom(e.Components, entityPlace, w, a.codedPlace); err != nil {
		return err
	}
	if _, ok := e.Components.Get(entityActivity); ok {
		err := restoreFrom(e.Components, entityActivity, w, func(c *coder) { codedActivity(c, &a.activity, 0) })
		if err != nil {
			return err
		}
		if err := restoreFrom(e.Components, entityProgress, w, func(c *coder) { codedProgress(c, a.activity) }); err != nil {
			return err
		}
	}
	if a.ID >= w.nextID || w.actors[a.ID] != nil || a.owner < 0 || int(a.owner) >= len(w.players) {
		return fmt.Errorf("%w: actor %d of player %d", errState, a.ID, a.owner)
	}
	switch name := state.Names[e.Kind]; {
	case a.ID == 0:
		a.typ = bareType(worldType, "", worldSlots(w.set))
	case w.isPlayerActor(a):
		a.typ = bareType(playerType, "player", playerSlots(w.set, queueInfos(w.set)))
	default:
		if a.typ = w.ByName[name]; a.typ == nil {
			return fmt.Errorf("%w: no actor type %q", errState, name)
		}
		for i := range a.shots {
			if s := &a.shots[i]; s.shot.weapon == nil || uint32(s.arm) >= uint32(len(a.typ.Armaments)) || uint32(s.shot.owner) >= uint32(len(w.players)) {
				return fmt.Errorf("%w: a shot of a %q", errState, name)
			}
		}
		if !a.restoreQueues() {
			return fmt.Errorf("%w: %d queues of a %q", errState, len(a.queues), name)
		}
	}
	w.actors[a.ID] = a
	w.wake(a)
	m.tags[a.ID], m.ids[e.Tag.Index], m.owners[a.ID] = e.Tag, a.ID, e.Owner
	return nil
}

func (w *World) isPlayerActor(a *Actor) bool { return w.players[a.owner].actor == a.ID }

// checkLists makes sure that every list names actors that exist.
func (w *World) checkLists() error {
	exists := func(id uint32) bool { return id < uint32(len(w.actors)) && w.actors[id] != nil }
	for _, node := range w.occupied.nodes[1:] {
		if !exists(node.actor) {
			return fmt.Errorf("%w: actor %d stands in a cell", errState, node.actor)
		}
	}
	for _, bin := range w.bins.bins {
		for _, id := range bin {
			if id >= uint32(len(w.actors)) {
				return fmt.Errorf("%w: actor %d is in a bin", errState, id)
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
		for _, id := range a.dockReserved {
			if !exists(id) {
				return fmt.Errorf("%w: actor %d has reserved a dock", errState, id)
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
		if a.sight.Active {
			w.applySight(a, &a.sight, 1)
		}
		if b := a.typ.Building; a.inWorld && b != nil && b.Footprint != nil {
			b.Cells(a.cell, func(c Cell) {
				if w.ground.within(c) {
					w.influence[w.ground.index(c)] = a.ID
				}
			})
		}
	}
	for i := range w.watches {
		if w.watches[i].wait == 0 {
			w.applyWatch(&w.watches[i], 1)
		}
	}
	for i := range w.players {
		if shown[i] == nil {
			return fmt.Errorf("%w: what player %d sees is missing", errState, i)
		}
		if err := w.players[i].restoreSight(shown[i].Data(), pending[i]); err != nil {
			return err
		}
	}
	w.linkHuts()
	w.paths.beginGraphs()
	return nil
}

// codedPending codes, for every cell that is to be settled in the next tick,
// whether it was ever seen; for all others what is shown says so. Where all are
// alike, as at the start of a game, one flag says it.
func (p *player) codedPending(c *coder) {
	alike, explored := true, false
	for i, at := range p.touched {
		if i == 0 {
			explored = p.explored[at]
		}
		alike = alike && p.explored[at] == explored
	}
	c.bools(&alike, &explored)
	if alike {
		return
	}
	for _, at := range p.touched {
		explored = p.explored[at]
		c.bool(&explored)
	}
}

// readPending reads the same: a flag for every cell that is to be settled.
func (p *player) readPending(c *coder) []uint8 {
	var alike, explored bool
	c.bools(&alike, &explored)
	flags := make([]uint8, len(p.touched))
	for i := range flags {
		if !alike {
			c.bool(&explored)
		}
		if explored {
			flags[i] = 1
		}
	}
	return flags
}

func (p *player) restoreSight(shown, pending []uint8) error {
	copy(p.shown, shown)
	p.resettled.markAll()
	for at := range p.explored {
		p.explored[at] = p.shown[at] != shownShroud
		p.isTouched[at] = false
	}
	touched := p.touched[:len(pending)]
	for i, at := range touched {
		if at < 0 || int(at) >= len(p.explored) || p.isTouched[at] {
			return fmt.Errorf("%w: cell %d is to be settled", errState, at)
		}
		p.isTouched[at], p.explored[at] = true, pending[i] != 0
	}
	p.touched = touched
	return nil
}

// checkMemories makes sure that what is remembered are buildings of players of
// the game, in the order of their numbers.
func (w *World) checkMemories() error {
	plays := func(owner int32) bool { return owner >= 0 && int(owner) < len(w.players) }
	for i := range w.frozen {
		f := &w.frozen[i]
		bad := f.typ == nil || f.id >= w.nextID || i > 0 && f.id <= w.frozen[i-1].id || !plays(f.owner)
		for _, b := range f.believed {
			bad = bad || !plays(b.owner)
		}
		if bad {
			return fmt.Errorf("%w: what is remembered of actor %d", errState, f.id)
		}
	}
	return nil
}
