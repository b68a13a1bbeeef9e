// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/state"
)

func queueOf(tb testing.TB, w *World, player int32, kind string) *state.Queue {
	tb.Helper()
	for i := range w.Players[player].Queues {
		if q := &w.Players[player].Queues[i]; q.Info.Kind == kind {
			return q
		}
	}
	tb.Fatalf("no queue of %s", kind)
	return nil
}

func TestWhatMayStandOnceIsNotBuiltTwice(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*World, *Actor)
		want   int
	}{
		{"the first", func(w *World, tanya *Actor) { w.DisposeNow(tanya) }, 1},
		{"while one stands", func(*World, *Actor) {}, 0},
		{"while one rides", func(w *World, tanya *Actor) { w.Remove(tanya) }, 0},
		{"with every technology", func(w *World, _ *Actor) { w.Players[0].Cheats.AllTech = true }, 3},
	} {
		w := plain(t)
		w.built(t, "tent", 0, Cell{X: 30, Y: 30})
		w.built(t, "atek", 0, Cell{X: 36, Y: 30})
		tanya := w.put(t, "e7", 0, Cell{X: 40, Y: 40})
		w.pass(1)
		test.change(w, tanya)
		w.give(0, w.Actors[w.Players[0].Actor], Order{Name: "StartProduction", Text: "e7", Extra: 3})
		if got := len(queueOf(t, w, 0, "Infantry").Items); got != test.want {
			t.Errorf("%s: %d are begun, want %d", test.name, got, test.want)
		}
	}
}

func TestNobodyLeavesABuildingThatIsBeingCaptured(t *testing.T) {
	w := plain(t)
	tent := w.built(t, "tent", 0, Cell{X: 30, Y: 30})
	w.pass(1)
	tent.Captor = w.put(t, "e6", 1, Cell{X: 50, Y: 50}).ID
	w.finished(t, "e1", 0)
	for _, rally := range [][]Cell{nil, {{X: 40, Y: 40}}} {
		tent.RallyPath = rally
		before, draws := w.NextID, w.Random.Draws
		if w.selectExit(tent, w.TypeOf("e1"), "Infantry") != nil || w.Random.Draws != draws {
			t.Errorf("with the way out %v an exit is open, or drawn for", rally)
		}
		if w.pass(2); w.NextID != before {
			t.Errorf("with the way out %v somebody leaves", rally)
		}
	}
	tent.Captor = none
	before := w.NextID
	if w.pass(2); w.NextID != before+1 {
		t.Errorf("%d left when it was over", w.NextID-before)
	}
}

func TestWhatMayStandOnceIsPaidBackWhenOneComes(t *testing.T) {
	w := plain(t)
	w.built(t, "tent", 0, Cell{X: 30, Y: 30})
	w.built(t, "atek", 0, Cell{X: 36, Y: 30})
	w.pass(1)
	w.give(0, w.Actors[w.Players[0].Actor], Order{Name: "StartProduction", Text: "e7", Extra: 1})
	q, cash := queueOf(t, w, 0, "Infantry"), w.Players[0].Cash
	w.pass(20)
	if w.Players[0].Cash == cash {
		t.Fatal("nothing is paid")
	}
	w.put(t, "e7", 0, Cell{X: 40, Y: 40})
	w.pass(1)
	if len(q.Items) != 0 || w.Players[0].Cash != cash {
		t.Errorf("%d are in work, %d of %d left", len(q.Items), w.Players[0].Cash, cash)
	}
}
