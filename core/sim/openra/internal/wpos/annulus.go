// SPDX-License-Identifier: GPL-3.0-or-later

package wpos

import (
	"cmp"
	"slices"
	"sync"
)

// ringCell is a cell of the annulus table: its place and its ring.
type ringCell struct {
	At   Cell
	Ring int32
}

// annulusTable holds cells ring by ring.
type annulusTable struct {
	cells []ringCell
	first [MaxRing + 2]int32 // where each ring begins; behind the last, where it ends
}

// MaxRing is the largest distance in cells the annulus table covers.
const MaxRing = 50

// annuli is the annulus table: cells by distance the way the engine orders them, by
// ring, squared length, hash code, x, y (docs/engine/openra-world.md#rings). It is the same for every
// world; to sort it takes as long as fifty ticks.
var annuli = sync.OnceValue(func() *annulusTable {
	var table annulusTable
	for y := int32(-MaxRing); y <= MaxRing; y++ {
		for x := int32(-MaxRing); x <= MaxRing; x++ {
			square := x*x + y*y
			if square > MaxRing*MaxRing {
				continue
			}
			ring := Isqrt(int64(square))
			if ring*ring < square {
				ring++
			}
			table.cells = append(table.cells, ringCell{Cell{x, y}, ring})
			table.first[ring+1]++
		}
	}
	slices.SortFunc(table.cells, func(a, b ringCell) int {
		return cmp.Or(cmp.Compare(a.Ring, b.Ring), cmp.Compare(a.At.Squared(), b.At.Squared()),
			cmp.Compare(a.At.X^a.At.Y, b.At.X^b.At.Y), cmp.Compare(a.At.X, b.At.X), cmp.Compare(a.At.Y, b.At.Y))
	})
	for i := 1; i < len(table.first); i++ {
		table.first[i] += table.first[i-1]
	}
	return &table
})

// Annulus returns the offsets of rings low..high in order.
func Annulus(low, high int32) []ringCell {
	low, high = max(low, 0), min(high, MaxRing)
	if low > high {
		return nil
	}
	table := annuli()
	return table.cells[table.first[low]:table.first[high+1]]
}

// chords holds, for a circle of n cells around a cell, how far it reaches left
// and right in each row from the middle on.
var chords = func() (table [MaxRing + 1][MaxRing + 1]int32) {
	for n := range table {
		for row := 0; row <= n; row++ {
			table[n][row] = Isqrt(int64(n*n - row*row))
		}
	}
	return table
}()

// Chord is how far the rings up to n reach in the row dy from the middle, at
// most n either way.
func Chord(n, dy int32) int32 { return chords[n][max(dy, -dy)] }
