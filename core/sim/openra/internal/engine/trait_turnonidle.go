// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import "convertd/core/sim/openra/internal/wpos"

// Infantry of ts that has nothing to do turns now and then (TurnOnIdle.cs). How long it
// waits is its idleWait, and where it turns to its aim: such types have neither idle
// animations of buildings nor turrets.

// constructIdleTurn draws the first wait.
func (w *World) constructIdleTurn(a *Actor) {
	if rule := a.Type.IdleTurn; rule != nil {
		a.IdleWait, a.Aim = w.Random.Between(rule.MinDelay, rule.MaxDelay), a.Facing
	}
}

// turnIdly waits, and turns one step: who has got there draws another direction, and waits
// again before the next step.
func (w *World) turnIdly(a *Actor) {
	rule := a.Type.IdleTurn
	if rule == nil || w.mobilePaused(a) {
		return
	}
	if a.IdleWait--; a.IdleWait > 0 {
		return
	}
	if a.Aim == a.Facing {
		a.Aim = w.Random.Below(1024)
		a.IdleWait = w.Random.Between(rule.MinDelay, rule.MaxDelay)
	}
	a.Facing = wpos.Turn(a.Facing, a.Aim, a.Type.TurnSpeed())
}
