// SPDX-License-Identifier: GPL-3.0-or-later

package state

// Placed reports whether an actor is something that stands somewhere: not the
// world and not a player.
func (a *Actor) Placed() bool { return a.ID != 0 && a.Type.Index >= 0 }
