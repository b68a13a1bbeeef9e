// SPDX-License-Identifier: GPL-3.0-or-later

package grid

// PieceCells is how many cells of a layer are told the kernel together.
const PieceCells = 512

// StaleCells has a mark for each piece of a layer in which a cell changed since
// the kernel was told.
type StaleCells []bool

// NewStaleCells has all pieces marked.
func NewStaleCells(cells int) StaleCells {
	s := make(StaleCells, (cells+PieceCells-1)/PieceCells)
	s.MarkAll()
	return s
}

// Mark marks the piece of a cell.
func (s StaleCells) Mark(cell int32) { s[cell/PieceCells] = true }

// MarkAll marks all pieces.
func (s StaleCells) MarkAll() {
	for i := range s {
		s[i] = true
	}
}
