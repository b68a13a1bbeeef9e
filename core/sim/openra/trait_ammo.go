// SPDX-License-Identifier: GPL-3.0-or-later

package openra

func (a *Actor) fillAmmo() {
	if info := a.typ.Ammo; info != nil {
		a.ammo, a.rearmTicks, a.reloadTicks = info.Initial, info.Delay, info.SelfDelay
	}
}

// useAmmo takes a shot.
func (a *Actor) useAmmo() {
	info := a.typ.Ammo
	if info == nil {
		return
	}
	a.ammo = max(a.ammo-1, 0)
	if info.Resets {
		a.reloadTicks = info.SelfDelay
	}
}

// resetReload begins the wait for the next shot on a pad anew; until 20231010
// that is meant to happen, but nobody is told.
func (w *World) resetReload(a *Actor) {
	if a.typ.Ammo != nil && !w.behaviour.KeepsReload {
		a.rearmTicks = a.typ.Ammo.Delay
	}
}

// rearm is one tick of rearming on a pad; true when all shots are there.
func (w *World) rearm(a *Actor) bool {
	info := a.typ.Ammo
	if info == nil || a.ammo >= info.Full {
		return true
	}
	if a.rearmTicks--; a.rearmTicks <= 0 {
		a.rearmTicks = info.Delay
		a.ammo = min(a.ammo+info.Count, info.Full)
	}
	return false
}

// tickAmmo gives back shots to what reloads by itself.
func (w *World) tickAmmo(a *Actor) {
	info := a.typ.Ammo
	if info.SelfDelay == 0 || a.ammo >= info.Full || !w.holds(a, info.Requires) {
		return
	}
	if a.reloadTicks--; a.reloadTicks <= 0 {
		a.reloadTicks = info.SelfDelay
		a.ammo = min(a.ammo+info.SelfCount, info.Full)
	}
}

// armPaused reports whether a weapon may not fire now: it is out of ammunition,
// most of the time.
func (w *World) armPaused(a *Actor, i int) bool {
	pauses := a.typ.Armaments[i].Pauses
	return len(pauses) > 0 && w.holds(a, pauses)
}
