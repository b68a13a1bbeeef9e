// SPDX-License-Identifier: GPL-3.0-or-later

package state

// Parachuting reports whether an actor hangs from a parachute: not yet at the end
// of the tick in which it leaves the plane, for its fall grants that when it begins.
func (a *Actor) Parachuting() bool {
	act := a.Current()
	for act != nil && (act.Kind == ActLeaveProduction || act.Kind == ActReturnToCell) {
		act = SkipDone(act.Child)
	}
	return act != nil && act.Kind == ActParachute && act.State != StateQueued
}
