// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"testing"

	"convertd/core/rules"
)

func TestMovesOf20200503LieBetweenThoseBeforeAndAfter(t *testing.T) {
	for name, want := range map[string][4]bool{
		"release-20200202":  {true, true, true, false},
		"release-20200503":  {false, true, true, true},
		"playtest-20201213": {false, false, false, false},
	} {
		r := ReleaseBehaviour(rules.Release{Name: name})
		if got := [4]bool{r.EarlyMove, r.OwnWay, r.DrawsExits, r.TimedMarch}; got != want {
			t.Errorf("%s: %v, not %v", name, got, want)
		}
	}
}
