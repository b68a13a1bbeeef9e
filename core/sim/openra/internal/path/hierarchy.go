// SPDX-License-Identifier: GPL-3.0-or-later

package path

import (
	"convertd/core/sim/openra/internal/grid"

	"convertd/core/sim/openra/internal/wpos"
)

// gridSize is the edge of the squares the abstract graph is made of.
const gridSize = 10

// Hierarchy is the coarse graph that guides long searches: each square of the
// map has one abstract cell per connected region (docs/engine/openra-world.md#hierarchy). It is
// built when somebody first asks for a path: what it holds follows from the
// terrain and the blockers of that moment, however they came about, and most
// locomotors of most games are never asked.
type Hierarchy struct {
	Loco     int32
	OriginY  int32  // of the cells of the map
	Blockers []bool // cells with an actor that never moves; nil: actors ignored
	Columns  int32
	Rows     int32
	Single   []int32 // by square: its only abstract cell, -1 if it has several
	Built    bool
	Local    []int32  // by cell: its abstract cell, -1 none, where there are several
	Edges    [][]Edge // by abstract cell
	Nodes    []int32  // scratch: abstract cells of a square
	Dirty    []int32
	IsDirty  []bool
	Domain   []int32 // by abstract cell
	Current  bool    // domain is up to date

	// changes counts what changed but domain, which follows from the rest. A
	// copy knows of what, and of which count of its changes, it is one.
	Changes, Copied int64
	CopyOf          *Hierarchy
}

// NewHierarchy is the coarse graph of a locomotor, which is built when it is first asked.
func (f *Finder) NewHierarchy(loco int32, blocking bool) *Hierarchy {
	g := f.Ground
	h := &Hierarchy{Loco: loco, OriginY: g.OriginY, Columns: (g.Width + gridSize - 1) / gridSize, Rows: (g.Height + gridSize - 1) / gridSize}
	if blocking {
		cells := g.Width * g.Height
		h.Blockers = make([]bool, cells)
		for i := range cells {
			h.Blockers[i] = f.filled(&f.Locomotors[loco], g.Cell(i))
		}
	}
	return h
}

// build makes the whole graph.
func (h *Hierarchy) build(f *Finder) {
	cells := f.Ground.Width * f.Ground.Height
	h.Local, h.Edges, h.Domain = make([]int32, cells), make([][]Edge, cells), make([]int32, cells)
	squares := h.Columns * h.Rows
	h.Single, h.IsDirty = make([]int32, squares), make([]bool, squares)
	for square := range squares {
		h.buildSquare(f, square)
	}
	for square := range squares {
		h.connect(f, square)
	}
	h.Built = true
}

// ActorsChanged notes that other actors stand in a cell; settled says that one
// of them never moves.
func (h *Hierarchy) actorsChanged(f *Finder, c wpos.Cell, settled bool) {
	if h == nil || h.Blockers == nil {
		return
	}
	at := f.Ground.Index(c)
	if blocked := settled && f.filled(&f.Locomotors[h.Loco], c); blocked != h.Blockers[at] {
		h.Blockers[at] = blocked
		h.Changes++
		h.mark(c)
	}
}

// costChanged notes that a cell's terrain changed. Only a change between
// passable and not matters, and resources never make one; rebuilding a square
// that did not change gives the same graph.
func (h *Hierarchy) costChanged(f *Finder, c wpos.Cell, before uint8) {
	if f.Locomotors[h.Loco].terrainMatters(before, f.terrainAt(c)) {
		h.mark(c)
	}
}

// terrainMatters reports whether another terrain changes who may enter a cell.
func (l *Locomotor) terrainMatters(before, now uint8) bool {
	reach := func(t uint8) bool { return int(t) < len(l.Cost) && l.Cost[t] != Unreachable }
	return reach(before) != reach(now)
}

func (h *Hierarchy) mark(c wpos.Cell) {
	if !h.Built {
		return
	}
	square := h.squareOf(c)
	if !h.IsDirty[square] {
		h.Changes++
		h.IsDirty[square] = true
		h.Dirty = append(h.Dirty, square)
	}
}

func (h *Hierarchy) squareOf(c wpos.Cell) int32 {
	return (c.Y-h.OriginY)/gridSize*h.Columns + c.X/gridSize
}

// BoundsOf are the cells of a square.
func (h *Hierarchy) BoundsOf(f *Finder, square int32) wpos.Bounds {
	left, top := square%h.Columns*gridSize, square/h.Columns*gridSize+h.OriginY
	return wpos.Bounds{Left: left, Top: top, Right: min(left+gridSize, f.Ground.Width), Bottom: min(top+gridSize, f.Ground.Height+h.OriginY)}
}

// Accessible reports whether a unit may ever stand in the cell.
func (h *Hierarchy) Accessible(f *Finder, c wpos.Cell) bool {
	return f.CellCost(&f.Locomotors[h.Loco], c) != Unreachable && (h.Blockers == nil || !h.Blockers[f.Ground.Index(c)])
}

// abstractCell returns the abstract cell of a cell, -1 if it has none. known
// says that the cell is accessible.
func (h *Hierarchy) abstractCell(f *Finder, c wpos.Cell, known bool) int32 {
	square := h.squareOf(c)
	if only := h.Single[square]; only >= 0 {
		if !known && !h.Accessible(f, c) {
			return -1
		}
		return only
	}
	return h.Local[f.Ground.Index(c)]
}

// buildSquare finds the connected regions of a square.
func (h *Hierarchy) buildSquare(f *Finder, square int32) {
	b := h.BoundsOf(f, square)
	g := f.Ground
	const unknown, outside = -2, -1
	pending := 0
	for y := b.Top; y < b.Bottom; y++ {
		for x := b.Left; x < b.Right; x++ {
			at := g.Index(wpos.Cell{X: x, Y: y})
			h.Local[at] = outside
			if h.Accessible(f, wpos.Cell{X: x, Y: y}) {
				h.Local[at] = unknown
				pending++
			}
		}
	}
	h.Single[square] = -1
	regions := 0
	var region []wpos.Cell
	for y := b.Top; y < b.Bottom; y++ {
		for x := b.Left; x < b.Right; x++ {
			if h.Local[g.Index(wpos.Cell{X: x, Y: y})] != unknown {
				continue
			}
			region = h.flood(f, wpos.Cell{X: x, Y: y}, b, region[:0])
			abstract := h.Middle(f, b, region)
			pending -= len(region)
			for _, c := range region {
				h.Local[g.Index(c)] = g.Index(abstract)
			}
			if regions == 0 && pending == 0 {
				h.Single[square] = g.Index(abstract)
			}
			regions++
		}
	}
}

// flood collects the cells connected to a start inside a square, marking them.
func (h *Hierarchy) flood(f *Finder, start wpos.Cell, b wpos.Bounds, region []wpos.Cell) []wpos.Cell {
	g := f.Ground
	const unknown, taken = -2, -3
	h.Local[g.Index(start)] = taken
	region = append(region, start)
	for i := 0; i < len(region); i++ {
		for _, d := range wpos.Directions {
			c := region[i].Add(d)
			if b.Contains(c) && h.Local[g.Index(c)] == unknown {
				h.Local[g.Index(c)] = taken
				region = append(region, c)
			}
		}
	}
	return region
}

// Middle picks the cell nearest to the middle of a region. Of several the engine
// takes the one that a search from the first cell of the region comes to first,
// in the builds of 2026 the first by column, then by row.
func (h *Hierarchy) Middle(f *Finder, b wpos.Bounds, region []wpos.Cell) wpos.Cell {
	low, high := region[0], region[0]
	for _, c := range region {
		low.X, low.Y = min(low.X, c.X), min(low.Y, c.Y)
		high.X, high.Y = max(high.X, c.X), max(high.Y, c.Y)
	}
	desired := wpos.Cell{X: low.X + (high.X-low.X)/2, Y: low.Y + (high.Y-low.Y)/2}
	best, distance, tied := desired, int32(0x7FFFFFFF), false
	for _, c := range region {
		switch d := c.Sub(desired).Squared(); {
		case d < distance:
			best, distance, tied = c, d, false
		case d == distance:
			tied = true
			if f.Behaviour.LeastAbstract && c.Before(best) {
				best = c
			}
		}
	}
	if !tied || f.Behaviour.LeastAbstract {
		return best
	}
	return h.firstReached(f, b, region[0], func(c wpos.Cell) bool { return c.Sub(desired).Squared() == distance })
}

// firstReached searches a square from a cell, as if for the way back to it, and
// returns the first cell that will do. Resources cost what they cost when the
// game began. The engine's costs are those of the moment in which it last
// rebuilt the square, mostly that one; a restored game could not know a later.
func (h *Hierarchy) firstReached(f *Finder, b wpos.Bounds, from wpos.Cell, will func(wpos.Cell) bool) wpos.Cell {
	now := f.Resources.Terrain
	f.Resources.Terrain = f.Resources.AtStart
	defer func() { f.Resources.Terrain = now }()
	f.passable = passable{h: h, ground: f.Ground}
	l := &f.layers[0]
	l.begin(f.Ground.Width * f.Ground.Height)
	l.queue.old = f.Behaviour.TwoSided
	s := search{
		f: f, layer: l, loco: &f.Locomotors[h.Loco], check: ByNone, weight: 100, target: from, rule: &f.passable, limited: true, limit: b,
	}
	for s.start(from); s.open(); {
		if c := f.Ground.Cell(s.expand()); will(c) {
			return c
		}
	}
	return from
}

// passable keeps a search off the cells with an actor that never moves.
type passable struct {
	h      *Hierarchy
	ground *grid.Ground
}

// Extra implements cellRule.
func (p *passable) Extra(c wpos.Cell) int32 {
	if p.h.Blockers != nil && p.h.Blockers[p.ground.Index(c)] {
		return Invalid
	}
	return 0
}

// connect builds the edges of a square's abstract cells to those next to it.
func (h *Hierarchy) connect(f *Finder, square int32) {
	b := h.BoundsOf(f, square)
	for _, node := range h.nodesOf(f, square) {
		h.Edges[node] = h.Edges[node][:0]
	}
	left, top := b.Left, b.Top
	h.connectSide(f, left, top, true, wpos.Cell{X: 0, Y: -1})
	h.connectSide(f, left, top, false, wpos.Cell{X: -1, Y: 0})
	h.connectSide(f, left, top+gridSize-1, true, wpos.Cell{X: 0, Y: 1})
	h.connectSide(f, left+gridSize-1, top, false, wpos.Cell{X: 1, Y: 0})
}

func (h *Hierarchy) connectSide(f *Finder, x, y int32, horizontal bool, side wpos.Cell) {
	l := &f.Locomotors[h.Loco]
	for i := range int32(gridSize) {
		c := wpos.Cell{X: x, Y: y + i}
		if horizontal {
			c = wpos.Cell{X: x + i, Y: y}
		}
		if !f.Ground.Within(c) || !h.Accessible(f, c) {
			continue
		}
		for k := int32(-1); k <= 1; k++ {
			next := wpos.Cell{X: c.X + side.X + k*side.Y, Y: c.Y + side.Y + k*side.X}
			if !f.Ground.Within(next) || !h.Accessible(f, next) {
				continue
			}
			from, to := h.abstractCell(f, c, true), h.abstractCell(f, next, true)
			if from < 0 || to < 0 || hasEdge(h.Edges[from], to) {
				continue
			}
			cost := l.straightLine(f.Ground.Cell(from), f.Ground.Cell(to))
			h.Edges[from] = append(h.Edges[from], Edge{to, cost})
		}
	}
}

func hasEdge(edges []Edge, to int32) bool {
	for _, e := range edges {
		if e.cell == to {
			return true
		}
	}
	return false
}

// nodesOf lists the abstract cells of a square.
func (h *Hierarchy) nodesOf(f *Finder, square int32) []int32 {
	h.Nodes = h.Nodes[:0]
	if only := h.Single[square]; only >= 0 {
		h.Nodes = append(h.Nodes, only)
		return h.Nodes
	}
	b := h.BoundsOf(f, square)
	for y := b.Top; y < b.Bottom; y++ {
		for x := b.Left; x < b.Right; x++ {
			node := h.Local[f.Ground.Index(wpos.Cell{X: x, Y: y})]
			if node < 0 {
				continue
			}
			seen := false
			for _, other := range h.Nodes {
				seen = seen || other == node
			}
			if !seen {
				h.Nodes = append(h.Nodes, node)
			}
		}
	}
	return h.Nodes
}

// Refresh builds the graph, or the squares of it that changed.
func (h *Hierarchy) Refresh(f *Finder) {
	if !h.Built {
		h.build(f)
		return
	}
	if len(h.Dirty) == 0 {
		return
	}
	h.Current = false
	h.Changes++
	for _, square := range h.Dirty {
		for _, node := range h.nodesOf(f, square) {
			h.Edges[node] = h.Edges[node][:0]
		}
		h.buildSquare(f, square)
		h.connect(f, square)
		x, y := square%h.Columns, square/h.Columns
		for _, d := range wpos.Directions {
			if nx, ny := x+d.X, y+d.Y; nx >= 0 && ny >= 0 && nx < h.Columns && ny < h.Rows {
				h.connect(f, ny*h.Columns+nx)
			}
		}
		h.IsDirty[square] = false
	}
	h.Dirty = h.Dirty[:0]
}

// domains numbers the parts of the graph that do not reach each other.
func (h *Hierarchy) domains(f *Finder) {
	h.Refresh(f)
	if h.Current {
		return
	}
	h.Current = true
	for i := range h.Domain {
		h.Domain[i] = 0
	}
	next := int32(0)
	var stack []int32
	for square := range h.Columns * h.Rows {
		nodes := append([]int32(nil), h.nodesOf(f, square)...)
		for _, node := range nodes {
			if h.Domain[node] != 0 {
				continue
			}
			next++
			h.Domain[node] = next
			stack = append(stack[:0], node)
			for len(stack) > 0 {
				at := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				for _, e := range h.Edges[at] {
					if h.Domain[e.cell] == 0 {
						h.Domain[e.cell] = next
						stack = append(stack, e.cell)
					}
				}
			}
		}
	}
}
