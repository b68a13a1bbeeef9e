// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"testing"

	"pgregory.net/rapid"
)

func TestYawCountsFromNorthToTheLeft(t *testing.T) {
	for _, test := range []struct {
		to   Pos
		want int32
	}{
		{Pos{0, -1024, 0}, 0},
		{Pos{-1024, 0, 0}, 256},
		{Pos{0, 1024, 0}, 512},
		{Pos{1024, 0, 0}, 768},
		{Pos{-1024, -1024, 0}, 128},
		{Pos{1024, 1024, 0}, 640},
		{Pos{}, 0},
	} {
		if got := test.to.yaw(); got != test.want {
			t.Errorf("the yaw of %v is %d, want %d", test.to, got, test.want)
		}
	}
}

func TestTurnTakesTheShortWayAndSnaps(t *testing.T) {
	for _, test := range []struct{ from, to, step, want int32 }{
		{0, 100, 20, 20}, {0, 1000, 20, 1004}, {10, 25, 20, 25}, {512, 0, 20, 492}, {0, 512, 20, 1004},
	} {
		if got := turn(test.from, test.to, test.step); got != test.want {
			t.Errorf("from %d to %d by %d comes to %d, want %d", test.from, test.to, test.step, got, test.want)
		}
	}
}

func TestRootsAreRoundedDown(t *testing.T) {
	for n := int64(0); n < 5000; n++ {
		root := int64(isqrt(n))
		if root*root > n || (root+1)*(root+1) <= n {
			t.Fatalf("the root of %d is not %d", n, root)
		}
	}
	if got := isqrt(1 << 60); got != 1<<30 {
		t.Errorf("the root of 2^60 is %d", got)
	}
}

func TestPercentagesAreCutOnceAtTheEnd(t *testing.T) {
	// Cut after each step, 3 would come to 1, 0 and 0.
	if got := percent(3, 50, 50, 300); got != 2 {
		t.Errorf("got %d", got)
	}
	if got := percent(1400, 60, 100); got != 840 {
		t.Errorf("a refinery takes %d ticks", got)
	}
}

func TestCellBitsPackColumnAndRow(t *testing.T) {
	if got := (Cell{94, 10}).bits(); got != 94<<20|10<<8 {
		t.Errorf("got %d", got)
	}
}

func TestNeighboursComeColumnByColumn(t *testing.T) {
	for i := 1; i < len(directions); i++ {
		a, b := directions[i-1], directions[i]
		if a.X > b.X || a.X == b.X && a.Y >= b.Y {
			t.Errorf("%v stands before %v", a, b)
		}
	}
}

// TestArcTanFindsTheNearestTangent goes over the whole table, the first of two that
// are as near.
func TestArcTanFindsTheNearestTangent(t *testing.T) {
	nearest := func(y, x int64) int32 {
		best, least := 0, int64(1)<<62
		for i, tangent := range tangents {
			if value := max(1024*y-x*int64(tangent), x*int64(tangent)-1024*y); value < least {
				best, least = i, value
			}
		}
		return int32(best)
	}
	rapid.Check(t, func(t *rapid.T) {
		y, x := rapid.Int32Range(1, 1<<20).Draw(t, "y"), rapid.Int32Range(1, 1<<20).Draw(t, "x")
		if rapid.Bool().Draw(t, "between") { // exactly between two
			i := rapid.IntRange(1, len(tangents)-1).Draw(t, "tangent")
			y, x = tangents[i-1]+tangents[i], 2048
		}
		if got, want := arcTan(y, x), nearest(int64(y), int64(x)); got != want {
			t.Errorf("arcTan(%d, %d) is %d, want %d", y, x, got, want)
		}
	})
}
