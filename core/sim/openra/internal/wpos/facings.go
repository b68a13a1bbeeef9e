// SPDX-License-Identifier: GPL-3.0-or-later

package wpos

// classicRanges and classicFacings are the uneven directions of sprites with
// 32 of them: below which angle each is shown, and where it really points
// (OpenRA.Mods.Cnc/Util.cs).
var (
	classicRanges = [32]int32{
		20, 56, 88, 132, 156, 184, 212, 240, 268, 296, 324, 352, 384, 416, 452, 488,
		532, 568, 604, 644, 668, 696, 724, 752, 780, 808, 836, 864, 896, 928, 964, 1000,
	}
	classicFacings = [32]int32{
		0, 40, 74, 112, 146, 172, 200, 228, 256, 284, 312, 340, 370, 402, 436, 472,
		512, 552, 588, 626, 658, 684, 712, 740, 768, 796, 824, 852, 882, 914, 948, 984,
	}
)

// Quantize is the direction a sprite with so many directions shows; 0 stands
// for any.
func Quantize(facing, directions int32, classic bool) int32 {
	switch {
	case directions == 0:
		return facing
	case classic && directions == 32:
		for i, end := range classicRanges {
			if facing < end {
				return classicFacings[i]
			}
		}
		return 0
	}
	step := 1024 / directions
	return Angle(facing+step/2) / step * step
}

// QuantizeByThirds is the direction that a sprite of 32 uneven directions shows until
// 20200503: about north and south pictures are a twenty-fourth of a turn apart, about
// east and west a fortieth, and each counts as a whole thirty-second.
func QuantizeByThirds(facing int32) int32 {
	f := Angle(facing) / 4
	picture := ((f + 5) & 255) / 10
	switch upright := ((f + 31) & 255) / 64 % 2; {
	case upright == 1:
		picture = ((f + 3) & 255) / 6
		if picture < 20 {
			picture -= 3
		} else {
			picture -= 8
		}
	case picture > 18:
		picture += 6
	case picture > 4:
		picture += 3
	}
	return Angle(picture * 32)
}
