// SPDX-License-Identifier: GPL-3.0-or-later

package lab

import (
	"testing"

	"convertd/core/sim/openra/internal/engine"
	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// A building that changed hands unseen stands: bots' units choose it, whosever
// they take it for.
func TestEverybodyChoosesAMemoryOfWhatChangedHands(t *testing.T) {
	for _, version := range enginetest.Releases {
		for _, bot := range []bool{true, false} {
			w := enginetest.Start(t, engine.New, enginetest.PersonAndBot(t, "ra", version))
			silo := enginetest.Remember(t, w, "silo", wpos.Cell{X: 60, Y: 60})
			w.ChangeOwner(silo, 2)
			enginetest.Pass(w, 2)
			w.Players[0].Bot = bot
			soldier := enginetest.Put(t, w, "e1", 0, wpos.Cell{X: 65, Y: 60})
			soldier.Stance = info.StanceAttackAnything
			if found := w.ChooseTarget(soldier, true); found != silo.ID|engine.FrozenBit || w.Frozen.Of(silo.ID).OwnerTo(0) != 1 {
				t.Errorf("%s: bot %t, chooses %s", version, bot, called(w, found))
			}
		}
	}
}

// Of equals the one in the first bin of cells is chosen, also where it is newer.
func TestOfEqualMemoriesTheFirstInTheRowsOfBinsIsChosen(t *testing.T) {
	for _, newer := range []bool{false, true} {
		w := enginetest.Start(t, engine.New, enginetest.TwoBots(t))
		cells := []wpos.Cell{{X: 62, Y: 68}, {X: 62, Y: 72}} // the bins end after row 69
		if newer {
			cells[0], cells[1] = cells[1], cells[0]
		}
		first, second := enginetest.Remember(t, w, "silo", cells[0]), enginetest.Remember(t, w, "silo", cells[1])
		tank := enginetest.Put(t, w, "1tnk", 0, wpos.Cell{X: 66, Y: 70})
		tank.Stance = info.StanceAttackAnything
		want := first
		if newer {
			want = second
		}
		for _, silo := range []*state.Actor{first, second} {
			if w.VisibleTo(silo, 0) || silo.Center.Sub(tank.Center).Length() != want.Center.Sub(tank.Center).Length() {
				t.Fatal("they are no equal memories")
			}
		}
		if got := w.ChooseTarget(tank, true); got != want.ID|engine.FrozenBit {
			t.Errorf("newer %t: it chooses %s", newer, called(w, got))
		}
	}
}
