// SPDX-License-Identifier: GPL-3.0-or-later

package wpos

// Facing256 is an angle in 256ths of a circle.
func Facing256(yaw int32) int32 { return yaw / 4 }

// Signed256 is a direction in 256ths of a circle from -128 to 127.
func Signed256(facing int32) int32 { return int32(int8(facing)) }

// Turn256 turns towards a direction by at most so many 256ths.
func Turn256(facing, desired, step int32) int32 {
	left, right := (facing-desired)&255, (desired-facing)&255
	switch {
	case min(left, right) < step:
		return desired & 255
	case right < left:
		return (facing + step) & 255
	}
	return (facing - step) & 255
}
