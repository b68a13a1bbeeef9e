// SPDX-License-Identifier: GPL-3.0-or-later

package path

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// levelQueue is the queue as the facts tell it: an array for each level
// (docs/engine/openra-world.md#open-list).
type levelQueue struct {
	levels       [][]Edge
	level, index int
	old          bool
}

func (q *levelQueue) add(e Edge) {
	if q.level == len(q.levels) {
		q.levels = append(q.levels, make([]Edge, 1<<q.level))
	}
	level, index := q.level, q.index
	for ; level > 0 && q.levels[level-1][index/2].cost > e.cost; level, index = level-1, index/2 {
		q.levels[level][index] = q.levels[level-1][index/2]
	}
	q.levels[level][index] = e
	if q.index++; q.index == len(q.levels[q.level]) {
		q.level, q.index = q.level+1, 0
	}
}

func (q *levelQueue) pop() Edge {
	top := q.levels[0][0]
	lastLevel, lastIndex := q.level, q.index-1
	if lastIndex < 0 {
		lastLevel--
		lastIndex = len(q.levels[lastLevel]) - 1
	}
	value, level, index := q.levels[lastLevel][lastIndex], 0, 0
	for {
		down, at := level+1, 2*index
		if down > q.level || down == q.level && at >= q.index {
			break
		}
		if (at < q.index-1 || down < q.level && !q.old) && q.levels[down][at].cost >= q.levels[down][at+1].cost {
			at++
		}
		if value.cost <= q.levels[down][at].cost {
			break
		}
		q.levels[level][index] = q.levels[down][at]
		level, index = down, at
	}
	q.levels[level][index] = value
	q.level, q.index = lastLevel, lastIndex
	return top
}

func TestQueueBreaksTiesLikeTheOneOfLevels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		old := rapid.Bool().Draw(t, "old")
		queue, levels := edgeQueue{old: old}, levelQueue{old: old}
		waiting := 0
		for cell, cost := range rapid.SliceOfN(rapid.Int32Range(-9, 20), 1, 300).Draw(t, "costs") { // below 0: take one
			switch {
			case cost >= 0:
				queue.add(Edge{int32(cell), cost})
				levels.add(Edge{int32(cell), cost})
				waiting++
			case waiting > 0:
				waiting--
				if got, want := queue.pop(), levels.pop(); got != want {
					t.Fatalf("%v came, want %v", got, want)
				}
			}
		}
		if queue.empty() != (waiting == 0) {
			t.Fatalf("%d wait, empty: %v", waiting, queue.empty())
		}
	})
}

func TestQueueHandsOutTheCheapestFirst(t *testing.T) {
	source := rand.New(rand.NewPCG(1, 2))
	var queue edgeQueue
	for range 50 {
		count := source.IntN(200) + 1
		for i := range count {
			queue.add(Edge{int32(i), int32(source.IntN(30))})
		}
		last := int32(-1)
		for range count {
			e := queue.pop()
			if e.cost < last {
				t.Fatalf("%d came after %d", e.cost, last)
			}
			last = e.cost
		}
		if !queue.empty() {
			t.Fatal("something is left")
		}
	}
}

func TestQueuePrefersTheRightOfEqualChildren(t *testing.T) {
	var queue edgeQueue
	for cell, cost := range []int32{0, 5, 5, 9} {
		queue.add(Edge{int32(cell), cost})
	}
	queue.pop()
	if e := queue.pop(); e.cell != 2 {
		t.Errorf("cell %d came first, want the right one, 2", e.cell)
	}
}
