// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"testing"

	"convertd/core/order"
	"convertd/core/sim/openra/internal/engine"
	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// The kernel calls what is gone as it did when it was there.
func TestAnOrderOfTheKernelNamesAMemoryOfWhatIsGone(t *testing.T) {
	w := enginetest.Start(t, engine.New, enginetest.TwoBots(t))
	silo := enginetest.Remember(t, w, "silo", wpos.Cell{X: 60, Y: 60})
	unit := order.UnitTag{Index: 7, Generation: 3}
	w.Frozen.Of(silo.ID).Tag = packedTag(unit)
	m := Module{world: w}
	if id := m.remembered(unit); id != silo.ID {
		t.Errorf("it names %d", id)
	}
	if id := m.remembered(order.UnitTag{Index: 7, Generation: 4}); id != state.None {
		t.Errorf("another name means %d", id)
	}
}
