// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"reflect"
	"testing"

	"convertd/core/rules"
)

func TestMovesOf20200503LieBetweenThoseBeforeAndAfter(t *testing.T) {
	for name, want := range map[string][4]bool{
		"release-20200202":  {true, true, true, true},
		"release-20200503":  {false, true, true, true},
		"playtest-20201213": {false, false, false, false},
	} {
		r := ReleaseBehaviour(rules.Release{Name: name})
		if got := [4]bool{r.EarlyMove, r.OwnWay, r.DrawsExits, r.TimedMarch}; got != want {
			t.Errorf("%s: %v, not %v", name, got, want)
		}
	}
}

// TestEveryRuleThatChangedHasOneEntry holds the structure of the rules to the list of
// changes: each has a first and a last release and says where it is from, and none is
// true of all releases or of none.
func TestEveryRuleThatChangedHasOneEntry(t *testing.T) {
	var r ReleaseRules
	entries := map[*bool]int{}
	for _, c := range r.changes() {
		entries[c.rule]++
		if c.from > c.until || c.from == 0 && c.until == fork2026 || c.reference == "" {
			t.Errorf("from %d until %d by %q", c.from, c.until, c.reference)
		}
	}
	fields := reflect.ValueOf(&r).Elem()
	for i := range fields.NumField() {
		rule, is := fields.Field(i).Addr().Interface().(*bool)
		if is && entries[rule] != 1 {
			t.Errorf("%s has %d entries", fields.Type().Field(i).Name, entries[rule])
		}
	}
}

func TestReleasesWithoutANamePlayAsTheMainBranch(t *testing.T) {
	later := ReleaseBehaviour(rules.Release{Name: "release-20300101"})
	last, fork := ReleaseBehaviour(rules.Release{Name: "release-20231010"}), ReleaseBehaviour(rules.Release{Name: rules.Fork2026})
	if later == last || later == fork || !later.ConditionalHash || later.StopsAtDock {
		t.Errorf("%+v", later)
	}
}

// The trait tables have the height a helicopter bobs by among what is hashed of Hovers on
// the main branch only.
func TestTheHeightAHelicopterBobsByIsNotHashedInReleases(t *testing.T) {
	for _, version := range []string{"release-20200503", "release-20230225"} {
		set, err := rules.Load("cnc", version)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, slot := range ReleaseSlots(set, set.Nodes("heli")) {
			if slot.Key == "Hovers@CRUISING" {
				found = true
				if slot.Kind != SyncZero || slot.Flags == nil {
					t.Errorf("%s: kind %d, flags %v", version, slot.Kind, slot.Flags)
				}
			}
			if slot.Key == "AutoTarget" && slot.Kind != SyncAutoTarget {
				t.Errorf("%s: the next look of AutoTarget is not hashed", version)
			}
		}
		if !found {
			t.Errorf("%s: a helicopter does not hover", version)
		}
	}
}
