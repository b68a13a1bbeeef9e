// SPDX-License-Identifier: GPL-3.0-or-later

package state

// armament is how far an actor's weapon is between two shots.
type armament struct {
	Since  int32 // ticks since the last shot, up to the reload time
	Delay  int32 // ticks until it may fire
	Burst  int32
	Barrel int32 // which is next, where a burst is one shot
	Kick   int32 // how far the recoil has pushed it back
}
