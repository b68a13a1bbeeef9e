// SPDX-License-Identifier: GPL-3.0-or-later

package path

import (
	"slices"

	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/info"

	"convertd/core/sim/openra/internal/wpos"
)

// localSquares: ends nearer than this many squares are searched directly.
const localSquares = 2

// Finder finds ways on the ground of one world. What it searches is the world's: it
// only looks at it, and asks who is in the way.
type Finder struct {
	Surroundings
	Locomotors []Locomotor
	searchMemory
}

// Surroundings is what of a world searches look at.
type Surroundings struct {
	Ground    *grid.Ground
	Resources *grid.ResourceLayer
	Occupied  *grid.ActorMap
	Behaviour *info.ReleaseRules
	Obstacles obstacles
}

// searchMemory is memory that searches use again; nothing in it outlives a call.
type searchMemory struct {
	layers   [4]nodeLayer
	graph    insertedEdges
	guides   [2]guide
	sources  []wpos.Cell
	path     []wpos.Cell
	passable passable
}

// obstacles is who stands in the way of others. It is asked of cells in which there
// is somebody.
type obstacles interface {
	// LetIn reports whether those in a cell let an actor in; ignore is one of them
	// who does not count, ignoreSelf says that the actor itself does not. Nobody (0)
	// in place of the actor asks for a place that is free.
	LetIn(l *Locomotor, mover uint32, c wpos.Cell, check BlockedBy, ignore uint32, ignoreSelf bool) bool
	// Fill reports whether somebody who does not move keeps all others out.
	Fill(l *Locomotor, c wpos.Cell) bool
}

// Mover is who looks for a way.
type Mover struct {
	ID        uint32
	Locomotor *Locomotor
	To        wpos.Cell // the cell it is in, or on its way to
	At        wpos.Cell // where it is looked for
}

// nobody in place of an actor: there is nobody.
const nobody uint32 = 0

func (f *Finder) newSearch(layer int, m Mover, check BlockedBy, ignore uint32) search {
	l := &f.layers[layer]
	l.begin(f.Ground.Width * f.Ground.Height)
	l.queue.old = f.Behaviour.TwoSided
	return search{
		f: f, layer: l, loco: m.Locomotor, mover: m.ID, check: check, ignore: ignore, laneBias: true, weight: 100,
	}
}

func (f *Finder) graphFor(m Mover, check BlockedBy, ignore uint32) *Hierarchy {
	if check == ByNone || ignore != nobody {
		return m.Locomotor.Open
	}
	return m.Locomotor.Immovable
}

// To finds a path from a unit's cell to a target, goal first. The result
// is valid until the next search.
func (f *Finder) To(m Mover, target wpos.Cell, check BlockedBy, ignore uint32) []wpos.Cell {
	f.sources = append(f.sources[:0], m.To)
	return f.Between(m, f.sources, target, check, nil, ignore, false)
}

// ToAny finds a path from a unit's cell to one of several targets, goal
// first: the engine searches backwards from the targets. In release-20230225
// it does so as if a unit were to come from a target: the search counts as one
// forwards, and there is nobody to a unit that stands where it could not go.
func (f *Finder) ToAny(m Mover, targets []wpos.Cell, check BlockedBy, rule cellRule) []wpos.Cell {
	if f.Behaviour.TwoSided {
		return f.OldPathToAny(m, targets, check, rule)
	}
	source := m.At
	usable := f.sources[:0]
	probe := search{f: f, rule: rule}
	for _, target := range targets {
		if probe.allows(target) && f.costOf(m, target, check, nobody, true) != Unreachable {
			usable = append(usable, target)
		}
	}
	f.sources = usable
	if len(usable) == 0 {
		return nil
	}
	var path []wpos.Cell
	if f.Behaviour.FromTargets {
		path = f.Between(m, usable, source, check, rule, nobody, false)
	} else if probe.allows(source) && f.costOf(m, source, check, nobody, true) != Unreachable {
		path = f.Between(m, usable, source, check, rule, nobody, true)
	} else {
		s := f.newSearch(0, m, check, nobody)
		s.rule, s.reverse, s.homeward, s.target, s.weight = rule, true, true, source, f.Behaviour.FarWeight
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

// ByRule searches from several cells for one that a rule accepts.
func (f *Finder) ByRule(m Mover, sources []wpos.Cell, goals goalRule, check BlockedBy, rule cellRule) []wpos.Cell {
	s := f.newSearch(0, m, check, nobody)
	s.goals, s.rule, s.noGuess, s.weight = goals, rule, true, 0
	s.old = f.Behaviour.TwoSided
	for _, c := range sources {
		s.start(c)
	}
	f.path = s.find(f.path[:0])
	return f.path
}

// Between finds a path from one of several cells to a target, goal first.
func (f *Finder) Between(m Mover, sources []wpos.Cell, target wpos.Cell, check BlockedBy, rule cellRule, ignore uint32, reverse bool) []wpos.Cell {
	if f.Behaviour.TwoSided && len(sources) == 1 {
		return f.oldPath(m, sources[0], target, check, rule, ignore)
	}
	probe := search{f: f, rule: rule}
	if len(sources) == 0 || !probe.allows(target) ||
		f.costOf(m, target, check, ignore, reverse) == Unreachable {
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
func (f *Finder) guided(h *Hierarchy, m Mover, source, target wpos.Cell, check BlockedBy, rule cellRule, ignore uint32, reverse bool) []wpos.Cell {
	if target.Sub(source).Squared() < gridSize*gridSize*localSquares*localSquares {
		s := f.newSearch(0, m, check, ignore)
		s.rule, s.reverse, s.homeward, s.target, s.weight = rule, reverse, reverse, target, f.Behaviour.LocalWeight
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
	h.Refresh(f)
	targetNode := h.abstractCell(f, target, false)
	if targetNode < 0 {
		return nil
	}
	sourceNode := h.abstractCell(f, source, false)
	if sourceNode < 0 {
		one := [1]wpos.Cell{source}
		return f.guidedFromMany(h, m, one[:], target, check, rule, ignore, reverse)
	}
	h.domains(f)
	if h.Domain[sourceNode] != h.Domain[targetNode] {
		return nil
	}
	l := m.Locomotor
	graph := &f.graph
	graph.reset(h)
	graph.insert(f, l, f.Ground.Index(source), sourceNode)
	graph.insert(f, l, f.Ground.Index(target), targetNode)
	forward, backward := &f.guides[0], &f.guides[1]
	f.beginGuide(forward, h, l, 2, source, target)
	if !forward.search.reach(f.Ground.Index(target)) {
		return nil
	}
	f.beginGuide(backward, h, l, 3, target, source)
	backward.search.reach(f.Ground.Index(source))

	fromSource := f.newSearch(0, m, check, ignore)
	fromSource.rule, fromSource.reverse, fromSource.homeward, fromSource.target, fromSource.weight = rule, reverse, reverse, target, f.Behaviour.FarWeight
	fromSource.guide = backward
	fromSource.start(source)
	fromTarget := f.newSearch(1, m, check, ignore)
	fromTarget.rule, fromTarget.reverse, fromTarget.target, fromTarget.weight = rule, !reverse, source, f.Behaviour.FarWeight
	fromTarget.homeward = !reverse && !f.Behaviour.OwnCellBars
	fromTarget.guide = forward
	fromTarget.start(target)
	f.path = meet(&fromTarget, &fromSource, f.path[:0])
	return f.path
}

// beginGuide starts a coarse search from a cell, aimed at another.
func (f *Finder) beginGuide(g *guide, h *Hierarchy, l *Locomotor, layer int, from, aim wpos.Cell) {
	f.layers[layer].begin(f.Ground.Width * f.Ground.Height)
	g.h = h
	g.aims, g.sources, g.unpathable = g.aims[:0], nil, nil
	g.search = abstractSearch{f: f, loco: l, graph: &f.graph, layer: &f.layers[layer], target: aim}
	g.search.start(from)
}

// Joined reports whether two cells are of one region, whatever moves in it.
func (f *Finder) Joined(l *Locomotor, a, b wpos.Cell) bool { return f.Connected(l.Immovable, a, b) }

// Connected reports whether a coarse graph joins two cells. Where a unit could
// not stand in the first, those beside it count.
func (f *Finder) Connected(h *Hierarchy, a, b wpos.Cell) bool {
	if !f.Ground.Contains(a) || !f.Ground.Contains(b) {
		return false
	}
	h.Refresh(f)
	y := h.abstractCell(f, b, false)
	if y < 0 {
		return false
	}
	h.domains(f)
	same := func(c wpos.Cell) bool {
		x := h.abstractCell(f, c, false)
		return x >= 0 && h.Domain[x] == h.Domain[y]
	}
	if h.Accessible(f, a) {
		return same(a)
	}
	return slices.ContainsFunc(wpos.Directions[:], func(d wpos.Cell) bool {
		beside := a.Add(d)
		return f.Ground.Contains(beside) && same(beside)
	})
}

// guidedFromMany finds a path from the nearest of several cells.
func (f *Finder) guidedFromMany(h *Hierarchy, m Mover, sources []wpos.Cell, target wpos.Cell, check BlockedBy, rule cellRule, ignore uint32, reverse bool) []wpos.Cell {
	h.Refresh(f)
	targetNode := h.abstractCell(f, target, false)
	if targetNode < 0 {
		return nil
	}
	h.domains(f)
	l := m.Locomotor
	graph := &f.graph
	graph.reset(h)
	usable := append([]wpos.Cell(nil), sources[:0]...)
	var unpathable []wpos.Cell
	for _, source := range sources {
		if !f.Ground.Contains(source) {
			continue
		}
		if node := h.abstractCell(f, source, false); node >= 0 {
			if h.Domain[node] == h.Domain[targetNode] {
				usable = appendCell(usable, source)
				graph.insert(f, l, f.Ground.Index(source), node)
			}
			continue
		}
		for _, d := range wpos.Directions {
			beside := source.Add(d)
			if !f.Ground.Contains(beside) || !h.Accessible(f, beside) {
				continue
			}
			node := h.abstractCell(f, beside, false)
			switch {
			case node < 0:
			case h.Domain[node] != h.Domain[targetNode]:
				unpathable = append(unpathable, beside)
			default:
				usable = appendCell(usable, source)
				graph.insert(f, l, f.Ground.Index(beside), node)
			}
		}
	}
	if len(usable) == 0 {
		return nil
	}
	graph.insert(f, l, f.Ground.Index(target), targetNode)
	g := &f.guides[0]
	f.beginGuide(g, h, l, 2, target, target)
	g.sources, g.unpathable = usable, unpathable
	s := f.newSearch(0, m, check, ignore)
	s.rule, s.reverse, s.homeward, s.target, s.weight, s.guide = rule, reverse, reverse, target, f.Behaviour.FarWeight, g
	for _, source := range usable {
		s.start(source)
	}
	f.path = s.find(f.path[:0])
	return f.path
}

func appendCell(list []wpos.Cell, c wpos.Cell) []wpos.Cell {
	if ListedCell(list, c) {
		return list
	}
	return append(list, c)
}
