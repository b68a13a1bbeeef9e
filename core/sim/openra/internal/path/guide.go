// SPDX-License-Identifier: GPL-3.0-or-later

package path

import (
	"convertd/core/sim/openra/internal/wpos"
)

// insertedEdges is the abstract graph with the ends of one path added.
type insertedEdges struct {
	h       *Hierarchy
	changed []changedNode
}

// changedNode is a node with edges that the coarse graph does not have: behind those it
// has, or alone.
type changedNode struct {
	node  int32
	alone bool
	edges []Edge
}

func (g *insertedEdges) reset(h *Hierarchy) {
	g.h = h
	g.changed = g.changed[:0]
}

func (g *insertedEdges) find(node int32) *changedNode {
	for i := range g.changed {
		if g.changed[i].node == node {
			return &g.changed[i]
		}
	}
	return nil
}

// edgesOf are the edges of a node, those of the coarse graph first.
func (g *insertedEdges) edgesOf(node int32) (own, added []Edge) {
	switch n := g.find(node); {
	case n == nil:
		return g.h.Edges[node], nil
	case n.alone:
		return nil, n.edges
	default:
		return g.h.Edges[node], n.edges
	}
}

// change finds what is changed of a node, reusing memory of earlier paths.
func (g *insertedEdges) change(node int32) *changedNode {
	if n := g.find(node); n != nil {
		return n
	}
	if len(g.changed) < cap(g.changed) {
		g.changed = g.changed[:len(g.changed)+1]
	} else {
		g.changed = append(g.changed, changedNode{})
	}
	n := &g.changed[len(g.changed)-1]
	n.node, n.alone, n.edges = node, false, n.edges[:0]
	return n
}

// insert adds a cell next to its abstract cell, with edges both ways.
func (g *insertedEdges) insert(f *Finder, l *Locomotor, local, abstract int32) {
	if local == abstract {
		return
	}
	cost := func(from, to int32) int32 {
		return l.straightLine(f.Ground.Cell(from), f.Ground.Cell(to))
	}
	around := g.h.Edges[abstract]
	n := g.change(local)
	n.alone, n.edges = true, n.edges[:0]
	for _, e := range around {
		n.edges = append(n.edges, Edge{e.cell, cost(local, e.cell)})
	}
	n.edges = append(n.edges, Edge{abstract, cost(local, abstract)})
	n = g.change(abstract)
	n.edges = append(n.edges, Edge{local, cost(abstract, local)})
	for _, e := range around {
		n = g.change(e.cell)
		n.edges = append(n.edges, Edge{local, cost(e.cell, local)})
	}
}

// abstractSearch is A* over the coarse graph; it goes on where it stopped.
type abstractSearch struct {
	f      *Finder
	loco   *Locomotor
	graph  *insertedEdges
	layer  *nodeLayer
	target wpos.Cell // what the estimate aims at
}

func (s *abstractSearch) start(from wpos.Cell) {
	cell := s.f.Ground.Index(from)
	estimate := s.loco.straightLine(from, s.target)
	s.layer.set(cell, nodeInfo{status: nodeOpen, estimate: estimate, previous: cell})
	s.layer.queue.add(Edge{cell, estimate})
}

// reach expands until a node is closed.
func (s *abstractSearch) reach(node int32) bool {
	for !s.layer.queue.empty() {
		if s.layer.status(s.layer.queue.peek().cell) == nodeClosed {
			s.layer.queue.pop()
			continue
		}
		cell := s.layer.queue.pop().cell
		info := s.layer.get(cell)
		info.status = nodeClosed
		s.layer.set(cell, info)
		own, added := s.graph.edgesOf(cell)
		s.relax(cell, info.cost, own)
		s.relax(cell, info.cost, added)
		if cell == node {
			return true
		}
	}
	return false
}

// relax opens the nodes at the end of some edges, or finds cheaper ways there.
func (s *abstractSearch) relax(from, paid int32, edges []Edge) {
	for _, e := range edges {
		cost := paid + e.cost
		known := s.layer.get(e.cell)
		if known.status == nodeClosed || known.status == nodeOpen && cost >= known.cost {
			continue
		}
		rest := known.estimate - known.cost
		if known.status != nodeOpen {
			rest = s.loco.straightLine(s.f.Ground.Cell(e.cell), s.target)
		}
		s.layer.set(e.cell, nodeInfo{status: nodeOpen, cost: cost, estimate: cost + rest, previous: from})
		s.layer.queue.add(Edge{e.cell, cost + rest})
	}
}

// guide estimates the rest of a path from an abstract search that runs the
// other way.
type guide struct {
	h          *Hierarchy
	search     abstractSearch
	aims       []guideAim
	sources    []wpos.Cell // several starts: those that may be inaccessible
	unpathable []wpos.Cell
	along      []int32
}

// guideAim is what the estimate of all cells behind a node of the coarse path goes to:
// a cell further along it, and the cost from there.
type guideAim struct {
	node int32
	cost int32
	at   wpos.Cell
}

// isAimed in place of the direction of arrival, which coarse searches have none of,
// says that the aim of a node is known.
const isAimed = 1

func (g *guide) estimate(c wpos.Cell, known bool) int32 {
	f := g.search.f
	for _, u := range g.unpathable {
		if u == c {
			return Invalid
		}
	}
	abstract := g.h.abstractCell(f, c, known)
	if abstract < 0 {
		abstract = g.nextTo(c)
		if abstract < 0 {
			return Invalid
		}
	}
	if g.search.layer.status(abstract) != nodeClosed && !g.search.reach(abstract) {
		return Invalid
	}
	// The coarse search is done with this node: nothing changes its aim, whose number
	// is kept in place of the estimate, which nobody asks for any more.
	info := &g.search.layer.nodes[abstract]
	if info.arrival != isAimed {
		info.arrival, info.estimate = isAimed, g.aimOf(abstract, info.previous)
	}
	aim := &g.aims[info.estimate]
	return aim.cost + g.search.loco.straightLine(c, aim.at)
}

// aimOf is the number of the aim of a node, of which the next one on the way is known.
// Nodes with the same next one have the aim of the first that was asked for.
func (g *guide) aimOf(abstract, next int32) int32 {
	for i := range g.aims {
		if g.aims[i].node == next {
			return int32(i)
		}
	}
	use := g.further(abstract, next)
	g.aims = append(g.aims, guideAim{node: next, cost: g.search.layer.nodes[use].cost, at: g.search.f.Ground.Cell(use)})
	return int32(len(g.aims) - 1)
}

// nextTo finds the abstract cell beside an inaccessible start.
func (g *guide) nextTo(c wpos.Cell) int32 {
	f := g.search.f
	if !ListedCell(g.sources, c) {
		return -1
	}
	for _, d := range wpos.Directions {
		n := c.Add(d)
		if !f.Ground.Contains(n) || !g.h.Accessible(f, n) || ListedCell(g.unpathable, n) {
			continue
		}
		if abstract := g.h.abstractCell(f, n, false); abstract >= 0 {
			return abstract
		}
	}
	return -1
}

// ListedCell reports whether a cell is in a list.
func ListedCell(list []wpos.Cell, c wpos.Cell) bool {
	for _, other := range list {
		if other == c {
			return true
		}
	}
	return false
}

// further follows the abstract path as long as a straight line stays inside
// the squares passed.
func (g *guide) further(from, node int32) int32 {
	f := g.search.f
	g.along = g.along[:0]
	start := f.Ground.Cell(from)
	for {
		previous := g.search.layer.get(node).previous
		if previous == node {
			return node
		}
		g.along = append(g.along, node)
		end := f.Ground.Cell(previous)
		for _, passed := range g.along {
			b := g.h.BoundsOf(f, g.h.squareOf(f.Ground.Cell(passed)))
			if !b.CrossedBy(start, end) {
				return node
			}
		}
		node = previous
	}
}
