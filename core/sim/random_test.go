// SPDX-License-Identifier: GPL-3.0-or-later

package sim_test

import (
	"testing"

	"convertd/core/sim"
)

func TestRandomFollowsThePublishedGenerator(t *testing.T) {
	// xoshiro256** from the state 1, 2, 3, 4: the reference's first outputs.
	state := make([]byte, 32)
	state[0], state[8], state[16], state[24] = 1, 2, 3, 4
	var r sim.Random
	if !r.Restore(state) {
		t.Fatal("state refused")
	}
	for i, want := range []uint64{11520, 0, 1509978240, 1215971899390074240} {
		if got := r.Uint64(); got != want {
			t.Errorf("output %d is %d, want %d", i, got, want)
		}
	}
}

func TestRandomGoesOnFromItsState(t *testing.T) {
	var a, b sim.Random
	a.Seed(42)
	a.Uint64()
	if !b.Restore(a.Append(nil)) {
		t.Fatal("own state refused")
	}
	for range 100 {
		n := a.Below(7)
		if n != b.Below(7) || n < 0 || n > 6 {
			t.Fatal("sequences differ, or a number is out of range")
		}
	}
	if b.Restore(make([]byte, 32)) || b.Restore(make([]byte, 31)) {
		t.Error("a state that the generator cannot have is accepted")
	}
}
