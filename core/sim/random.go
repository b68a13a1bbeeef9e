// SPDX-License-Identifier: GPL-3.0-or-later

package sim

import (
	"encoding/binary"
	"math/bits"
)

// Random is the generator xoshiro256** for modules that have none of their
// own to reproduce. The zero value is not usable: Seed first.
type Random struct{ state [4]uint64 }

// RandomAlgorithm is the name Random is recorded under.
const RandomAlgorithm = "xoshiro256**"

// Seed starts the sequence of a seed: four outputs of splitmix64.
func (r *Random) Seed(seed uint64) {
	for i := range r.state {
		seed += 0x9E3779B97F4A7C15
		z := seed
		z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
		z = (z ^ z>>27) * 0x94D049BB133111EB
		r.state[i] = z ^ z>>31
	}
}

// Uint64 draws 64 bits.
func (r *Random) Uint64() uint64 {
	s := &r.state
	result := bits.RotateLeft64(s[1]*5, 7) * 9
	t := s[1] << 17
	s[2] ^= s[0]
	s[3] ^= s[1]
	s[1] ^= s[2]
	s[0] ^= s[3]
	s[2] ^= t
	s[3] = bits.RotateLeft64(s[3], 45)
	return result
}

// Below draws a number from 0 to n-1, each equally likely; 0 if n < 1.
func (r *Random) Below(n int) int {
	if n < 1 {
		return 0
	}
	high, low := bits.Mul64(r.Uint64(), uint64(n))
	if low < uint64(n) {
		for threshold := -uint64(n) % uint64(n); low < threshold; {
			high, low = bits.Mul64(r.Uint64(), uint64(n))
		}
	}
	return int(high)
}

// Append appends the state: four u64, little-endian.
func (r *Random) Append(dst []byte) []byte {
	for _, word := range r.state {
		dst = binary.LittleEndian.AppendUint64(dst, word)
	}
	return dst
}

// Restore takes back what Append wrote; ok is false if it is not that, or all
// zeros (a state the generator cannot leave).
func (r *Random) Restore(state []byte) (ok bool) {
	if len(state) != 32 {
		return false
	}
	var any uint64
	for i := range r.state {
		r.state[i] = binary.LittleEndian.Uint64(state[i*8:])
		any |= r.state[i]
	}
	return any != 0
}
