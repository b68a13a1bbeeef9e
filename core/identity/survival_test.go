// SPDX-License-Identifier: GPL-3.0-or-later

package identity_test

import (
	"testing"

	"convertd/core/identity"
	"convertd/core/ir"
)

const (
	patience = 5
	fade     = 20
)

// command lets a player command units, binding their ids first.
func (w *world) command(s *identity.Survival, subjects ...uint32) {
	w.find(0, ir.KindMove, subjects...)
	s.Order(&ir.Order{Kind: ir.KindMove, Subjects: subjects})
}

func (w *world) wait(ticks int) {
	w.t.Helper()
	for range ticks {
		w.tick()
	}
}

func wantMissing(t *testing.T, s *identity.Survival, missing int) {
	t.Helper()
	if d := s.Distance(); d.Missing != missing {
		t.Errorf("%+v, want %d missing", d, missing)
	}
}

func TestCommandedDeadIsMissingOnceItLasts(t *testing.T) {
	w := newWorld(t, "ttt")
	s := identity.NewSurvival(w.sim.View(), w.binder, patience, fade)
	w.command(s, 1, 2, 3)
	w.kill(1)
	w.command(s, 2)
	wantMissing(t, s, 0)
	w.wait(patience)
	w.command(s, 2)
	wantMissing(t, s, 1)
	w.wait(fade)
	wantMissing(t, s, 0)
}

func TestAttackedDeadIsMissingToo(t *testing.T) {
	w := newWorld(t, "tT")
	s := identity.NewSurvival(w.sim.View(), w.binder, patience, fade)
	w.command(s, 1)
	w.find(1, ir.KindMove, 2)
	w.kill(1)
	w.wait(patience)
	s.Order(&ir.Order{Kind: ir.KindAttack, Subjects: []uint32{1}, Target: ir.Target{Kind: ir.TargetEntity, ID: 2}})
	wantMissing(t, s, 1)
}

func TestWhoIsNotNamedAnyMoreIsNotTooMany(t *testing.T) {
	w := newWorld(t, "tttttttt")
	s := identity.NewSurvival(w.sim.View(), w.binder, patience, fade)
	w.command(s, 1, 2, 3, 4, 5, 6, 7, 8)
	for range 5 { // two stay behind as guards
		w.command(s, 1, 2, 3, 4, 5, 6)
		w.wait(patience)
	}
	if d := s.Distance(); d.Largest() != 0 {
		t.Errorf("%+v, want no difference", d)
	}
}

func TestDistanceIsAShareOfWhatTheOriginalHas(t *testing.T) {
	for _, c := range []struct {
		name     string
		distance identity.Distance
		exceeds  bool
	}{
		{"one missing of 49", identity.Distance{Missing: 1, Living: 48}, true},
		{"one missing of 50", identity.Distance{Missing: 1, Living: 49}, false},
		{"the larger counts", identity.Distance{Missing: 1, Displaced: 3, Living: 100}, true},
		{"displaced ones count", identity.Distance{Displaced: 3, Living: 100}, true},
		{"nothing lives", identity.Distance{Missing: 1}, true},
		{"no difference", identity.Distance{}, false},
	} {
		if got := c.distance.Exceeds(20); got != c.exceeds {
			t.Errorf("%s: %t", c.name, got)
		}
	}
}
