// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// Obelisks charge as long as they have a target, and fire when they are full
// (AttackCharges); without one the charge wears off again.

// tickSetTarget keeps an attack without ways and turns on its target.
func (w *World) tickSetTarget(a *Actor, act *Activity) bool {
	hidden := false
	if !onGround(act.Host) {
		hidden = w.Look(a, act).hidden
	}
	target, named := w.aimNamed(a, act.Host)
	if act.State == state.StateCanceling || !named || hidden || !w.reaches(a, target) {
		return true
	}
	if a.Charging = w.mayCharge(a, target); a.Charging && a.Charges >= a.Type.Charge.Full {
		w.fireAll(a, target)
	}
	return false
}

// reaches reports whether a weapon of an actor works on a target and has it in
// range.
func (w *World) reaches(a *Actor, target aim) bool {
	reach, works := int32(0), false
	for i := range a.Type.Armaments {
		if weapon := a.Type.Armaments[i].Weapon; w.mayFireAt(weapon, target) && !w.armPaused(a, i) {
			reach, works = max(reach, w.reachOf(a, weapon)), true
		}
	}
	return works && w.inReachOf(a.Center, target, reach)
}

// mayCharge reports whether a weapon is loaded for a target, and has power.
func (w *World) mayCharge(a *Actor, target aim) bool {
	if !a.InWorld || w.attackPaused(a) {
		return false
	}
	for i := range a.Type.Armaments {
		if a.Arms[i].Delay == 0 && !w.armPaused(a, i) && w.mayFireAt(a.Type.Armaments[i].Weapon, target) {
			return true
		}
	}
	return false
}

// tickCharge changes the charge by a tick.
func (w *World) tickCharge(a *Actor) {
	current := a.Current()
	a.Charging = a.Charging && current != nil && current.Kind == state.ActSetTarget
	change := -a.Type.Charge.Loss
	if a.Charging {
		change = a.Type.Charge.Gain
	}
	a.Charges = wpos.Clamp(a.Charges+change, 0, a.Type.Charge.Full)
	w.tickHum(a)
}

// tickHum draws the pause until an obelisk hums again, first in the tick in which
// it begins to charge (AmbientSound comes after the charge in the order of traits).
// Until 20200503 the pause is drawn from the generator that is not hashed, as those
// of idle animations are.
func (w *World) tickHum(a *Actor) {
	hum := a.Type.Charge.Hum
	if a.Charges == 0 || len(hum) < 2 || w.Release.QuietCreation {
		a.IdleWait = 0
		return
	}
	if a.IdleWait--; a.IdleWait <= 0 {
		a.IdleWait = w.Random.Between(hum[0], hum[1]) + 1
	}
}
