// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
)

func (w *World) targetStateOf(a *Actor) info.TargetState {
	var state info.TargetState
	if a.HP < a.Type.MaxHP {
		state |= info.TargetDamaged
	}
	if a.Type.Aircraft != nil && a.Center.Z > 0 {
		state |= info.TargetAirborne
	}
	if a.Parachuting() {
		state |= info.TargetParachute
	}
	if a.Dived {
		state |= info.TargetUnderwater
	}
	return state
}

// countsAs reports whether an actor now is one of these types of target.
func (w *World) countsAs(a *Actor, types []string) bool {
	if overlaps(types, a.Type.TargetTypes) {
		return true
	}
	if len(a.Type.Targets) == 0 {
		return false
	}
	state := w.targetStateOf(a)
	for i := range a.Type.Targets {
		info := &a.Type.Targets[i]
		if info.Requires != nil {
			if overlaps(types, info.Types) && w.Holds(a, info.Requires) {
				return true
			}
			continue
		}
		if info.HoldsIn>>state&1 != 0 && overlaps(types, info.Types) {
			return true
		}
	}
	return false
}

// worksOn reports whether a weapon may be fired at an actor as it is now.
func (w *World) worksOn(weapon *info.Weapon, a *Actor) bool {
	if !w.countsAs(a, weapon.Targets) || len(weapon.Invalid) > 0 && w.countsAs(a, weapon.Invalid) {
		return false
	}
	for i := range weapon.Warheads {
		if w.hits(&weapon.Warheads[i], a) {
			return true
		}
	}
	return false
}

// hits reports whether a warhead works on an actor as it is now. Only damage
// needs health.
func (w *World) hits(h *info.Warhead, a *Actor) bool {
	switch h.Kind {
	case info.WarheadSpread, info.WarheadTarget, info.WarheadPercentage:
		return a.Type.MaxHP > 0 && w.countsAs(a, h.Targets) && (len(h.Invalid) == 0 || !w.countsAs(a, h.Invalid))
	case info.WarheadOther, info.WarheadPuff, info.WarheadSow, info.WarheadRaze, info.WarheadCluster:
	}
	return false
}
