// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/state"
)

// Allied reports whether the first player is an ally of the second.
func (w *World) Allied(a, b int32) bool { return a == b || w.Players[a].Allies&(1<<uint(b)) != 0 }

// Hostile reports whether the first player is an enemy of the second.
func (w *World) Hostile(a, b int32) bool { return w.Players[a].Enemies&(1<<uint(b)) != 0 }

// tickPlayer runs a player actor's traits in construct order.
func (w *World) tickPlayer(p *state.Player) {
	w.tickShroud(p)
	for i := range p.Queues {
		w.tickQueue(p, &p.Queues[i])
	}
	w.tickPower(p)
	w.tickOutage(p)
	w.tickPowers(p)
	w.tickVictory(p)
	w.tickFrozenLayer(p)
}
