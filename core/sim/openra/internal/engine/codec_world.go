// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"math/bits"

	"convertd/core/sim/openra/internal/codec"
	"convertd/core/sim/openra/internal/state"
)

// Coder codes what is of this world, behind what data has.
func (w *World) Coder(data []byte) codec.Coder {
	return codec.Coder{Data: data, Types: &w.CompiledTypes, Tick: w.Ticks}
}

// Coded codes the figures that belong to nobody.
func (w *World) Coded(c *codec.Coder) {
	c.Ints(&w.Ticks, &w.Frames)
	c.Bool(&w.Paused)
	c.I32(&w.pausedUntil)
	c.U32(&w.NextID)
	c.Ints(&w.crates.Left, &w.crates.Here, &w.blockers, &w.Covers, &w.creatures.Left, &w.creatures.Here)
	c.Bool(&w.techDirty)
	w.Outlook.Coded(c)
	w.auras.Coded(c)
	codec.List(c, &w.successors, 2, func(c *codec.Coder, v *state.Succession) { c.U32s(&v.Gone, &v.Successor) })
	w.bridges.Coded(c)
}

// CodedOccupied codes who stands in which cell, row by row.
func (w *World) CodedOccupied(c *codec.Coder) {
	for row := range w.Occupied.Stale {
		w.CodedOccupiedRow(c, int32(row))
	}
}

// CodedOccupiedRow codes the cells of a row that somebody stands in: how far
// each is from the one before, and who, newest first: the order in a cell
// decides who is asked first.
func (w *World) CodedOccupiedRow(c *codec.Coder, row int32) {
	m := &w.Occupied
	first := row * m.Width
	if c.Reading {
		m.ReadRow(c, first)
		return
	}
	filled, count := m.Filled[row*m.RowWords():(row+1)*m.RowWords()], 0
	for _, word := range filled {
		count += bits.OnesCount64(word)
	}
	data := codec.AppendUvarint(c.Data, uint32(count))
	before := int32(0)
	for i, word := range filled {
		for ; word != 0; word &= word - 1 {
			x := int32(i<<6 + bits.TrailingZeros64(word))
			data = codec.AppendUvarint(data, codec.Zigzag(x-before))
			data = m.AppendOccupants(data, m.Heads[first+x])
			before = x
		}
	}
	c.Data = data
}

// CodedBins codes the bins with the order inside them.
func (w *World) CodedBins(c *codec.Coder) {
	for i := range w.Bins.Bins {
		c.IDs(&w.Bins.Bins[i])
	}
	add, remove := w.Bins.Add, w.Bins.Remove
	c.IDs(&add)
	c.IDs(&remove)
	if !c.Reading {
		return
	}
	for _, list := range [...][]uint32{add, remove} {
		for _, id := range list {
			if id >= min(w.NextID, MaxActors) {
				c.Fail()
			}
		}
	}
	if c.Err == nil {
		w.Bins.List(add, remove)
	}
}
