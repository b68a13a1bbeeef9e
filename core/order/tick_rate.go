// SPDX-License-Identifier: GPL-3.0-or-later

package order

// TickRate is ticks per second of game time as an exact fraction.
type TickRate struct {
	Num uint32 `json:"num"`
	Den uint32 `json:"den"`
}

// Milliseconds is the game time at which the tick begins, rounded down.
func (r TickRate) Milliseconds(tick Tick) uint64 {
	if r.Num == 0 {
		return 0
	}
	whole, rest := uint64(tick)/uint64(r.Num), uint64(tick)%uint64(r.Num)
	return whole*1000*uint64(r.Den) + rest*1000*uint64(r.Den)/uint64(r.Num)
}

// TicksIn is how many ticks begin within that many milliseconds.
func (r TickRate) TicksIn(milliseconds uint64) Tick {
	if r.Den == 0 {
		return 0
	}
	return Tick(milliseconds * uint64(r.Num) / (1000 * uint64(r.Den)))
}
