// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/sim/openra/internal/wpos"

// Path searches of the releases until 20210321 (docs/engine/openra-releases.md#paths-2020).

// oldPath finds a path between two cells: none to an impassable one, directly
// to a neighbour, else from both ends.
func (w *World) oldPath(a *Actor, source, target Cell, check blockedBy, rule cellRule, ignore uint32) []Cell {
	l := &w.locomotors[a.typ.Mobile.Locomotor]
	if w.cellCost(l, target) == unreachable {
		return nil
	}
	if source.Sub(target).Squared() < 3 {
		level := check
		if w.behaviour.EarlyMove {
			level = byAll
		}
		if w.enterCost(l, a, target, level, none, false, subFull) != unreachable {
			w.scratch.path = append(w.scratch.path[:0], target)
			return w.scratch.path
		}
		// Where somebody stands there, release-20200202 searches all the same.
		if !w.behaviour.EarlyMove {
			return nil
		}
	}
	return w.twoSided(a, source, target, check, rule, ignore)
}

// TwoSided runs one search from each end, in turn, until they meet. The one
// from the goal moves first, the one from the unit counts as the reversed one.
func (w *World) twoSided(a *Actor, source, target Cell, check blockedBy, rule cellRule, ignore uint32) []Cell {
	fromTarget := w.newSearch(1, a, check, ignore)
	fromTarget.rule, fromTarget.target, fromTarget.old = rule, source, true
	fromTarget.start(target)
	fromSource := w.newSearch(0, a, check, ignore)
	fromSource.rule, fromSource.target, fromSource.old = rule, target, true
	fromSource.reverse = true
	fromSource.start(source)
	w.scratch.path = meet(&fromTarget, &fromSource, w.scratch.path[:0])
	return w.scratch.path
}

// oldPathToAny searches from several cells for the unit's own.
func (w *World) oldPathToAny(a *Actor, targets []Cell, check blockedBy, rule cellRule) []Cell {
	s := w.newSearch(0, a, check, none)
	s.rule, s.target, s.old = rule, w.location(a), true
	for _, c := range targets {
		s.start(c)
	}
	path := s.find(w.scratch.path[:0])
	w.scratch.path = path
	for i, j := 0, len(path)-1; i < j; i, j = i+1, j-1 {
		path[i], path[j] = path[j], path[i]
	}
	return path
}

// twoSidedToAny searches from several cells and from the unit's own, whose
// search aims at the middle of what the cells are around.
func (w *World) twoSidedToAny(a *Actor, targets []Cell, middle Cell, check blockedBy) []Cell {
	fromTargets := w.newSearch(1, a, check, none)
	fromTargets.target, fromTargets.old = w.location(a), true
	for _, c := range targets {
		fromTargets.start(c)
	}
	fromUnit := w.newSearch(0, a, check, none)
	fromUnit.target, fromUnit.old, fromUnit.reverse = middle, true, true
	fromUnit.start(w.location(a))
	w.scratch.path = meet(&fromTargets, &fromUnit, w.scratch.path[:0])
	return w.scratch.path
}

// oldDiagonal is the cost of a diagonal step in those releases.
func oldDiagonal(cost int32) int32 { return cost * 34 / 24 }

// The estimate of release-20200202 assumes these costs of a step, whatever the
// terrain: cnc-release-20200202, net frame 231.
const (
	earlyStep     = 125
	earlyDiagonal = 177
)

// The later ones take the cheapest terrain's, lengthen the diagonal by the
// square root of two in these parts, and overrate the rest by a quarter
// (OpenRA pull request 17274).
const (
	oldRoot      = 141421
	oldRootParts = 100000
	oldWeight    = 125
)

// oldEstimate is their estimate of the rest of a path.
func (s *search) oldEstimate(from Cell) int32 {
	d := s.target.Sub(from)
	x, y := wpos.Abs(d.X), wpos.Abs(d.Y)
	diagonal, straight := min(x, y), x+y
	if s.w.behaviour.EarlyMove {
		return earlyStep*straight + (earlyDiagonal-2*earlyStep)*diagonal
	}
	cost := s.loco.minCost
	return (cost*straight + (cost*oldRoot/oldRootParts-2*cost)*diagonal) * oldWeight / 100
}
