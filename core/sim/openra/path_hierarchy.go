// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/wpos"
)

// gridSize is the edge of the squares the abstract graph is made of.
const gridSize = 10

// hierarchy is the coarse graph that guides long searches: each square of the
// map has one abstract cell per connected region (docs/engine/openra-world.md#hierarchy). It is
// built when somebody first asks for a path: what it holds follows from the
// terrain and the blockers of that moment, however they came about, and most
// locomotors of most games are never asked.
type hierarchy struct {
	loco     int32
	originY  int32  // of the cells of the map
	blockers []bool // cells with an actor that never moves; nil: actors ignored
	columns  int32
	rows     int32
	single   []int32 // by square: its only abstract cell, -1 if it has several
	built    bool
	local    []int32  // by cell: its abstract cell, -1 none, where there are several
	edges    [][]edge // by abstract cell
	nodes    []int32  // scratch: abstract cells of a square
	dirty    []int32
	isDirty  []bool
	domain   []int32 // by abstract cell
	current  bool    // domain is up to date

	// changes counts what changed but domain, which follows from the rest. A
	// copy knows of what, and of which count of its changes, it is one.
	changes, copied int64
	copyOf          *hierarchy
}

func (f *finder) newHierarchy(loco int32, blocking bool) *hierarchy {
	g := f.ground
	h := &hierarchy{loco: loco, originY: g.originY, columns: (g.width + gridSize - 1) / gridSize, rows: (g.height + gridSize - 1) / gridSize}
	if blocking {
		cells := g.width * g.height
		h.blockers = make([]bool, cells)
		for i := range cells {
			h.blockers[i] = f.filled(&f.locomotors[loco], g.cell(i))
		}
	}
	return h
}

// build makes the whole graph.
func (h *hierarchy) build(f *finder) {
	cells := f.ground.width * f.ground.height
	h.local, h.edges, h.domain = make([]int32, cells), make([][]edge, cells), make([]int32, cells)
	squares := h.columns * h.rows
	h.single, h.isDirty = make([]int32, squares), make([]bool, squares)
	for square := range squares {
		h.buildSquare(f, square)
	}
	for square := range squares {
		h.connect(f, square)
	}
	h.built = true
}

// actorsChanged notes that other actors stand in a cell; settled says that one
// of them never moves.
func (h *hierarchy) actorsChanged(f *finder, c Cell, settled bool) {
	if h == nil || h.blockers == nil {
		return
	}
	at := f.ground.index(c)
	if blocked := settled && f.filled(&f.locomotors[h.loco], c); blocked != h.blockers[at] {
		h.blockers[at] = blocked
		h.changes++
		h.mark(c)
	}
}

// costChanged notes that a cell's terrain changed. Only a change between
// passable and not matters, and resources never make one; rebuilding a square
// that did not change gives the same graph.
func (h *hierarchy) costChanged(f *finder, c Cell, before uint8) {
	if f.locomotors[h.loco].terrainMatters(before, f.terrainAt(c)) {
		h.mark(c)
	}
}

// terrainMatters reports whether another terrain changes who may enter a cell.
func (l *locomotor) terrainMatters(before, now uint8) bool {
	reach := func(t uint8) bool { return int(t) < len(l.cost) && l.cost[t] != unreachable }
	return reach(before) != reach(now)
}

func (h *hierarchy) mark(c Cell) {
	if !h.built {
		return
	}
	square := h.squareOf(c)
	if !h.isDirty[square] {
		h.changes++
		h.isDirty[square] = true
		h.dirty = append(h.dirty, square)
	}
}

func (h *hierarchy) squareOf(c Cell) int32 { return (c.Y-h.originY)/gridSize*h.columns + c.X/gridSize }

func (h *hierarchy) boundsOf(f *finder, square int32) wpos.Bounds {
	left, top := square%h.columns*gridSize, square/h.columns*gridSize+h.originY
	return wpos.Bounds{Left: left, Top: top, Right: min(left+gridSize, f.ground.width), Bottom: min(top+gridSize, f.ground.height+h.originY)}
}

// accessible reports whether a unit may ever stand in the cell.
func (h *hierarchy) accessible(f *finder, c Cell) bool {
	return f.cellCost(&f.locomotors[h.loco], c) != unreachable && (h.blockers == nil || !h.blockers[f.ground.index(c)])
}

// abstractCell returns the abstract cell of a cell, -1 if it has none. known
// says that the cell is accessible.
func (h *hierarchy) abstractCell(f *finder, c Cell, known bool) int32 {
	square := h.squareOf(c)
	if only := h.single[square]; only >= 0 {
		if !known && !h.accessible(f, c) {
			return -1
		}
		return only
	}
	return h.local[f.ground.index(c)]
}

// buildSquare finds the connected regions of a square.
func (h *hierarchy) buildSquare(f *finder, square int32) {
	b := h.boundsOf(f, square)
	g := f.ground
	const unknown, outside = -2, -1
	pending := 0
	for y := b.Top; y < b.Bottom; y++ {
		for x := b.Left; x < b.Right; x++ {
			at := g.index(Cell{X: x, Y: y})
			h.local[at] = outside
			if h.accessible(f, Cell{X: x, Y: y}) {
				h.local[at] = unknown
				pending++
			}
		}
	}
	h.single[square] = -1
	regions := 0
	var region []Cell
	for y := b.Top; y < b.Bottom; y++ {
		for x := b.Left; x < b.Right; x++ {
			if h.local[g.index(Cell{X: x, Y: y})] != unknown {
				continue
			}
			region = h.flood(f, Cell{X: x, Y: y}, b, region[:0])
			abstract := h.middle(f, b, region)
			pending -= len(region)
			for _, c := range region {
				h.local[g.index(c)] = g.index(abstract)
			}
			if regions == 0 && pending == 0 {
				h.single[square] = g.index(abstract)
			}
			regions++
		}
	}
}

// flood collects the cells connected to a start inside a square, marking them.
func (h *hierarchy) flood(f *finder, start Cell, b wpos.Bounds, region []Cell) []Cell {
	g := f.ground
	const unknown, taken = -2, -3
	h.local[g.index(start)] = taken
	region = append(region, start)
	for i := 0; i < len(region); i++ {
		for _, d := range wpos.Directions {
			c := region[i].Add(d)
			if b.Contains(c) && h.local[g.index(c)] == unknown {
				h.local[g.index(c)] = taken
				region = append(region, c)
			}
		}
	}
	return region
}

// middle picks the cell nearest to the middle of a region. Of several the engine
// takes the one that a search from the first cell of the region comes to first,
// in the builds of 2026 the first by column, then by row.
func (h *hierarchy) middle(f *finder, b wpos.Bounds, region []Cell) Cell {
	low, high := region[0], region[0]
	for _, c := range region {
		low.X, low.Y = min(low.X, c.X), min(low.Y, c.Y)
		high.X, high.Y = max(high.X, c.X), max(high.Y, c.Y)
	}
	desired := Cell{X: low.X + (high.X-low.X)/2, Y: low.Y + (high.Y-low.Y)/2}
	best, distance, tied := desired, int32(0x7FFFFFFF), false
	for _, c := range region {
		switch d := c.Sub(desired).Squared(); {
		case d < distance:
			best, distance, tied = c, d, false
		case d == distance:
			tied = true
			if f.behaviour.LeastAbstract && c.Before(best) {
				best = c
			}
		}
	}
	if !tied || f.behaviour.LeastAbstract {
		return best
	}
	return h.firstReached(f, b, region[0], func(c Cell) bool { return c.Sub(desired).Squared() == distance })
}

// firstReached searches a square from a cell, as if for the way back to it, and
// returns the first cell that will do. Resources cost what they cost when the
// game began. The engine's costs are those of the moment in which it last
// rebuilt the square, mostly that one; a restored game could not know a later.
func (h *hierarchy) firstReached(f *finder, b wpos.Bounds, from Cell, will func(Cell) bool) Cell {
	now := f.resources.terrain
	f.resources.terrain = f.resources.atStart
	defer func() { f.resources.terrain = now }()
	f.passable = passable{h: h, ground: f.ground}
	l := &f.layers[0]
	l.begin(f.ground.width * f.ground.height)
	l.queue.old = f.behaviour.TwoSided
	s := search{
		f: f, layer: l, loco: &f.locomotors[h.loco], check: byNone, weight: 100, target: from, rule: &f.passable, limited: true, limit: b,
	}
	for s.start(from); s.open(); {
		if c := f.ground.cell(s.expand()); will(c) {
			return c
		}
	}
	return from
}

// passable keeps a search off the cells with an actor that never moves.
type passable struct {
	h      *hierarchy
	ground *ground
}

// Extra implements cellRule.
func (p *passable) Extra(c Cell) int32 {
	if p.h.blockers != nil && p.h.blockers[p.ground.index(c)] {
		return invalidPath
	}
	return 0
}

// connect builds the edges of a square's abstract cells to those next to it.
func (h *hierarchy) connect(f *finder, square int32) {
	b := h.boundsOf(f, square)
	for _, node := range h.nodesOf(f, square) {
		h.edges[node] = h.edges[node][:0]
	}
	left, top := b.Left, b.Top
	h.connectSide(f, left, top, true, Cell{X: 0, Y: -1})
	h.connectSide(f, left, top, false, Cell{X: -1, Y: 0})
	h.connectSide(f, left, top+gridSize-1, true, Cell{X: 0, Y: 1})
	h.connectSide(f, left+gridSize-1, top, false, Cell{X: 1, Y: 0})
}

func (h *hierarchy) connectSide(f *finder, x, y int32, horizontal bool, side Cell) {
	l := &f.locomotors[h.loco]
	for i := range int32(gridSize) {
		c := Cell{X: x, Y: y + i}
		if horizontal {
			c = Cell{X: x + i, Y: y}
		}
		if !f.ground.within(c) || !h.accessible(f, c) {
			continue
		}
		for k := int32(-1); k <= 1; k++ {
			next := Cell{X: c.X + side.X + k*side.Y, Y: c.Y + side.Y + k*side.X}
			if !f.ground.within(next) || !h.accessible(f, next) {
				continue
			}
			from, to := h.abstractCell(f, c, true), h.abstractCell(f, next, true)
			if from < 0 || to < 0 || hasEdge(h.edges[from], to) {
				continue
			}
			cost := l.straightLine(f.ground.cell(from), f.ground.cell(to))
			h.edges[from] = append(h.edges[from], edge{to, cost})
		}
	}
}

func hasEdge(edges []edge, to int32) bool {
	for _, e := range edges {
		if e.cell == to {
			return true
		}
	}
	return false
}

// nodesOf lists the abstract cells of a square.
func (h *hierarchy) nodesOf(f *finder, square int32) []int32 {
	h.nodes = h.nodes[:0]
	if only := h.single[square]; only >= 0 {
		h.nodes = append(h.nodes, only)
		return h.nodes
	}
	b := h.boundsOf(f, square)
	for y := b.Top; y < b.Bottom; y++ {
		for x := b.Left; x < b.Right; x++ {
			node := h.local[f.ground.index(Cell{X: x, Y: y})]
			if node < 0 {
				continue
			}
			seen := false
			for _, other := range h.nodes {
				seen = seen || other == node
			}
			if !seen {
				h.nodes = append(h.nodes, node)
			}
		}
	}
	return h.nodes
}

// refresh builds the graph, or the squares of it that changed.
func (h *hierarchy) refresh(f *finder) {
	if !h.built {
		h.build(f)
		return
	}
	if len(h.dirty) == 0 {
		return
	}
	h.current = false
	h.changes++
	for _, square := range h.dirty {
		for _, node := range h.nodesOf(f, square) {
			h.edges[node] = h.edges[node][:0]
		}
		h.buildSquare(f, square)
		h.connect(f, square)
		x, y := square%h.columns, square/h.columns
		for _, d := range wpos.Directions {
			if nx, ny := x+d.X, y+d.Y; nx >= 0 && ny >= 0 && nx < h.columns && ny < h.rows {
				h.connect(f, ny*h.columns+nx)
			}
		}
		h.isDirty[square] = false
	}
	h.dirty = h.dirty[:0]
}

// domains numbers the parts of the graph that do not reach each other.
func (h *hierarchy) domains(f *finder) {
	h.refresh(f)
	if h.current {
		return
	}
	h.current = true
	for i := range h.domain {
		h.domain[i] = 0
	}
	next := int32(0)
	var stack []int32
	for square := range h.columns * h.rows {
		nodes := append([]int32(nil), h.nodesOf(f, square)...)
		for _, node := range nodes {
			if h.domain[node] != 0 {
				continue
			}
			next++
			h.domain[node] = next
			stack = append(stack[:0], node)
			for len(stack) > 0 {
				at := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				for _, e := range h.edges[at] {
					if h.domain[e.cell] == 0 {
						h.domain[e.cell] = next
						stack = append(stack, e.cell)
					}
				}
			}
		}
	}
}
