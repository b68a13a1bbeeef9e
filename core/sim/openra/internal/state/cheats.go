// SPDX-License-Identifier: GPL-3.0-or-later

package state

// PowerOutage is the developer order that takes a player's power for so many ticks.
const PowerOutage = "PowerOutage"

// developerCash is what the developer orders give unless they say how much.
const developerCash = 20000

func (o *Order) CheatCash() int32 {
	if o.Extra != 0 {
		return int32(o.Extra)
	}
	return developerCash
}
