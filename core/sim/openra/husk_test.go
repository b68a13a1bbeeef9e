package openra

import "testing"

func TestAWreckRunsOverWhoStandsWhereItComesToRest(t *testing.T) {
	w := plain(t)
	enemy, friend := w.put(t, "e1", 1, Cell{20, 20}), w.put(t, "e1", 0, Cell{24, 20})
	for _, c := range []Cell{{20, 20}, {24, 20}} {
		slide := spawn{owner: 0, cell: c, hasCell: true, center: w.centerOfCell(c).add(Pos{400, 0, 0}), hasCenter: true, drag: 100, ready: true}
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
