package sim_test

import (
	"testing"

	"pgregory.net/rapid"

	"convertd/core/order"
	"convertd/core/sim"
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
