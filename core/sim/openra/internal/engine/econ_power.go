// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// tickPower takes notice of a developer who wants power without end, or no longer.
func (w *World) tickPower(p *state.Player) {
	if p.Cheats.EndlessPower == p.Cheats.UnlimitedPower {
		return
	}
	p.Cheats.EndlessPower = p.Cheats.UnlimitedPower
	p.PowerProvided, p.PowerDrained = 0, 0
	w.updatePower(w.ownerIndex(p))
}

// updatePower sums the power of a player's buildings; while his power is without
// end nothing changes.
func (w *World) updatePower(owner int32) {
	p := &w.Players[owner]
	if p.Cheats.UnlimitedPower {
		return
	}
	p.PowerProvided, p.PowerDrained = 0, 0
	for _, a := range w.Actors {
		if a == nil || !a.InWorld || a.Owner != owner {
			continue
		}
		amount := int32(0)
		for i := range a.Type.Power {
			amount += w.powerOf(a, &a.Type.Power[i])
		}
		p.PowerProvided += max(amount, 0)
		p.PowerDrained -= min(amount, 0)
	}
}

// powerOf is what one trait of a building gives (more than 0) or takes: the
// percentages of its switches and its health in one chain.
func (w *World) powerOf(a *Actor, part *info.PowerInfo) int32 {
	if !w.Holds(a, part.Requires) {
		return 0
	}
	amount := part.Amount
	for i := range a.Type.PowerFactors {
		if factor := &a.Type.PowerFactors[i]; w.Holds(a, factor.Requires) {
			amount = wpos.Percent(amount, factor.Percent)
		}
	}
	if a.Type.ScalePower {
		amount = wpos.Percent(amount, int32(100*int64(a.HP)/int64(a.Type.MaxHP)))
	}
	return amount
}

// lowPowerOf is whether an actor lacks power, as it has noticed.
func (w *World) lowPowerOf(a *Actor) bool {
	if w.Release.PowerAtStart && w.Ticks == 0 {
		return a.DarkAtStart
	}
	return w.Players[a.Owner].LowPower()
}

// switchPower resolves the order that switches a building off or on. It counts
// at once (docs/engine/openra-world.md#power).
func (w *World) switchPower(a *Actor, order string) {
	if a.Type.PowerSwitch != order {
		return
	}
	a.PowerDown = !a.PowerDown
	w.updatePower(a.Owner)
}

// tickOutage counts down how long a player is without power.
func (w *World) tickOutage(p *state.Player) {
	if p.Outage == 0 {
		return
	}
	if p.Outage--; p.Outage == 0 {
		w.updatePower(w.ownerIndex(p))
	}
}
