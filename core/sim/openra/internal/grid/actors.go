// SPDX-License-Identifier: GPL-3.0-or-later

package grid

import (
	"convertd/core/sim/openra/internal/codec"
)

// What a cell with occupants and an occupant take at least.
const (
	minCellBytes     = 3
	minOccupantBytes = 2
)

// AppendOccupants appends those of a cell.
func (m *ActorMap) AppendOccupants(dst []byte, head int32) []byte {
	count := uint32(0)
	for at := head; at != 0; at = m.Nodes[at].Next {
		count++
	}
	dst = codec.AppendUvarint(dst, count)
	for at := head; at != 0; at = m.Nodes[at].Next {
		dst = append(codec.AppendUvarint(dst, m.Nodes[at].Actor), uint8(m.Nodes[at].Sub))
	}
	return dst
}

// ReadRow reads those of a row of cells.
func (m *ActorMap) ReadRow(c *codec.Coder, first int32) {
	x := int32(0)
	for range c.Length(0, minCellBytes) {
		var step int32
		c.I32(&step)
		x += step
		if x < 0 || x >= m.Width {
			c.Fail()
			return
		}
		var nodes []occupant
		codec.List(c, &nodes, minOccupantBytes, func(c *codec.Coder, node *occupant) {
			c.U32(&node.Actor)
			c.U8((*uint8)(&node.Sub))
		})
		for i := len(nodes) - 1; i >= 0; i-- {
			m.Push(first+x, nodes[i].Actor, nodes[i].Sub)
		}
	}
}

// SubCell is a place inside a cell: 0 the whole cell, 1 and up the shared
// places.
type SubCell uint8

// The places of a cell.
const (
	SubInvalid SubCell = 255
	SubAny     SubCell = 254
	SubFull    SubCell = 0
	SubFirst   SubCell = 1
	SubDefault SubCell = 3 // in cells with five places
)

// occupant is one entry of a cell's list, newest first.
type occupant struct {
	Next  int32 // index into ActorMap.nodes, 0 ends the list
	Actor uint32
	Sub   SubCell
}

// ActorMap knows which actors stand in which cell.
type ActorMap struct {
	Heads []int32 // by cell
	Nodes []occupant
	Free  int32
	Width int32
	// stale marks the rows of the map that changed since they were recorded.
	Stale []bool
	// filled has a bit for each cell with somebody in it, row by row, so that
	// recording a row need not look at all its cells; not state.
	Filled []uint64
	// settled has a bit for each cell in which somebody who does not move stood when
	// the path finders were last told of it, or of which they were never told; not
	// state.
	Settled []uint64
}

// RowWords is how many words of filled a row takes.
func (m *ActorMap) RowWords() int32 { return (m.Width + 63) / 64 }

// changed marks a cell's row, and is where the bit of the cell stands in filled.
func (m *ActorMap) changed(cell int32) (word *uint64, bit uint64) {
	row := cell / m.Width
	x := cell - row*m.Width
	m.Stale[row] = true
	return &m.Filled[row*m.RowWords()+x>>6], 1 << (x & 63)
}

// StaysUnsettled reports whether nobody in a cell stays where he is, as before, and
// notes how it is now.
func (m *ActorMap) StaysUnsettled(cell int32, settled bool) bool {
	word, bit := &m.Settled[cell>>6], uint64(1)<<(cell&63)
	if settled {
		*word |= bit
		return false
	}
	was := *word&bit != 0
	*word &^= bit
	return !was
}

// NewActorMap is one in which nobody stands.
func NewActorMap(width, height int32) ActorMap {
	m := ActorMap{Heads: make([]int32, width*height), Nodes: make([]occupant, 1, 256), Width: width, Stale: make([]bool, height)}
	for row := range m.Stale {
		m.Stale[row] = true
	}
	m.Filled = make([]uint64, height*m.RowWords())
	m.Settled = make([]uint64, (width*height+63)/64)
	for i := range m.Settled {
		m.Settled[i] = ^uint64(0)
	}
	return m
}

// Push puts an actor into a cell.
func (m *ActorMap) Push(cell int32, actor uint32, sub SubCell) {
	at := m.Free
	if at != 0 {
		m.Free = m.Nodes[at].Next
	} else {
		at = int32(len(m.Nodes))
		m.Nodes = append(m.Nodes, occupant{})
	}
	m.Nodes[at] = occupant{Next: m.Heads[cell], Actor: actor, Sub: sub}
	m.Heads[cell] = at
	word, bit := m.changed(cell)
	*word |= bit
}

// Drop takes an actor out of a cell.
func (m *ActorMap) Drop(cell int32, actor uint32) {
	link := &m.Heads[cell]
	for *link != 0 {
		at := *link
		if m.Nodes[at].Actor != actor {
			link = &m.Nodes[at].Next
			continue
		}
		*link = m.Nodes[at].Next
		m.Nodes[at] = occupant{Next: m.Free}
		m.Free = at
	}
	if word, bit := m.changed(cell); m.Heads[cell] == 0 {
		*word &^= bit
	}
}

// inSeveral is where an actor is that was put into one bin more.
const inSeveral = -1
