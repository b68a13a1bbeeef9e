// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// rest stops what would draw for other reasons than the body, or move it.
func rest(w *World, a *Actor) {
	w.Step() // it was put there
	a.Stance = info.StanceHoldFire
	a.Body, a.Animation = state.BodyWaiting, state.Animation{}
}

func TestAShotIsShownBeforeASoldierIsIdle(t *testing.T) {
	w := plain(t)
	soldier := w.put(t, "e1", 0, Cell{X: 20, Y: 20})
	rest(w, soldier)
	w.later(state.Task{Kind: state.TaskShowShot, Actor: soldier.ID})
	w.Step() // the body is idle first; the shot is shown at the end
	if soldier.Body != state.BodyAttacking || soldier.Animation.Left != 8 {
		t.Fatalf("body %d for %d ticks", soldier.Body, soldier.Animation.Left)
	}
	before := w.Random.Draws
	for range 8 {
		w.Step()
	}
	if soldier.Body != state.BodyWaiting || w.Random.Draws != before {
		t.Errorf("body %d, %d draws", soldier.Body, w.Random.Draws-before)
	}
	if w.Step(); soldier.Body != state.BodyIdle || w.Random.Draws != before+2 {
		t.Errorf("then body %d, %d draws", soldier.Body, w.Random.Draws-before)
	}
	soldier.ProneTicks = 100
	soldier.Type.Infantry.Attack[1]++ // so that the two lengths differ
	w.showShot(soldier.ID)
	if soldier.Animation.Left != 9 {
		t.Errorf("%d ticks lying", soldier.Animation.Left)
	}
	soldier.Type.Infantry.Attack[1]--
}

func TestASoldierIsNotIdleWhileItLies(t *testing.T) {
	w := plain(t)
	soldier := w.put(t, "e1", 0, Cell{X: 20, Y: 20})
	rest(w, soldier)
	w.Step()
	if soldier.Body != state.BodyIdle {
		t.Fatalf("body %d", soldier.Body)
	}
	before := w.Random.Draws
	soldier.ProneTicks = 3
	for range 3 {
		w.Step()
		if soldier.Body != state.BodyWaiting || w.Random.Draws != before {
			t.Fatalf("body %d, %d draws", soldier.Body, w.Random.Draws-before)
		}
	}
	// Its body takes notice a tick after it got up, and draws twice for that.
	for tick, body := range []state.BodyState{state.BodyWaiting, state.BodyIdle, state.BodyIdle} {
		if w.Step(); soldier.Body != body {
			t.Errorf("body %d in tick %d", soldier.Body, tick)
		}
	}
	if w.Random.Draws != before+4 {
		t.Errorf("%d draws", w.Random.Draws-before)
	}
}

// ra-dev2026-rl-83f13921ab9b, net frame 10750.
func TestATechnicianLooksAboutForEighteenOrTwelveTicks(t *testing.T) {
	for sequence, ticks := range []int32{18, 12} {
		w := plain(t)
		technician := w.put(t, "tecn2", 0, Cell{X: 20, Y: 20})
		rest(w, technician)
		w.Step()
		technician.IdleSequence, technician.IdleDelay = int32(sequence), 1
		w.Step()
		shown := int32(1) // the tick in which it begins is one of them
		for ; technician.Body == state.BodyIdleAnimating; shown++ {
			w.Step()
		}
		if shown != ticks {
			t.Errorf("sequence %d is shown for %d ticks, want %d", sequence, shown, ticks)
		}
	}
}

// Until 20200202 infantry that hides is idle as any other: it draws, but does not count
// down (ra-20200202-doubles-0 of the engine's games, net frame 15).
func TestWhoHidesIsIdleIn20200202(t *testing.T) {
	for version, draws := range map[string]int64{"release-20200202": 2, "release-20200503": 0} {
		w := playing(t, "ra", version)
		soldier := w.put(t, "e1", 0, Cell{X: 20, Y: 20})
		soldier.ProneTicks, soldier.Body = 50, state.BodyWaiting
		before := w.Random.Draws
		if w.idleBody(soldier); w.Random.Draws != before+draws {
			t.Errorf("%s: it draws %d numbers, not %d", version, w.Random.Draws-before, draws)
		}
		delay := soldier.IdleDelay
		if w.idleBody(soldier); soldier.IdleDelay != delay {
			t.Errorf("%s: it counts down while it hides", version)
		}
	}
}
