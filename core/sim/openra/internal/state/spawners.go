// SPDX-License-Identifier: GPL-3.0-or-later

package state

// SpawnCount is how far what comes into the world by itself is: crates, or creatures.
type SpawnCount struct {
	Left int32 // ticks until the next one comes
	Here int32 // how many have come and are not gone
}
