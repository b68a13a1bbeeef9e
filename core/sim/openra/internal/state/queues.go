// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/info"
)

// ConstructQueues gives a new building its queues.
func (a *Actor) ConstructQueues() {
	for i := range a.Type.Queues {
		rule := &a.Type.Queues[i]
		valid := len(rule.Factions) == 0 || info.Contains(rule.Factions, a.Faction)
		a.Queues = append(a.Queues, Queue{Info: rule, ValidFaction: valid, Enabled: valid, Maker: a.ID, Index: int32(i)})
	}
}

// RestoreQueues links restored queues to their rules.
func (a *Actor) RestoreQueues() bool {
	if len(a.Queues) != len(a.Type.Queues) {
		return false
	}
	for i := range a.Queues {
		a.Queues[i].Info, a.Queues[i].Maker, a.Queues[i].Index = &a.Type.Queues[i], a.ID, int32(i)
	}
	return true
}
