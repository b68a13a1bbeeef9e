// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"math/rand/v2"
	"testing"

	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/sim/openra/internal/engine"
	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/snapshot"
)

// TestARestoredThrongGoesOnAsTheOriginal holds the law of restoring with actors
// of every type, in the middle of everything they can do.
func TestARestoredThrongGoesOnAsTheOriginal(t *testing.T) {
	for i, game := range enginetest.Duels {
		t.Run(game.Mod+" "+game.Version, func(t *testing.T) {
			setup := game.Setup(t)
			moduleGame := moduleGame{setup: setup}
			simulation, module := moduleGame.start(t)
			enginetest.Cheat(&module.world.Options, module.world.Players)
			for moment := range uint64(3) {
				disturbed(t, simulation, module, newNoise(module.world, uint64(i), moment), 40)
				now, err := snapshot.Decode(simulation.Snapshot().Append(nil))
				if err != nil {
					t.Fatal(err)
				}
				copied := RecordedModule(state.Setup{Rules: setup.Rules})
				twin, err := sim.Open(now, copied)
				if err != nil {
					t.Fatalf("tick %d: %v", simulation.Tick(), err)
				}
				for frame := range uint64(15) {
					disturbed(t, simulation, module, newNoise(module.world, moment, frame), 1)
					disturbed(t, twin, copied, newNoise(copied.world, moment, frame), 1)
					if simulation.SyncHash() != twin.SyncHash() || module.world.NativeHash() != copied.world.NativeHash() {
						difference := snapshot.Compare(&simulation.Snapshot().Core, &twin.Snapshot().Core)
						t.Fatalf("restored %d frames ago, differs at tick %d: %s", frame+1, simulation.Tick(), difference)
					}
				}
			}
		})
	}
}

// disturbed plays net frames of noise in the kernel.
func disturbed(t testing.TB, s *sim.Simulation, m *Module, n *enginetest.Noise, frames int) {
	t.Helper()
	for range frames {
		orders := n.Disturb()
		for i := range orders {
			m.world.Resolve(&orders[i])
		}
		for range state.TicksPerFrame {
			if _, err := s.Apply(&order.TickOrders{Tick: s.Tick()}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// newNoise makes noise for a world, by chance of a seed.
func newNoise(w *engine.World, a, b uint64) *enginetest.Noise {
	stage := enginetest.Stage{World: w, Types: &w.CompiledTypes, Paths: &w.Paths, Actors: &w.Actors, Players: &w.Players}
	return enginetest.NewNoise(stage, rand.New(rand.NewPCG(a, b)))
}
