// SPDX-License-Identifier: GPL-3.0-or-later

package state

// RemindsOf reports whether a player is shown what he remembers of a building.
func (f *FrozenActor) RemindsOf(viewer int32) bool {
	return f.Known&f.Shown&f.Seen>>uint(viewer)&1 != 0
}
