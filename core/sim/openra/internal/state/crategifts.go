// SPDX-License-Identifier: GPL-3.0-or-later

package state

// MayRise reports whether an actor has a rank before it.
func (a *Actor) MayRise() bool { return a.Level < int32(len(a.Type.RankSteps)) }
