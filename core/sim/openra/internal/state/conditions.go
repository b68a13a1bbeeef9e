// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/info"
)

// IsOneOf reports whether a player is a bot of one of these kinds.
func (p *Player) IsOneOf(bots []string) bool { return p.Bot && info.Contains(bots, p.BotType) }
