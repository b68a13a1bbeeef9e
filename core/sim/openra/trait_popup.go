// SPDX-License-Identifier: GPL-3.0-or-later

package openra

// Turrets that lie in the ground until they have a target (AttackPopupTurreted):
// the anti-aircraft sites of cnc. They rise first and fire then; with nothing to do
// they turn north after a while and go down again. Down there they are harder to
// hurt.

// Where such a turret is: the charges of its actor, which has no others. How long it
// has had nothing to do is in the ticks of what hovers, which it never does.
const (
	popupOpen int32 = iota
	popupTurning
	popupMoving
	popupClosed
)

// How long the art takes to rise and to go down: 16 and 14 pictures of 30 ms, in
// ticks of 40 (mods/cnc/sequences/structures.yaml).
const (
	popupRises = 12
	popupSinks = 11
)

// buried reports whether an actor's turret is down.
func (a *Actor) buried() bool { return a.typ.Popup != nil && a.charges == popupClosed }

// risen reports whether a turret is up, and lets one that is down rise.
func (a *Actor) risen() bool {
	if a.charges == popupClosed {
		a.charges, a.hoverTicks = popupMoving, 0
		a.animation = animation{left: popupRises, then: endRisen}
	}
	return a.charges != popupMoving
}

// noteTarget keeps a turret up that has a loaded weapon for its target.
func (w *World) noteTarget(a *Actor, target aim) {
	for i := range a.typ.Armaments {
		if a.arms[i].delay == 0 && !w.armPaused(a, i) && w.mayFireAt(a.typ.Armaments[i].Weapon, target) {
			a.hoverTicks = 0
			return
		}
	}
}

// tickIdlePopup turns a turret north that had nothing to do for long, and sinks it
// when it points there.
func (w *World) tickIdlePopup(a *Actor) {
	if !w.attackEnabled(a) || w.attackPaused(a) {
		return
	}
	switch a.charges {
	case popupOpen:
		if a.hoverTicks++; a.hoverTicks <= a.typ.Popup.CloseDelay+1 {
			return
		}
		a.charges = popupTurning
		a.turret.want, a.turret.realign = Pos{X: 0, Y: -1024, Z: 0}, false
		if !w.behaviour.CoarseFacing {
			w.moveTurret(a)
		}
	case popupTurning:
		if w.pointsAsWanted(a) {
			a.charges = popupMoving
			a.animation = animation{left: popupSinks, then: endSunk}
		}
	}
}

// sunk is the end of going down: the turret wants nowhere any more.
func (w *World) sunk(a *Actor) {
	a.charges = popupClosed
	if !w.attackPaused(a) || w.behaviour.CoarseFacing {
		a.turret.want = Pos{}
	}
}
