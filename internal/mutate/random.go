// SPDX-License-Identifier: GPL-3.0-or-later

package mutate

// Random is a small generator (splitmix64): the same seed gives the same numbers on
// any machine and with any version of Go.
type Random struct{ state uint64 }

// NewRandom returns the generator of a seed.
func NewRandom(seed uint64) *Random { return &Random{seed} }

// Uint64 returns the next number.
func (r *Random) Uint64() uint64 {
	r.state += 0x9E3779B97F4A7C15
	z := r.state
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// Below returns a number from 0 to n-1, 0 for n below 2.
func (r *Random) Below(n int) int {
	if n < 2 {
		return 0
	}
	return int(r.Uint64() % uint64(n))
}

// Once reports true once in n times.
func (r *Random) Once(n int) bool { return r.Below(n) == 0 }

// edges are numbers at which limits and signs change.
var edges = []uint64{
	0, 1, 2, 0x7F, 0x80, 0xFF, 0x100, 0x7FFF, 0x8000, 0xFFFF, 0x10000, 0xFFFFF, 0x1000000,
	0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x100000000, 1 << 40, 1<<63 - 1, 1 << 63, 1<<64 - 1,
}

// Number returns an edge, one near it, a small number, or any.
func (r *Random) Number() uint64 {
	switch r.Below(4) {
	case 0:
		return edges[r.Below(len(edges))]
	case 1:
		return edges[r.Below(len(edges))] + uint64(r.Below(5)) - 2
	case 2:
		return uint64(r.Below(64))
	}
	return r.Uint64() >> r.Below(64)
}
