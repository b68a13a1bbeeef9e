// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// around visits the cells beside a cell that ore may lie on.
func around(w *World, middle Cell) []Cell {
	var cells []Cell
	for _, ring := range wpos.Annulus(1, 1) {
		cells = append(cells, middle.Add(ring.At))
	}
	return cells
}

func TestAnOreTruckStrewsItsLoadAroundItsWreck(t *testing.T) {
	w := plain(t)
	middle := Cell{X: 20, Y: 20}
	ore := w.resourceKind("Ore")
	cells := around(w, middle)
	if len(cells) != 4 {
		t.Fatalf("%d cells in the first ring", len(cells))
	}
	full := w.Resources.Infos[ore-1].Max
	w.setResource(ore, cells[0], full)
	w.setResource(ore, cells[1], full-2)
	w.put(t, "powr", 0, cells[3])
	before := w.Random.Draws
	w.explode(w.Weapons["oreexplosion"], nil, w.CenterOfCell(middle))
	density := func(c Cell) uint8 { return w.Resources.Density[w.Ground.Index(c)] }
	if density(cells[0]) != full {
		t.Errorf("a full cell has %d", density(cells[0]))
	}
	if density(cells[1]) != full-1 {
		t.Errorf("a cell with room for two has %d of %d: one more, which needs no draw", density(cells[1]), full)
	}
	if d := density(cells[2]); d < 2 || d > full {
		t.Errorf("a bare cell has %d", d)
	}
	if density(cells[3]) != 0 {
		t.Errorf("%d under a building", density(cells[3]))
	}
	if density(middle) != 0 {
		t.Errorf("%d under the wreck", density(middle))
	}
	if drawn := w.Random.Draws - before; drawn != 1 {
		t.Errorf("%d draws, want one for the bare cell", drawn)
	}
}

func TestABlastTakesTheOreOfItsRings(t *testing.T) {
	w := plain(t)
	middle := Cell{X: 20, Y: 20}
	ore := w.resourceKind("Ore")
	near, far := Cell{X: 21, Y: 20}, Cell{X: 22, Y: 20}
	for _, c := range []Cell{middle, near, far} {
		w.setResource(ore, c, 5)
	}
	h := info.Warhead{Kind: info.WarheadRaze, RingEnd: 1, AirMargin: 128}
	b := state.Impact{At: w.CenterOfCell(middle)}
	b.At.Z = 129
	w.work(&b, &h)
	if w.Resources.Density[w.Ground.Index(middle)] != 5 {
		t.Error("a blast in the air took ore")
	}
	b.At.Z = 128
	w.work(&b, &h)
	for _, test := range []struct {
		c    Cell
		want uint8
	}{{middle, 0}, {near, 0}, {far, 5}} {
		if got := w.Resources.Density[w.Ground.Index(test.c)]; got != test.want {
			t.Errorf("cell %v has %d, want %d", test.c, got, test.want)
		}
	}
	h.InnerRing, h.RingEnd, h.Amount = 2, 2, 2
	w.work(&b, &h)
	if got := w.Resources.Density[w.Ground.Index(far)]; got != 3 {
		t.Errorf("two of five taken, %d left", got)
	}
	h.Resources = []string{"Gems"}
	w.work(&b, &h)
	if got := w.Resources.Density[w.Ground.Index(far)]; got != 3 {
		t.Errorf("a blast that takes gems left %d of 3 ore", got)
	}
}
