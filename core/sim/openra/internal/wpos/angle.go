// SPDX-License-Identifier: GPL-3.0-or-later

package wpos

// TurnDirection is 1 to turn by plus, -1 by minus, 0 for none.
func TurnDirection(from, to int32) int32 {
	left, right := Angle(from-to), Angle(to-from)
	switch {
	case from == to:
		return 0
	case right < left:
		return 1
	}
	return -1
}

// Angle brings an angle into 0..1023.
func Angle(a int32) int32 { return a & 1023 }

// Cosine is 1024 times the cosine of an angle in 0..1023.
func Cosine(a int32) int32 {
	switch {
	case a <= 256:
		return cosines[a]
	case a <= 512:
		return -cosines[512-a]
	case a <= 768:
		return -cosines[a-512]
	}
	return cosines[1024-a]
}

// Sine is 1024 times the sine of an angle.
func Sine(a int32) int32 { return Cosine(Angle(a - 256)) }

// arcTan finds the angle whose tangent is nearest to y/x.
func arcTan(y, x int32) int32 {
	if y == 0 {
		if x >= 0 {
			return 0
		}
		return 512
	}
	if x == 0 {
		if y > 0 {
			return 256
		}
		return -256
	}
	ay, ax := int64(Abs(y)), int64(Abs(x))
	// The tangents rise: the nearest is the first that is not below y/x or the one
	// before it, which wins if both are as near.
	low, high := 0, len(Tangents)-1
	for low < high {
		middle := (low + high) / 2
		if ax*int64(Tangents[middle]) < 1024*ay {
			low = middle + 1
		} else {
			high = middle
		}
	}
	if below := low - 1; low > 0 && 1024*ay-ax*int64(Tangents[below]) <= max(ax*int64(Tangents[low])-1024*ay, 1024*ay-ax*int64(Tangents[low])) {
		low = below
	}
	best := int32(low)
	switch {
	case x < 0 && y > 0:
		return 512 - best
	case x < 0 && y < 0:
		return 512 + best
	case x > 0 && y < 0:
		return 1024 - best
	}
	return best
}

// Turn moves a facing towards another by at most step, the short way round.
func Turn(facing, desired, step int32) int32 {
	left := Angle(facing - desired)
	right := Angle(desired - facing)
	if min(left, right) < step {
		return desired
	}
	if right < left {
		return Angle(facing + step)
	}
	return Angle(facing - step)
}

// LerpAngle goes the short way from a to b.
func LerpAngle(a, b, part, whole int32) int32 {
	if a > b && a-b > 512 {
		a -= 1024
	}
	if b > a && b-a > 512 {
		b -= 1024
	}
	return Angle(a + (b-a)*part/whole)
}

// SumOfYaws is the direction of one turn after another, as the engine finds it
// through quaternions of ten bits: it may be off by a little.
func SumOfYaws(first, second int32) int32 {
	switch {
	case first == 0:
		return second
	case second == 0:
		return first
	}
	a, b := Angle(-first/2), Angle(-second/2)
	z := (int64(Cosine(b))*int64(Sine(a)) + int64(Sine(b))*int64(Cosine(a))) / 1024
	w := (int64(Cosine(b))*int64(Cosine(a)) - int64(Sine(b))*int64(Sine(a))) / 1024
	return Angle(-arcTan(int32(2*w*z), int32(w*w-z*z)))
}

// Tangent is 1024 times the tangent of an angle.
func Tangent(a int32) int32 {
	switch {
	case a <= 256:
		return Tangents[min(a, int32(len(Tangents))-1)]
	case a <= 512:
		return -Tangent(512 - a)
	case a <= 768:
		return Tangent(a - 512)
	}
	return -Tangent(1024 - a)
}
