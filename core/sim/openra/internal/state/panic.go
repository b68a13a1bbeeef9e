// SPDX-License-Identifier: GPL-3.0-or-later

package state

func (a *Actor) Panicking() bool { return a.PanicSince > 0 }

// PanicSpeed is the percentage of its speed somebody runs at.
func (a *Actor) PanicSpeed() int32 {
	if a.Panicking() {
		return a.Type.Panics.Speed
	}
	return 100
}
