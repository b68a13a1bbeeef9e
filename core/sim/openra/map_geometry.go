// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "math/bits"

// Cell is a square of the map's ground layer.
type Cell struct{ X, Y int32 }

func (c Cell) add(d Cell) Cell { return Cell{c.X + d.X, c.Y + d.Y} }
func (c Cell) sub(d Cell) Cell { return Cell{c.X - d.X, c.Y - d.Y} }

// before orders cells by column, then by row.
func (c Cell) before(d Cell) bool { return c.X < d.X || c.X == d.X && c.Y < d.Y }

// squared is the squared length of a cell vector.
func (c Cell) squared() int32 { return c.X*c.X + c.Y*c.Y }

// bits is the packed form the engine hashes since 2022: x, y, layer 0.
func (c Cell) bits() int32 { return c.X<<20 | (c.Y&0xFFF)<<8 }

// directions lists the neighbours in the engine's order.
var directions = [8]Cell{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}

// Pos is a position or a vector in world units: 1024 to a cell.
type Pos struct{ X, Y, Z int32 }

func (p Pos) add(q Pos) Pos { return Pos{p.X + q.X, p.Y + q.Y, p.Z + q.Z} }
func (p Pos) sub(q Pos) Pos { return Pos{p.X - q.X, p.Y - q.Y, p.Z - q.Z} }
func (p Pos) half() Pos     { return Pos{p.X / 2, p.Y / 2, p.Z / 2} }

func (p Pos) hash() int32 { return p.X ^ p.Y ^ p.Z }

func (p Pos) squared() int64 {
	return int64(p.X)*int64(p.X) + int64(p.Y)*int64(p.Y) + int64(p.Z)*int64(p.Z)
}

func (p Pos) flatSquared() int64 { return int64(p.X)*int64(p.X) + int64(p.Y)*int64(p.Y) }

func (p Pos) length() int32     { return isqrt(p.squared()) }
func (p Pos) flatLength() int32 { return isqrt(p.flatSquared()) }

// yaw is the direction a vector points to: 0 is north, 256 west.
func (p Pos) yaw() int32 {
	if p.squared() == 0 {
		return 0
	}
	return angle(arcTan(-p.Y, p.X) - 256)
}

// rotate turns a vector by a yaw the way the engine does: through a quaternion
// of whole numbers.
func (p Pos) rotate(yaw int32) Pos {
	half := angle(-yaw / 2)
	w, z := int64(cosine(half)), int64(sine(half))
	square := z*z + w*w
	m11, m12 := square-2*z*z, 2*z*w
	return Pos{
		X: int32((int64(p.X)*m11 - int64(p.Y)*m12) / square),
		Y: int32((int64(p.X)*m12 + int64(p.Y)*m11) / square),
		Z: p.Z,
	}
}

// angle brings an angle into 0..1023.
func angle(a int32) int32 { return a & 1023 }

func cosine(a int32) int32 {
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

func sine(a int32) int32 { return cosine(angle(a - 256)) }

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
	ay, ax := int64(abs(y)), int64(abs(x))
	// The tangents rise: the nearest is the first that is not below y/x or the one
	// before it, which wins if both are as near.
	low, high := 0, len(tangents)-1
	for low < high {
		middle := (low + high) / 2
		if ax*int64(tangents[middle]) < 1024*ay {
			low = middle + 1
		} else {
			high = middle
		}
	}
	if below := low - 1; low > 0 && 1024*ay-ax*int64(tangents[below]) <= max(ax*int64(tangents[low])-1024*ay, 1024*ay-ax*int64(tangents[low])) {
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

// turn moves a facing towards another by at most step, the short way round.
func turn(facing, desired, step int32) int32 {
	left := angle(facing - desired)
	right := angle(desired - facing)
	if min(left, right) < step {
		return desired
	}
	if right < left {
		return angle(facing + step)
	}
	return angle(facing - step)
}

// lerpAngle goes the short way from a to b.
func lerpAngle(a, b, part, whole int32) int32 {
	if a > b && a-b > 512 {
		a -= 1024
	}
	if b > a && b-a > 512 {
		b -= 1024
	}
	return angle(a + (b-a)*part/whole)
}

func lerp(a, b, part, whole int32) int32 { return a + (b-a)*part/whole }

func lerpPos(a, b Pos, part, whole int32) Pos {
	along := func(from, to int32) int32 {
		if from == to { // as in height nearly always, and in one of the others mostly
			return from
		}
		return from + int32(int64(to-from)*int64(part)/int64(whole))
	}
	return Pos{along(a.X, b.X), along(a.Y, b.Y), along(a.Z, b.Z)}
}

// isqrt is the whole root, rounded down: Newton's steps from above, which fall
// until they are there.
func isqrt(n int64) int32 {
	if n <= 0 {
		return 0
	}
	root := uint64(1) << ((bits.Len64(uint64(n)) + 1) / 2)
	for {
		next := (root + uint64(n)/root) / 2
		if next >= root {
			return int32(root)
		}
		root = next
	}
}

func abs(n int32) int32 {
	if n < 0 {
		return -n
	}
	return n
}

func clamp(n, low, high int32) int32 { return min(max(n, low), high) }

// percent applies a chain of percentages: exact, cut once at the end
// (openra-world.md §4.1).
func percent(n int32, modifiers ...int32) int32 {
	share := percentage{int64(n), 1}
	for _, modifier := range modifiers {
		share.take(modifier)
	}
	return share.whole()
}

// percentage is a figure of which percentages are taken before it is cut.
type percentage struct{ value, divisor int64 }

func (p *percentage) take(modifier int32) {
	if modifier == 100 {
		return
	}
	p.times(modifier, 100)
}

// times takes a share of a whole.
func (p *percentage) times(share, whole int32) {
	p.value *= int64(share)
	p.divisor *= int64(whole)
	if abs64(p.value) > 1<<40 {
		common := gcd(abs64(p.value), p.divisor)
		p.value /= common
		p.divisor /= common
	}
}

func (p *percentage) whole() int32 {
	if p.divisor == 1 {
		return int32(p.value)
	}
	return int32(p.value / p.divisor)
}

func abs64(n int64) int64 {
	if n < 0 {
		return -n
	}
	return n
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, 1)
}
