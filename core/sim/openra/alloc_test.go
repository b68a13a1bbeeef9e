// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"testing"

	"convertd/core/order"
)

// TestATickInSteadyStateDoesNotAllocate plays on without orders and demands that
// nearly every tick, with encoding and hash, makes do with the memory it has.
// What is produced and what a longer list needs is new memory. Of every two
// ticks AllocsPerRun measures the second.
func TestATickInSteadyStateDoesNotAllocate(t *testing.T) {
	game := loadGame(t, longGame, longMap)
	simulation, module := game.start(t)
	for simulation.Tick() < 4500 {
		game.apply(t, simulation, module)
	}
	tick := order.TickOrders{}
	const ticks = 300
	busy := 0
	for range ticks {
		allocations := testing.AllocsPerRun(1, func() {
			tick.Tick = simulation.Tick()
			if _, err := simulation.Apply(&tick); err != nil {
				t.Fatal(err)
			}
			simulation.SyncHash()
		})
		if allocations > 0 {
			busy++
		}
	}
	t.Logf("%d of %d ticks allocate", busy, ticks)
	if busy > ticks/10 {
		t.Error("that is more than one in ten")
	}
}
