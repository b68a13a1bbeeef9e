package sim_test

import (
	"testing"

	"convertd/core/order"
	"convertd/core/sim"
)

// beside is a sim.Beside on a goroutine of its own.
func beside(work func()) (wait func()) {
	done := make(chan struct{})
	go func() {
		work()
		close(done)
	}()
	return func() { <-done }
}

func TestAStateIsHashedAlikeBesideAndInPlace(t *testing.T) {
	config := twoPlayers(31)
	config.Capacity = 128
	for name, where := range map[string]sim.Beside{"in place": nil, "beside": beside} {
		one, other := start(t, config, &walkers{start: 40, chance: 3}), start(t, config, &walkers{start: 40, chance: 3})
		for range 400 {
			want := other.SyncHash()
			tick := order.TickOrders{Tick: one.Tick()}
			one.BeginHash(where)
			for _, s := range []*sim.Simulation{one, other} {
				if _, err := s.Apply(&tick); err != nil {
					t.Fatal(err)
				}
			}
			if got := one.HashBefore(); got != want {
				t.Fatalf("%s, tick %d: hash %x, want %x", name, tick.Tick, uint64(got), uint64(want))
			}
		}
		if one.StateHash() != other.StateHash() {
			t.Errorf("%s: other final hashes", name)
		}
	}
}

func TestAHashBegunIsFinishedBeforeARestore(t *testing.T) {
	s := start(t, twoPlayers(31), &walkers{start: 40, chance: 3})
	state := s.Snapshot()
	want := s.StateHash()
	run(t, s, 10)
	s.BeginHash(beside)
	if err := s.Restore(state); err != nil {
		t.Fatal(err)
	}
	if got := s.StateHash(); got != want {
		t.Errorf("hash %x after the restore, want %x", got, want)
	}
}
