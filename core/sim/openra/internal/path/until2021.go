// SPDX-License-Identifier: GPL-3.0-or-later

package path

import (
	"convertd/core/sim/openra/internal/wpos"
)

// Path searches of the releases until 20210321 (docs/engine/openra-releases.md#paths-2020).

// oldPath finds a path between two cells: none from or to an impassable one, between
// which and the others its index of connected ground knew no way (ra-20200503-sidestep-0
// of the engine's games, net frame 81), directly to a neighbour, else from both ends.
func (f *Finder) oldPath(m Mover, source, target wpos.Cell, check BlockedBy, rule cellRule, ignore uint32) []wpos.Cell {
	if f.CellCost(m.Locomotor, source) == Unreachable || f.CellCost(m.Locomotor, target) == Unreachable {
		return nil
	}
	if source.Sub(target).Squared() < 3 {
		level := check
		if f.Behaviour.EarlyMove {
			level = ByAll
		}
		if f.costOf(m, target, level, nobody, false) != Unreachable {
			f.path = append(f.path[:0], target)
			return f.path
		}
		// Where somebody stands there, release-20200202 searches all the same.
		if !f.Behaviour.EarlyMove {
			return nil
		}
	}
	return f.twoSided(m, source, target, check, rule, ignore)
}

// TwoSided runs one search from each end, in turn, until they meet. The one
// from the goal moves first, the one from the unit counts as the reversed one.
func (f *Finder) twoSided(m Mover, source, target wpos.Cell, check BlockedBy, rule cellRule, ignore uint32) []wpos.Cell {
	fromTarget := f.newSearch(1, m, check, ignore)
	fromTarget.rule, fromTarget.target, fromTarget.old = rule, source, true
	fromTarget.start(target)
	fromSource := f.newSearch(0, m, check, ignore)
	fromSource.rule, fromSource.target, fromSource.old = rule, target, true
	fromSource.reverse = true
	fromSource.start(source)
	f.path = meet(&fromTarget, &fromSource, f.path[:0])
	return f.path
}

// OldPathToAny searches from several cells for the unit's own.
func (f *Finder) OldPathToAny(m Mover, targets []wpos.Cell, check BlockedBy, rule cellRule) []wpos.Cell {
	s := f.newSearch(0, m, check, nobody)
	s.rule, s.target, s.old = rule, m.At, true
	for _, c := range targets {
		s.start(c)
	}
	path := s.find(f.path[:0])
	f.path = path
	for i, j := 0, len(path)-1; i < j; i, j = i+1, j-1 {
		path[i], path[j] = path[j], path[i]
	}
	return path
}

// TwoSidedToAny searches from several cells and from the unit's own, whose
// search aims at the middle of what the cells are around.
func (f *Finder) TwoSidedToAny(m Mover, targets []wpos.Cell, middle wpos.Cell, check BlockedBy) []wpos.Cell {
	fromTargets := f.newSearch(1, m, check, nobody)
	fromTargets.target, fromTargets.old = m.At, true
	for _, c := range targets {
		fromTargets.start(c)
	}
	fromUnit := f.newSearch(0, m, check, nobody)
	fromUnit.target, fromUnit.old, fromUnit.reverse = middle, true, true
	fromUnit.start(m.At)
	f.path = meet(&fromTargets, &fromUnit, f.path[:0])
	return f.path
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
func (s *search) oldEstimate(from wpos.Cell) int32 {
	d := s.target.Sub(from)
	x, y := wpos.Abs(d.X), wpos.Abs(d.Y)
	diagonal, straight := min(x, y), x+y
	if s.f.Behaviour.EarlyMove {
		return earlyStep*straight + (earlyDiagonal-2*earlyStep)*diagonal
	}
	cost := s.loco.MinCost
	return (cost*straight + (cost*oldRoot/oldRootParts-2*cost)*diagonal) * oldWeight / 100
}
