// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

func TestAWreckRunsOverWhoStandsWhereItComesToRest(t *testing.T) {
	w := plain(t)
	enemy, friend := w.put(t, "e1", 1, Cell{X: 20, Y: 20}), w.put(t, "e1", 0, Cell{X: 24, Y: 20})
	for _, c := range []Cell{{X: 20, Y: 20}, {X: 24, Y: 20}} {
		slide := state.Spawn{Owner: 0, Cell: c, HasCell: true, Center: w.CenterOfCell(c).Add(Pos{X: 400, Y: 0, Z: 0}), HasCenter: true, Drag: 100, Ready: true}
		w.later(state.Task{Kind: state.TaskSpawn, Type: w.TypeOf("2tnk.husk"), Spawn: slide})
	}
	w.pass(4)
	if enemy.Dead {
		t.Fatal("he dies before the wreck has come to rest")
	}
	w.pass(4)
	if !enemy.Dead {
		t.Error("the wreck came to rest on him and he lives")
	}
	if friend.Dead {
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
		w.Step()
		if husk.HP != husk.Type.MaxHP-test.damage {
			t.Errorf("%s of %s: %d of %d after a tick", test.wreck, test.release, husk.HP, husk.Type.MaxHP)
		}
		hashed := false
		for i := range husk.Type.Syncs {
			s := &husk.Type.Syncs[i]
			if hashed = hashed || s.Key == "Burns"; s.Key == "Burns" && (s.Kind != info.SyncChangesHealth || husk.HealTicks[s.Index] != test.interval) {
				t.Errorf("%s: %d ticks to the next burn, hashed as %d", test.wreck, husk.HealTicks[s.Index], s.Kind)
			}
		}
		w.pass(int(test.interval))
		if !hashed {
			t.Errorf("%s of %s: the count is not hashed", test.wreck, test.release)
		}
		if husk.HP != husk.Type.MaxHP-2*test.damage {
			t.Errorf("%s of %s: %d of %d after a burn more", test.wreck, test.release, husk.HP, husk.Type.MaxHP)
		}
	}
}
