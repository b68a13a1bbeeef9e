// SPDX-License-Identifier: GPL-3.0-or-later

package state

const (
	// GroundBit marks a target on the ground; frozenBit is not set beside it.
	GroundBit uint32 = 1 << 30
	// GroundCoordinate is how many bits each coordinate of the cell takes.
	GroundCoordinate = 15
)
