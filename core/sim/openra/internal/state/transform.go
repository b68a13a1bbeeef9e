// SPDX-License-Identifier: GPL-3.0-or-later

package state

// Succession is an actor that is gone and the one it changed into.
type Succession struct{ Gone, Successor uint32 }

// AimsAt reports whether an activity, one inside it or a later one is about an
// actor.
func (act *Activity) AimsAt(id uint32) bool {
	for ; act != nil; act = act.Next {
		if act.Host == id || act.Aim == id || act.Child.AimsAt(id) {
			return true
		}
	}
	return false
}
