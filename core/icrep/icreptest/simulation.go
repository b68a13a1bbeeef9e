// SPDX-License-Identifier: GPL-3.0-or-later

package icreptest

import (
	"convertd/core/order"
	"convertd/core/snapshot"
)

// Simulation plays the invented game: its state is a function of the tick.
type Simulation struct {
	Entities int

	tick  uint64
	state *snapshot.SimSnapshot // of tick, or nil
	hash  order.StateHash
}

// Step executes the tick.
func (s *Simulation) Step() {
	s.tick++
	s.state = nil
}

// Seek goes to a tick.
func (s *Simulation) Seek(tick uint64) { s.tick, s.state = tick, nil }

func (s *Simulation) load() {
	if s.state == nil {
		s.state = State(s.tick, s.Entities)
		s.hash = s.state.Core.StateHash()
	}
}

// Tick is the tick that begins in the present state.
func (s *Simulation) Tick() order.Tick { return order.Tick(s.tick) }

// StateHash is the hash of the present state.
func (s *Simulation) StateHash() order.StateHash {
	s.load()
	return s.hash
}

// SyncHash is the short hash of the present state.
func (s *Simulation) SyncHash() order.SyncHash { return snapshot.Sync(s.StateHash()) }

// Snapshot copies the present state.
func (s *Simulation) Snapshot() *snapshot.SimSnapshot { return State(s.tick, s.Entities) }

// Delta is what changed since a baseline.
func (s *Simulation) Delta(baseline *snapshot.SimSnapshot, hash order.StateHash) (*snapshot.DeltaSnapshot, error) {
	s.load()
	return snapshot.Diff(baseline, hash, s.state)
}
