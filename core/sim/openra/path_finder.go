// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"slices"

	"convertd/core/sim/openra/internal/wpos"
)

// scratch is memory that searches use again; nothing in it outlives a call.
type scratch struct {
	sightScratch
	layers     [4]nodeLayer
	graph      insertedEdges
	guides     [2]guide
	cells      []Cell
	inRange    []Cell
	sources    []Cell
	path       []Cell
	near       []uint32
	ore        oreSearch
	refineries refinerySearch
	docks      dockSearch
	powers     []powerInstance
	keepers    []uint32 // by player: an actor that keeps him in the game, when last looked
	victims    []*Actor // of the warheads at work, the inner ones last
}

// localSquares: ends nearer than this many squares are searched directly.
const localSquares = 2

func (w *World) newSearch(layer int, a *Actor, check blockedBy, ignore uint32) search {
	l := &w.scratch.layers[layer]
	l.begin(w.ground.width * w.ground.height)
	l.queue.old = w.behaviour.TwoSided
	return search{
		w: w, layer: l, loco: &w.locomotors[a.typ.Mobile.Locomotor], actor: a, check: check, ignore: ignore, laneBias: true, weight: 100,
	}
}

func (w *World) finder(a *Actor, check blockedBy, ignore uint32) *hierarchy {
	l := &w.locomotors[a.typ.Mobile.Locomotor]
	if check == byNone || ignore != none {
		return l.open
	}
	return l.immovable
}

// pathTo finds a path from a unit's cell to a target, goal first. The result
// is valid until the next search.
func (w *World) pathTo(a *Actor, target Cell, check blockedBy, ignore uint32) []Cell {
	w.scratch.sources = append(w.scratch.sources[:0], a.to)
	return w.pathBetween(a, w.scratch.sources, target, check, nil, ignore, false)
}

// pathToAny finds a path from a unit's cell to one of several targets, goal
// first: the engine searches backwards from the targets. In release-20230225
// it does so as if a unit were to come from a target: the search counts as one
// forwards, and there is none to a unit that stands where it could not go.
func (w *World) pathToAny(a *Actor, targets []Cell, check blockedBy, rule cellRule) []Cell {
	if w.behaviour.TwoSided {
		return w.oldPathToAny(a, targets, check, rule)
	}
	l := &w.locomotors[a.typ.Mobile.Locomotor]
	source := w.location(a)
	usable := w.scratch.sources[:0]
	probe := search{w: w, rule: rule}
	for _, target := range targets {
		if probe.allows(target) && w.enterCost(l, a, target, check, none, true, subFull) != unreachable {
			usable = append(usable, target)
		}
	}
	w.scratch.sources = usable
	if len(usable) == 0 {
		return nil
	}
	var path []Cell
	if w.behaviour.FromTargets {
		path = w.pathBetween(a, usable, source, check, rule, none, false)
	} else if probe.allows(source) && w.enterCost(l, a, source, check, none, true, subFull) != unreachable {
		path = w.pathBetween(a, usable, source, check, rule, none, true)
	} else {
		s := w.newSearch(0, a, check, none)
		s.rule, s.reverse, s.target, s.weight = rule, true, source, w.behaviour.FarWeight
		for _, c := range usable {
			s.start(c)
		}
		path = s.find(w.scratch.path[:0])
		w.scratch.path = path
	}
	for i, j := 0, len(path)-1; i < j; i, j = i+1, j-1 {
		path[i], path[j] = path[j], path[i]
	}
	return path
}

// pathByRule searches from several cells for one that a rule accepts.
func (w *World) pathByRule(a *Actor, sources []Cell, goals goalRule, check blockedBy, rule cellRule) []Cell {
	s := w.newSearch(0, a, check, none)
	s.goals, s.rule, s.noGuess, s.weight = goals, rule, true, 0
	s.old = w.behaviour.TwoSided
	for _, c := range sources {
		s.start(c)
	}
	w.scratch.path = s.find(w.scratch.path[:0])
	return w.scratch.path
}

func (w *World) pathBetween(a *Actor, sources []Cell, target Cell, check blockedBy, rule cellRule, ignore uint32, reverse bool) []Cell {
	if w.behaviour.TwoSided && len(sources) == 1 {
		return w.oldPath(a, sources[0], target, check, rule, ignore)
	}
	l := &w.locomotors[a.typ.Mobile.Locomotor]
	probe := search{w: w, rule: rule}
	if len(sources) == 0 || !probe.allows(target) ||
		w.enterCost(l, a, target, check, ignore, reverse, subFull) == unreachable {
		return nil
	}
	h := w.finder(a, check, ignore)
	if len(sources) > 1 {
		return w.guidedFromMany(h, a, sources, target, check, rule, ignore, reverse)
	}
	source := sources[0]
	if source.Sub(target).Squared() < 3 {
		if !probe.allows(source) {
			return nil
		}
		w.scratch.path = append(w.scratch.path[:0], target, source)
		return w.scratch.path
	}
	return w.guided(h, a, source, target, check, rule, ignore, reverse)
}

// guided finds a path between two cells: near ones directly, far ones by two
// searches that meet, each led by the coarse graph.
func (w *World) guided(h *hierarchy, a *Actor, source, target Cell, check blockedBy, rule cellRule, ignore uint32, reverse bool) []Cell {
	if target.Sub(source).Squared() < gridSize*gridSize*localSquares*localSquares {
		s := w.newSearch(0, a, check, ignore)
		s.rule, s.reverse, s.target, s.weight = rule, reverse, target, w.behaviour.LocalWeight
		s.limited = true
		s.limit = wpos.Bounds{
			Left: min(source.X, target.X) - gridSize/2, Top: min(source.Y, target.Y) - gridSize/2,
			Right: max(source.X, target.X) + gridSize/2, Bottom: max(source.Y, target.Y) + gridSize/2,
		}
		s.start(source)
		w.scratch.path = s.find(w.scratch.path[:0])
		if len(w.scratch.path) > 0 {
			return w.scratch.path
		}
	}
	h.refresh(w)
	targetNode := h.abstractCell(w, target, false)
	if targetNode < 0 {
		return nil
	}
	sourceNode := h.abstractCell(w, source, false)
	if sourceNode < 0 {
		one := [1]Cell{source}
		return w.guidedFromMany(h, a, one[:], target, check, rule, ignore, reverse)
	}
	h.domains(w)
	if h.domain[sourceNode] != h.domain[targetNode] {
		return nil
	}
	l := &w.locomotors[a.typ.Mobile.Locomotor]
	graph := &w.scratch.graph
	graph.reset(h)
	graph.insert(w, l, w.ground.index(source), sourceNode)
	graph.insert(w, l, w.ground.index(target), targetNode)
	forward, backward := &w.scratch.guides[0], &w.scratch.guides[1]
	w.beginGuide(forward, h, l, 2, source, target)
	if !forward.search.reach(w.ground.index(target)) {
		return nil
	}
	w.beginGuide(backward, h, l, 3, target, source)
	backward.search.reach(w.ground.index(source))

	fromSource := w.newSearch(0, a, check, ignore)
	fromSource.rule, fromSource.reverse, fromSource.target, fromSource.weight = rule, reverse, target, w.behaviour.FarWeight
	fromSource.guide = backward
	fromSource.start(source)
	fromTarget := w.newSearch(1, a, check, ignore)
	fromTarget.rule, fromTarget.reverse, fromTarget.target, fromTarget.weight = rule, !reverse, source, w.behaviour.FarWeight
	fromTarget.guide = forward
	fromTarget.start(target)
	w.scratch.path = meet(&fromTarget, &fromSource, w.scratch.path[:0])
	return w.scratch.path
}

// beginGuide starts a coarse search from a cell, aimed at another.
func (w *World) beginGuide(g *guide, h *hierarchy, l *locomotor, layer int, from, aim Cell) {
	w.scratch.layers[layer].begin(w.ground.width * w.ground.height)
	g.h = h
	g.aims, g.sources, g.unpathable = g.aims[:0], nil, nil
	g.search = abstractSearch{w: w, loco: l, graph: &w.scratch.graph, layer: &w.scratch.layers[layer], target: aim}
	g.search.start(from)
}

// joined reports whether two cells are of one region, whatever moves in it.
func (w *World) joined(l *locomotor, a, b Cell) bool { return w.connected(l.immovable, a, b) }

// connected reports whether a coarse graph joins two cells. Where a unit could
// not stand in the first, those beside it count.
func (w *World) connected(h *hierarchy, a, b Cell) bool {
	if !w.ground.contains(a) || !w.ground.contains(b) {
		return false
	}
	h.refresh(w)
	y := h.abstractCell(w, b, false)
	if y < 0 {
		return false
	}
	h.domains(w)
	same := func(c Cell) bool {
		x := h.abstractCell(w, c, false)
		return x >= 0 && h.domain[x] == h.domain[y]
	}
	if h.accessible(w, a) {
		return same(a)
	}
	return slices.ContainsFunc(wpos.Directions[:], func(d Cell) bool {
		beside := a.Add(d)
		return w.ground.contains(beside) && same(beside)
	})
}

// guidedFromMany finds a path from the nearest of several cells.
func (w *World) guidedFromMany(h *hierarchy, a *Actor, sources []Cell, target Cell, check blockedBy, rule cellRule, ignore uint32, reverse bool) []Cell {
	h.refresh(w)
	targetNode := h.abstractCell(w, target, false)
	if targetNode < 0 {
		return nil
	}
	h.domains(w)
	l := &w.locomotors[a.typ.Mobile.Locomotor]
	graph := &w.scratch.graph
	graph.reset(h)
	usable := append([]Cell(nil), sources[:0]...)
	var unpathable []Cell
	for _, source := range sources {
		if !w.ground.contains(source) {
			continue
		}
		if node := h.abstractCell(w, source, false); node >= 0 {
			if h.domain[node] == h.domain[targetNode] {
				usable = appendCell(usable, source)
				graph.insert(w, l, w.ground.index(source), node)
			}
			continue
		}
		for _, d := range wpos.Directions {
			beside := source.Add(d)
			if !w.ground.contains(beside) || !h.accessible(w, beside) {
				continue
			}
			node := h.abstractCell(w, beside, false)
			switch {
			case node < 0:
			case h.domain[node] != h.domain[targetNode]:
				unpathable = append(unpathable, beside)
			default:
				usable = appendCell(usable, source)
				graph.insert(w, l, w.ground.index(beside), node)
			}
		}
	}
	if len(usable) == 0 {
		return nil
	}
	graph.insert(w, l, w.ground.index(target), targetNode)
	g := &w.scratch.guides[0]
	w.beginGuide(g, h, l, 2, target, target)
	g.sources, g.unpathable = usable, unpathable
	s := w.newSearch(0, a, check, ignore)
	s.rule, s.reverse, s.target, s.weight, s.guide = rule, reverse, target, w.behaviour.FarWeight, g
	for _, source := range usable {
		s.start(source)
	}
	w.scratch.path = s.find(w.scratch.path[:0])
	return w.scratch.path
}

func appendCell(list []Cell, c Cell) []Cell {
	if listedCell(list, c) {
		return list
	}
	return append(list, c)
}
