// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"testing"

	"convertd/core/sim/openra/internal/info"
)

// rest stops what would draw for other reasons than the body, or move it.
func rest(w *World, a *Actor) {
	w.step() // it was put there
	a.stance = info.StanceHoldFire
	a.body, a.animation = bodyWaiting, animation{}
}

func TestAShotIsShownBeforeASoldierIsIdle(t *testing.T) {
	w := plain(t)
	soldier := w.put(t, "e1", 0, Cell{X: 20, Y: 20})
	rest(w, soldier)
	w.later(task{kind: taskShowShot, actor: soldier.ID})
	w.step() // the body is idle first; the shot is shown at the end
	if soldier.body != bodyAttacking || soldier.animation.left != 8 {
		t.Fatalf("body %d for %d ticks", soldier.body, soldier.animation.left)
	}
	before := w.random.draws
	for range 8 {
		w.step()
	}
	if soldier.body != bodyWaiting || w.random.draws != before {
		t.Errorf("body %d, %d draws", soldier.body, w.random.draws-before)
	}
	if w.step(); soldier.body != bodyIdle || w.random.draws != before+2 {
		t.Errorf("then body %d, %d draws", soldier.body, w.random.draws-before)
	}
	soldier.proneTicks = 100
	soldier.typ.Infantry.Attack[1]++ // so that the two lengths differ
	w.showShot(soldier.ID)
	if soldier.animation.left != 9 {
		t.Errorf("%d ticks lying", soldier.animation.left)
	}
	soldier.typ.Infantry.Attack[1]--
}

func TestASoldierIsNotIdleWhileItLies(t *testing.T) {
	w := plain(t)
	soldier := w.put(t, "e1", 0, Cell{X: 20, Y: 20})
	rest(w, soldier)
	w.step()
	if soldier.body != bodyIdle {
		t.Fatalf("body %d", soldier.body)
	}
	before := w.random.draws
	soldier.proneTicks = 3
	for range 3 {
		w.step()
		if soldier.body != bodyWaiting || w.random.draws != before {
			t.Fatalf("body %d, %d draws", soldier.body, w.random.draws-before)
		}
	}
	// Its body takes notice a tick after it got up, and draws twice for that.
	for tick, body := range []bodyState{bodyWaiting, bodyIdle, bodyIdle} {
		if w.step(); soldier.body != body {
			t.Errorf("body %d in tick %d", soldier.body, tick)
		}
	}
	if w.random.draws != before+4 {
		t.Errorf("%d draws", w.random.draws-before)
	}
}

// ra-dev2026-rl-83f13921ab9b, net frame 10750.
func TestATechnicianLooksAboutForEighteenOrTwelveTicks(t *testing.T) {
	for sequence, ticks := range []int32{18, 12} {
		w := plain(t)
		technician := w.put(t, "tecn2", 0, Cell{X: 20, Y: 20})
		rest(w, technician)
		w.step()
		technician.idleSequence, technician.idleDelay = int32(sequence), 1
		w.step()
		shown := int32(1) // the tick in which it begins is one of them
		for ; technician.body == bodyIdleAnimating; shown++ {
			w.step()
		}
		if shown != ticks {
			t.Errorf("sequence %d is shown for %d ticks, want %d", sequence, shown, ticks)
		}
	}
}
