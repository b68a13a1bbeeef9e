// SPDX-License-Identifier: GPL-3.0-or-later

package wpos

import (
	"math/bits"
)

// Lerp is the figure so many parts of the whole from a to b.
func Lerp(a, b, part, whole int32) int32 { return a + (b-a)*part/whole }

// Isqrt is the whole root, rounded down: Newton's steps from above, which fall
// until they are there.
func Isqrt(n int64) int32 {
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

// Abs is a number without its sign.
func Abs(n int32) int32 {
	if n < 0 {
		return -n
	}
	return n
}

// Clamp brings a number into a range.
func Clamp(n, low, high int32) int32 { return min(max(n, low), high) }

// Percent applies a chain of percentages: exact, cut once at the end
// (docs/engine/openra-world.md#percentages).
func Percent(n int32, modifiers ...int32) int32 {
	share := Percentage{int64(n), 1}
	for _, modifier := range modifiers {
		share.Take(modifier)
	}
	return share.Whole()
}

// Percentage is a figure of which percentages are taken before it is cut.
type Percentage struct{ Value, Divisor int64 }

// Take takes so many per cent.
func (p *Percentage) Take(modifier int32) {
	if modifier == 100 {
		return
	}
	p.Times(modifier, 100)
}

// Times takes a share of a whole.
func (p *Percentage) Times(share, whole int32) {
	p.Value *= int64(share)
	p.Divisor *= int64(whole)
	if Abs64(p.Value) > 1<<40 {
		common := gcd(Abs64(p.Value), p.Divisor)
		p.Value /= common
		p.Divisor /= common
	}
}

// Whole is what is left, cut to a whole number.
func (p *Percentage) Whole() int32 {
	if p.Divisor == 1 {
		return int32(p.Value)
	}
	return int32(p.Value / p.Divisor)
}

// Abs64 is the same of a wide one.
func Abs64(n int64) int64 {
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

// Sign is 1, 0 or -1.
func Sign(n int32) int32 {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}
