// SPDX-License-Identifier: GPL-3.0-or-later

package playback

import (
	"time"

	"convertd/core/order"
)

// Speeds of room time.
const (
	slowest = 0.125
	fastest = 8
	// fastSpeed is the speed that is told where a room plays as fast as it can.
	fastSpeed = 1000
)

// clock turns the time that passes into ticks of a game.
type clock struct {
	speed float32 // 0: paused
	fast  bool    // as fast as possible
	base  time.Time
	tick  order.Tick // at base
	shown time.Time  // when the last snapshot was sent
}

// Between two snapshots to everybody, and for how long a room plays before it looks at
// what it was told meanwhile.
const (
	snapshotEvery = time.Second / 30
	playAtOnce    = 30 * time.Millisecond
	// behindAtMost is how far a room that cannot keep up lags before it lets the time go.
	behindAtMost = 300 * time.Millisecond
)

// restart counts time from now and a tick on.
func (c *clock) restart(now time.Time, tick order.Tick) { c.base, c.tick = now, tick }

// perTick is how long a tick takes at this speed.
func (c *clock) perTick(rate order.TickRate) time.Duration {
	return time.Duration(float64(time.Second) * float64(rate.Den) / float64(rate.Num) / float64(c.speed))
}

// due is the tick that a game should have reached.
func (c *clock) due(now time.Time, rate order.TickRate) order.Tick {
	if c.speed == 0 {
		return c.tick
	}
	return c.tick + order.Tick(now.Sub(c.base)/c.perTick(rate))
}

// next is when a tick is due.
func (c *clock) next(tick order.Tick, rate order.TickRate) time.Time {
	return c.base.Add(time.Duration(tick-c.tick) * c.perTick(rate))
}

// shownSpeed is the speed as the protocol tells it.
func (c *clock) shownSpeed() float32 {
	if c.fast {
		return fastSpeed
	}
	return c.speed
}

func (c *clock) paused() bool { return c.speed == 0 && !c.fast }
