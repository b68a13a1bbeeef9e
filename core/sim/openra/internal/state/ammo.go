// SPDX-License-Identifier: GPL-3.0-or-later

package state

func (a *Actor) FillAmmo() {
	if info := a.Type.Ammo; info != nil {
		a.Ammo, a.RearmTicks, a.ReloadTicks = info.Initial, info.Delay, info.SelfDelay
	}
}

// UseAmmo takes a shot.
func (a *Actor) UseAmmo() {
	info := a.Type.Ammo
	if info == nil {
		return
	}
	a.Ammo = max(a.Ammo-1, 0)
	if info.Resets {
		a.ReloadTicks = info.SelfDelay
	}
}
