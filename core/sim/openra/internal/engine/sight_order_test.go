// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"
)

// What comes with a bridge is made in the order of the rule files, which is not that
// of the letters.
func TestHutsAreMadeInTheOrderOfTheRuleFiles(t *testing.T) {
	w := playing(t, "ra", "release-20230225")
	huts := w.TypeOf("sbridge2").FreeActors
	if len(huts) != 2 || huts[0].Key != "FreeActor@west" || huts[1].Key != "FreeActor@east" {
		t.Errorf("huts: %+v", huts)
	}
}

// A building that its own need for power switches off still sees as it did, until its
// sight looks at the condition in the next tick.
func TestASightNoticesMissingPowerATickLater(t *testing.T) {
	w := playing(t, "ra", "release-20210321")
	silo := w.put(t, "mslo", 0, Cell{X: 20, Y: 20})
	if h := w.sightHash(silo, 0); h != 1 {
		t.Errorf("before the tick: %d, want 1", h)
	}
	w.Frame(nil)
	if h := w.sightHash(silo, 0); h != 0 {
		t.Errorf("after it: %d, want 0", h)
	}
}
