// SPDX-License-Identifier: GPL-3.0-or-later

package openra

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

// quantize is the direction a sprite with so many directions shows; 0 stands
// for any.
func quantize(facing, directions int32, classic bool) int32 {
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
	return angle(facing+step/2) / step * step
}

// orientation is the whole direction of an actor; what cannot turn has none.
func (a *Actor) orientation() int32 {
	if !a.typ.turns() {
		return 0
	}
	return a.facing
}

// bodyFacing is the direction the sprite of an actor shows.
func (a *Actor) bodyFacing() int32 {
	return quantize(a.orientation(), a.typ.bodyFacings, a.typ.classicBody)
}

// pitchSine is 1024 times the sine of the angle the games of square cells are
// looked at from (40 degrees): offsets to the front are that much shorter.
const pitchSine = 654

// toWorld turns an offset (forward, right, up) into one of the map.
func toWorld(offset Pos) Pos {
	return Pos{offset.Y, -pitchSine * offset.X / 1024, offset.Z}
}

// pitched turns a vector about the axis to its right, up for positive angles.
func (p Pos) pitched(by int32) Pos {
	half := angle(-angle(by) / 2)
	w, x := int64(cosine(half)), int64(sine(half))
	square := x*x + w*w
	m22, m23 := square-2*x*x, 2*x*w
	return Pos{
		X: p.X,
		Y: int32((int64(p.Y)*m22 - int64(p.Z)*m23) / square),
		Z: int32((int64(p.Y)*m23 + int64(p.Z)*m22) / square),
	}
}

// sumOfYaws is the direction of one turn after another, as the engine finds it
// through quaternions of ten bits: it may be off by a little.
func sumOfYaws(first, second int32) int32 {
	switch {
	case first == 0:
		return second
	case second == 0:
		return first
	}
	a, b := angle(-first/2), angle(-second/2)
	z := (int64(cosine(b))*int64(sine(a)) + int64(sine(b))*int64(cosine(a))) / 1024
	w := (int64(cosine(b))*int64(cosine(a)) - int64(sine(b))*int64(sine(a))) / 1024
	return angle(-arcTan(int32(2*w*z), int32(w*w-z*z)))
}
