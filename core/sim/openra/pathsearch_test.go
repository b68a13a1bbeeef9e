package openra

import (
	"math/rand/v2"
	"testing"
)

func TestQueueHandsOutTheCheapestFirst(t *testing.T) {
	source := rand.New(rand.NewPCG(1, 2))
	var queue edgeQueue
	for range 50 {
		count := source.IntN(200) + 1
		for i := range count {
			queue.add(edge{int32(i), int32(source.IntN(30))})
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
		queue.add(edge{int32(cell), cost})
	}
	queue.pop()
	if e := queue.pop(); e.cell != 2 {
		t.Errorf("cell %d came first, want the right one, 2", e.cell)
	}
}
