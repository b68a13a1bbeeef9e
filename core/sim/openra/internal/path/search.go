// SPDX-License-Identifier: GPL-3.0-or-later

package path

import (
	"math/bits"

	"convertd/core/sim/openra/internal/info"

	"convertd/core/sim/openra/internal/wpos"
)

// Invalid is a cost that cannot be paid.
const Invalid int32 = 0x7FFFFFFF

type nodeStatus uint8

const (
	nodeUnvisited nodeStatus = iota
	nodeOpen
	nodeClosed
	nodeBarred // it cannot be entered; searches of cells only
)

// nodeInfo is what a search knows of a cell.
type nodeInfo struct {
	cost     int32
	estimate int32
	previous int32
	status   nodeStatus
	arrival  uint8  // index into ahead
	entering uint16 // what it costs to enter it straight; nothing if the search starts there
}

// nodeLayer is the memory of one search: one entry per cell, valid only where
// its mark has the present stamp. The marks are apart: of most neighbours a
// search asks no more than whether it is done with them.
type nodeLayer struct {
	marks []uint32 // stamp and status
	nodes []nodeInfo
	stamp uint32
	queue edgeQueue
}

// stampStep leaves room for a status in each mark.
const stampStep = 4

func (n *nodeLayer) begin(cells int32) {
	if int32(len(n.nodes)) < cells {
		n.nodes, n.marks = make([]nodeInfo, cells), make([]uint32, cells)
		n.stamp = 0
	}
	if n.stamp += stampStep; n.stamp == 0 { // all stamps were used
		clear(n.marks)
		n.stamp = stampStep
	}
	n.queue.clear()
}

func (n *nodeLayer) status(cell int32) nodeStatus {
	if status := n.marks[cell] - n.stamp; status < stampStep {
		return nodeStatus(status)
	}
	return nodeUnvisited
}

func (n *nodeLayer) mark(cell int32, status nodeStatus) { n.marks[cell] = n.stamp + uint32(status) }

func (n *nodeLayer) get(cell int32) nodeInfo {
	status := n.status(cell)
	if status == nodeUnvisited {
		return nodeInfo{}
	}
	info := n.nodes[cell]
	info.status = status
	return info
}

func (n *nodeLayer) set(cell int32, info nodeInfo) {
	n.mark(cell, info.status)
	n.nodes[cell] = info
}

// Edge is a cell with a cost: a connection, or an entry of the open list.
type Edge struct{ cell, cost int32 }

// edgeQueue is the engine's binary heap with its own way of breaking ties: equal
// children prefer the right one, the last element stays in place while it is
// bubbled in (docs/engine/openra-world.md#open-list). Those below the element at i are at 2i+1 and
// 2i+2.
type edgeQueue struct {
	items []Edge
	count int
	// old: until 20210321 a fault of the engine kept it from looking at the
	// right child in full levels (OpenRA pull request 20032).
	old bool
}

func (q *edgeQueue) clear() { q.count = 0 }

func (q *edgeQueue) empty() bool { return q.count == 0 }

func (q *edgeQueue) add(e Edge) {
	if q.count == len(q.items) {
		q.items = append(q.items, Edge{})
	}
	at := q.count
	q.count++
	for at > 0 {
		up := (at - 1) / 2
		above := q.items[up]
		if above.cost <= e.cost {
			break
		}
		q.items[at] = above
		at = up
	}
	q.items[at] = e
}

func (q *edgeQueue) peek() Edge { return q.items[0] }

func (q *edgeQueue) pop() Edge {
	top := q.items[0]
	q.bubble(q.items[q.count-1])
	q.count--
	return top
}

func (q *edgeQueue) bubble(value Edge) {
	items, at := q.items[:q.count], 0
	for {
		below := 2*at + 1
		if below >= len(items) {
			break
		}
		down := items[below]
		if right := below + 1; right < len(items) && (!q.old || q.oldSees(below)) && down.cost >= items[right].cost {
			below, down = right, items[right]
		}
		if value.cost <= down.cost {
			break
		}
		items[at] = down
		at = below
	}
	items[at] = value
}

// oldSees reports whether the old queue compares a left child with the right one:
// only if it stands further left in its level than the last but one element stands
// in the last level.
func (q *edgeQueue) oldSees(below int) bool {
	return placeInLevel(below) < placeInLevel(q.count)-1
}

// placeInLevel is how many elements stand to the left in the level of the element
// at i.
func placeInLevel(i int) int { return i + 1 - 1<<(bits.Len(uint(i+1))-1) }

// cellRule adds costs to cells and says which cells are goals, in searches
// that need more than a target.
type cellRule interface {
	// Extra is the additional cost of entering a cell, Invalid to forbid it.
	Extra(c wpos.Cell) int32
}

// goalRule says whether a cell ends a search.
type goalRule interface {
	// Goal reports whether a cell is one.
	Goal(c wpos.Cell) bool
}

// search is one A* search in progress.
type search struct {
	f        *Finder
	layer    *nodeLayer
	loco     *Locomotor
	mover    uint32 // none: terrain only
	ignore   uint32
	check    BlockedBy
	laneBias bool
	reverse  bool
	homeward bool // it ends at the unit's own cell, which costs nothing whoever stands there
	limited  bool
	limit    wpos.Bounds
	rule     cellRule
	goals    goalRule
	target   wpos.Cell
	weight   int32
	guide    *guide // nil: straight-line estimate
	old      bool   // as the releases until 20210321: see TwoSided
	noGuess  bool   // no estimate at all
}

// rootTwo multiplies by the square root of two the way the engine does.
func rootTwo(n int32) int32 { return n * 46341 / 32768 }

// straightLine is the smallest cost between two cells.
func (l *Locomotor) straightLine(from, to wpos.Cell) int32 {
	dx, dy := wpos.Abs(from.X-to.X), wpos.Abs(from.Y-to.Y)
	return l.MinCost*(dx+dy) + (rootTwo(l.MinCost)-2*l.MinCost)*min(dx, dy)
}

func (s *search) isGoal(c wpos.Cell) bool {
	if s.goals != nil {
		return s.goals.Goal(c)
	}
	return c == s.target
}

func (s *search) guess(c wpos.Cell, known bool) int32 {
	switch {
	case s.noGuess:
		return 0
	case s.guide != nil:
		return s.guide.estimate(c, known)
	}
	if s.old {
		return s.oldEstimate(c)
	}
	return s.loco.straightLine(c, s.target)
}

func (s *search) extra(c wpos.Cell) int32 {
	if s.rule == nil {
		return 0
	}
	return s.rule.Extra(c)
}

// allows reports whether a cell may begin or end a path.
func (s *search) allows(c wpos.Cell) bool {
	return s.f.Ground.Contains(c) && s.extra(c) != Invalid
}

// start puts a start cell into the open list.
func (s *search) start(c wpos.Cell) {
	if !s.f.Ground.Contains(c) || !s.old && !s.allows(c) {
		return
	}
	initial := int32(0)
	if !s.old {
		initial = s.extra(c)
	}
	estimate := s.guess(c, false)
	if estimate == Invalid {
		return
	}
	estimate = int32(int64(estimate) * int64(s.weight) / 100)
	cell := s.f.Ground.Index(c)
	s.layer.set(cell, nodeInfo{status: nodeOpen, arrival: standsStill, cost: initial, estimate: initial + estimate, previous: cell})
	s.layer.queue.add(Edge{cell, estimate})
}

// open drops finished entries and reports whether there is a cell to expand.
func (s *search) open() bool {
	for !s.layer.queue.empty() {
		if s.layer.status(s.layer.queue.peek().cell) != nodeClosed {
			return true
		}
		s.layer.queue.pop()
	}
	return false
}

// expand closes the most promising cell and opens its neighbours.
func (s *search) expand() int32 {
	cell := s.layer.queue.pop().cell
	s.layer.mark(cell, nodeClosed)
	info := s.layer.nodes[cell] // it was opened in this search
	at := s.f.Ground.Cell(cell)
	if s.old && s.extra(at) == Invalid {
		return cell
	}
	for _, d := range ahead[info.arrival] {
		c := at.Add(d)
		if s.limited && !s.limit.Contains(c) || !s.f.Ground.Within(c) {
			continue
		}
		to := s.f.Ground.Index(c)
		entering := s.entering(c, to)
		if entering == Unreachable {
			continue
		}
		if cost := s.stepCost(c, d, entering); cost != Invalid {
			node := nodeInfo{arrival: uint8(d.Y*3 + d.X + standsStill), entering: uint16(entering), cost: info.cost + cost, previous: cell}
			s.relax(c, to, &node)
		}
	}
	return cell
}

// relax opens a cell, or takes the new way there if it is cheaper than the one that
// is known.
func (s *search) relax(at wpos.Cell, cell int32, by *nodeInfo) {
	node, status := &s.layer.nodes[cell], s.layer.status(cell)
	if status == nodeOpen && by.cost >= node.cost {
		return
	}
	var rest int32
	if status == nodeOpen {
		rest = node.estimate - node.cost
	} else {
		rest = s.guess(at, true)
		if rest == Invalid {
			return
		}
		rest = int32(int64(rest) * int64(s.weight) / 100)
	}
	s.layer.mark(cell, nodeOpen)
	*node = *by
	node.estimate = by.cost + rest
	if !s.old || status != nodeOpen {
		s.layer.queue.add(Edge{cell, node.estimate})
	}
}

// ahead lists, per direction of arrival, the neighbours worth looking at.
// Directions are counted row by row.
var ahead = [9][]wpos.Cell{
	{{X: -1, Y: -1}, {X: 0, Y: -1}, {X: 1, Y: -1}, {X: -1, Y: 0}, {X: -1, Y: 1}},
	{{X: -1, Y: -1}, {X: 0, Y: -1}, {X: 1, Y: -1}},
	{{X: -1, Y: -1}, {X: 0, Y: -1}, {X: 1, Y: -1}, {X: 1, Y: 0}, {X: 1, Y: 1}},
	{{X: -1, Y: -1}, {X: -1, Y: 0}, {X: -1, Y: 1}},
	wpos.Directions[:],
	{{X: 1, Y: -1}, {X: 1, Y: 0}, {X: 1, Y: 1}},
	{{X: -1, Y: -1}, {X: -1, Y: 0}, {X: -1, Y: 1}, {X: 0, Y: 1}, {X: 1, Y: 1}},
	{{X: -1, Y: 1}, {X: 0, Y: 1}, {X: 1, Y: 1}},
	{{X: 1, Y: -1}, {X: 1, Y: 0}, {X: -1, Y: 1}, {X: 0, Y: 1}, {X: 1, Y: 1}},
}

// standsStill is the arrival of who came from nowhere.
const standsStill = 4

// entering is what it costs to enter a cell, unreachable if that cannot be or is of
// no more use. Nothing moves while a search lasts: of each cell it is found out once,
// however many neighbours it has. Where the search starts nobody comes by a cheaper
// way, whatever it costs.
func (s *search) entering(c wpos.Cell, cell int32) int32 {
	switch s.layer.status(cell) {
	case nodeClosed, nodeBarred:
		return Unreachable
	case nodeOpen:
		return int32(s.layer.nodes[cell].entering)
	default:
	}
	cost := s.f.enterCost(s.loco, s.mover, c, cell, s.check, s.ignore, false)
	switch {
	case cost != Unreachable:
		return cost
	case s.homeward && s.isGoal(c):
		return 0
	}
	s.layer.mark(cell, nodeBarred)
	return Unreachable
}

// stepCost is what a step into a cell costs, in its direction and with what a rule
// adds.
func (s *search) stepCost(c, d wpos.Cell, cost int32) int32 {
	switch {
	case d.X*d.Y != 0 && s.old:
		cost = oldDiagonal(cost)
	case d.X*d.Y != 0:
		cost = rootTwo(cost)
	}
	if s.rule != nil {
		extra := s.rule.Extra(c)
		if extra == Invalid {
			return Invalid
		}
		cost += extra
	}
	if !s.laneBias {
		return cost
	}
	// Up is against the lane of an even column, down against that of an odd one; left
	// and right are so in rows.
	flip := info.Boolean(s.reverse)
	if d.Y == 2*((c.X+flip)&1)-1 {
		cost++
	}
	if d.X == 2*((c.Y+flip)&1)-1 {
		cost++
	}
	return cost
}

// find expands until a goal is closed and appends the path to out, goal first
// and start last.
func (s *search) find(out []wpos.Cell) []wpos.Cell {
	for s.open() {
		cell := s.expand()
		if s.isGoal(s.f.Ground.Cell(cell)) {
			return s.appendBack(out, cell)
		}
	}
	return out
}

func (s *search) appendBack(out []wpos.Cell, cell int32) []wpos.Cell {
	for {
		out = append(out, s.f.Ground.Cell(cell))
		previous := s.layer.get(cell).previous
		if previous == cell {
			return out
		}
		cell = previous
	}
}

// meet expands both searches in turn until they touch; the path runs from the
// start of the first to the start of the second.
func meet(first, second *search, out []wpos.Cell) []wpos.Cell {
	for first.open() && second.open() {
		if p := first.expand(); second.layer.status(p) == nodeClosed {
			return join(first, second, p, out)
		}
		if q := second.expand(); first.layer.status(q) == nodeClosed {
			return join(first, second, q, out)
		}
	}
	return out
}

func join(first, second *search, cell int32, out []wpos.Cell) []wpos.Cell {
	begin := len(out)
	out = first.appendBack(out, cell)
	for i, j := begin, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	out = out[:len(out)-1]
	return second.appendBack(out, cell)
}
