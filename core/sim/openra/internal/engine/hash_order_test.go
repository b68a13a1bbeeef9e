// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"strings"
	"testing"

	"convertd/core/sim/openra/internal/state"
)

// TestTheNewestNodesOrderTheHashedTraitsOf2026 has types whose order the rule
// tables alone do not tell, and one that hashes have proven.
func TestTheNewestNodesOrderTheHashedTraitsOf2026(t *testing.T) {
	w := plain(t)
	for name, want := range map[string]string{
		"mh60":       "Aircraft GainsExperience Hovers@CRUISING BodyOrientation Health RevealsShroud RevealsShroud@GAPGEN AmmoPool ChangesHealth@ELITE AttackAircraft AutoTarget",
		"yak":        "BodyOrientation Aircraft GainsExperience Health RevealsShroud RevealsShroud@GAPGEN AmmoPool ChangesHealth@ELITE AttackAircraft AutoTarget",
		"dd":         "GainsExperience BodyOrientation Mobile Chronoshiftable Health RevealsShroud RevealsShroud@GAPGEN ChangesHealth@ELITE Turreted AttackTurreted AutoTarget",
		"camera":     "Immobile RevealsShroud BodyOrientation",
		"techcenter": "",
		"jeep":       "BodyOrientation Mobile Chronoshiftable GainsExperience Health RevealsShroud RevealsShroud@GAPGEN ChangesHealth@ELITE Turreted AttackTurreted AutoTarget",
	} {
		var keys []string
		for i := range w.TypeOf(name).Syncs {
			keys = append(keys, w.TypeOf(name).Syncs[i].Key)
		}
		if got := strings.Join(keys, " "); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", name, got, want)
		}
	}
}

func TestEveryBodyOfASoldierDrawsWhenItIsMade(t *testing.T) {
	w := plain(t)
	for name, want := range map[string]int64{"e1": 2, "dog": 3, "medi": 2, "spy": 2, "c1": 2} {
		before := w.Random.Draws
		w.Create(w.TypeOf(name), state.Spawn{Owner: 0, OutsideOnly: true, Facing: -1})
		if got := w.Random.Draws - before; got != want {
			t.Errorf("%s: %d draws, want %d", name, got, want)
		}
	}
}
