// SPDX-License-Identifier: GPL-3.0-or-later

package rules

import "testing"

func TestBodiesAndTurretsShowTheDirectionsOfTheirPictures(t *testing.T) {
	for _, c := range []struct {
		mod, version, name string
		body, turret       int
	}{
		{"ra", "release-20200503", "ca", 16, 32},
		{"ra", "{DEV_VERSION}", "ca", 16, 32},
		{"ra", "release-20230225", "ss", 16, 0},
		{"ra", "release-20231010", "ss", 32, 0},
		{"ra", "{DEV_VERSION}", "msub", 32, 0},
		{"ra", "{DEV_VERSION}", "mig", 64, 0},
		{"ra", "{DEV_VERSION}", "ttnk", 32, 0},
		{"ra", "{DEV_VERSION}", "stnk", 32, 32},
		{"ra", "release-20230225", "t01.husk", 1, 0},
		{"ra", "release-20230225", "mig.husk", 64, 0},
		{"ra", "release-20210321", "mig.husk", 16, 0},
		{"ra", "release-20200503", "agun", 32, 32},
		{"ra", "playtest-20201213", "agun", 1, 32},
		{"ra", "{DEV_VERSION}", "gun", 1, 32},
		{"cnc", "release-20200202", "gun", 32, 32},
		{"cnc", "playtest-20201213", "gun", 1, 32},
		{"cnc", "playtest-20201213", "sam", 32, 32},
		{"cnc", "release-20200503", "vice", 8, 0},
		{"cnc", "release-20200202", "atwr", 8, 0},
		{"cnc", "release-20200202", "mtnk", 32, 32},
	} {
		set := rulesOf(t, c.mod, c.version)
		actor := set.Actor(c.name)
		if actor == nil {
			t.Fatalf("%s has no %s", c.mod, c.name)
		}
		if body, turret := set.Extra.Facings(actor), set.Extra.TurretFacingsOf[c.name]; body != c.body || turret != c.turret {
			t.Errorf("%s %s: the body of %s has %d directions and the turret %d, not %d and %d", c.mod, c.version, c.name, body, turret, c.body, c.turret)
		}
	}
}

func TestWhoseDirectionsAreNotEven(t *testing.T) {
	for _, c := range []struct {
		mod, version, name string
		classic            bool
	}{
		{"cnc", "release-20200503", "orca", true},
		{"cnc", "release-20200503", "a10", false},
		{"cnc", "release-20200503", "vice", false},
		{"cnc", "release-20200503", "mtnk", true},
		{"ra", "release-20200202", "hind", true},
		{"ra", "release-20200202", "mig", false},
		{"ra", "{DEV_VERSION}", "hind", false}, // by its nodes
	} {
		set := rulesOf(t, c.mod, c.version)
		if got := set.Extra.Classic(set.Actor(c.name)); got != c.classic {
			t.Errorf("%s %s: %s is classic: %t", c.mod, c.version, c.name, got)
		}
	}
}
