// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/sim/openra/internal/state"
)

// TestANetFrameIsPlayedInItsFirstTick goes over the ticks of some net frames: only
// the first changes anything but the clock.
func TestANetFrameIsPlayedInItsFirstTick(t *testing.T) {
	game := loadGame(t, longGame, longMap)
	simulation, module := game.start(t)
	for range 12 {
		game.apply(t, simulation, module)
		begun, ticks := simulation.Snapshot(), module.world.Tick()
		for range state.TicksPerFrame - 1 {
			game.apply(t, simulation, module)
			if now := simulation.Snapshot(); !cmp.Equal(begun.Core.Entities, now.Core.Entities) || !cmp.Equal(begun.Core.Global, now.Core.Global) {
				t.Fatalf("tick %d changed something", simulation.Tick()-1)
			}
			if _, _, ok := simulation.View().NativeHash(); ok {
				t.Fatalf("tick %d was judged", simulation.Tick()-1)
			}
		}
		if int(ticks)%state.TicksPerFrame != 0 || module.world.Tick() != ticks {
			t.Fatalf("tick %d of the world after tick %d", module.world.Tick(), simulation.Tick()-1)
		}
	}
}

// TestAnOrderWithinANetFrameIsRefused gives the same order in each tick of a frame.
func TestAnOrderWithinANetFrameIsRefused(t *testing.T) {
	game := loadGame(t, longGame, longMap)
	simulation, module := game.start(t)
	for len(game.orders(module, simulation.Tick())) == 0 {
		game.apply(t, simulation, module)
	}
	orders := game.orders(module, simulation.Tick())
	for i, accepted := range []bool{true, false, false} {
		verdicts, err := simulation.Apply(&order.TickOrders{Tick: simulation.Tick(), Orders: orders})
		if err != nil {
			t.Fatal(err)
		}
		for _, verdict := range verdicts {
			if (verdict.Outcome == sim.OutcomeAccepted) != accepted {
				t.Errorf("tick %d of the frame: %v", i, verdict)
			}
		}
	}
}
