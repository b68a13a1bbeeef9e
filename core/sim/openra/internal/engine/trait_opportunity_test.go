// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/rules"
)

// A turret whose target got away looks at it once more before it looks for
// another: the first look finds what it was told and draws nothing.
func TestATurretThatLostItsTargetDrawsOneTickLater(t *testing.T) {
	w := plain(t)
	gun := w.put(t, "gun", 0, Cell{X: 20, Y: 20})
	near, far := w.CenterOfCell(Cell{X: 23, Y: 20}), w.CenterOfCell(Cell{X: 40, Y: 20})
	target := w.put(t, "e1", 1, Cell{X: 23, Y: 20})
	w.Step()
	gun.Opportunity, gun.Persistent = target.ID, true
	for _, test := range []struct {
		at    Pos
		draws int64
		knows bool
	}{{near, 0, true}, {far, 0, true}, {far, 1, false}} {
		gun.NextScan = 0
		w.setCenter(target, test.at)
		before := w.Random.Draws
		w.tickOpportunity(gun)
		if drawn := w.Random.Draws - before; drawn != test.draws {
			t.Errorf("target at %v: %d draws, want %d", test.at, drawn, test.draws)
		}
		if knows := gun.Opportunity == target.ID; knows != test.knows {
			t.Errorf("target at %v: the turret knows %d", test.at, gun.Opportunity)
		}
	}
}

// Until 20210321 who has a target of its own finds nothing, so that attack
// moves go on past it; later it finds that target once more.
func TestUntil20210321NothingIsFoundWhileATurretHasItsOwnTarget(t *testing.T) {
	for version, finds := range map[string]bool{
		"release-20200503": false, "release-20210321": false, "release-20230225": true, rules.Fork2026: true,
	} {
		w := playing(t, "ra", version)
		tank, target := w.put(t, "1tnk", 0, Cell{X: 20, Y: 20}), w.put(t, "e1", 1, Cell{X: 23, Y: 20})
		tank.Opportunity, tank.Persistent, tank.OpportunityForced, tank.NextScan = target.ID, true, true, 0
		before := w.Random.Draws
		if found := w.scan(tank, false, false); (found == target.ID) != finds || w.Random.Draws != before {
			t.Errorf("%s: it finds %d with %d draws", version, found, w.Random.Draws-before)
		}
		if forced := w.AttackActivity(tank, target.ID, false).Flag[flagForced]; forced != finds {
			t.Errorf("%s: the new attack is forced: %v", version, forced)
		}
	}
}
