// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/state"
)

// Turrets that lie in the ground until they have a target (AttackPopupTurreted):
// the anti-aircraft sites of cnc. They rise first and fire then; with nothing to do
// they turn north after a while and go down again. Down there they are harder to
// hurt.

// noteTarget keeps a turret up that has a loaded weapon for its target.
func (w *World) noteTarget(a *Actor, target aim) {
	for i := range a.Type.Armaments {
		if a.Arms[i].Delay == 0 && !w.armPaused(a, i) && w.mayFireAt(a.Type.Armaments[i].Weapon, target) {
			a.HoverTicks = 0
			return
		}
	}
}

// tickIdlePopup turns a turret north that had nothing to do for long, and sinks it
// when it points there.
func (w *World) tickIdlePopup(a *Actor) {
	if !w.Release.SinksUnbuilt && (!w.attackEnabled(a) || w.attackPaused(a)) {
		return
	}
	switch a.Charges {
	case state.PopupOpen:
		if a.HoverTicks++; a.HoverTicks <= a.Type.Popup.CloseDelay+1 {
			return
		}
		a.Charges = state.PopupTurning
		a.Turret.Want, a.Turret.Realign = Pos{X: 0, Y: -1024, Z: 0}, false
		if !w.Release.CoarseFacing {
			w.moveTurret(a)
		}
	case state.PopupTurning:
		if w.pointsAsWanted(a) {
			a.Charges = state.PopupMoving
			a.Animation = state.Animation{Left: state.PopupSinks, Then: state.EndSunk}
		}
	}
}

// sunk is the end of going down: the turret wants nowhere any more.
func (w *World) sunk(a *Actor) {
	a.Charges = state.PopupClosed
	if !w.attackPaused(a) || w.Release.CoarseFacing {
		a.Turret.Want = Pos{}
	}
}
