// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"testing"

	"convertd/core/order"
	"convertd/core/sim"
)

// TestWhatWasNotedIsWrittenAsIfAtOnce plays games whose hashes are put off, so
// that what was noted is written when the world has long gone on, and compares
// them with the hashes of snapshots, for which everything is written at once.
func TestWhatWasNotedIsWrittenAsIfAtOnce(t *testing.T) {
	const run, ticks = 48, order.Tick(6000)
	for _, replay := range []string{longGame, "ra-dev2026-rl-normal-vs-easy.orarep"} {
		t.Run(replay, func(t *testing.T) {
			t.Parallel()
			game := loadGame(t, replay, longMap)
			simulation, module := game.start(t)
			var logs [2]sim.HashLog
			for n := 0; simulation.Tick() < ticks; n++ {
				log, first := &logs[n&1], simulation.Tick()
				at := order.Tick(n*7) % run
				var want order.StateHash
				for simulation.Tick() < first+run {
					if simulation.Tick() == first+at {
						want = simulation.Snapshot().Core.StateHash()
					}
					simulation.LogHash(log)
					game.apply(t, simulation, module)
				}
				got, err := log.Sum()
				if err != nil {
					t.Fatal(err)
				}
				if got[at] != want {
					t.Fatalf("tick %d: what was noted has the hash %x, the snapshot %x", first+at, got[at], want)
				}
			}
		})
	}
}
