// SPDX-License-Identifier: GPL-3.0-or-later

package murk

// Space gives each cell of a world its place in the storage order of fields.
type Space interface {
	// Cells returns the number of cells, from 1 to MaxValues.
	Cells() uint64
	// Dimensions returns how many components a coordinate has.
	Dimensions() int
	// Rank returns the place of a cell, 0 to Cells()-1. ok is false for a
	// coordinate outside the space. The coordinate has Dimensions components.
	// Nothing wraps, whatever the space does at its edges
	// (docs/formats/murk.md#engine).
	Rank(coordinate []int32) (rank uint64, ok bool)
}

// line is Line1D and Ring1D: [i] has rank i.
type line struct{ length uint32 }

func (s line) Cells() uint64   { return uint64(s.length) }
func (s line) Dimensions() int { return 1 }

func (s line) Rank(coordinate []int32) (uint64, bool) {
	i := coordinate[0]
	return uint64(i), i >= 0 && uint32(i) < s.length
}

// square is Square4 and Square8: [row, col] has rank row*cols + col.
type square struct{ rows, cols uint32 }

func (s square) Cells() uint64   { return uint64(s.rows) * uint64(s.cols) }
func (s square) Dimensions() int { return 2 }

func (s square) Rank(coordinate []int32) (uint64, bool) {
	row, col := coordinate[0], coordinate[1]
	if row < 0 || col < 0 || uint32(row) >= s.rows || uint32(col) >= s.cols {
		return 0, false
	}
	return uint64(row)*uint64(s.cols) + uint64(col), true
}

// axial is Hex2D: [q, r] has rank r*cols + q.
type axial struct{ rows, cols uint32 }

func (s axial) Cells() uint64   { return uint64(s.rows) * uint64(s.cols) }
func (s axial) Dimensions() int { return 2 }

func (s axial) Rank(coordinate []int32) (uint64, bool) {
	return square(s).Rank([]int32{coordinate[1], coordinate[0]})
}

// fcc is Fcc12: [x, y, z] with an even sum, ordered by z, then y, then x.
type fcc struct{ width, height, depth uint32 }

func (s fcc) Dimensions() int { return 3 }

func (s fcc) Cells() uint64 {
	return s.before(uint64(s.depth), 0)
}

func (s fcc) Rank(coordinate []int32) (uint64, bool) {
	x, y, z := coordinate[0], coordinate[1], coordinate[2]
	if x < 0 || y < 0 || z < 0 || uint32(x) >= s.width || uint32(y) >= s.height || uint32(z) >= s.depth {
		return 0, false
	}
	if (x^y^z)&1 != 0 {
		return 0, false
	}
	return s.before(uint64(z), uint64(y)) + uint64(x)/2, true
}

// before counts the cells in front of row y of plane z. A row whose y+z is
// even holds the even x, the others the odd ones.
func (s fcc) before(z, y uint64) uint64 {
	height := uint64(s.height)
	evenRows := (z+1)/2*((height+1)/2) + z/2*(height/2)
	if z%2 == 0 {
		evenRows += (y + 1) / 2
	} else {
		evenRows += y / 2
	}
	oddRows := z*height + y - evenRows
	width := uint64(s.width)
	return evenRows*((width+1)/2) + oddRows*(width/2)
}

// product joins spaces: coordinates one after another, ranks as digits of a
// mixed radix, leftmost slowest.
type product struct{ components []Space }

func (s product) Cells() uint64 {
	cells := uint64(1)
	for _, component := range s.components {
		cells *= component.Cells()
	}
	return cells
}

func (s product) Dimensions() int {
	n := 0
	for _, component := range s.components {
		n += component.Dimensions()
	}
	return n
}

func (s product) Rank(coordinate []int32) (uint64, bool) {
	rank := uint64(0)
	for _, component := range s.components {
		n := component.Dimensions()
		digit, ok := component.Rank(coordinate[:n])
		if !ok {
			return 0, false
		}
		rank = rank*component.Cells() + digit
		coordinate = coordinate[n:]
	}
	return rank, true
}
