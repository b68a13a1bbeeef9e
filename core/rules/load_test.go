// SPDX-License-Identifier: GPL-3.0-or-later

package rules

import "testing"

func TestRulesOfAReleaseAreReadOnce(t *testing.T) {
	load := func(version string) *Ruleset {
		set, err := Load("ra", version)
		if err != nil {
			t.Fatal(err)
		}
		return set
	}
	first := load("release-20210321")
	if load("release-20210321") != first {
		t.Error("the same release was read twice")
	}
	if load("release-20200503") == first {
		t.Error("another release has the same rules")
	}
	near := load("playtest-20210131")
	if near == first || near.Release.Name != first.Release.Name || near.Release.Exact {
		t.Errorf("a build of no release: %+v, beside %+v", near.Release, first.Release)
	}
}
