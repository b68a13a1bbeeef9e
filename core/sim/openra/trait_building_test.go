// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"slices"
	"testing"
)

func TestAYardServesBuildingsWhoseMiddleIsInItsReach(t *testing.T) {
	for _, test := range []struct {
		what, name string
		captured   bool
		at         Cell
		want       bool
	}{
		{"the middle in reach", "apwr", false, Cell{34, 20}, true},
		{"only the first cell in reach", "apwr", false, Cell{36, 20}, false},
		{"a small one there", "pbox", false, Cell{36, 21}, true},
		{"only the first cell out of reach", "apwr", false, Cell{20, 5}, true},
		{"while the yard is being captured", "apwr", true, Cell{34, 20}, false},
	} {
		w := plain(t)
		for _, a := range w.actors {
			if a != nil && a.typ.name == "mcv" {
				w.disposeNow(a)
			}
		}
		yard := w.built(t, "fact", 0, Cell{20, 20})
		w.built(t, "powr", 0, Cell{34, 17})
		w.built(t, "powr", 0, Cell{20, 9})
		w.options.buildRadius = true
		if test.captured {
			yard.captor = w.put(t, "e6", 1, Cell{24, 24}).ID
		}
		if got := w.nearBase(0, w.typeOf(test.name), test.at); got != test.want {
			t.Errorf("%s: %t", test.what, got)
		}
	}
}

// Row by row; in builds with frozen dictionaries large footprints by x^y, of the same the
// last first.
func TestInWhichOrderTheCellsOfAFootprintAreGoneThrough(t *testing.T) {
	hashed := []Cell{{2, 2}, {1, 1}, {0, 0}, {2, 3}, {0, 1}, {1, 0}, {1, 3}, {0, 2}, {2, 0}, {0, 3}, {1, 2}, {2, 1}}
	rows := func(width, height int32) (cells []Cell) {
		for y := range height {
			for x := range width {
				cells = append(cells, Cell{x, y})
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
		for _, i := range listedPlaces(int(c.width*c.height), c.width, c.frozen) {
			cells = append(cells, Cell{i % c.width, i / c.width})
		}
		if !slices.Equal(cells, c.want) {
			t.Errorf("%dx%d, frozen %t: %v", c.width, c.height, c.frozen, cells)
		}
	}
	for version, first := range map[string]Cell{"release-20231010": {0, 1}, "{DEV_VERSION}": {1, 1}} {
		var cells []Cell
		playing(t, "ra", version).typeOf("proc").building.cellsOf(footprintOccupied, Cell{}, func(c Cell) { cells = append(cells, c) })
		if len(cells) != 3 || cells[0] != first {
			t.Errorf("%s: a refinery lies on %v", version, cells)
		}
	}
}
