// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"testing"

	"convertd/core/sim/openra/internal/info"
)

func TestAWreckRunsOverWhoStandsWhereItComesToRest(t *testing.T) {
	w := plain(t)
	enemy, friend := w.put(t, "e1", 1, Cell{X: 20, Y: 20}), w.put(t, "e1", 0, Cell{X: 24, Y: 20})
	for _, c := range []Cell{{X: 20, Y: 20}, {X: 24, Y: 20}} {
		slide := spawn{owner: 0, cell: c, hasCell: true, center: w.centerOfCell(c).Add(Pos{X: 400, Y: 0, Z: 0}), hasCenter: true, drag: 100, ready: true}
		w.later(task{kind: taskSpawn, typ: w.typeOf("2tnk.husk"), spawn: slide})
	}
	w.pass(4)
	if enemy.dead {
		t.Fatal("he dies before the wreck has come to rest")
	}
	w.pass(4)
	if !enemy.dead {
		t.Error("the wreck came to rest on him and he lives")
	}
	if friend.dead {
		t.Error("wrecks run over their own")
	}
}

func TestAWreckOfTheFirstReleasesBurnsDown(t *testing.T) {
	for _, test := range []struct {
		mod, release, wreck string
		damage, interval    int32
	}{{"ra", "release-20200202", "2tnk.husk", 200, 8}, {"cnc", "release-20200503", "mtnk.husk", 100, 6}} {
		w := playing(t, test.mod, test.release)
		husk := w.put(t, test.wreck, 0, Cell{X: 20, Y: 20})
		w.step()
		if husk.hp != husk.typ.MaxHP-test.damage {
			t.Errorf("%s of %s: %d of %d after a tick", test.wreck, test.release, husk.hp, husk.typ.MaxHP)
		}
		hashed := false
		for i := range husk.typ.Syncs {
			s := &husk.typ.Syncs[i]
			if hashed = hashed || s.Key == "Burns"; s.Key == "Burns" && (s.Kind != info.SyncChangesHealth || husk.healTicks[s.Index] != test.interval) {
				t.Errorf("%s: %d ticks to the next burn, hashed as %d", test.wreck, husk.healTicks[s.Index], s.Kind)
			}
		}
		w.pass(int(test.interval))
		if !hashed {
			t.Errorf("%s of %s: the count is not hashed", test.wreck, test.release)
		}
		if husk.hp != husk.typ.MaxHP-2*test.damage {
			t.Errorf("%s of %s: %d of %d after a burn more", test.wreck, test.release, husk.hp, husk.typ.MaxHP)
		}
	}
}
