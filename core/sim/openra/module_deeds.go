// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/order"
	"convertd/core/sim"
)

var _ sim.Accountant = (*Module)(nil)

// tellDeeds tells the kernel what was done, and what was earned.
func (m *Module) tellDeeds() {
	for i := range m.world.deeds {
		m.tellDeed(&m.world.deeds[i])
	}
	m.world.forgetDeeds()
	for len(m.collected) < len(m.world.players) {
		m.collected = append(m.collected, 0)
	}
	for i := range m.world.players {
		all := m.world.players[i].ledger.collected
		if more := all - m.collected[i]; more > 0 {
			m.env.Emit(sim.Event{
				Kind: sim.EventResourceCollected, Tag: order.NoUnit, Owner: order.PlayerID(i), Killer: order.NoUnit, KillerOwner: order.NoPlayer, Amount: more,
			})
		}
		m.collected[i] = all
	}
}

func (m *Module) tellDeed(d *deed) {
	event := sim.Event{
		Tag: order.NoUnit, Owner: order.PlayerID(d.owner), Killer: order.NoUnit, KillerOwner: order.NoPlayer,
		Name: d.name, Position: order.WorldPos(d.at), HasPosition: d.hasPlace,
	}
	switch d.kind {
	case deedBuilt:
		event.Kind, event.Tag = sim.EventConstructionCompleted, m.tags[d.id]
		kind, alive := m.env.KindOf(event.Tag)
		if !alive {
			return
		}
		event.Entity = kind
	case deedAbility:
		event.Kind = sim.EventAbilityUsed
	case deedDestroyed:
		event.Kind, event.Amount, event.Buildings = sim.EventSuperweaponFired, int64(d.units), int64(d.buildings)
	}
	m.env.Emit(event)
}

// Account implements sim.Accountant.
func (m *Module) Account(id order.PlayerID) sim.Account {
	d := &m.world.players[id].ledger
	return sim.Account{Spent: d.spent, DamageDealt: d.dealt, DamageReceived: d.received}
}

// Worth implements sim.Accountant.
func (m *Module) Worth(kind string) int64 {
	if t := m.world.typeOf(kind); t != nil {
		return int64(t.Cost)
	}
	return 0
}
