// SPDX-License-Identifier: GPL-3.0-or-later

package lab

import (
	"strings"
	"testing"

	"convertd/core/sim/openra/internal/engine"
	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
	"convertd/internal/fixtures/oramap"
)

// skirmish is a fight of two sides that has begun.
func skirmish(tb testing.TB) *engine.World {
	tb.Helper()
	w := enginetest.Start(tb, engine.New, enginetest.OnMap(tb, "ra", oramap.Field(), "{DEV_VERSION}", "allies", "russia"))
	enginetest.Skirmish(tb, w, w.Players)
	return w
}

// laboratory opens one at what a deviation comes to.
func laboratory(t *testing.T, start *engine.World, d *deviation) *Laboratory {
	t.Helper()
	lab, err := NewLaboratory(record(start, d), 1)
	if err != nil {
		t.Fatal(err)
	}
	return lab
}

func TestOneTraitThatIsWrongForFramesIsFollowed(t *testing.T) {
	start := skirmish(t)
	_, at := dry(start)
	tank := enginetest.Named(at.Actors, "proc")
	lab := laboratory(t, start, &deviation{tick: at.Ticks + 3, before: func(w *engine.World) { w.Actor(tank.ID).HP -= 7 }})
	courses := lab.Courses()
	if len(courses) == 0 || !strings.HasPrefix(courses[0].What, "Health of "+called(at, tank.ID)) || courses[0].Frames < 4 {
		t.Fatalf("found %+v", courses)
	}
	if courses[0].Bits < 32 {
		t.Errorf("%d bits of %d frames, %d of them different, are no proof", courses[0].Bits, courses[0].Frames, courses[0].Distinct)
	}
	// Every frame is explained by it, so it is met when it is played.
	candidates := Explain(lab.course[0].world, lab.frames[lab.wrong].Hash).Candidates
	for i := range candidates {
		if c := &candidates[i]; len(c.Terms) == 1 && c.Terms[0].Actor == tank.ID {
			if met, distinct, ok := lab.Verify(c); !ok || met < 10 || distinct < 2 {
				t.Errorf("played on with %s: %d frames, %d of them different, %v", c, met, distinct, ok)
			}
			return
		}
	}
	t.Errorf("its health is no candidate: %v", candidates)
}

func TestWhatIsWrongByChanceLastsOneFrame(t *testing.T) {
	start := skirmish(t)
	_, at := dry(start)
	lab := laboratory(t, start, &deviation{tick: at.Ticks + 3, before: func(w *engine.World) {
		for range 3 {
			w.Random.Raw()
		}
		enginetest.Named(w.Actors, "proc").HP -= 3
	}})
	candidates := Explain(lab.course[0].world, lab.frames[lab.wrong].Hash).Candidates
	for i := range candidates {
		if met, _, ok := lab.Verify(&candidates[i]); ok && met > 1 {
			t.Errorf("%s lasts %d frames", candidates[i], met)
		}
	}
}

func TestAChainOfTheSameMistakeIsFollowed(t *testing.T) {
	start := skirmish(t)
	_, at := dry(start)
	lab := laboratory(t, start, &deviation{tick: at.Ticks + 2, before: func(w *engine.World) { w.Random.Raw() }})
	if scan := lab.Scan(ScanLimits{Chain: 1, Back: 1}); len(scan.Trials) == 0 || !scan.Trials[0].ToEnd || scan.Next != nil {
		t.Errorf("one draw more: %+v", scan)
	}
	lab = laboratory(t, start, &deviation{also: &twiceMore{ticks: map[int32]bool{at.Ticks + 2: true, at.Ticks + 14: true}}})
	scan := lab.Scan(ScanLimits{Chain: 1, Back: 1})
	if len(scan.Trials) == 0 || scan.Trials[0].Distinct < 2 || scan.Next == nil || len(scan.Next.Trials) == 0 || !scan.Next.Trials[0].ToEnd {
		t.Errorf("two draws more, twelve ticks apart: %+v, then %+v", scan, scan.Next)
	}
}

// twiceMore draws a number at the beginning of some ticks.
type twiceMore struct{ ticks map[int32]bool }

func (m *twiceMore) beforeTick(w *engine.World) {
	if m.ticks[w.Ticks+1] {
		w.Random.Raw()
	}
}

func TestWhatIsNewIsTold(t *testing.T) {
	w := skirmish(t)
	var n News
	for range 3 * state.TicksPerFrame {
		w.Step()
		n.tick(w)
	}
	w.Frames = 500
	for _, o := range []state.Order{{Name: "Stop"}, {Name: "Sell", Subject: enginetest.Named(w.Actors, "tent").ID, HasSubject: true}} {
		n.orders(w, []state.Order{o})
	}
	enginetest.Put(t, w, "ftrk", enginetest.FirstPlayer, wpos.Cell{X: 12, Y: 12}).Selling = true
	w.Ticks = 3000
	n.tick(w)
	said := ""
	for _, novelty := range n.Since(500) {
		said += novelty.Kind.String() + " " + novelty.What + "\n"
	}
	for _, want := range []string{"order Stop\n", "order Sell\n", "order for Sell: tent\n", "actor type ftrk\n", "state of ftrk: selling\n"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not told in\n%s", want, said)
		}
	}
	if strings.Contains(said, "actor type e1") {
		t.Errorf("what was there before is told:\n%s", said)
	}
}

func TestWhoDrewIsTold(t *testing.T) {
	start := skirmish(t)
	log, at := dry(start)
	lab := laboratory(t, start, &deviation{tick: at.Ticks + 3, before: func(w *engine.World) { w.Random.Raw() }})
	draws := lab.Draws()
	wanted := 0
	for i := range log.draws {
		if d := &log.draws[i]; d.tick > at.Ticks && d.tick <= at.Ticks+state.TicksPerFrame {
			wanted++
		}
	}
	if len(draws) != wanted || wanted == 0 {
		t.Fatalf("%d numbers were drawn, told of %d", wanted, len(draws))
	}
	for _, d := range draws {
		if !strings.Contains(d.By, " in ") {
			t.Errorf("draw %d is by %q", d.N, d.By)
		}
	}
	if len(lab.Entries()) == 0 {
		t.Error("nothing changed in a frame of a battle")
	}
}
