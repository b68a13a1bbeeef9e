// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/wpos"
	"convertd/internal/fixtures/oramap"
)

// A tree at the corner of the map often walks out of it with its first steps. Until
// 20200503 it goes on looking (cnc-20200503-dead-in-motion-0 of the engine's games).
func TestSeedsLookOnWhereTheirWalkLeavesTheMapUntil20200503(t *testing.T) {
	for version, looksOn := range map[string]bool{"release-20200503": true, "release-20210321": false} {
		w := playing(t, "cnc", version)
		tree := w.put(t, "split2", 0, Cell{X: 20, Y: 20})
		tree.Cell = Cell{X: -40, Y: -40} // too far outside to come back
		before := w.Random.Draws
		w.seedOnce(tree)
		if drawn := w.Random.Draws - before; (drawn >= 2*seedRange) != looksOn {
			t.Errorf("%s: %d numbers drawn", version, drawn)
		}
	}
}

func TestUntil20210321DensityIsCountedWhateverTheMapSays(t *testing.T) {
	for version, want := range map[string]uint8{"release-20200503": 10, "release-20230225": 1} {
		w := play(t, oramap.Meadow(), version, "gdi", "nod")
		if got := w.Resources.Density[w.Ground.Index(wpos.CellAt(22, 24))]; got != want {
			t.Errorf("%s: density %d, not %d", version, got, want)
		}
	}
}

// TSResourceLayer.cs: on level ground nothing lies beside veins, and veins only beside
// what bears them.
func TestNothingLiesBesideVeins(t *testing.T) {
	w := play(t, oramap.Meadow(), "release-20230225", "gdi", "nod")
	tiberium, veins := w.resourceKind("Tiberium"), w.resourceKind("Veins")
	at := Cell{X: 30, Y: 0}
	if w.Resources.Veins != veins || veins == 0 || !w.allowsResource(tiberium, at) || !w.allowsResource(veins, at) {
		t.Fatalf("veins %d, kind %d", w.Resources.Veins, veins)
	}
	w.setResource(veins, at.Add(Cell{X: 1}), 1)
	if w.allowsResource(tiberium, at) || !w.allowsResource(veins, at) {
		t.Error("beside veins: tiberium may lie there, or veins may not")
	}
	if !w.allowsResource(tiberium, at.Add(Cell{Y: 1})) {
		t.Error("aside of veins no tiberium may lie")
	}
	w.Ground.LayRamp(at, 1)
	if !w.allowsResource(tiberium, at) {
		t.Error("on a ramp to a side it may")
	}
	if w.Ground.LayRamp(at, steepRamp); w.allowsResource(tiberium, at) {
		t.Error("on a steep ramp it may")
	}
	w.setResource(tiberium, at.Add(Cell{X: 3}), 1)
	if w.allowsResource(veins, at.Add(Cell{X: 4})) {
		t.Error("veins may lie beside tiberium")
	}
	if old := play(t, oramap.Meadow(), "release-20200503", "gdi", "nod"); old.Resources.Veins != 0 {
		t.Error("until 20210321 veins are as any resource")
	}
}
