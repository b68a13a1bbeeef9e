// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/state"
)

// attackOnOrder gives a unit the target its player named
// (docs/engine/openra-world.md#unit-orders).
func (w *World) attackOnOrder(a *Actor, o *Order) {
	if !w.attackEnabled(a) {
		return
	}
	if o.Name == state.ForceAttack && w.hasGround(o) {
		ref := groundRef(o.Cell)
		w.order(a, o.Queued, w.attackPlace(a, ref, true, true))
		if a.Type.Opportunity && !o.Queued {
			a.Requested, a.Preset, a.Forced = ref, true, true
		}
		return
	}
	target, ref := w.orderedTarget(a, o)
	if target == nil || target == a {
		return
	}
	act := w.AttackActivity(a, ref, true)
	if o.Name == state.ForceAttack {
		act.Flag[flagForced] = true
	}
	w.order(a, o.Queued, act)
	if a.Type.Opportunity && !o.Queued {
		a.Requested, a.Preset, a.Forced = ref, true, o.Name == state.ForceAttack
	}
}

// orderedTarget is what an order names that can be attacked: an actor, or what
// its player remembers of a building.
func (w *World) orderedTarget(a *Actor, o *Order) (target *Actor, ref uint32) {
	switch o.Target {
	case state.TargetActor:
		ref = o.Actor &^ FrozenBit
	case state.TargetFrozen:
		ref = o.Actor | FrozenBit
	default:
		return nil, none
	}
	return w.targetFor(a, ref), ref
}
