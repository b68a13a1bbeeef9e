// SPDX-License-Identifier: GPL-3.0-or-later

package grid

import (
	"testing"
)

// The middles are those of actors on ramps in traces of the engine: half a level, rounded
// as the engine rounds it.
func TestRampsAreAsHighAsTheEngineHasThem(t *testing.T) {
	for number, want := range map[int]int32{0: 0, 1: 362, 2: 362, 3: 361, 4: 361, 5: 0, 8: 0, 9: 724, 13: 724, 17: 0, 18: 724, 19: 724, 20: 0} {
		if got := ramps[number].height(0, 0); got < want-2 || got > want+2 || want == 361 && got != want || want == 362 && got != want {
			t.Errorf("ramp %d is %d high in its middle, not %d", number, got, want)
		}
	}
	if east, west := ramps[1].height(600, 0), ramps[1].height(-600, 0); east <= west {
		t.Errorf("a ramp that rises to the east is %d high there and %d in the west", east, west)
	}
}
