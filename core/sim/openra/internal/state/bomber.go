// SPDX-License-Identifier: GPL-3.0-or-later

package state

// Strikes reports whether a plane of a squad is over its target: where it bombs,
// or where they jump.
func (a *Actor) Strikes() bool {
	return a.Squad != None && (a.OverTarget || a.Carries && a.InDropRange)
}
