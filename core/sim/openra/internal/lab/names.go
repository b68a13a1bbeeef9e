// SPDX-License-Identifier: GPL-3.0-or-later

package lab

import (
	"fmt"

	"convertd/core/sim/openra/internal/engine"
	"convertd/core/sim/openra/internal/state"
)

// called names an actor as reports do: type and id.
func called(w *engine.World, id uint32) string {
	switch a := w.Peek(id &^ engine.FrozenBit); {
	case id == state.None:
		return "nobody"
	case a == nil:
		return fmt.Sprintf("%d (gone)", id&^engine.FrozenBit)
	case id&engine.FrozenBit != 0:
		return fmt.Sprintf("the memory of %s %d", nameOf(w, a), a.ID)
	default:
		return fmt.Sprintf("%s %d", nameOf(w, a), a.ID)
	}
}
