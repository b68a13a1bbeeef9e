// SPDX-License-Identifier: GPL-3.0-or-later

package state

// Where such a turret is: the charges of its actor, which has no others. How long it
// has had nothing to do is in the ticks of what hovers, which it never does.
const (
	PopupOpen int32 = iota
	PopupTurning
	PopupMoving
	PopupClosed
)

// How long the art takes to rise and to go down: 16 and 14 pictures of 30 ms, in
// ticks of 40 (mods/cnc/sequences/structures.yaml).
const (
	PopupRises = 12
	PopupSinks = 11
)

// Buried reports whether an actor's turret is down.
func (a *Actor) Buried() bool { return a.Type.Popup != nil && a.Charges == PopupClosed }

// Risen reports whether a turret is up, and lets one that is down rise.
func (a *Actor) Risen() bool {
	if a.Charges == PopupClosed {
		a.Charges, a.HoverTicks = PopupMoving, 0
		a.Animation = Animation{Left: PopupRises, Then: EndRisen}
	}
	return a.Charges != PopupMoving
}
