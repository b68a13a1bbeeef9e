// SPDX-License-Identifier: GPL-3.0-or-later

package rules_test

import (
	"testing"

	"convertd/core/rules"
)

// Where no tables of releases are held, what is known of them stands in the supplement.
func TestFiguresOfOlderReleasesStandInTheSupplement(t *testing.T) {
	for _, test := range []struct {
		mod, version, actor string
		ticks               int
		condition           bool
	}{
		{"d2k", "release-20200503", "refinery", 540, false},
		{"d2k", "release-20230225", "refinery", 625, false},
		{"d2k", "", "refinery", 625, false},
		{"d2k", "release-20230225", "harvester", 625, false},
		{"d2k", "", "harvester", 625, true},
	} {
		set, err := rules.Load(test.mod, test.version)
		if err != nil {
			t.Fatal(err)
		}
		actor := set.Actor(test.actor)
		buildable, _ := actor.Trait("Buildable")
		wreck, _ := actor.Trait("SpawnActorOnDeath")
		if got := buildable.Int("BuildDuration", 0); got != test.ticks {
			t.Errorf("%s of %s takes %d ticks, not %d", test.actor, test.version, got, test.ticks)
		}
		if got := wreck.Text("RequiresCondition") != ""; got != test.condition {
			t.Errorf("%s of %s leaves a wreck under a condition: %t", test.actor, test.version, got)
		}
	}
	for version, turns := range map[string]bool{"release-20200503": false, "release-20230225": true} {
		set, err := rules.Load("ts", version)
		if err != nil {
			t.Fatal(err)
		}
		mobile, _ := set.Actor("doggie").Trait("Mobile")
		if got := mobile.Bool("AlwaysTurnInPlace"); got != turns {
			t.Errorf("%s: a doggie turns on the spot: %t", version, got)
		}
	}
}
