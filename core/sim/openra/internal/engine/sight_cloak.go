// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// uncloak shows a unit after something loud.
func (w *World) uncloak(a *Actor, occasion string) {
	if rule := a.Type.Cloak; rule != nil && info.Contains(rule.UncloakOn, occasion) {
		a.CloakTicks = max(a.CloakTicks, rule.Delay)
	}
}

// cloaked reports whether a unit hides now.
func (w *World) cloaked(a *Actor) bool {
	info := a.Type.Cloak
	return info != nil && a.CloakTicks <= 0 && w.Holds(a, info.Requires) && (len(info.Pauses) == 0 || !w.Holds(a, info.Pauses))
}

// cloakedFrom reports whether a unit hides from a player: none of his side's
// detectors is near enough.
func (w *World) cloakedFrom(a *Actor, viewer int32) bool {
	if a.Type.Cloak == nil || w.Allied(a.Owner, viewer) || !w.cloaked(a) {
		return false
	}
	for _, other := range w.Actors {
		if other == nil || len(other.Type.Detects) == 0 || !other.InWorld && !w.Release.DetectsAboard || !w.Allied(other.Owner, viewer) {
			continue
		}
		for i := range other.Type.Detects {
			d := &other.Type.Detects[i]
			if overlaps(d.Types, a.Type.Cloak.Found) && a.Center.Sub(other.Center).Squared() <= int64(d.Reach)*int64(d.Reach) && w.Holds(other, d.Requires) {
				return false
			}
		}
	}
	return true
}

// dive notes whether a unit holds the condition that hiding grants: it is granted and
// revoked when the trait has its turn, while others see it at once.
func (w *World) dive(a *Actor) {
	if a.Type.Cloak.Condition != "" {
		a.Dived = w.cloaked(a)
	}
}

// tickCloak counts the rest of a unit's time in sight down. Who shows himself on
// the move does so in every new cell, his first among them.
func (w *World) tickCloak(a *Actor) {
	info := a.Type.Cloak
	if a.CloakTicks != 0 || info.Moving {
		w.countCloak(a)
	}
	w.dive(a)
}

func (w *World) countCloak(a *Actor) {
	rule := a.Type.Cloak
	if !w.Holds(a, rule.Requires) || len(rule.Pauses) > 0 && w.Holds(a, rule.Pauses) {
		return
	}
	if a.CloakTicks > 0 && !w.docking(a) {
		a.CloakTicks--
	}
	if here := w.location(a); rule.Moving && a.MineStart != here {
		a.MineStart = here
		w.uncloak(a, info.LoudMove)
	}
}

// docking reports whether a harvester is at a refinery, or a unit is being mended
// or given shots (since OpenRA pull request 18107).
func (w *World) docking(a *Actor) bool {
	for act := a.Current(); act != nil; act = state.SkipDone(act.Child) {
		switch {
		case act.Kind == state.ActDock:
			return act.Flag[flagInitiated]
		case act.Kind == state.ActResupply && a.Type.Aircraft == nil && !w.Release.QuietMending:
			return act.Flag[flagGroundReload]
		}
	}
	return false
}
