// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/sim/openra/internal/state"

	"convertd/core/sim/openra/internal/wpos"
)

// native turns a canonical order back into the engine's. ok is false for what
// is none of the engine's orders.
func (m *Module) native(accepted *sim.Accepted) (o state.Order, ok bool) {
	in := &accepted.Order.Order
	o.Client = m.sender(accepted.Order.Player)
	m.subjects(accepted.Units, &o)
	switch in.Kind {
	case order.KindMove:
		o.Name = "Move"
		o.Target, o.Cell = state.TargetCell, engineCell(in.Position.Cell())
		return o, true
	case order.KindAttack:
		o.Name = "Attack"
		m.target(in.Target, &o)
		return o, true
	case order.KindStop:
		o.Name = "Stop"
		return o, true
	case order.KindGameOrder:
		m.command(accepted.Command, &o)
		return o, o.Name != ""
	default:
		return o, false
	}
}

// sender is the client an order is taken to come from: the one that plays the
// player, so that the engine's check of the sender is a check of the owner.
func (m *Module) sender(player order.PlayerID) int32 {
	if int(player) >= len(m.world.Players) {
		return -1
	}
	return m.world.Players[player].Client
}

func (m *Module) subjects(units []order.UnitTag, o *state.Order) {
	if len(units) == 0 {
		return
	}
	o.Subject, o.HasSubject = m.ids[units[0].Index], true
	if len(units) == 1 {
		return
	}
	o.Grouped = make([]uint32, 0, len(units))
	for _, unit := range units {
		o.Grouped = append(o.Grouped, m.ids[unit.Index])
	}
}

func (m *Module) command(c *order.Command, o *state.Order) {
	o.Name = c.Name
	o.Queued = c.Queued
	o.Text = c.Item
	o.Extra = c.Data
	m.target(c.Target, o)
	if c.Target2.Kind == order.TargetCell {
		o.ExtraCells = []wpos.Cell{engineCell(c.Target2.Cell)}
	}
}

func (m *Module) target(t order.Target, o *state.Order) {
	switch t.Kind {
	case order.TargetPosition:
		o.Target = state.TargetPosition
		o.Position = wpos.Pos{X: t.Position.X, Y: t.Position.Y, Z: t.Position.Z}
		o.Cell = m.world.CellContaining(o.Position)
	case order.TargetCell:
		o.Target, o.Cell = state.TargetCell, engineCell(t.Cell)
	case order.TargetUnit, order.TargetFrozen:
		o.Target = state.TargetActor
		if t.Kind == order.TargetFrozen {
			o.Target = state.TargetFrozen
		}
		o.Actor = state.None
		if m.env.Alive(t.Unit) {
			o.Actor = m.ids[t.Unit.Index]
		} else if o.Target == state.TargetFrozen {
			o.Actor = m.remembered(t.Unit)
		}
	default:
	}
}

// remembered finds the building that is gone but still remembered, and that the
// kernel called so.
func (m *Module) remembered(unit order.UnitTag) uint32 {
	for i := range m.world.Frozen {
		if f := &m.world.Frozen[i]; f.Tag == packedTag(unit) {
			return f.ID
		}
	}
	return state.None
}

// packedTag is the number a memory keeps of the kernel's name for its building;
// never zero.
func packedTag(unit order.UnitTag) uint32 {
	return uint32(unit.Index)<<16 | uint32(unit.Generation) + 1
}

func engineCell(c order.CellPos) wpos.Cell { return wpos.Cell{X: c.X, Y: c.Y} }

// orderName names an order for reports.
func orderName(accepted *sim.Accepted) string {
	if accepted.Command != nil && accepted.Command.Name != "" {
		return accepted.Command.Name
	}
	return "order that is none of the engine's"
}
