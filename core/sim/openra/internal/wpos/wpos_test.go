// SPDX-License-Identifier: GPL-3.0-or-later

package wpos

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
		if got := test.to.Yaw(); got != test.want {
			t.Errorf("the yaw of %v is %d, want %d", test.to, got, test.want)
		}
	}
}

func TestTurnTakesTheShortWayAndSnaps(t *testing.T) {
	for _, test := range []struct{ from, to, step, want int32 }{
		{0, 100, 20, 20}, {0, 1000, 20, 1004}, {10, 25, 20, 25}, {512, 0, 20, 492}, {0, 512, 20, 1004},
	} {
		if got := Turn(test.from, test.to, test.step); got != test.want {
			t.Errorf("from %d to %d by %d comes to %d, want %d", test.from, test.to, test.step, got, test.want)
		}
	}
}

func TestRootsAreRoundedDown(t *testing.T) {
	for n := int64(0); n < 5000; n++ {
		root := int64(Isqrt(n))
		if root*root > n || (root+1)*(root+1) <= n {
			t.Fatalf("the root of %d is not %d", n, root)
		}
	}
	if got := Isqrt(1 << 60); got != 1<<30 {
		t.Errorf("the root of 2^60 is %d", got)
	}
}

func TestPercentagesAreCutOnceAtTheEnd(t *testing.T) {
	// Cut after each step, 3 would come to 1, 0 and 0.
	if got := Percent(3, 50, 50, 300); got != 2 {
		t.Errorf("got %d", got)
	}
	if got := Percent(1400, 60, 100); got != 840 {
		t.Errorf("a refinery takes %d ticks", got)
	}
}

func TestCellBitsPackColumnAndRow(t *testing.T) {
	if got := (Cell{94, 10}).Bits(); got != 94<<20|10<<8 {
		t.Errorf("got %d", got)
	}
}

func TestNeighboursComeColumnByColumn(t *testing.T) {
	for i := 1; i < len(Directions); i++ {
		a, b := Directions[i-1], Directions[i]
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
		for i, tangent := range Tangents {
			if value := max(1024*y-x*int64(tangent), x*int64(tangent)-1024*y); value < least {
				best, least = i, value
			}
		}
		return int32(best)
	}
	rapid.Check(t, func(t *rapid.T) {
		y, x := rapid.Int32Range(1, 1<<20).Draw(t, "y"), rapid.Int32Range(1, 1<<20).Draw(t, "x")
		if rapid.Bool().Draw(t, "between") { // exactly between two
			i := rapid.IntRange(1, len(Tangents)-1).Draw(t, "tangent")
			y, x = Tangents[i-1]+Tangents[i], 2048
		}
		if got, want := arcTan(y, x), nearest(int64(y), int64(x)); got != want {
			t.Errorf("arcTan(%d, %d) is %d, want %d", y, x, got, want)
		}
	})
}

func TestABodyOf32DirectionsShowsTheUnevenAngles(t *testing.T) {
	for _, test := range []struct{ facing, want int32 }{
		{0, 0}, {19, 0}, {20, 40}, {55, 40}, {256, 256}, {487, 436 + 36}, {531, 512}, {999, 984}, {1000, 0}, {1023, 0},
	} {
		if got := Quantize(test.facing, 32, true); got != test.want {
			t.Errorf("%d shows %d, want %d", test.facing, got, test.want)
		}
	}
	for _, test := range []struct{ facing, want int32 }{{63, 0}, {64, 128}, {960, 0}, {959, 896}} {
		if got := Quantize(test.facing, 8, false); got != test.want {
			t.Errorf("%d of 8 shows %d, want %d", test.facing, got, test.want)
		}
	}
	if Quantize(77, 0, false) != 77 || Quantize(77, 1, false) != 0 {
		t.Error("no directions mean any, one means north")
	}
}

func TestTheSumOfTwoTurnsIsNearlyExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Int32Range(0, 1023).Draw(t, "first"), rapid.Int32Range(0, 1023).Draw(t, "second")
		// Half angles are cut to whole numbers, and so is their product.
		if off := Angle(SumOfYaws(a, b) - a - b + 4); off > 8 {
			t.Fatalf("%d and %d make %d", a, b, SumOfYaws(a, b))
		}
	})
}

func TestOffsetsGoForwardRightAndUp(t *testing.T) {
	// To the front they are shortened by the sine of 40 degrees.
	if got, want := ToWorld(Pos{1024, 0, 0}), (Pos{0, -654, 0}); got != want {
		t.Errorf("forward is %v, want %v", got, want)
	}
	if got, want := ToWorld(Pos{0, 100, 50}), (Pos{100, 0, 50}); got != want {
		t.Errorf("right and up is %v, want %v", got, want)
	}
}

// What the engine's games of 2020 show of where vehicles' shots leave.
func TestUnevenPicturesUntil2020AreThoseThatShotsShow(t *testing.T) {
	for facing, want := range map[int32]int32{
		0: 0, 13: 8, 19: 16, 32: 24, 40: 32, 54: 48, 64: 64, 83: 88, 90: 96, 96: 104, 109: 112, 116: 120, 128: 128, 141: 136, 147: 144, 160: 152,
		162: 152, 170: 160, 178: 176, 192: 192, 211: 216, 221: 232, 232: 232, 235: 240, 243: 240, 250: 248, 255: 0,
	} {
		if got := QuantizeByThirds(facing * 4); got != want*4 {
			t.Errorf("%d shows %d, want %d", facing, got/4, want)
		}
	}
}
