// SPDX-License-Identifier: GPL-3.0-or-later

package actions

import (
	"math"
	"math/bits"

	"convertd/core/order"
)

// Figures is what one player did.
type Figures struct {
	Actions   uint64 // orders of the player while the game lasted for him
	Effective uint64 // those of them that count as having an effect
	// Ticks is the time they took: from the start of the game to the end of the tick of
	// the last action, 0 without one.
	Ticks uint64
}

// PerMinute is the actions a minute, rounded to the nearest whole number, halves up.
func (f Figures) PerMinute(rate order.TickRate) uint64 { return perMinute(f.Actions, f.Ticks, rate) }

// EffectivePerMinute is the effective ones of them, over the same time.
func (f Figures) EffectivePerMinute(rate order.TickRate) uint64 {
	return perMinute(f.Effective, f.Ticks, rate)
}

// perMinute is round(count · 60 · Num / (ticks · Den)): with Num/Den ticks a second
// ticks·Den/Num seconds have passed. No step rounds but the last. A result that
// no number holds is the largest there is.
func perMinute(count, ticks uint64, rate order.TickRate) uint64 {
	if count == 0 || ticks == 0 || rate.Num == 0 || rate.Den == 0 {
		return 0
	}
	overflow, perSecond := bits.Mul64(ticks, uint64(rate.Den))
	if overflow != 0 {
		return 0
	}
	high, low := bits.Mul64(count, secondsInMinute*uint64(rate.Num))
	low, carry := bits.Add64(low, perSecond/2, 0)
	high += carry
	if high >= perSecond {
		return math.MaxUint64
	}
	quotient, _ := bits.Div64(high, low, perSecond)
	return quotient
}

const secondsInMinute = 60
