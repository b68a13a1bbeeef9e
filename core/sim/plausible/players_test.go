// SPDX-License-Identifier: GPL-3.0-or-later

package plausible_test

import (
	"testing"

	"convertd/core/order"
	"convertd/core/sim/plausible"
)

func TestWhoIsNoPlayerHasNothing(t *testing.T) {
	g := newGame(t, plausible.Setup{})
	for _, nobody := range []order.PlayerID{2, order.NoPlayer} {
		if coming := g.module.Coming(nil, nobody, 1); len(coming) != 0 {
			t.Errorf("player %d waits for %v", nobody, coming)
		}
		if items, ready := g.module.Queued(nobody, "building"); items != 0 || ready != "" {
			t.Errorf("player %d has %d items, %q is ready", nobody, items, ready)
		}
		if g.module.Working(nobody, 0) || g.module.CanPlace(nobody, "power", order.CellPos{X: 3, Y: 3}) {
			t.Errorf("player %d has a factory", nobody)
		}
	}
}
