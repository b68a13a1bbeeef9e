// SPDX-License-Identifier: GPL-3.0-or-later

package openra

// armament is how far an actor's weapon is between two shots.
type armament struct {
	since  int32 // ticks since the last shot, up to the reload time
	delay  int32 // ticks until it may fire
	burst  int32
	barrel int32 // which is next, where a burst is one shot
	kick   int32 // how far the recoil has pushed it back
}
