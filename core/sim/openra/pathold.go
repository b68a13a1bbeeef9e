package openra

// twoSided finds a path between two cells as the releases until 20210321 do:
// one search from each end, in turn, until they meet. The one from the goal
// moves first, the one from the unit counts as the reversed one
// (openra-world-releases.md §E.1). No recorded hash bears a long path of these
// releases out yet: cnc-release-20200202 differs at its first, net frame 231.
func (w *World) twoSided(a *Actor, source, target Cell, check blockedBy, rule cellRule, ignore uint32) []Cell {
	fromTarget := w.newSearch(1, a, check, ignore)
	fromTarget.rule, fromTarget.target, fromTarget.weight, fromTarget.old = rule, source, twoSidedWeight, true
	fromTarget.start(target)
	fromSource := w.newSearch(0, a, check, ignore)
	fromSource.rule, fromSource.target, fromSource.weight, fromSource.old = rule, target, twoSidedWeight, true
	fromSource.reverse = true
	fromSource.start(source)
	w.scratch.path = meet(&fromTarget, &fromSource, w.scratch.path[:0])
	return w.scratch.path
}

// twoSidedWeight is the weight of the estimate in percent.
const twoSidedWeight = 100

// oldDiagonal is the cost of a diagonal step in those releases.
func oldDiagonal(cost int32) int32 { return cost * 34 / 24 }

// oldEstimate is their estimate of the rest of a path.
func (l *locomotor) oldEstimate(from, to Cell) int32 {
	d := to.sub(from)
	x, y := abs(d.X), abs(d.Y)
	diagonal, straight := min(x, y), x+y
	cost := l.minCost
	return cost*straight + (oldDiagonal(cost)-2*cost)*diagonal
}
