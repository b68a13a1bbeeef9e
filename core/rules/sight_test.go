// SPDX-License-Identifier: GPL-3.0-or-later

package rules

import "testing"

// How far units see decides what players remember, and so the recorded hashes;
// but a hash shows it only in games in which somebody comes into sight. These
// are the figures of the releases' own rule files, 1024 to a cell.
func TestHowFarUnitsSee(t *testing.T) {
	versions := []string{
		"release-20200202", "release-20200503", "playtest-20201213", "release-20210321", "release-20230225", "release-20231010", Head, "{DEV_VERSION}",
	}
	for _, c := range []struct {
		mod, actor string
		sight      [8]int // by version
	}{
		{"ra", "DOG", [8]int{5632, 5632, 5632, 5632, 5632, 5632, 5632, 5632}},
		{"ra", "E1", [8]int{4096, 4096, 4096, 4096, 4096, 4096, 4096, 4096}},
		{"ra", "SPY", [8]int{5120, 5120, 5120, 5120, 5120, 5120, 5120, 5120}},
		{"ra", "JEEP", [8]int{8192, 8192, 8192, 8192, 7168, 7168, 7168, 7168}},
		{"ra", "TSLA", [8]int{8192, 8192, 7168, 7168, 7168, 7168, 7168, 7168}},
		{"ra", "DD", [8]int{6144, 6144, 6144, 6144, 6144, 5120, 5120, 5120}},
		{"ra", "FACT", [8]int{5120, 5120, 5120, 5120, 5120, 5120, 5120, 5120}},
		{"cnc", "E1", [8]int{5120, 5120, 5120, 5120, 5120, 5120, 5120, 5120}},
		{"cnc", "BGGY", [8]int{8192, 8192, 8192, 8192, 8192, 8192, 8192, 8192}},
		{"cnc", "FACT", [8]int{10240, 10240, 10240, 10240, 10240, 10240, 10240, 10240}},
	} {
		for i, version := range versions {
			set, err := Load(c.mod, version)
			if err != nil {
				t.Fatal(err)
			}
			trait, ok := set.Actor(c.actor).Trait("RevealsShroud")
			if got := trait.Int("Range", 0); !ok || got != c.sight[i] {
				t.Errorf("%s of %s %s sees %d, want %d", c.actor, c.mod, version, got, c.sight[i])
			}
		}
	}
}
