// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "testing"

func TestTrainedUnitsBeginWithARank(t *testing.T) {
	w := plain(t)
	if jumper := w.put(t, "e1r1", 0, Cell{X: 20, Y: 20}); jumper.level != 1 || jumper.experience != jumper.typ.RankSteps[0] {
		t.Errorf("a paratrooper has rank %d and experience %d", jumper.level, jumper.experience)
	}
	if man := w.put(t, "e1", 0, Cell{X: 22, Y: 20}); man.level != 0 {
		t.Errorf("a recruit has rank %d", man.level)
	}
	w.put(t, "barracks.upgraded", 0, Cell{X: 24, Y: 20})
	w.step()
	if man := w.put(t, "e1", 0, Cell{X: 26, Y: 20}); man.level != 1 {
		t.Errorf("after the spy was in the barracks he has rank %d", man.level)
	}
	if other := w.put(t, "e1", 1, Cell{X: 28, Y: 20}); other.level != 0 {
		t.Errorf("the enemy's has rank %d", other.level)
	}
}
