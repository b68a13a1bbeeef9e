// SPDX-License-Identifier: GPL-3.0-or-later

package plausible

import (
	"fmt"

	"convertd/core/order"
	"convertd/core/sim"
)

var _ sim.Editor = (*Module)(nil)

// Kinds implements sim.Editor.
func (m *Module) Kinds() []string {
	names := make([]string, len(m.rules.Types))
	for i := range m.rules.Types {
		names[i] = m.rules.Types[i].Name
	}
	return names
}

// placeFor finds where something can stand that is put at a point.
func (m *Module) placeFor(kind int32, at order.WorldPos, except order.UnitTag) (order.WorldPos, error) {
	cell := order.CellPos{X: at.X >> 10, Y: at.Y >> 10}
	t := &m.rules.Types[kind]
	switch {
	case !m.onMap(cell):
		return at, sim.ErrNoPlace
	case !t.Structure:
		return order.WorldPos{X: at.X, Y: at.Y}, nil
	}
	corner := order.CellPos{X: cell.X - (t.Width-1)/2, Y: cell.Y - (t.Height-1)/2}
	if !m.free(t, corner, except) {
		return at, sim.ErrNoPlace
	}
	return m.standing(kind, corner), nil
}

// Put implements sim.Editor.
func (m *Module) Put(kind string, owner order.PlayerID, at order.WorldPos, finished bool) (order.UnitTag, error) {
	n, known := m.byName[kind]
	switch {
	case !known:
		return order.NoUnit, fmt.Errorf("%q is nothing that these rules know", kind)
	case int(owner) >= len(m.players):
		return order.NoUnit, sim.ErrNoPlayer
	}
	place, err := m.placeFor(n, at, order.NoUnit)
	if err != nil {
		return order.NoUnit, err
	}
	if t := &m.rules.Types[n]; !finished && t.OnSite && t.BuildTicks > 0 {
		tag, err := m.env.Spawn(m.kind(n), owner)
		if err != nil {
			return order.NoUnit, err
		}
		m.place(tag, n, owner, place).left = t.BuildTicks
		return tag, nil
	}
	u, err := m.spawn(n, owner, place)
	if err != nil {
		return order.NoUnit, err
	}
	m.counted()
	return u.tag, nil
}

// counted brings up to date what follows from who has what.
func (m *Module) counted() {
	m.powered = false
	m.updatePower()
	for id := range m.players {
		m.env.TouchPlayer(order.PlayerID(id))
	}
}

// onStage finds something that stands on the map.
func (m *Module) onStage(tag order.UnitTag) (*unit, error) {
	if u := m.find(tag); u != nil && !u.reserved {
		return u, nil
	}
	return nil, sim.ErrNotThere
}

// Take implements sim.Editor.
func (m *Module) Take(tag order.UnitTag) error {
	u, err := m.onStage(tag)
	if err == nil {
		m.remove(u, nobody(sim.CauseExpired))
		m.counted()
	}
	return err
}

// Shift implements sim.Editor.
func (m *Module) Shift(tag order.UnitTag, to order.WorldPos) error {
	u, err := m.onStage(tag)
	if err != nil {
		return err
	}
	place, err := m.placeFor(u.kind, to, tag)
	if err == nil {
		m.order(u, idle)
		u.at, u.to, u.target, u.path = place, order.WorldPos{}, order.NoUnit, u.path[:0]
		m.env.Touch(tag)
	}
	return err
}

// HandOver implements sim.Editor.
func (m *Module) HandOver(tag order.UnitTag, owner order.PlayerID) error {
	u, err := m.onStage(tag)
	switch {
	case err != nil:
		return err
	case int(owner) >= len(m.players):
		return sim.ErrNoPlayer
	}
	if u.left == 0 {
		m.players[u.owner].owned[u.kind]--
		m.players[owner].owned[u.kind]++
	}
	u.owner = owner
	m.env.SetOwner(tag, owner)
	m.env.Touch(tag)
	m.counted()
	return nil
}

// SetCredits implements sim.Editor.
func (m *Module) SetCredits(player order.PlayerID, credits int64) error {
	switch {
	case int(player) >= len(m.players):
		return sim.ErrNoPlayer
	case credits < 0 || credits > maxCost:
		return fmt.Errorf("%d credits: 0 to %d are possible", credits, int64(maxCost))
	}
	m.players[player].credits = credits
	m.env.TouchPlayer(player)
	return nil
}
