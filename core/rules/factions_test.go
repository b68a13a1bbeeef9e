// SPDX-License-Identifier: GPL-3.0-or-later

package rules_test

import (
	"strings"
	"testing"

	"convertd/core/rules"
)

// A map's player without a faction draws one of all by its place in the rule file.
func TestFactionsStandInTheOrderOfTheRuleFiles(t *testing.T) {
	for mod, want := range map[string]string{
		"ra":  "allies england france germany soviet russia ukraine Random RandomAllies RandomSoviet",
		"cnc": "Random gdi nod",
		"d2k": "Random atreides harkonnen ordos corrino mercenary smuggler fremen",
	} {
		set, err := rules.Load(mod, "release-20230225")
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for i := range set.World.Factions {
			names = append(names, set.World.Factions[i].Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s: %s, want %s", mod, got, want)
		}
	}
}
