// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"fmt"

	"convertd/core/sim/openra/internal/codec"
)

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
