// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"
)

func TestTrainedUnitsBeginWithARank(t *testing.T) {
	w := plain(t)
	if jumper := w.put(t, "e1r1", 0, Cell{X: 20, Y: 20}); jumper.Level != 1 || jumper.Experience != jumper.Type.RankSteps[0] {
		t.Errorf("a paratrooper has rank %d and experience %d", jumper.Level, jumper.Experience)
	}
	if man := w.put(t, "e1", 0, Cell{X: 22, Y: 20}); man.Level != 0 {
		t.Errorf("a recruit has rank %d", man.Level)
	}
	w.put(t, "barracks.upgraded", 0, Cell{X: 24, Y: 20})
	w.Step()
	if man := w.put(t, "e1", 0, Cell{X: 26, Y: 20}); man.Level != 1 {
		t.Errorf("after the spy was in the barracks he has rank %d", man.Level)
	}
	if other := w.put(t, "e1", 1, Cell{X: 28, Y: 20}); other.Level != 0 {
		t.Errorf("the enemy's has rank %d", other.Level)
	}
}
