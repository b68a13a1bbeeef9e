// SPDX-License-Identifier: GPL-3.0-or-later

package recorder

import (
	"fmt"

	"convertd/core/icrep"
	"convertd/core/order"
	"convertd/core/snapshot"
)

// Explanation is where two states of one tick part.
type Explanation struct {
	Tick order.Tick `json:"tick"`
	Same bool       `json:"same"`
	// Leaf names the first leaf of the Merkle tree that differs.
	Leaf string `json:"leaf"`
	// Difference names the first entity and component, player or cell.
	Difference string `json:"difference"`
}

// Explain compares two states of the same tick. It works down the Merkle tree
// first, as two machines that exchange hashes would, then names the field.
func Explain(a, b *snapshot.SimSnapshot) Explanation {
	e := Explanation{Tick: a.Core.Tick}
	difference := snapshot.Compare(&a.Core, &b.Core)
	e.Difference = difference.String()
	treeA, treeB := snapshot.HashState(&a.Core), snapshot.HashState(&b.Core)
	if e.Same = treeA.Root() == treeB.Root(); e.Same {
		return e
	}
	layout := snapshot.LayoutOf(&a.Core)
	if leaf := snapshot.FirstDifferingLeaf(treeA, treeB); leaf >= 0 {
		e.Leaf = layout.Describe(leaf)
	} else {
		e.Leaf = "shape of the state"
	}
	return e
}

// ExplainCaptures compares the captures that two machines took of one tick.
func ExplainCaptures(a, b *Capture) (Explanation, error) {
	if a.Tick != b.Tick || a.Seed != b.Seed {
		return Explanation{}, fmt.Errorf("captures of tick %d of game %d and tick %d of game %d cannot be compared", a.Tick, a.Seed, b.Tick, b.Seed)
	}
	return Explain(a.State, b.State), nil
}

// ExplainReplay compares a capture with the keyframe of the same tick in a
// replay. For another tick, restore the replay's state and use Explain.
func ExplainReplay(r *icrep.Reader, c *Capture) (Explanation, error) {
	plan, err := r.SeekPlan(c.Tick)
	if err != nil {
		return Explanation{}, err
	}
	if plan.FirstFrame != c.Tick {
		return Explanation{}, fmt.Errorf("the replay has no keyframe of tick %d; the nearest is of tick %d", c.Tick, plan.FirstFrame)
	}
	state, err := r.State(plan)
	if err != nil {
		return Explanation{}, err
	}
	return Explain(state, c.State), nil
}
