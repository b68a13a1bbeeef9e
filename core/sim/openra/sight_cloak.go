// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
)

// uncloak shows a unit after something loud.
func (w *World) uncloak(a *Actor, occasion string) {
	if rule := a.typ.Cloak; rule != nil && info.Contains(rule.UncloakOn, occasion) {
		a.cloakTicks = max(a.cloakTicks, rule.Delay)
	}
}

// cloaked reports whether a unit hides now.
func (w *World) cloaked(a *Actor) bool {
	info := a.typ.Cloak
	return info != nil && a.cloakTicks <= 0 && w.holds(a, info.Requires) && (len(info.Pauses) == 0 || !w.holds(a, info.Pauses))
}

// cloakedFrom reports whether a unit hides from a player: none of his side's
// detectors is near enough.
func (w *World) cloakedFrom(a *Actor, viewer int32) bool {
	if a.typ.Cloak == nil || w.allied(a.owner, viewer) || !w.cloaked(a) {
		return false
	}
	for _, other := range w.actors {
		if other == nil || len(other.typ.Detects) == 0 || !other.inWorld && !w.behaviour.DetectsAboard || !w.allied(other.owner, viewer) {
			continue
		}
		for i := range other.typ.Detects {
			d := &other.typ.Detects[i]
			if overlaps(d.Types, a.typ.Cloak.Found) && a.center.Sub(other.center).Squared() <= int64(d.Reach)*int64(d.Reach) && w.holds(other, d.Requires) {
				return false
			}
		}
	}
	return true
}

// dive notes whether a unit holds the condition that hiding grants: it is granted and
// revoked when the trait has its turn, while others see it at once.
func (w *World) dive(a *Actor) {
	if a.typ.Cloak.Condition != "" {
		a.dived = w.cloaked(a)
	}
}

// tickCloak counts the rest of a unit's time in sight down. Who shows himself on
// the move does so in every new cell, his first among them.
func (w *World) tickCloak(a *Actor) {
	info := a.typ.Cloak
	if a.cloakTicks != 0 || info.Moving {
		w.countCloak(a)
	}
	w.dive(a)
}

func (w *World) countCloak(a *Actor) {
	rule := a.typ.Cloak
	if !w.holds(a, rule.Requires) || len(rule.Pauses) > 0 && w.holds(a, rule.Pauses) {
		return
	}
	if a.cloakTicks > 0 && !w.docking(a) {
		a.cloakTicks--
	}
	if here := w.location(a); rule.Moving && a.mineStart != here {
		a.mineStart = here
		w.uncloak(a, info.LoudMove)
	}
}

// docking reports whether a harvester is at a refinery, or a unit is being mended
// or given shots (since OpenRA pull request 18107).
func (w *World) docking(a *Actor) bool {
	for act := a.current(); act != nil; act = skipDone(act.child) {
		switch {
		case act.kind == actDock:
			return act.flag[flagInitiated]
		case act.kind == actResupply && a.typ.Aircraft == nil && !w.behaviour.QuietMending:
			return act.flag[flagGroundReload]
		}
	}
	return false
}
