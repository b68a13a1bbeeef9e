// SPDX-License-Identifier: GPL-3.0-or-later

package engine

// resetReload begins the wait for the next shot on a pad anew; until 20231010
// that is meant to happen, but nobody is told.
func (w *World) resetReload(a *Actor) {
	if a.Type.Ammo != nil && !w.Release.KeepsReload {
		a.RearmTicks = a.Type.Ammo.Delay
	}
}

// rearm is one tick of rearming on a pad; true when all shots are there.
func (w *World) rearm(a *Actor) bool {
	info := a.Type.Ammo
	if info == nil || a.Ammo >= info.Full {
		return true
	}
	if a.RearmTicks--; a.RearmTicks <= 0 {
		a.RearmTicks = info.Delay
		a.Ammo = min(a.Ammo+info.Count, info.Full)
	}
	return false
}

// tickAmmo gives back shots to what reloads by itself.
func (w *World) tickAmmo(a *Actor) {
	info := a.Type.Ammo
	if info.SelfDelay == 0 || a.Ammo >= info.Full || !w.Holds(a, info.Requires) {
		return
	}
	if a.ReloadTicks--; a.ReloadTicks <= 0 {
		a.ReloadTicks = info.SelfDelay
		a.Ammo = min(a.Ammo+info.SelfCount, info.Full)
	}
}

// armPaused reports whether a weapon may not fire now: it is out of ammunition,
// most of the time.
func (w *World) armPaused(a *Actor, i int) bool {
	pauses := a.Type.Armaments[i].Pauses
	return len(pauses) > 0 && w.Holds(a, pauses)
}
