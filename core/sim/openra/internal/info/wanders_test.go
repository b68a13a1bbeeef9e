// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"testing"
)

// At the edge of the map a civilian tries again until his way is short enough.
func TestACivilianAtTheEdgeTriesShorterWays(t *testing.T) {
	info := &wandersInfo{MinDelay: 150, Radius: 1, ReduceDelay: 5}
	restless := &wandersInfo{Radius: 10, ReduceDelay: 5}
	for _, test := range []struct {
		info *wandersInfo
		wait int32
		want int32
	}{{info, 0, 1}, {info, -4, 1}, {info, -5, 0}, {restless, -1, 10}, {restless, -5, 10}, {restless, -6, 9}} {
		if got := test.info.Reach(test.wait); got != test.want {
			t.Errorf("at %d: %d cells, want %d", test.wait, got, test.want)
		}
	}
}
