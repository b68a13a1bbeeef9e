// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"
)

// Maps of the releases in which a turn had 256 parts write facings in these.
func TestFacingsOnMapsAreInThePartsOfTheirRelease(t *testing.T) {
	for release, want := range map[string]int32{
		"release-20200202": 4 * 92, "release-20200503": 4 * 92, "playtest-20201213": 92, "release-20210321": 92, "release-20230225": 92,
	} {
		w := playing(t, "ra", release)
		if facing, none := w.mapFacing(92), w.mapFacing(-1); facing != want || none != -1 {
			t.Errorf("%s: 92 is %d, none is %d, want %d and -1", release, facing, none, want)
		}
	}
}
