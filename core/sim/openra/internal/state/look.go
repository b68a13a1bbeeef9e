// SPDX-License-Identifier: GPL-3.0-or-later

package state

// Listed is how much is in an actor's lists, of most nothing.
func (a *Actor) Listed() int {
	return len(a.Queues) + len(a.Shots) + len(a.Rally) + len(a.RallyPath) + len(a.DockReserved) + len(a.Passengers)
}
