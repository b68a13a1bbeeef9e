// SPDX-License-Identifier: GPL-3.0-or-later

package sim

import (
	"encoding/binary"
	"slices"

	"convertd/core/bincode"
	"convertd/core/order"
	"convertd/core/snapshot"
)

// loggedSnapshot is a snapshot that is put together when the log is summed: so far
// it has what no leaf holds, or what is short.
type loggedSnapshot struct {
	tick int // of those in the log
	core snapshot.SimCoreSnapshot
}

// LogSnapshot makes Sum put together a snapshot of the present state, which
// LogHash must log next: all it needs is in the leaves that are hashed.
func (s *Simulation) LogSnapshot(log *HashLog) {
	core := s.snapshotFrame()
	core.Generations = make([]uint16, s.pool.high)
	for slot := range core.Generations {
		core.Generations[slot] = s.pool.rows[slot].generation
	}
	core.Entities = make([]snapshot.EntitySnapshot, 0, s.pool.living)
	log.snapshots = append(log.snapshots, loggedSnapshot{tick: len(log.ticks), core: core})
}

// Snapshots are those that were asked for by LogSnapshot, as the last Sum made
// them; they are the caller's.
func (l *HashLog) Snapshots() []*snapshot.SimSnapshot { return l.states }

// sumSnapshots puts together the snapshots of a tick whose leaves are up to date.
func (l *HashLog) sumSnapshots(tick int) {
	for len(l.states) < len(l.snapshots) && l.snapshots[len(l.states)].tick == tick {
		state := &snapshot.SimSnapshot{Core: l.snapshots[len(l.states)].core}
		l.leaves.fill(&state.Core)
		l.states = append(l.states, state)
	}
}

// fill adds what the leaves hold to a snapshot. Nothing in it is theirs afterwards.
func (l *leaves) fill(core *snapshot.SimCoreSnapshot) {
	random := bincode.NewReader(l.whole[snapshot.LeafRandom][1:])
	core.Random.Algorithm = random.String(snapshot.MaxNameBytes)
	core.Random.State = slices.Clone(random.Bytes(snapshot.MaxRandomBytes))
	core.Global = clonedComponents(l.whole[snapshot.LeafGlobal], 1)
	for i := range core.Players {
		p := &core.Players[i]
		p.Components = clonedComponents(l.whole[l.layout.Player(p.ID)], 1+snapshot.PlayerHeadBytes)
	}
	for i := range core.Map.Layers {
		layer := &core.Map.Layers[i]
		layer.Data = make([]byte, 0, layer.Width*layer.Height*layer.Stride)
		for len(layer.Data) < cap(layer.Data) {
			layer.Data = append(layer.Data, l.whole[l.layout.Map(i, len(layer.Data))][1:]...)
		}
	}
	entities := entityArena{data: make([]byte, 0, l.entityBytes)}
	for slot := range core.Generations {
		rest, motion := l.slot(l.layout.Slot(slot), slot), l.slot(l.layout.Motion(slot), slot)
		if rest[slotAlive] == 0 {
			continue
		}
		head := rest[slotHead:]
		core.Entities = append(core.Entities, entities.entity(
			order.UnitTag{Index: uint16(slot), Generation: core.Generations[slot]},
			binary.LittleEndian.Uint32(head[4:]), order.PlayerID(binary.LittleEndian.Uint32(head[8:])),
			componentsAt(head, snapshot.EntityHeadBytes), componentsAt(motion, 0),
		))
	}
	l.entityBytes = entities.room()
}

// Where in a slot's bytes the option of the entity stands, and its head.
const (
	slotAlive = 2
	slotHead  = 3
)

// slot is what a leaf holds for a slot.
func (l *leaves) slot(leaf, slot int) []byte {
	piece := &l.pieces[leaf-len(l.whole)]
	i := slot % snapshot.SlotsPerLeaf
	return piece.data[piece.start[i]:piece.start[i+1]]
}

func clonedComponents(leaf []byte, offset int) snapshot.Components {
	c := componentsAt(leaf, offset)
	c.Data = slices.Clone(c.Data)
	return c
}
