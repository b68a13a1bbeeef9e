// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"slices"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// localSquares: ends nearer than this many squares are searched directly.
const localSquares = 2

// finder finds ways on the ground of one world. What it searches is the world's: it
// only looks at it, and asks who is in the way.
type finder struct {
	surroundings
	locomotors []locomotor
	searchMemory
}

// surroundings is what of a world searches look at.
type surroundings struct {
	ground    *ground
	resources *resourceLayer
	occupied  *actorMap
	behaviour *info.ReleaseRules
	obstacles obstacles
}

// searchMemory is memory that searches use again; nothing in it outlives a call.
type searchMemory struct {
	layers   [4]nodeLayer
	graph    insertedEdges
	guides   [2]guide
	sources  []Cell
	path     []Cell
	passable passable
}

// obstacles is who stands in the way of others. It is asked of cells in which there
// is somebody.
type obstacles interface {
	// LetIn reports whether those in a cell let an actor in; ignore is one of them
	// who does not count, ignoreSelf says that the actor itself does not. Nobody (0)
	// in place of the actor asks for a place that is free.
	LetIn(l *locomotor, mover uint32, c Cell, check blockedBy, ignore uint32, ignoreSelf bool) bool
	// Fill reports whether somebody who does not move keeps all others out.
	Fill(l *locomotor, c Cell) bool
}

// mover is who looks for a way.
type mover struct {
	ID        uint32
	Locomotor *locomotor
	To        Cell // the cell it is in, or on its way to
	At        Cell // where it is looked for
}

// nobody in place of an actor: there is nobody.
const nobody uint32 = 0

func (f *finder) newSearch(layer int, m *mover, check blockedBy, ignore uint32) search {
	l := &f.layers[layer]
	l.begin(f.ground.width * f.ground.height)
	l.queue.old = f.behaviour.TwoSided
	return search{
		f: f, layer: l, loco: m.Locomotor, mover: m.ID, check: check, ignore: ignore, laneBias: true, weight: 100,
	}
}

func (f *finder) graphFor(m *mover, check blockedBy, ignore uint32) *hierarchy {
	if check == byNone || ignore != nobody {
		return m.Locomotor.open
	}
	return m.Locomotor.immovable
}

// pathTo finds a path from a unit's cell to a target, goal first. The result
// is valid until the next search.
func (f *finder) pathTo(m *mover, target Cell, check blockedBy, ignore uint32) []Cell {
	f.sources = append(f.sources[:0], m.To)
	return f.pathBetween(m, f.sources, target, check, nil, ignore, false)
}

// pathToAny finds a path from a unit's cell to one of several targets, goal
// first: the engine searches backwards from the targets. In release-20230225
// it does so as if a unit were to come from a target: the search counts as one
// forwards, and there is nobody to a unit that stands where it could not go.
func (f *finder) pathToAny(m *mover, targets []Cell, check blockedBy, rule cellRule) []Cell {
	if f.behaviour.TwoSided {
		return f.oldPathToAny(m, targets, check, rule)
	}
	source := m.At
	usable := f.sources[:0]
	probe := search{f: f, rule: rule}
	for _, target := range targets {
		if probe.allows(target) && f.costOf(m, target, check, nobody, true) != unreachable {
			usable = append(usable, target)
		}
	}
	f.sources = usable
	if len(usable) == 0 {
		return nil
	}
	var path []Cell
	if f.behaviour.FromTargets {
		path = f.pathBetween(m, usable, source, check, rule, nobody, false)
	} else if probe.allows(source) && f.costOf(m, source, check, nobody, true) != unreachable {
		path = f.pathBetween(m, usable, source, check, rule, nobody, true)
	} else {
		s := f.newSearch(0, m, check, nobody)
		s.rule, s.reverse, s.target, s.weight = rule, true, source, f.behaviour.FarWeight
		for _, c := range usable {
			s.start(c)
		}
		path = s.find(f.path[:0])
		f.path = path
	}
	for i, j := 0, len(path)-1; i < j; i, j = i+1, j-1 {
		path[i], path[j] = path[j], path[i]
	}
	return path
}

// pathByRule searches from several cells for one that a rule accepts.
func (f *finder) pathByRule(m *mover, sources []Cell, goals goalRule, check blockedBy, rule cellRule) []Cell {
	s := f.newSearch(0, m, check, nobody)
	s.goals, s.rule, s.noGuess, s.weight = goals, rule, true, 0
	s.old = f.behaviour.TwoSided
	for _, c := range sources {
		s.start(c)
	}
	f.path = s.find(f.path[:0])
	return f.path
}

func (f *finder) pathBetween(m *mover, sources []Cell, target Cell, check blockedBy, rule cellRule, ignore uint32, reverse bool) []Cell {
	if f.behaviour.TwoSided && len(sources) == 1 {
		return f.oldPath(m, sources[0], target, check, rule, ignore)
	}
	probe := search{f: f, rule: rule}
	if len(sources) == 0 || !probe.allows(target) ||
		f.costOf(m, target, check, ignore, reverse) == unreachable {
		return nil
	}
	h := f.graphFor(m, check, ignore)
	if len(sources) > 1 {
		return f.guidedFromMany(h, m, sources, target, check, rule, ignore, reverse)
	}
	source := sources[0]
	if source.Sub(target).Squared() < 3 {
		if !probe.allows(source) {
			return nil
		}
		f.path = append(f.path[:0], target, source)
		return f.path
	}
	return f.guided(h, m, source, target, check, rule, ignore, reverse)
}

// guided finds a path between two cells: near ones directly, far ones by two
// searches that meet, each led by the coarse graph.
func (f *finder) guided(h *hierarchy, m *mover, source, target Cell, check blockedBy, rule cellRule, ignore uint32, reverse bool) []Cell {
	if target.Sub(source).Squared() < gridSize*gridSize*localSquares*localSquares {
		s := f.newSearch(0, m, check, ignore)
		s.rule, s.reverse, s.target, s.weight = rule, reverse, target, f.behaviour.LocalWeight
		s.limited = true
		s.limit = wpos.Bounds{
			Left: min(source.X, target.X) - gridSize/2, Top: min(source.Y, target.Y) - gridSize/2,
			Right: max(source.X, target.X) + gridSize/2, Bottom: max(source.Y, target.Y) + gridSize/2,
		}
		s.start(source)
		f.path = s.find(f.path[:0])
		if len(f.path) > 0 {
			return f.path
		}
	}
	h.refresh(f)
	targetNode := h.abstractCell(f, target, false)
	if targetNode < 0 {
		return nil
	}
	sourceNode := h.abstractCell(f, source, false)
	if sourceNode < 0 {
		one := [1]Cell{source}
		return f.guidedFromMany(h, m, one[:], target, check, rule, ignore, reverse)
	}
	h.domains(f)
	if h.domain[sourceNode] != h.domain[targetNode] {
		return nil
	}
	l := m.Locomotor
	graph := &f.graph
	graph.reset(h)
	graph.insert(f, l, f.ground.index(source), sourceNode)
	graph.insert(f, l, f.ground.index(target), targetNode)
	forward, backward := &f.guides[0], &f.guides[1]
	f.beginGuide(forward, h, l, 2, source, target)
	if !forward.search.reach(f.ground.index(target)) {
		return nil
	}
	f.beginGuide(backward, h, l, 3, target, source)
	backward.search.reach(f.ground.index(source))

	fromSource := f.newSearch(0, m, check, ignore)
	fromSource.rule, fromSource.reverse, fromSource.target, fromSource.weight = rule, reverse, target, f.behaviour.FarWeight
	fromSource.guide = backward
	fromSource.start(source)
	fromTarget := f.newSearch(1, m, check, ignore)
	fromTarget.rule, fromTarget.reverse, fromTarget.target, fromTarget.weight = rule, !reverse, source, f.behaviour.FarWeight
	fromTarget.guide = forward
	fromTarget.start(target)
	f.path = meet(&fromTarget, &fromSource, f.path[:0])
	return f.path
}

// beginGuide starts a coarse search from a cell, aimed at another.
func (f *finder) beginGuide(g *guide, h *hierarchy, l *locomotor, layer int, from, aim Cell) {
	f.layers[layer].begin(f.ground.width * f.ground.height)
	g.h = h
	g.aims, g.sources, g.unpathable = g.aims[:0], nil, nil
	g.search = abstractSearch{f: f, loco: l, graph: &f.graph, layer: &f.layers[layer], target: aim}
	g.search.start(from)
}

// joined reports whether two cells are of one region, whatever moves in it.
func (f *finder) joined(l *locomotor, a, b Cell) bool { return f.connected(l.immovable, a, b) }

// connected reports whether a coarse graph joins two cells. Where a unit could
// not stand in the first, those beside it count.
func (f *finder) connected(h *hierarchy, a, b Cell) bool {
	if !f.ground.contains(a) || !f.ground.contains(b) {
		return false
	}
	h.refresh(f)
	y := h.abstractCell(f, b, false)
	if y < 0 {
		return false
	}
	h.domains(f)
	same := func(c Cell) bool {
		x := h.abstractCell(f, c, false)
		return x >= 0 && h.domain[x] == h.domain[y]
	}
	if h.accessible(f, a) {
		return same(a)
	}
	return slices.ContainsFunc(wpos.Directions[:], func(d Cell) bool {
		beside := a.Add(d)
		return f.ground.contains(beside) && same(beside)
	})
}

// guidedFromMany finds a path from the nearest of several cells.
func (f *finder) guidedFromMany(h *hierarchy, m *mover, sources []Cell, target Cell, check blockedBy, rule cellRule, ignore uint32, reverse bool) []Cell {
	h.refresh(f)
	targetNode := h.abstractCell(f, target, false)
	if targetNode < 0 {
		return nil
	}
	h.domains(f)
	l := m.Locomotor
	graph := &f.graph
	graph.reset(h)
	usable := append([]Cell(nil), sources[:0]...)
	var unpathable []Cell
	for _, source := range sources {
		if !f.ground.contains(source) {
			continue
		}
		if node := h.abstractCell(f, source, false); node >= 0 {
			if h.domain[node] == h.domain[targetNode] {
				usable = appendCell(usable, source)
				graph.insert(f, l, f.ground.index(source), node)
			}
			continue
		}
		for _, d := range wpos.Directions {
			beside := source.Add(d)
			if !f.ground.contains(beside) || !h.accessible(f, beside) {
				continue
			}
			node := h.abstractCell(f, beside, false)
			switch {
			case node < 0:
			case h.domain[node] != h.domain[targetNode]:
				unpathable = append(unpathable, beside)
			default:
				usable = appendCell(usable, source)
				graph.insert(f, l, f.ground.index(beside), node)
			}
		}
	}
	if len(usable) == 0 {
		return nil
	}
	graph.insert(f, l, f.ground.index(target), targetNode)
	g := &f.guides[0]
	f.beginGuide(g, h, l, 2, target, target)
	g.sources, g.unpathable = usable, unpathable
	s := f.newSearch(0, m, check, ignore)
	s.rule, s.reverse, s.target, s.weight, s.guide = rule, reverse, target, f.behaviour.FarWeight, g
	for _, source := range usable {
		s.start(source)
	}
	f.path = s.find(f.path[:0])
	return f.path
}

func appendCell(list []Cell, c Cell) []Cell {
	if listedCell(list, c) {
		return list
	}
	return append(list, c)
}
