// SPDX-License-Identifier: GPL-3.0-or-later

package gamepage

import (
	"convertd/core/icrep"
	"convertd/core/order"
)

// clock turns ticks of a recording into milliseconds of the game.
type clock struct{ rate order.TickRate }

func clockOf(reader *icrep.Reader) clock {
	rate := reader.Metadata().TickRate
	if rate == nil || rate.Num == 0 || rate.Num > 1<<31 || rate.Den > 1<<31 {
		return clock{}
	}
	return clock{order.TickRate{Num: uint32(rate.Num), Den: uint32(max(rate.Den, 1))}}
}

func (c clock) ms(tick order.Tick) uint64 { return c.rate.Milliseconds(tick) }

// slot is a player as the API writes it: -1 is nobody.
func slot(player order.PlayerID) int {
	if player == order.NoPlayer {
		return -1
	}
	return int(player)
}
