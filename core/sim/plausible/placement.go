// SPDX-License-Identifier: GPL-3.0-or-later

package plausible

import (
	"convertd/core/order"
	"convertd/core/sim"
)

// onMap reports whether a cell is on the map; open ground has no edge.
func (m *Module) onMap(c order.CellPos) bool {
	return m.blocked == nil || c.X >= 0 && c.Y >= 0 && int(c.X) < m.blocked.Width && int(c.Y) < m.blocked.Height
}

// placement is the top left cell that an order to place names: a cell as it
// is, a position as the middle of the structure.
func (m *Module) placement(target order.Target, t *Type) (order.CellPos, bool) {
	switch target.Kind {
	case order.TargetCell:
		return order.CellPos{X: target.Cell.X, Y: target.Cell.Y}, inRange(target.Cell.X) && inRange(target.Cell.Y)
	case order.TargetPosition:
		p := target.Position
		if !inRange(p.X>>10) || !inRange(p.Y>>10) {
			return order.CellPos{}, false
		}
		return order.WorldPos{X: p.X - t.Width<<9 + 512, Y: p.Y - t.Height<<9 + 512}.Cell(), true
	case order.TargetNone, order.TargetUnit, order.TargetFrozen:
	}
	return order.CellPos{}, false
}

// maxCell bounds cells on open ground so that positions stay within what a
// snapshot holds.
const maxCell = 1 << 17

func inRange(cell int32) bool { return cell > -maxCell && cell < maxCell }

// fits reports whether a player may put a structure there.
func (m *Module) fits(owner order.PlayerID, t *Type, corner order.CellPos) bool {
	return m.free(t, corner, order.NoUnit) && m.near(owner, t, corner)
}

// CanPlace reports whether a player may put a structure of that type with its
// top left corner on the cell, now. Unknown types fit nowhere.
func (m *Module) CanPlace(owner order.PlayerID, name string, corner order.CellPos) bool {
	kind, known := m.byName[name]
	return known && int(owner) < len(m.players) && m.rules.Types[kind].Structure && m.fits(owner, &m.rules.Types[kind], corner)
}

// free reports whether all cells of a structure are on the map, open and
// without another structure. Units give way.
func (m *Module) free(t *Type, corner order.CellPos, except order.UnitTag) bool {
	last := order.CellPos{X: corner.X + t.Width - 1, Y: corner.Y + t.Height - 1}
	if !m.onMap(corner) || !m.onMap(last) {
		return false
	}
	if m.blocked != nil {
		for y := corner.Y; y <= last.Y; y++ {
			for x := corner.X; x <= last.X; x++ {
				if m.blocked.Cell(int(x), int(y))[0] != 0 {
					return false
				}
			}
		}
	}
	return m.rules.LossesByEvidence || m.inTheWay(t, corner, except) == nil
}

// inTheWay returns a structure that stands on the cells of another.
func (m *Module) inTheWay(t *Type, corner order.CellPos, except order.UnitTag) *unit {
	for i := range m.units[:m.high] {
		u := &m.units[i]
		other := m.typ(u)
		if !other.Structure || u.tag == except || !m.env.Alive(u.tag) {
			continue
		}
		c := m.corner(u)
		if corner.X < c.X+other.Width && c.X < corner.X+t.Width && corner.Y < c.Y+other.Height && c.Y < corner.Y+t.Height {
			return u
		}
	}
	return nil
}

// makeRoom takes away what must be gone for a structure to stand there. The
// same structure of the same player is not gone: then the order came twice, and
// there is no room.
func (m *Module) makeRoom(owner order.PlayerID, kind int32, corner order.CellPos) bool {
	if !m.rules.LossesByEvidence {
		return true
	}
	for {
		u := m.inTheWay(&m.rules.Types[kind], corner, order.NoUnit)
		switch {
		case u == nil:
			return true
		case u.kind == kind && u.owner == owner:
			return false
		}
		m.remove(u, nobody(sim.CauseEvidence))
	}
}

// placedTwice reports whether the structure that an order puts down stands there
// already: who clicks twice builds once.
func (m *Module) placedTwice(owner order.PlayerID, kind int32, corner order.CellPos) bool {
	u := m.inTheWay(&m.rules.Types[kind], corner, order.NoUnit)
	return u != nil && u.kind == kind && u.owner == owner && m.corner(u) == corner
}

// near reports whether an own structure is within the build radius.
func (m *Module) near(owner order.PlayerID, t *Type, corner order.CellPos) bool {
	radius := m.rules.BuildRadius
	if radius == 0 {
		return true
	}
	for i := range m.units[:m.high] {
		u := &m.units[i]
		other := m.typ(u)
		if !other.Structure || u.owner != owner || !m.env.Alive(u.tag) {
			continue
		}
		c := m.corner(u)
		if c.X-radius-t.Width < corner.X && corner.X < c.X+other.Width+radius &&
			c.Y-radius-t.Height < corner.Y && corner.Y < c.Y+other.Height+radius {
			return true
		}
	}
	return false
}

// deployCell is where the structure stands that a unit turns into: with the
// unit in its middle.
func (m *Module) deployCell(u *unit, into *Type) order.CellPos {
	cell := u.at.Cell()
	return order.CellPos{X: cell.X - into.Width/2, Y: cell.Y - into.Height/2}
}
