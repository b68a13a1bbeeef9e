// SPDX-License-Identifier: GPL-3.0-or-later

package plausible

import (
	"slices"

	"convertd/core/order"
	"convertd/core/sim"
)

// Product says which type an order to produce or place means, by name or by
// number.
func (m *Module) Product(item string, id uint32, hasID bool) (product int32, known bool) {
	if item != "" {
		if product, known = m.byName[item]; known {
			return product, true
		}
	}
	if hasID {
		product, known = m.byID[id]
	}
	return product, known
}

// ProductOf returns the type of a kind as Product numbers them, -1 for none.
func (m *Module) ProductOf(kind sim.KindID) int32 {
	if int(kind) < len(m.typeOf) {
		return m.typeOf[kind]
	}
	return -1
}

// Made says how a type is made: by which line, -1 for none, and in how many
// ticks at full power. Structures are placed when they are ready; upgrades come by no
// line, as nothing appears.
func (m *Module) Made(product int32) (line int32, ticks int64, placed bool) {
	t := &m.rules.Types[product]
	if t.Upgrade {
		return -1, 0, false
	}
	return m.category[product], int64(t.BuildTicks), t.Structure
}

// Coming appends the entities of a type that are in production for an owner, in
// the order in which they will be done. Who is no player of the game has none.
func (m *Module) Coming(dst []order.UnitTag, owner order.PlayerID, product int32) []order.UnitTag {
	if int(owner) >= len(m.players) {
		return dst
	}
	for i := range m.players[owner].queues {
		items := m.players[owner].queues[i].items
		for k := range items {
			if it := &items[k]; it.kind == product && it.tag != order.NoUnit {
				dst = append(dst, it.tag)
			}
		}
	}
	return dst
}

// Working reports whether a finished structure of the owner works for a line.
func (m *Module) Working(owner order.PlayerID, line int32) bool {
	if line < 0 || int(line) >= len(m.makers) || int(owner) >= len(m.players) {
		return false
	}
	for _, kind := range m.makers[line] {
		if m.players[owner].owned[kind] > 0 {
			return true
		}
	}
	return false
}

// Serves reports whether a type works for a line.
func (m *Module) Serves(product, line int32) bool {
	return line >= 0 && int(line) < len(m.makers) && slices.Contains(m.makers[line], product)
}

// Begun reports whether something in production is being worked on.
func (m *Module) Begun(tag order.UnitTag) bool {
	u := m.find(tag)
	if u == nil || !u.reserved {
		return false
	}
	_, it := m.itemOf(u)
	return it != nil && it.began
}
