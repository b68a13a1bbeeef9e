// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"fmt"

	"convertd/core/sim/openra/internal/grid"

	"convertd/core/sim/openra/internal/codec"
)

// shown values of a cell.
const (
	ShownShroud uint8 = iota
	ShownFog
	ShownVisible
	ShownCovered // explored, but covered by a gap generator
)

// See counts one more who sees the cells of rows. A cell is to be settled when it is
// the first one.
func (p *Player) See(rows []grid.CellRow) {
	for _, row := range rows {
		visible := p.Visible[row.First : row.First+row.Count]
		for i := range visible {
			if visible[i]++; visible[i] == 1 {
				at := row.First + int32(i)
				p.Explored[at] = true
				p.Touch(at)
			}
		}
	}
}

// LoseSight counts one less. A cell is to be settled when nobody is left.
func (p *Player) LoseSight(rows []grid.CellRow) {
	for _, row := range rows {
		visible := p.Visible[row.First : row.First+row.Count]
		for i := range visible {
			if visible[i]--; visible[i] == 0 {
				p.Touch(row.First + int32(i))
			}
		}
	}
}

// Touch notes that a cell is to be looked at again.
func (p *Player) Touch(at int32) {
	if !p.IsTouched[at] {
		p.IsTouched[at] = true
		p.Touched = append(p.Touched, at)
	}
}

// IsCovered reports whether a cell is dark for a player whatever he explored.
func (p *Player) IsCovered(at int32) bool {
	return len(p.Covered) > 0 && p.Covered[at] > 0 && p.Through[at] == 0
}

// CodedPending codes, for every cell that is to be settled in the next tick,
// whether it was ever seen; for all others what is shown says so. Where all are
// alike, as at the start of a game, one flag says it.
func (p *Player) CodedPending(c *codec.Coder) {
	alike, explored := true, false
	for i, at := range p.Touched {
		if i == 0 {
			explored = p.Explored[at]
		}
		alike = alike && p.Explored[at] == explored
	}
	c.Bools(&alike, &explored)
	if alike {
		return
	}
	for _, at := range p.Touched {
		explored = p.Explored[at]
		c.Bool(&explored)
	}
}

// ReadPending reads the same: a flag for every cell that is to be settled.
func (p *Player) ReadPending(c *codec.Coder) []uint8 {
	var alike, explored bool
	c.Bools(&alike, &explored)
	flags := make([]uint8, len(p.Touched))
	for i := range flags {
		if !alike {
			c.Bool(&explored)
		}
		if explored {
			flags[i] = 1
		}
	}
	return flags
}

// RestoreSight restores what a player sees and has seen.
func (p *Player) RestoreSight(shown, pending []uint8) error {
	copy(p.Shown, shown)
	p.Resettled.MarkAll()
	for at := range p.Explored {
		p.Explored[at] = p.Shown[at] != ShownShroud
		p.IsTouched[at] = false
	}
	touched := p.Touched[:len(pending)]
	for i, at := range touched {
		if at < 0 || int(at) >= len(p.Explored) || p.IsTouched[at] {
			return fmt.Errorf("%w: cell %d is to be settled", codec.ErrState, at)
		}
		p.IsTouched[at], p.Explored[at] = true, pending[i] != 0
	}
	p.Touched = touched
	return nil
}
