// SPDX-License-Identifier: GPL-3.0-or-later

package state

// DrawObserver is told before a number is drawn; if it returns true, the last
// number is used once more instead.
type DrawObserver interface {
	Draws(t *Twister) (again bool)
}
