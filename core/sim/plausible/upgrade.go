// SPDX-License-Identifier: GPL-3.0-or-later

package plausible

import (
	"fmt"

	"convertd/core/bincode"
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/snapshot"
)

// Upgrades are made in queues like units and leave nothing in the world: a player has
// them or not, which satisfies prerequisites.

// upgraded counts a finished upgrade in.
func (m *Module) upgraded(id order.PlayerID, q *queue, k int) {
	p := &m.players[id]
	kind := q.items[k].kind
	if p.owned[kind] < m.rules.Types[kind].Levels {
		p.owned[kind]++
	}
	m.drop(q, k)
	m.env.TouchPlayer(id)
}

// validateResearch is for orders that name an upgrade as what is researched.
func (m *Module) validateResearch(o *sim.Accepted, verdict *sim.Verdict) {
	kind, known := m.itemType(o.Command)
	if !known || !m.rules.Types[kind].Upgrade {
		verdict.NotModelled(notModelled(o.Order.Order.Game.Tag))
		return
	}
	if o.Order.Order.Game.Tag == order.TagResearch {
		m.validateProduce(o, verdict)
	} else {
		m.validateCancel(o, verdict)
	}
}

// hasAllLevels reports whether an upgrade has, or will have, all its levels: who clicks
// again orders nothing.
func (m *Module) hasAllLevels(id order.PlayerID, kind int32) bool {
	t := &m.rules.Types[kind]
	if !t.Upgrade {
		return false
	}
	levels := m.players[id].owned[kind]
	for i := range m.players[id].queues {
		for _, it := range m.players[id].queues[i].items {
			if it.kind == kind {
				levels++
			}
		}
	}
	return levels >= t.Levels
}

// playerUpgrades: list of i32 type, i32 levels; absent where nobody can make any.
const playerUpgrades = snapshot.FirstPlayerModuleComponent + 2

func (m *Module) appendUpgrades(p *player, to *snapshot.ComponentWriter) {
	if len(m.upgrades) == 0 {
		return
	}
	made := 0
	for _, kind := range m.upgrades {
		made += int(bit(p.owned[kind] > 0, 1))
	}
	b := bincode.AppendLength(to.Start(playerUpgrades), made)
	for _, kind := range m.upgrades {
		if p.owned[kind] > 0 {
			b = bincode.AppendInt32(bincode.AppendInt32(b, kind), p.owned[kind])
		}
	}
	to.Set(playerUpgrades, b)
}

func (m *Module) restoreUpgrades(to *player, p *snapshot.PlayerState) error {
	if len(m.upgrades) == 0 {
		return nil
	}
	data, _ := p.Components.Get(playerUpgrades)
	r := bincode.NewReader(data)
	for range r.Length(8, len(m.upgrades)) {
		kind, levels := r.Int32(), r.Int32()
		if kind < 0 || int(kind) >= len(m.rules.Types) || !m.rules.Types[kind].Upgrade || levels < 1 || levels > m.rules.Types[kind].Levels {
			return fmt.Errorf("upgrades are malformed")
		}
		to.owned[kind] = levels
	}
	r.Finish()
	return r.Err()
}
