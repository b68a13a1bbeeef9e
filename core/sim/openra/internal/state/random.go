// SPDX-License-Identifier: GPL-3.0-or-later

package state

// Twister is the MT19937 generator with the engine's way of drawing
// (docs/engine/openra-world.md#random). Last is part of the native hash.
type Twister struct {
	State [624]uint32
	Index int32
	Last  int32
	Draws int64        // how many raw numbers were drawn, for explanations
	Watch DrawObserver // nil unless a difference is explained; not state
	// twists is how often the numbers were made anew since the game or its
	// restored state began; not state.
	Twists int64
}

// TwisterSize is how many words the generator has.
const (
	TwisterSize  = 624
	twisterShift = 397
	modulus31    = 0x7FFFFFFF
)

// NewTwister is a generator with a seed.
func NewTwister(seed int32) Twister {
	var t Twister
	t.State[0] = uint32(seed)
	for i := 1; i < TwisterSize; i++ {
		previous := t.State[i-1]
		t.State[i] = 1812433253*(previous^previous>>30) + uint32(i)
	}
	return t
}

func (t *Twister) twist() {
	t.Twists++
	for i := range TwisterSize {
		y := t.State[i]&0x80000000 | t.State[(i+1)%TwisterSize]&0x7FFFFFFF
		next := t.State[(i+twisterShift)%TwisterSize] ^ y>>1
		if y&1 != 0 {
			next ^= 0x9908B0DF
		}
		t.State[i] = next
	}
}

// Raw draws a number in 0..0x7FFFFFFE.
func (t *Twister) Raw() int32 {
	if t.Watch != nil && t.Watch.Draws(t) {
		return t.Last
	}
	if t.Index == 0 {
		t.twist()
	}
	y := t.State[t.Index]
	y ^= y >> 11
	y ^= y << 7 & 0x9D2C5680
	y ^= y << 15 & 0xEFC60000
	y ^= y >> 18
	t.Index = (t.Index + 1) % TwisterSize
	t.Last = int32(y % modulus31)
	t.Draws++
	return t.Last
}

// Between draws a number in low..high-1; where there is no choice it does not
// draw.
func (t *Twister) Between(low, high int32) int32 {
	if high-low <= 1 {
		return low
	}
	return low + t.Raw()%(high-low)
}

// Below draws a number in 0..n-1.
func (t *Twister) Below(n int32) int32 { return t.Between(0, n) }

// More draws numbers that nobody looks at.
func (t *Twister) More(n int32) {
	watch := t.Watch
	t.Watch = nil
	for range n {
		t.Raw()
	}
	t.Watch = watch
}

// DrawObserver is told before a number is drawn; if it returns true, the last
// number is used once more instead.
type DrawObserver interface {
	Draws(t *Twister) (again bool)
}
