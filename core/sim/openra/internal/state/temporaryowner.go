// SPDX-License-Identifier: GPL-3.0-or-later

package state

// TickLent lets the count of somebody who is not in the world stand still.
func (a *Actor) TickLent() {
	if !a.InWorld {
		a.LentUntil++
	}
}
