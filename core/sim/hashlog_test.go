// SPDX-License-Identifier: GPL-3.0-or-later

package sim_test

import (
	"bytes"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/snapshot"
)

// TestHashesPutOffAreThoseOfTheTicks plays a game with hashes put off and one
// without.
func TestHashesPutOffAreThoseOfTheTicks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		config := twoPlayers(rapid.Uint64().Draw(t, "seed"))
		var games [2]*sim.Simulation
		for i := range games {
			var err error
			if games[i], err = sim.New(config, &walkers{start: 40, chance: 3}); err != nil {
				t.Fatal(err)
			}
		}
		var logs [2]sim.HashLog
		for n := range rapid.IntRange(1, 6).Draw(t, "runs") {
			log := &logs[n&1]
			var want []order.StateHash
			for range rapid.IntRange(0, 20).Draw(t, "ticks") {
				want = append(want, games[0].StateHash())
				games[1].LogHash(log)
				for _, game := range games {
					if _, err := game.Apply(&order.TickOrders{Tick: game.Tick()}); err != nil {
						t.Fatal(err)
					}
				}
			}
			if log.Len() != len(want) {
				t.Fatalf("%d ticks logged, want %d", log.Len(), len(want))
			}
			got, err := log.Sum()
			if err != nil {
				t.Fatal(err)
			}
			for i := range want {
				if got[i] != want[i] {
					t.Fatalf("run %d, tick %d of it: %x, want %x", n, i, got[i], want[i])
				}
			}
			if rapid.Bool().Draw(t, "ask") && games[0].StateHash() != games[1].StateHash() {
				t.Fatal("the state's hash is another after a log was summed")
			}
		}
	})
}

// TestSnapshotsPutTogetherFromLeavesAreThoseOfTheTicks plays a game in which units
// come and go, change the map and pay, and asks for snapshots both ways.
func TestSnapshotsPutTogetherFromLeavesAreThoseOfTheTicks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		game, err := sim.New(twoPlayers(rapid.Uint64().Draw(t, "seed")), &walkers{start: 40, chance: 3})
		if err != nil {
			t.Fatal(err)
		}
		var log sim.HashLog
		var want, got [][]byte
		var kept []*snapshot.SimSnapshot
		for range rapid.IntRange(1, 4).Draw(t, "runs") {
			for range rapid.IntRange(1, 12).Draw(t, "ticks") {
				if rapid.Bool().Draw(t, "snapshot") {
					want = append(want, game.Snapshot().Append(nil))
					game.LogSnapshot(&log)
				}
				game.LogHash(&log)
				if _, err := game.Apply(&order.TickOrders{Tick: game.Tick()}); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := log.Sum(); err != nil {
				t.Fatal(err)
			}
			kept = append(kept, log.Snapshots()...)
		}
		for _, state := range kept {
			if err := state.Check(); err != nil {
				t.Fatal(err)
			}
			got = append(got, state.Append(nil))
		}
		if !slices.EqualFunc(got, want, bytes.Equal) {
			t.Fatalf("%d snapshots from the leaves are not the %d of their ticks", len(got), len(want))
		}
	})
}

func TestPuttingOffHashesDoesNotAllocate(t *testing.T) {
	s := start(t, twoPlayers(1), &walkers{start: 100})
	var log sim.HashLog
	tick := func() {
		s.LogHash(&log)
		run(t, s, 1)
	}
	for range 40 {
		tick()
	}
	if _, err := log.Sum(); err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(20, tick); n > 0 {
		t.Errorf("%g allocations a tick", n)
	}
}
