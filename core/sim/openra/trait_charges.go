// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// Obelisks charge as long as they have a target, and fire when they are full
// (AttackCharges); without one the charge wears off again.

// chargeInfo are the figures of AttackCharges.
type chargeInfo struct {
	full, gain, loss int32
	hum              []int32 // bounds of the pause between two sounds
}

func (c *compiler) newCharge(t *actorType, trait *rules.Trait) *chargeInfo {
	return &chargeInfo{
		full: number(trait, "ChargeLevel", 25), gain: number(trait, "ChargeRate", 1), loss: number(trait, "DischargeRate", 1),
		hum: numbers32(c.set.Extra.HumIntervals[t.name]),
	}
}

// tickSetTarget keeps an attack without ways and turns on its target.
func (w *World) tickSetTarget(a *Actor, act *Activity) bool {
	hidden := false
	if !onGround(act.host) {
		hidden = w.look(a, act).hidden
	}
	target, named := w.aimNamed(a, act.host)
	if act.state == stateCanceling || !named || hidden || !w.reaches(a, target) {
		return true
	}
	if a.charging = w.mayCharge(a, target); a.charging && a.charges >= a.typ.charge.full {
		w.fireAll(a, target)
	}
	return false
}

// reaches reports whether a weapon of an actor works on a target and has it in
// range.
func (w *World) reaches(a *Actor, target aim) bool {
	reach, works := int32(0), false
	for i := range a.typ.armaments {
		if weapon := a.typ.armaments[i].weapon; w.mayFireAt(weapon, target) && !w.armPaused(a, i) {
			reach, works = max(reach, w.reachOf(a, weapon)), true
		}
	}
	return works && w.inReachOf(a.center, target, reach)
}

// mayCharge reports whether a weapon is loaded for a target, and has power.
func (w *World) mayCharge(a *Actor, target aim) bool {
	if !a.inWorld || w.attackPaused(a) {
		return false
	}
	for i := range a.typ.armaments {
		if a.arms[i].delay == 0 && !w.armPaused(a, i) && w.mayFireAt(a.typ.armaments[i].weapon, target) {
			return true
		}
	}
	return false
}

// tickCharge changes the charge by a tick.
func (w *World) tickCharge(a *Actor) {
	current := a.current()
	a.charging = a.charging && current != nil && current.kind == actSetTarget
	change := -a.typ.charge.loss
	if a.charging {
		change = a.typ.charge.gain
	}
	a.charges = wpos.Clamp(a.charges+change, 0, a.typ.charge.full)
	w.tickHum(a)
}

// tickHum draws the pause until an obelisk hums again, first in the tick in which
// it begins to charge (AmbientSound comes after the charge in the order of traits).
// Until 20200503 the pause is drawn from the generator that is not hashed, as those
// of idle animations are.
func (w *World) tickHum(a *Actor) {
	hum := a.typ.charge.hum
	if a.charges == 0 || len(hum) < 2 || w.behaviour.quietCreation {
		a.idleWait = 0
		return
	}
	if a.idleWait--; a.idleWait <= 0 {
		a.idleWait = w.random.between(hum[0], hum[1]) + 1
	}
}
