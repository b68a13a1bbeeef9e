// SPDX-License-Identifier: GPL-3.0-or-later

package state

// IsCovered reports whether a cell is dark for a player whatever he explored.
func (p *Player) IsCovered(at int32) bool {
	return len(p.Covered) > 0 && p.Covered[at] > 0 && p.Through[at] == 0
}
