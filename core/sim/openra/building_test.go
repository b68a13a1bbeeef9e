package openra

import "testing"

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
