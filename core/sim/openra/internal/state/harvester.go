// SPDX-License-Identifier: GPL-3.0-or-later

package state

// Cooldown makes a unit whose way was blocked wait before it tries again.
type Cooldown struct {
	Ticks   int32
	Moving  bool // a move was queued and its end is not dealt with yet
	Running bool
}

// HarvesterFull reports whether a harvester has all it can carry.
func (a *Actor) HarvesterFull() bool { return a.StoredSum >= a.Type.Harvester.Capacity }
