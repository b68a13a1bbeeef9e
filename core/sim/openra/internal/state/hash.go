// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/info"
)

func (p *Player) TraitHash(kind info.SyncKind, index int32) int32 {
	switch kind {
	case info.SyncShroud:
		return info.Boolean(p.ShroudDisabled)
	case info.SyncResources:
		return p.Cash ^ p.Ore ^ p.Capacity
	case info.SyncObjectives:
		return p.Objectives
	case info.SyncDeveloper:
		return p.Cheats.Hash()
	case info.SyncPlayerExperience:
		return p.Experience
	case info.SyncQueue:
		queue := &p.Queues[index]
		return info.Boolean(queue.Enabled) ^ info.Boolean(queue.ValidFaction)
	case info.SyncPower:
		return p.PowerProvided ^ p.PowerDrained
	case info.SyncFrozenLayer:
		return p.FrozenVisible ^ p.FrozenKnown
	default:
		return 0
	}
}
