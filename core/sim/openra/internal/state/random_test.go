// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"testing"
)

func TestTwisterIsTheKnownGenerator(t *testing.T) {
	// The first outputs of MT19937 for its usual seed, taken modulo 2^31-1.
	generator := NewTwister(5489)
	for i, want := range []uint32{3499211612, 581869302, 3890346734, 3586334585, 545404204} {
		if got := generator.Raw(); got != int32(want%modulus31) {
			t.Errorf("output %d is %d", i, got)
		}
	}
}

func TestNoChoiceCostsNoDraw(t *testing.T) {
	generator := NewTwister(1)
	if generator.Between(7, 8) != 7 || generator.Between(7, 3) != 7 || generator.Below(1) != 0 {
		t.Error("without a choice the lower bound comes out")
	}
	if generator.Draws != 0 || generator.Last != 0 {
		t.Errorf("%d numbers were drawn", generator.Draws)
	}
	for range 1000 {
		if n := generator.Between(3, 8); n < 3 || n > 7 {
			t.Fatalf("%d lies outside 3..7", n)
		}
	}
}
