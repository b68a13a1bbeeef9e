// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/state"
)

// plain starts a game of two bots on open ground.
func plain(tb testing.TB) *World {
	tb.Helper()
	return enginetest.Start(tb, New, enginetest.TwoBots(tb))
}

func TestAGameRunsOnOpenGround(t *testing.T) {
	a, b := plain(t), plain(t)
	for range 400 {
		if a.Frame(nil) != b.Frame(nil) {
			t.Fatal("two runs of the same game differ")
		}
	}
	if a.Tick() != 1200 || a.FrameNumber() != 400 {
		t.Errorf("tick %d, frame %d", a.Tick(), a.FrameNumber())
	}
}

func TestSetupWithoutRulesIsRefused(t *testing.T) {
	if _, err := New(state.Setup{}); err == nil {
		t.Error("a world without rules came out")
	}
}

func TestOrdersAreJudgedAsTheEngineDoes(t *testing.T) {
	w := plain(t)
	unit := enginetest.Named(w.Actors, "mcv")
	if unit == nil {
		t.Fatal("nobody has an mcv")
	}
	player := w.Players[unit.Owner]
	for _, test := range []struct {
		name  string
		order Order
		want  Verdict
	}{
		{"of nobody", Order{Name: "Stop", Client: player.Client}, NotValid},
		{"of a stranger", Order{Name: "Stop", Client: 99, Subject: unit.ID, HasSubject: true}, NotValid},
		{"of an actor that never was", Order{Name: "Stop", Client: player.Client, Subject: 9999, HasSubject: true}, NotValid},
		{"of the owner", Order{Name: "Stop", Client: player.Client, Subject: unit.ID, HasSubject: true}, Obeyed},
		{"of a list", Order{Name: "Stop", Client: player.Client, Grouped: []uint32{9999, unit.ID}}, Obeyed},
		{"not modelled", Order{Name: "PickupUnit", Client: player.Client, Subject: unit.ID, HasSubject: true}, NotModelled},
		{"a beacon", Order{Name: "PlaceBeacon", Client: player.Client, Subject: unit.ID, HasSubject: true}, WithoutTrace},
	} {
		if got := w.Judge(&test.order); got != test.want {
			t.Errorf("an order %s is judged %d, want %d", test.name, got, test.want)
		}
	}
}

func TestOrdersWithoutAModelAreCounted(t *testing.T) {
	w := plain(t)
	unit := enginetest.Named(w.Actors, "mcv")
	for range 3 {
		w.Resolve(&Order{Name: "PickupUnit", Client: w.Players[unit.Owner].Client, Subject: unit.ID, HasSubject: true})
	}
	counts := w.Unmodelled()
	if counts.Orders != 3 || len(counts.Names) != 1 || counts.Names[0] != (state.NameCount{Name: "PickupUnit", N: 3}) {
		t.Errorf("counted %+v", counts)
	}
}
