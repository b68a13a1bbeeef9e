// SPDX-License-Identifier: GPL-3.0-or-later

package openra

// twister is the MT19937 generator with the engine's way of drawing
// (docs/engine/openra-world.md#random). Last is part of the native hash.
type twister struct {
	state [624]uint32
	index int32
	last  int32
	draws int64        // how many raw numbers were drawn, for explanations
	watch drawObserver // nil unless a difference is explained; not state
	// twists is how often the numbers were made anew since the game or its
	// restored state began; not state.
	twists int64
}

const (
	twisterSize  = 624
	twisterShift = 397
	modulus31    = 0x7FFFFFFF
)

func newTwister(seed int32) twister {
	var t twister
	t.state[0] = uint32(seed)
	for i := 1; i < twisterSize; i++ {
		previous := t.state[i-1]
		t.state[i] = 1812433253*(previous^previous>>30) + uint32(i)
	}
	return t
}

func (t *twister) twist() {
	t.twists++
	for i := range twisterSize {
		y := t.state[i]&0x80000000 | t.state[(i+1)%twisterSize]&0x7FFFFFFF
		next := t.state[(i+twisterShift)%twisterSize] ^ y>>1
		if y&1 != 0 {
			next ^= 0x9908B0DF
		}
		t.state[i] = next
	}
}

// raw draws a number in 0..0x7FFFFFFE.
func (t *twister) raw() int32 {
	if t.watch != nil && t.watch.draws(t) {
		return t.last
	}
	if t.index == 0 {
		t.twist()
	}
	y := t.state[t.index]
	y ^= y >> 11
	y ^= y << 7 & 0x9D2C5680
	y ^= y << 15 & 0xEFC60000
	y ^= y >> 18
	t.index = (t.index + 1) % twisterSize
	t.last = int32(y % modulus31)
	t.draws++
	return t.last
}

// between draws a number in low..high-1; where there is no choice it does not
// draw.
func (t *twister) between(low, high int32) int32 {
	if high-low <= 1 {
		return low
	}
	return low + t.raw()%(high-low)
}

// below draws a number in 0..n-1.
func (t *twister) below(n int32) int32 { return t.between(0, n) }
