// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/state"
)

// KindOf is what an order of these rules asks for.
func (w *World) KindOf(name string) state.OrderKind {
	kind := state.KindOf(name)
	if kind == state.OrderUnknown && w.isPower(name) {
		return state.OrderSupport
	}
	return kind
}
