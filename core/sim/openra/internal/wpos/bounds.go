// SPDX-License-Identifier: GPL-3.0-or-later

package wpos

// CrossedBy reports whether a line crosses the border of a square.
func (b Bounds) CrossedBy(s, e Cell) bool {
	tl, tr := Cell{b.Left, b.Top}, Cell{b.Right, b.Top}
	bl, br := Cell{b.Left, b.Bottom}, Cell{b.Right, b.Bottom}
	return linesCross(s, e, tl, tr) || linesCross(s, e, tl, bl) || linesCross(s, e, bl, br) || linesCross(s, e, tr, br)
}

// linesCross is the engine's test of two line segments.
func linesCross(a, b, c, d Cell) bool {
	winding := func(p, q, r Cell) int32 {
		return Sign((q.Y-p.Y)*(r.X-q.X) - (q.X-p.X)*(r.Y-q.Y))
	}
	return winding(a, b, c) != winding(a, b, d) && winding(c, d, a) != winding(c, d, b)
}

// Bounds limits a search to a part of the map; the far side is exclusive.
type Bounds struct{ Left, Top, Right, Bottom int32 }

// Contains reports whether a cell lies inside.
func (b Bounds) Contains(c Cell) bool {
	return c.X >= b.Left && c.X < b.Right && c.Y >= b.Top && c.Y < b.Bottom
}
