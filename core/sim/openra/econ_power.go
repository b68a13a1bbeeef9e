// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// tickPower takes notice of a developer who wants power without end, or no longer.
func (w *World) tickPower(p *player) {
	if p.cheats.endlessPower == p.cheats.unlimitedPower {
		return
	}
	p.cheats.endlessPower = p.cheats.unlimitedPower
	p.powerProvided, p.powerDrained = 0, 0
	w.updatePower(w.ownerIndex(p))
}

// updatePower sums the power of a player's buildings; while his power is without
// end nothing changes.
func (w *World) updatePower(owner int32) {
	p := &w.players[owner]
	if p.cheats.unlimitedPower {
		return
	}
	p.powerProvided, p.powerDrained = 0, 0
	for _, a := range w.actors {
		if a == nil || !a.inWorld || a.owner != owner {
			continue
		}
		amount := int32(0)
		for i := range a.typ.Power {
			amount += w.powerOf(a, &a.typ.Power[i])
		}
		p.powerProvided += max(amount, 0)
		p.powerDrained -= min(amount, 0)
	}
}

// powerOf is what one trait of a building gives (more than 0) or takes: the
// percentages of its switches and its health in one chain.
func (w *World) powerOf(a *Actor, part *info.PowerInfo) int32 {
	if !w.holds(a, part.Requires) {
		return 0
	}
	amount := part.Amount
	for i := range a.typ.PowerFactors {
		if factor := &a.typ.PowerFactors[i]; w.holds(a, factor.Requires) {
			amount = wpos.Percent(amount, factor.Percent)
		}
	}
	if a.typ.ScalePower {
		amount = wpos.Percent(amount, int32(100*int64(a.hp)/int64(a.typ.MaxHP)))
	}
	return amount
}

// LowPower reports whether a player's power is not normal.
func (p *player) lowPower() bool { return p.powerProvided < p.powerDrained }

// switchPower resolves the order that switches a building off or on. It counts
// at once (docs/engine/openra-world.md#power).
func (w *World) switchPower(a *Actor, order string) {
	if a.typ.PowerSwitch != order {
		return
	}
	a.powerDown = !a.powerDown
	w.updatePower(a.owner)
}

// tickOutage counts down how long a player is without power.
func (w *World) tickOutage(p *player) {
	if p.outage == 0 {
		return
	}
	if p.outage--; p.outage == 0 {
		w.updatePower(w.ownerIndex(p))
	}
}
