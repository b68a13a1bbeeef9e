// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// teslaTicks is how long a coil recharges still; the engine counts on below
// zero, so what is kept is the tick at which it was there.
func (w *World) teslaTicks(a *Actor) int32 { return a.RechargedAt - w.Ticks }

func (w *World) beginTesla(a *Actor) {
	if info := a.Type.Tesla; info != nil {
		a.Charges, a.RechargedAt = info.Charges, w.Ticks
	}
}

// tickTesla gives a coil all its charges back when its time has come.
func (w *World) tickTesla(a *Actor) {
	if w.teslaTicks(a) <= 0 {
		a.Charges = a.Type.Tesla.Charges
	}
}

// useCharge takes a charge, of an obelisk all of it. The time to recharge begins in the tick of the shot.
func (w *World) useCharge(a *Actor) {
	if info := a.Type.Tesla; info != nil {
		a.Charges--
		a.RechargedAt = w.Ticks - 1 + info.Reload
	}
	if a.Type.Charge != nil {
		a.Charges = 0
	}
}

func (w *World) teslaHash(a *Actor) int32 {
	return info.Boolean(a.Aiming) ^ a.Charges ^ w.teslaTicks(a)
}

// coilMayFire reports whether a coil can fire at a target now: it has power, is
// not between two bolts, and the target is in reach.
func (w *World) coilMayFire(a *Actor, ref uint32) (target aim, may bool) {
	target, named := w.aimNamed(a, ref)
	if !a.InWorld || w.attackPaused(a) || !named {
		return target, false
	}
	for i := range a.Type.Armaments {
		if a.Arms[i].Delay > 0 || w.armPaused(a, i) || !w.mayFireAt(a.Type.Armaments[i].Weapon, target) {
			continue
		}
		high := int32(0)
		if target.actor != nil {
			_, high = w.reachAgainst(a, target.actor, false)
		} else {
			_, high, _ = w.reachOnPlace(a, target, false)
		}
		return target, w.inReachOf(a.Center, target, high) || a.Type.Mobile != nil
	}
	return target, false
}

// tickChargeAttack lets a coil charge and then fire as long as it can.
func (w *World) tickChargeAttack(a *Actor, act *Activity) bool {
	if _, may := w.coilMayFire(a, act.Host); !may || act.State == state.StateCanceling {
		return true
	}
	if a.Charges == 0 {
		return false
	}
	w.queueWait(act, a.Type.Tesla.Initial)
	fire := w.newActivity(state.ActChargeFire)
	fire.Host = act.Host
	act.QueueChild(fire)
	return false
}

func (w *World) tickChargeFire(a *Actor, act *Activity) bool {
	target, may := w.coilMayFire(a, act.Host)
	if !may || act.State == state.StateCanceling || a.Charges == 0 {
		return true
	}
	w.fireAll(a, target)
	w.queueWait(act, a.Type.Tesla.Pause)
	return false
}
