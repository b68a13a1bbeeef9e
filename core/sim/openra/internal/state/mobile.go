// SPDX-License-Identifier: GPL-3.0-or-later

package state

// Leaving reports whether a unit is on its way out of its cell.
func (a *Actor) Leaving() bool {
	if a.Movement&MovingHorizontal != 0 {
		return true
	}
	return a.Movement&MovingTurn != 0 && a.TurnToMove
}
