// SPDX-License-Identifier: GPL-3.0-or-later

package plausible

import (
	"convertd/core/order"
	"convertd/core/sim"
)

// putDown places the structure of an accepted order.
func (m *Module) putDown(o *sim.Accepted) {
	kind, _ := m.itemType(o.Command)
	t := &m.rules.Types[kind]
	id := o.Order.Player
	cell, _ := m.placement(o.Command.Target, t)
	if !m.fits(id, t, cell) || !m.makeRoom(id, kind, cell) {
		m.fail(o, sim.ReasonInvalidPlacement)
		return
	}
	if t.OnSite {
		m.foundation(o, kind, cell)
		return
	}
	it := m.findProduced(id, kind)
	if it == nil && m.trusting() {
		m.believeStructure(id, kind, cell)
		return
	}
	if it == nil {
		m.fail(o, sim.ReasonMissingPrerequisite)
		return
	}
	u, err := m.spawn(kind, id, m.standing(kind, cell))
	if err != nil {
		m.fail(o, sim.ReasonCustom)
		return
	}
	m.bring(u)
	m.believe(id, it)
	for i := range m.players[id].queues {
		q := &m.players[id].queues[i]
		for k := range q.items {
			if &q.items[k] == it {
				m.drop(q, k)
				return
			}
		}
	}
}

// believeStructure puts up a structure that was never begun here. Its price is
// taken as far as there is money.
func (m *Module) believeStructure(id order.PlayerID, kind int32, cell order.CellPos) {
	u, err := m.spawn(kind, id, m.standing(kind, cell))
	if err != nil {
		return
	}
	t := &m.rules.Types[kind]
	p := &m.players[id]
	p.credits -= min(p.credits, t.Cost)
	m.env.TouchPlayer(id)
	m.env.Emit(sim.Event{
		Kind: sim.EventCorrected, Tag: u.tag, Entity: m.kind(kind), Owner: id, Killer: order.NoUnit, KillerOwner: order.NoPlayer, Amount: int64(t.BuildTicks),
	})
	m.bring(u)
}

// bring puts what comes with a structure next to it, as far as there is room in
// the pool.
func (m *Module) bring(u *unit) {
	m.appearAt(u.owner, order.WorldPos{X: u.at.X, Y: u.at.Y + m.typ(u).Height<<9 + 512}, m.typ(u).Brings)
}

func (m *Module) appearAt(owner order.PlayerID, at order.WorldPos, types []string) {
	for _, name := range types {
		if _, err := m.spawn(m.byName[name], owner, at); err != nil {
			return
		}
	}
}

// foundation begins a structure that is built where it stands.
func (m *Module) foundation(o *sim.Accepted, kind int32, cell order.CellPos) {
	t := &m.rules.Types[kind]
	p := &m.players[o.Order.Player]
	if !m.affordable(p, t) {
		m.fail(o, sim.ReasonInsufficientFunds)
		return
	}
	tag, err := m.env.Spawn(m.kind(kind), o.Order.Player)
	if err != nil {
		m.fail(o, sim.ReasonCustom)
		return
	}
	p.credits -= min(p.credits, t.Cost)
	m.env.TouchPlayer(o.Order.Player)
	u := m.place(tag, kind, o.Order.Player, m.standing(kind, cell))
	if u.left = t.BuildTicks; u.left == 0 {
		m.finished(u)
		m.bring(u)
	}
}
