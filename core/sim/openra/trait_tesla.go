// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
)

// teslaTicks is how long a coil recharges still; the engine counts on below
// zero, so what is kept is the tick at which it was there.
func (w *World) teslaTicks(a *Actor) int32 { return a.rechargedAt - w.tick }

func (w *World) beginTesla(a *Actor) {
	if info := a.typ.Tesla; info != nil {
		a.charges, a.rechargedAt = info.Charges, w.tick
	}
}

// tickTesla gives a coil all its charges back when its time has come.
func (w *World) tickTesla(a *Actor) {
	if w.teslaTicks(a) <= 0 {
		a.charges = a.typ.Tesla.Charges
	}
}

// useCharge takes a charge, of an obelisk all of it. The time to recharge begins in the tick of the shot.
func (w *World) useCharge(a *Actor) {
	if info := a.typ.Tesla; info != nil {
		a.charges--
		a.rechargedAt = w.tick - 1 + info.Reload
	}
	if a.typ.Charge != nil {
		a.charges = 0
	}
}

func (w *World) teslaHash(a *Actor) int32 {
	return info.Boolean(a.aiming) ^ a.charges ^ w.teslaTicks(a)
}

// coilMayFire reports whether a coil can fire at a target now: it has power, is
// not between two bolts, and the target is in reach.
func (w *World) coilMayFire(a *Actor, ref uint32) (target aim, may bool) {
	target, named := w.aimNamed(a, ref)
	if !a.inWorld || w.attackPaused(a) || !named {
		return target, false
	}
	for i := range a.typ.Armaments {
		if a.arms[i].delay > 0 || w.armPaused(a, i) || !w.mayFireAt(a.typ.Armaments[i].Weapon, target) {
			continue
		}
		high := int32(0)
		if target.actor != nil {
			_, high = w.reachAgainst(a, target.actor, false)
		} else {
			_, high, _ = w.reachOnPlace(a, target, false)
		}
		return target, w.inReachOf(a.center, target, high) || a.typ.Mobile != nil
	}
	return target, false
}

// tickChargeAttack lets a coil charge and then fire as long as it can.
func (w *World) tickChargeAttack(a *Actor, act *Activity) bool {
	if _, may := w.coilMayFire(a, act.host); !may || act.state == stateCanceling {
		return true
	}
	if a.charges == 0 {
		return false
	}
	w.queueWait(act, a.typ.Tesla.Initial)
	fire := w.newActivity(actChargeFire)
	fire.host = act.host
	act.queueChild(fire)
	return false
}

func (w *World) tickChargeFire(a *Actor, act *Activity) bool {
	target, may := w.coilMayFire(a, act.host)
	if !may || act.state == stateCanceling || a.charges == 0 {
		return true
	}
	w.fireAll(a, target)
	w.queueWait(act, a.typ.Tesla.Pause)
	return false
}
