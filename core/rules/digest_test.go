// SPDX-License-Identifier: GPL-3.0-or-later

package rules_test

import (
	"testing"

	"convertd/core/rules"
)

func TestDigestTellsGamesAndReleasesApart(t *testing.T) {
	seen := map[[32]byte]string{}
	for _, game := range []struct{ mod, version string }{
		{"ra", "release-20200202"},
		{"ra", "release-20230225"},
		{"ra", rules.Head},
		{"ra", "{DEV_VERSION}"},
		{"cnc", "release-20200202"},
		{"d2k", "release-20230225"},
	} {
		set, err := rules.Load(game.mod, game.version)
		if err != nil {
			t.Fatal(err)
		}
		name := game.mod + " " + game.version
		if other, known := seen[set.Digest()]; known {
			t.Errorf("%s and %s have one digest", name, other)
		}
		seen[set.Digest()] = name
	}
}
