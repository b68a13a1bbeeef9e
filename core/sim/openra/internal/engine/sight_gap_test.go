// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/state"
)

// shows is what a player is shown of a cell once the tick is over.
func (w *World) shows(owner int32, c Cell) uint8 { return w.Players[owner].Shown[w.Ground.Index(c)] }

func TestAGapGeneratorHidesGroundFromEnemiesOnly(t *testing.T) {
	w := plain(t)
	for i := range int32(3) {
		w.built(t, "apwr", 0, Cell{X: 2 + 4*i, Y: 50})
	}
	scout := w.put(t, "2tnk", 1, Cell{X: 30, Y: 20})
	w.pass(2)
	if w.shows(1, Cell{X: 30, Y: 22}) != state.ShownVisible {
		t.Fatal("the scout sees nothing")
	}
	gap := w.built(t, "gap", 0, Cell{X: 33, Y: 20})
	w.pass(2)
	for _, test := range []struct {
		owner int32
		at    Cell
		want  uint8
		what  string
	}{
		{0, Cell{X: 33, Y: 20}, state.ShownVisible, "its owner"},
		{1, Cell{X: 30, Y: 20}, state.ShownVisible, "an enemy where he stands"},
		{1, Cell{X: 36, Y: 20}, state.ShownCovered, "an enemy at the edge of his sight"},
		{1, Cell{X: 24, Y: 20}, state.ShownVisible, "an enemy outside the cover"},
	} {
		if got := w.shows(test.owner, test.at); got != test.want {
			t.Errorf("%s is shown %d, want %d", test.what, got, test.want)
		}
	}
	if w.VisibleTo(w.put(t, "2tnk", 0, Cell{X: 36, Y: 20}), scout.Owner) {
		t.Error("a tank under cover is seen")
	}
	w.Destroy(gap, scout, nil)
	w.pass(2)
	if got := w.shows(1, Cell{X: 36, Y: 20}); got != state.ShownVisible {
		t.Errorf("without the generator the cell is shown %d", got)
	}
}

func TestAGapGeneratorWithoutPowerHidesNothing(t *testing.T) {
	w := plain(t)
	w.put(t, "2tnk", 1, Cell{X: 30, Y: 20})
	w.built(t, "tsla", 0, Cell{X: 50, Y: 50})
	gap := w.built(t, "gap", 0, Cell{X: 33, Y: 20})
	w.pass(2)
	if !w.Players[0].LowPower() {
		t.Fatal("there is power")
	}
	if got := w.shows(1, Cell{X: 36, Y: 20}); got != state.ShownVisible {
		t.Errorf("the cell is shown %d", got)
	}
	if w.coverHash(gap) != 1 {
		t.Error("the hash does not say that it is off")
	}
}

func TestWhatIsCoveredComesBackFromARecordedState(t *testing.T) {
	w := plain(t)
	for i := range int32(3) {
		w.built(t, "apwr", 0, Cell{X: 2 + 4*i, Y: 50})
	}
	w.put(t, "2tnk", 1, Cell{X: 30, Y: 20})
	w.built(t, "gap", 0, Cell{X: 33, Y: 20})
	w.pass(2)
	through := append([]uint16(nil), w.Players[1].Through...)
	covered := append([]uint16(nil), w.Players[1].Covered...)
	w.CountThrough()
	for at := range through {
		if through[at] != w.Players[1].Through[at] || covered[at] != w.Players[1].Covered[at] {
			t.Fatalf("cell %d: counted %d and %d, anew %d and %d", at, through[at], covered[at], w.Players[1].Through[at], w.Players[1].Covered[at])
		}
	}
}
