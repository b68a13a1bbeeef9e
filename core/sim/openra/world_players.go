// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/state"
)

// allied reports whether the first player is an ally of the second.
func (w *World) allied(a, b int32) bool { return a == b || w.players[a].Allies&(1<<uint(b)) != 0 }

// hostile reports whether the first player is an enemy of the second.
func (w *World) hostile(a, b int32) bool { return w.players[a].Enemies&(1<<uint(b)) != 0 }

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
