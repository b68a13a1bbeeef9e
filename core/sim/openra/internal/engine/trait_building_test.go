// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"slices"
	"testing"

	"convertd/core/sim/openra/internal/info"
)

func TestAYardServesBuildingsWhoseMiddleIsInItsReach(t *testing.T) {
	for _, test := range []struct {
		what, name string
		captured   bool
		at         Cell
		want       bool
	}{
		{"the middle in reach", "apwr", false, Cell{X: 34, Y: 20}, true},
		{"only the first cell in reach", "apwr", false, Cell{X: 36, Y: 20}, false},
		{"a small one there", "pbox", false, Cell{X: 36, Y: 21}, true},
		{"only the first cell out of reach", "apwr", false, Cell{X: 20, Y: 5}, true},
		{"while the yard is being captured", "apwr", true, Cell{X: 34, Y: 20}, false},
	} {
		w := plain(t)
		for _, a := range w.Actors {
			if a != nil && a.Type.Name == "mcv" {
				w.DisposeNow(a)
			}
		}
		yard := w.built(t, "fact", 0, Cell{X: 20, Y: 20})
		w.built(t, "powr", 0, Cell{X: 34, Y: 17})
		w.built(t, "powr", 0, Cell{X: 20, Y: 9})
		w.Options.BuildRadius = true
		if test.captured {
			yard.Captor = w.put(t, "e6", 1, Cell{X: 24, Y: 24}).ID
		}
		if got := w.nearBase(0, w.TypeOf(test.name), test.at); got != test.want {
			t.Errorf("%s: %t", test.what, got)
		}
	}
}

// Row by row; in builds with frozen dictionaries large footprints by x^y, of the same the
// last first.
func TestInWhichOrderTheCellsOfAFootprintAreGoneThrough(t *testing.T) {
	hashed := []Cell{{X: 2, Y: 2}, {X: 1, Y: 1}, {X: 0, Y: 0}, {X: 2, Y: 3}, {X: 0, Y: 1}, {X: 1, Y: 0}, {X: 1, Y: 3}, {X: 0, Y: 2}, {X: 2, Y: 0}, {X: 0, Y: 3}, {X: 1, Y: 2}, {X: 2, Y: 1}}
	rows := func(width, height int32) (cells []Cell) {
		for y := range height {
			for x := range width {
				cells = append(cells, Cell{X: x, Y: y})
			}
		}
		return cells
	}
	for _, c := range []struct {
		width, height int32
		frozen        bool
		want          []Cell
	}{{3, 4, true, hashed}, {3, 4, false, rows(3, 4)}, {3, 3, true, rows(3, 3)}, {5, 2, true, rows(5, 2)}} {
		var cells []Cell
		for _, i := range info.ListedPlaces(int(c.width*c.height), c.width, c.frozen) {
			cells = append(cells, Cell{X: i % c.width, Y: i / c.width})
		}
		if !slices.Equal(cells, c.want) {
			t.Errorf("%dx%d, frozen %t: %v", c.width, c.height, c.frozen, cells)
		}
	}
	for version, first := range map[string]Cell{"release-20231010": {X: 0, Y: 1}, "{DEV_VERSION}": {X: 1, Y: 1}} {
		var cells []Cell
		playing(t, "ra", version).TypeOf("proc").Building.CellsOf(info.FootprintOccupied, Cell{}, func(c Cell) { cells = append(cells, c) })
		if len(cells) != 3 || cells[0] != first {
			t.Errorf("%s: a refinery lies on %v", version, cells)
		}
	}
}
