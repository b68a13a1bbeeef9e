// SPDX-License-Identifier: GPL-3.0-or-later

package state

// EndCause is why an actor left the world, for those who report it.
type EndCause uint8

const (
	EndExpired EndCause = iota
	EndKilled
	EndSold
	EndConsumed
)

// Ended is the end of one actor. The list of them is no state: whoever watches
// the world takes it after each tick, or after several.
type Ended struct {
	Id, Killer  uint32
	KillerOwner int32
	Cause       EndCause
}
