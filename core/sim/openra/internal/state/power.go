// SPDX-License-Identifier: GPL-3.0-or-later

package state

// LowPower reports whether a player's power is not normal.
func (p *Player) LowPower() bool { return p.PowerProvided < p.PowerDrained }
