// SPDX-License-Identifier: GPL-3.0-or-later

package wpos

import "fmt"

// Scale multiplies a direction of length 1024 by a distance.
func (p Pos) Scale(n int32) Pos {
	along := func(v int32) int32 { return int32(int64(n) * int64(v) / 1024) }
	return Pos{along(p.X), along(p.Y), along(p.Z)}
}

// PosOf reads a position from a list of the rules: x, y and, where there is one, z.
func PosOf(list []int) Pos {
	if len(list) < 3 {
		return Pos{}
	}
	return Pos{int32(list[0]), int32(list[1]), int32(list[2])}
}

// Pos is a position or a vector in world units: 1024 to a cell.
type Pos struct{ X, Y, Z int32 }

// Add is the place so far on.
func (p Pos) Add(q Pos) Pos { return Pos{p.X + q.X, p.Y + q.Y, p.Z + q.Z} }

// Sub is the way from q to p.
func (p Pos) Sub(q Pos) Pos { return Pos{p.X - q.X, p.Y - q.Y, p.Z - q.Z} }

// Half is half a vector.
func (p Pos) Half() Pos { return Pos{p.X / 2, p.Y / 2, p.Z / 2} }

// Hash is what the engine hashes of a position.
func (p Pos) Hash() int32 { return p.X ^ p.Y ^ p.Z }

// Squared is the squared length.
func (p Pos) Squared() int64 {
	return int64(p.X)*int64(p.X) + int64(p.Y)*int64(p.Y) + int64(p.Z)*int64(p.Z)
}

// FlatSquared is the squared length seen from above.
func (p Pos) FlatSquared() int64 { return int64(p.X)*int64(p.X) + int64(p.Y)*int64(p.Y) }

// Length is how long a vector is, rounded down.
func (p Pos) Length() int32 { return Isqrt(p.Squared()) }

// FlatLength is how long it is seen from above.
func (p Pos) FlatLength() int32 { return Isqrt(p.FlatSquared()) }

// Yaw is the direction a vector points to: 0 is north, 256 west.
func (p Pos) Yaw() int32 {
	if p.Squared() == 0 {
		return 0
	}
	return Angle(arcTan(-p.Y, p.X) - 256)
}

// Rotate turns a vector by a yaw the way the engine does: through a quaternion
// of whole numbers.
func (p Pos) Rotate(yaw int32) Pos {
	half := Angle(-yaw / 2)
	w, z := int64(Cosine(half)), int64(Sine(half))
	square := z*z + w*w
	m11, m12 := square-2*z*z, 2*z*w
	return Pos{
		X: int32((int64(p.X)*m11 - int64(p.Y)*m12) / square),
		Y: int32((int64(p.X)*m12 + int64(p.Y)*m11) / square),
		Z: p.Z,
	}
}

// LerpPos is the place so many parts of the whole from a to b.
func LerpPos(a, b Pos, part, whole int32) Pos {
	along := func(from, to int32) int32 {
		if from == to { // as in height nearly always, and in one of the others mostly
			return from
		}
		return from + int32(int64(to-from)*int64(part)/int64(whole))
	}
	return Pos{along(a.X, b.X), along(a.Y, b.Y), along(a.Z, b.Z)}
}

// pitchSine is 1024 times the sine of the angle the games of square cells are
// looked at from (40 degrees): offsets to the front are that much shorter.
const pitchSine = 654

// ToWorld turns an offset (forward, right, up) into one of the map.
func ToWorld(offset Pos) Pos {
	return Pos{offset.Y, -pitchSine * offset.X / 1024, offset.Z}
}

// Pitched turns a vector about the axis to its right, up for positive angles.
func (p Pos) Pitched(by int32) Pos {
	half := Angle(-Angle(by) / 2)
	w, x := int64(Cosine(half)), int64(Sine(half))
	square := x*x + w*w
	m22, m23 := square-2*x*x, 2*x*w
	return Pos{
		X: p.X,
		Y: int32((int64(p.Y)*m22 - int64(p.Z)*m23) / square),
		Z: int32((int64(p.Y)*m23 + int64(p.Z)*m22) / square),
	}
}

// SideOf is above zero on one side of a line, below on the other, zero on it.
func (p Pos) SideOf(start, end Pos) int64 {
	return int64(end.X-start.X)*int64(p.Y-start.Y) - int64(p.X-start.X)*int64(end.Y-start.Y)
}

// EdgeSquared is the squared distance from an edge of a polygon. The foot of
// the perpendicular is cut to whole numbers as seen from where the edge starts,
// which is not where NearestOn cuts it.
func (p Pos) EdgeSquared(start, end Pos) int64 {
	along, from := end.Sub(start), p.Sub(start)
	square, toStart, toEnd := along.FlatSquared(), from.FlatSquared(), p.Sub(end).FlatSquared()
	switch {
	case toStart+square <= toEnd:
		return toStart
	case toEnd+square <= toStart:
		return toEnd
	}
	share := int64(from.X)*int64(along.X) + int64(from.Y)*int64(along.Y)
	foot := Pos{int32(int64(along.X) * share / square), int32(int64(along.Y) * share / square), 0}
	return from.Sub(foot).FlatSquared()
}

// NearestOn is the point of a line, seen from above, that is nearest to p; its
// height goes along.
func (p Pos) NearestOn(start, end Pos) Pos {
	square := end.Sub(start).FlatSquared()
	if square == 0 {
		return end
	}
	t := int64(p.X-end.X)*int64(start.X-end.X) + int64(p.Y-end.Y)*int64(start.Y-end.Y)
	switch {
	case t < 0:
		return end
	case t > square:
		return start
	}
	along := func(from, to int32) int32 { return from + int32(int64(to-from)*t/square) }
	return Pos{along(end.X, start.X), along(end.Y, start.Y), along(end.Z, start.Z)}
}

// Text is a position as traces write it.
func (p Pos) Text() string { return fmt.Sprintf("%d,%d,%d", p.X, p.Y, p.Z) }
