// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/state"
)

func TestCiviliansRunAboutWhenTheyAreHurtAndCalmDown(t *testing.T) {
	w := plain(t)
	w.Step()
	mcv := enginetest.Named(w.Actors, "mcv")
	civilian := w.Create(w.TypeOf("c1"), state.Spawn{Owner: mcv.Owner, Cell: mcv.To.Add(Cell{X: 9, Y: 9}), HasCell: true, Facing: -1})
	w.Step()
	calm := w.speedIn(civilian, civilian.To)
	draws := w.Random.Draws
	w.Damage(civilian, nil, 10, nil)
	if !civilian.Panicking() || civilian.PanicSince != w.Ticks || w.Random.Draws != draws+1 {
		t.Fatalf("panics since tick %d, now %d, %d draws", civilian.PanicSince, w.Ticks, w.Random.Draws-draws)
	}
	if fast := w.speedIn(civilian, civilian.To); fast != 2*calm {
		t.Errorf("it runs at %d, and walked at %d", fast, calm)
	}
	since, at, moved := civilian.PanicSince, civilian.To, 0
	for w.Ticks < since+civilian.Type.Panics.Duration {
		if !civilian.Panicking() {
			t.Fatalf("calm after %d ticks", w.Ticks-since)
		}
		w.Step()
		if civilian.To != at {
			at = civilian.To
			moved++
		}
	}
	if civilian.Panicking() || moved < 3 {
		t.Errorf("after %d ticks it panics: %v; it went %d cells", w.Ticks-since, civilian.Panicking(), moved)
	}
}

func TestWhoPanicsDropsWhatHeDoesOnce(t *testing.T) {
	w := plain(t)
	w.Step()
	mcv := enginetest.Named(w.Actors, "mcv")
	civilian := w.Create(w.TypeOf("c1"), state.Spawn{Owner: mcv.Owner, Cell: mcv.To.Add(Cell{X: 9, Y: 9}), HasCell: true, Facing: -1})
	w.order(civilian, false, w.MoveTo(mcv.To.Add(Cell{X: 20, Y: 9}), 0, false))
	w.mayPanic(civilian, 100)
	if !civilian.Idle() {
		t.Error("it goes on as if nothing was")
	}
	w.order(civilian, false, w.MoveTo(mcv.To.Add(Cell{X: 20, Y: 9}), 0, false))
	w.mayPanic(civilian, 100)
	if civilian.Idle() {
		t.Error("it stops again")
	}
	if w.mayPanic(enginetest.Named(w.Actors, "mcv"), 0); enginetest.Named(w.Actors, "mcv").Panicking() {
		t.Error("a chance of nothing was enough")
	}
}

func TestPanicAvoidsSomeTerrain(t *testing.T) {
	w := plain(t)
	mcv := enginetest.Named(w.Actors, "mcv")
	civilian := w.Create(w.TypeOf("c1"), state.Spawn{Owner: mcv.Owner, Cell: mcv.To.Add(Cell{X: 9, Y: 9}), HasCell: true, Facing: -1})
	ground := w.terrainName(civilian.To)
	if _, ok := w.adjacentEnterable(civilian, []string{ground}); ok {
		t.Errorf("it runs to %s, which it avoids", ground)
	}
	if _, ok := w.adjacentEnterable(civilian, []string{"nowhere"}); !ok {
		t.Error("it runs nowhere")
	}
}

// How often who shoots panics, and whether it is drawn for who is hurt.
func TestPanicByRelease(t *testing.T) {
	for _, test := range []struct {
		version string
		drawn   int
		of      int32 // the draw for a shot is below this number
		least   int32 // and the first that leaves him calm
	}{{"release-20200503", 0, 5, 1}, {"release-20210321", 1, 100, 20}, {"{DEV_VERSION}", 1, 100, 20}} {
		w := playing(t, "ra", test.version)
		civilian := w.put(t, "c1", 0, Cell{X: 60, Y: 60})
		w.pass(1)
		draws := w.Random.Draws
		if w.Damage(civilian, nil, 10, nil); !civilian.Panicking() || int(w.Random.Draws-draws) != test.drawn {
			t.Errorf("%s: hurt he panics %t after %d draws", test.version, civilian.Panicking(), w.Random.Draws-draws)
		}
		for range 1000 {
			civilian.PanicSince = 0
			w.Ticks++
			before := w.Random
			want := before.Below(test.of) < test.least
			if w.panicShooting(civilian); civilian.Panicking() != want {
				t.Fatalf("%s: shooting he panics %t, want %t", test.version, civilian.Panicking(), want)
			}
		}
	}
}
