// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/sim/openra/internal/state"
)

var _ sim.Accountant = (*Module)(nil)

// tellDeeds tells the kernel what was done, and what was earned.
func (m *Module) tellDeeds() {
	for i := range m.world.Deeds {
		m.tellDeed(&m.world.Deeds[i])
	}
	m.world.ForgetDeeds()
	for len(m.collected) < len(m.world.Players) {
		m.collected = append(m.collected, 0)
	}
	for i := range m.world.Players {
		all := m.world.Players[i].Ledger.Collected
		if more := all - m.collected[i]; more > 0 {
			m.env.Emit(sim.Event{
				Kind: sim.EventResourceCollected, Tag: order.NoUnit, Owner: order.PlayerID(i), Killer: order.NoUnit, KillerOwner: order.NoPlayer, Amount: more,
			})
		}
		m.collected[i] = all
	}
}

func (m *Module) tellDeed(d *state.Deed) {
	event := sim.Event{
		Tag: order.NoUnit, Owner: order.PlayerID(d.Owner), Killer: order.NoUnit, KillerOwner: order.NoPlayer,
		Name: d.Name, Position: order.WorldPos(d.At), HasPosition: d.HasPlace,
	}
	switch d.Kind {
	case state.DeedBuilt:
		event.Kind, event.Tag = sim.EventConstructionCompleted, m.tags[d.ID]
		kind, alive := m.env.KindOf(event.Tag)
		if !alive {
			return
		}
		event.Entity = kind
	case state.DeedAbility:
		event.Kind = sim.EventAbilityUsed
	case state.DeedDestroyed:
		event.Kind, event.Amount, event.Buildings = sim.EventSuperweaponFired, int64(d.Units), int64(d.Buildings)
	}
	m.env.Emit(event)
}

// Account implements sim.Accountant.
func (m *Module) Account(id order.PlayerID) sim.Account {
	d := &m.world.Players[id].Ledger
	return sim.Account{Spent: d.Spent, DamageDealt: d.Dealt, DamageReceived: d.Received}
}

// Worth implements sim.Accountant.
func (m *Module) Worth(kind string) int64 {
	if t := m.world.TypeOf(kind); t != nil {
		return int64(t.Cost)
	}
	return 0
}
