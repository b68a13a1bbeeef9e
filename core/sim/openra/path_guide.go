// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/sim/openra/internal/wpos"

// insertedEdges is the abstract graph with the ends of one path added.
type insertedEdges struct {
	h       *hierarchy
	changed []changedNode
}

// changedNode is a node with edges that the coarse graph does not have: behind those it
// has, or alone.
type changedNode struct {
	node  int32
	alone bool
	edges []edge
}

func (g *insertedEdges) reset(h *hierarchy) {
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
func (g *insertedEdges) edgesOf(node int32) (own, added []edge) {
	switch n := g.find(node); {
	case n == nil:
		return g.h.edges[node], nil
	case n.alone:
		return nil, n.edges
	default:
		return g.h.edges[node], n.edges
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
func (g *insertedEdges) insert(f *finder, l *locomotor, local, abstract int32) {
	if local == abstract {
		return
	}
	cost := func(from, to int32) int32 {
		return l.straightLine(f.ground.cell(from), f.ground.cell(to))
	}
	around := g.h.edges[abstract]
	n := g.change(local)
	n.alone, n.edges = true, n.edges[:0]
	for _, e := range around {
		n.edges = append(n.edges, edge{e.cell, cost(local, e.cell)})
	}
	n.edges = append(n.edges, edge{abstract, cost(local, abstract)})
	n = g.change(abstract)
	n.edges = append(n.edges, edge{local, cost(abstract, local)})
	for _, e := range around {
		n = g.change(e.cell)
		n.edges = append(n.edges, edge{local, cost(e.cell, local)})
	}
}

// abstractSearch is A* over the coarse graph; it goes on where it stopped.
type abstractSearch struct {
	f      *finder
	loco   *locomotor
	graph  *insertedEdges
	layer  *nodeLayer
	target Cell // what the estimate aims at
}

func (s *abstractSearch) start(from Cell) {
	cell := s.f.ground.index(from)
	estimate := s.loco.straightLine(from, s.target)
	s.layer.set(cell, nodeInfo{status: nodeOpen, estimate: estimate, previous: cell})
	s.layer.queue.add(edge{cell, estimate})
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
func (s *abstractSearch) relax(from, paid int32, edges []edge) {
	for _, e := range edges {
		cost := paid + e.cost
		known := s.layer.get(e.cell)
		if known.status == nodeClosed || known.status == nodeOpen && cost >= known.cost {
			continue
		}
		rest := known.estimate - known.cost
		if known.status != nodeOpen {
			rest = s.loco.straightLine(s.f.ground.cell(e.cell), s.target)
		}
		s.layer.set(e.cell, nodeInfo{status: nodeOpen, cost: cost, estimate: cost + rest, previous: from})
		s.layer.queue.add(edge{e.cell, cost + rest})
	}
}

// guide estimates the rest of a path from an abstract search that runs the
// other way.
type guide struct {
	h          *hierarchy
	search     abstractSearch
	aims       []guideAim
	sources    []Cell // several starts: those that may be inaccessible
	unpathable []Cell
	along      []int32
}

// guideAim is what the estimate of all cells behind a node of the coarse path goes to:
// a cell further along it, and the cost from there.
type guideAim struct {
	node int32
	cost int32
	at   Cell
}

// isAimed in place of the direction of arrival, which coarse searches have none of,
// says that the aim of a node is known.
const isAimed = 1

func (g *guide) estimate(c Cell, known bool) int32 {
	f := g.search.f
	for _, u := range g.unpathable {
		if u == c {
			return invalidPath
		}
	}
	abstract := g.h.abstractCell(f, c, known)
	if abstract < 0 {
		abstract = g.nextTo(c)
		if abstract < 0 {
			return invalidPath
		}
	}
	if g.search.layer.status(abstract) != nodeClosed && !g.search.reach(abstract) {
		return invalidPath
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
	g.aims = append(g.aims, guideAim{node: next, cost: g.search.layer.nodes[use].cost, at: g.search.f.ground.cell(use)})
	return int32(len(g.aims) - 1)
}

// nextTo finds the abstract cell beside an inaccessible start.
func (g *guide) nextTo(c Cell) int32 {
	f := g.search.f
	if !listedCell(g.sources, c) {
		return -1
	}
	for _, d := range wpos.Directions {
		n := c.Add(d)
		if !f.ground.contains(n) || !g.h.accessible(f, n) || listedCell(g.unpathable, n) {
			continue
		}
		if abstract := g.h.abstractCell(f, n, false); abstract >= 0 {
			return abstract
		}
	}
	return -1
}

func listedCell(list []Cell, c Cell) bool {
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
	start := f.ground.cell(from)
	for {
		previous := g.search.layer.get(node).previous
		if previous == node {
			return node
		}
		g.along = append(g.along, node)
		end := f.ground.cell(previous)
		for _, passed := range g.along {
			b := g.h.boundsOf(f, g.h.squareOf(f.ground.cell(passed)))
			if !b.CrossedBy(start, end) {
				return node
			}
		}
		node = previous
	}
}
