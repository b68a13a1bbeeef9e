// SPDX-License-Identifier: GPL-3.0-or-later

package grid

import (
	"slices"

	"convertd/core/sim/openra/internal/lists"
)

// BinSize is the edge of a spatial bin in cells.
const BinSize = 10

// BinMap sorts actors into bins for searches by distance; changes wait for
// the world actor's tick, like the engine's (docs/engine/openra-world.md#spatial-bins).
type BinMap struct {
	Columns, Rows int32
	Bins          [][]uint32
	Add, Remove   []uint32
	Waiting       []uint8 // by actor: which of the two lists it is in
	Stale         []bool  // by bin: it changed since it was recorded
	Leaving       []bool  // by bin: somebody in it leaves; scratch
	// where is by actor the bin it is in, plus one, 0 if in none, and inSeveral;
	// not state.
	Where      []int32
	WhereKnown bool

	// owners has for each bin a bit for everybody who has something in it, and
	// perhaps for somebody who had; not state.
	Owners      []uint32
	OwnersKnown bool
}

// In which list of a BinMap an actor is.
const (
	WaitsToEnter uint8 = 1 << iota
	WaitsToLeave
)

// NewBinMap is one in which nobody is.
func NewBinMap(width, height int32) BinMap {
	m := BinMap{Columns: width/BinSize + 1, Rows: height/BinSize + 1}
	m.Bins = make([][]uint32, m.Columns*m.Rows)
	m.Leaving, m.Stale = make([]bool, len(m.Bins)), make([]bool, len(m.Bins))
	return m
}

// SettleWhere finds out who is in which bin, after a start.
func (m *BinMap) SettleWhere(actors int) {
	for len(m.Where) < actors {
		m.Where = append(m.Where, 0)
	}
	m.Waits(uint32(actors))
	if m.WhereKnown {
		return
	}
	m.WhereKnown = true
	for i, bin := range m.Bins {
		m.Stale[i] = true
		for _, id := range bin {
			m.Put(id, int32(i))
		}
	}
}

// Put notes that an actor is in one bin more.
func (m *BinMap) Put(id uint32, bin int32) {
	if m.Where[id] != 0 {
		m.Where[id] = inSeveral
		return
	}
	m.Where[id] = bin + 1
}

// Take takes out of the bins who waits to leave. Only the bins they are in are
// gone through.
func (m *BinMap) Take() {
	for _, id := range m.Remove {
		switch at := m.Where[id]; at {
		case 0:
		case inSeveral:
			for i := range m.Leaving {
				m.Leaving[i] = true
			}
		default:
			m.Leaving[at-1] = true
		}
		m.Where[id] = 0
	}
	for i, leaving := range m.Leaving {
		if leaving {
			m.Leaving[i], m.Stale[i] = false, true
			m.Bins[i] = slices.DeleteFunc(m.Bins[i], func(id uint32) bool { return m.Waiting[id]&WaitsToLeave != 0 })
		}
	}
	for _, id := range m.Remove {
		m.Waiting[id] &^= WaitsToLeave
	}
	m.Remove = m.Remove[:0]
}

// Enter and leave list an actor, however often it is listed.
func (m *BinMap) Enter(id uint32) {
	m.Add = append(m.Add, id)
	*m.Waits(id) |= WaitsToEnter
}

// Leave takes an actor out of its bins when they are next settled.
func (m *BinMap) Leave(id uint32) {
	m.Remove = append(m.Remove, id)
	*m.Waits(id) |= WaitsToLeave
}

// Waits says what is to be done with an actor when bins are next settled.
func (m *BinMap) Waits(id uint32) *uint8 {
	for uint32(len(m.Waiting)) <= id {
		m.Waiting = append(m.Waiting, 0)
	}
	return &m.Waiting[id]
}

// List lists what was read.
func (m *BinMap) List(add, remove []uint32) {
	m.Add, m.Remove, m.Waiting, m.Where, m.WhereKnown = nil, nil, nil, nil, false
	for _, id := range add {
		m.Enter(id)
	}
	for _, id := range remove {
		m.Leave(id)
	}
}

// CopyFrom copies into the memory of an old one.
func (m *BinMap) CopyFrom(old, from *BinMap) {
	m.Bins = lists.Resized(old.Bins, len(from.Bins))
	for i := range from.Bins {
		m.Bins[i] = lists.Copied(m.Bins[i], from.Bins[i])
	}
	m.Add = lists.Copied(old.Add, from.Add)
	m.Remove = lists.Copied(old.Remove, from.Remove)
	m.Waiting = lists.Copied(old.Waiting, from.Waiting)
	m.Owners = lists.Copied(old.Owners, from.Owners)
	m.Stale = lists.Copied(old.Stale, from.Stale)
	m.Leaving = lists.Copied(old.Leaving, from.Leaving)
	m.Where = lists.Copied(old.Where, from.Where)
}
