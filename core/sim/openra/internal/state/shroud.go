// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/grid"
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

func (p *Player) Touch(at int32) {
	if !p.IsTouched[at] {
		p.IsTouched[at] = true
		p.Touched = append(p.Touched, at)
	}
}
