// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"
)

// A tree at the corner of the map often walks out of it with its first steps. Until
// 20200503 it goes on looking (cnc-20200503-dead-in-motion-0 of the engine's games).
func TestSeedsLookOnWhereTheirWalkLeavesTheMapUntil20200503(t *testing.T) {
	for version, looksOn := range map[string]bool{"release-20200503": true, "release-20210321": false} {
		w := playing(t, "cnc", version)
		tree := w.put(t, "split2", 0, Cell{X: 20, Y: 20})
		tree.Cell = Cell{X: -40, Y: -40} // too far outside to come back
		before := w.Random.Draws
		w.seedOnce(tree)
		if drawn := w.Random.Draws - before; (drawn >= 2*seedRange) != looksOn {
			t.Errorf("%s: %d numbers drawn", version, drawn)
		}
	}
}
