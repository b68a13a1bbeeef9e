// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/info"
)

// Until 20210321 a building has no attack while it rises: it does not look around
// and draws nothing for that. Later its attack only holds its fire.
func TestARisingBuildingLooksAroundSince20230225(t *testing.T) {
	for _, test := range []struct {
		mod, release, name string
		looks              bool
	}{
		{"ra", "release-20200202", "pbox", false},
		{"ra", "release-20200503", "tsla", false},
		{"ra", "release-20210321", "gun", false},
		{"cnc", "playtest-20201213", "obli", false},
		{"cnc", "playtest-20201213", "gtwr", false},
		{"ra", "release-20230225", "gun", true},
		{"cnc", "release-20231010", "gtwr", true},
		{"ra", "{DEV_VERSION}", "pbox", true},
	} {
		w := playing(t, test.mod, test.release)
		tower := w.put(t, test.name, 0, Cell{X: 20, Y: 20})
		tower.Incomplete, tower.NextScan, tower.Stance = 20, 0, info.StanceDefend
		before := w.Random.Draws
		w.scanIdle(tower)
		w.tickGuns(tower)
		if looks := w.Random.Draws > before; looks != test.looks {
			t.Errorf("%s of %s %s looks around: %t", test.name, test.mod, test.release, looks)
		}
		tower.Incomplete, tower.NextScan = 0, 0
		before = w.Random.Draws
		if w.scanIdle(tower); w.Random.Draws == before {
			t.Errorf("%s of %s %s: complete it does not look around", test.name, test.mod, test.release)
		}
	}
}

// A gun that is sold has its turret switched off, which takes its targets along: it
// looks around anew, though it will not fire.
func TestAGunThatIsSoldForgetsItsTarget(t *testing.T) {
	for _, test := range []struct {
		name    string
		forgets bool
	}{{"gun", true}, {"ftur", false}} {
		w := plain(t)
		gun, tank := w.built(t, test.name, 0, Cell{X: 20, Y: 20}), w.put(t, "1tnk", 1, Cell{X: 22, Y: 20})
		gun.Opportunity, gun.Persistent, gun.Aiming = tank.ID, true, true
		w.sell(gun)
		if forgets := gun.Opportunity == none; forgets != test.forgets {
			t.Errorf("%s forgets its target: %t", test.name, forgets)
		}
	}
}
