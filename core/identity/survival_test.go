package identity_test

import (
	"testing"

	"convertd/core/identity"
	"convertd/core/ir"
	"convertd/core/order"
)

const (
	patience = 5
	fade     = 20
)

// command lets a player command units, binding their ids first.
func (w *world) command(s *identity.Survival, subjects ...uint32) {
	w.find(0, ir.KindMove, subjects...)
	s.Order(&ir.Order{Kind: ir.KindMove, Subjects: subjects}, 0)
}

func (w *world) wait(ticks int) {
	w.t.Helper()
	for range ticks {
		w.tick()
	}
}

func wantDistance(t *testing.T, s *identity.Survival, missing, surplus int) {
	t.Helper()
	if d := s.Distance(); d.Missing != missing || d.Surplus != surplus {
		t.Errorf("%+v, want %d missing, %d surplus", d, missing, surplus)
	}
}

func TestCommandedDeadIsMissingOnceItLasts(t *testing.T) {
	w := newWorld(t, "ttt")
	s := identity.NewSurvival(w.sim.View(), w.binder, patience, fade)
	w.command(s, 1, 2, 3)
	w.kill(1)
	w.command(s, 2)
	wantDistance(t, s, 0, 0)
	w.wait(patience)
	w.command(s, 2)
	wantDistance(t, s, 1, 0)
	w.wait(fade)
	wantDistance(t, s, 0, 0)
}

func TestAttackedDeadIsMissingToo(t *testing.T) {
	w := newWorld(t, "tT")
	s := identity.NewSurvival(w.sim.View(), w.binder, patience, fade)
	w.command(s, 1)
	w.find(1, ir.KindMove, 2)
	w.kill(1)
	w.wait(patience)
	s.Order(&ir.Order{Kind: ir.KindAttack, Subjects: []uint32{1}, Target: ir.Target{Kind: ir.TargetEntity, ID: 2}}, 0)
	wantDistance(t, s, 1, 0)
}

func TestUnitThatMissesARollCallIsSurplusUntilItAnswers(t *testing.T) {
	w := newWorld(t, "tttttttt")
	s := identity.NewSurvival(w.sim.View(), w.binder, patience, fade)
	w.command(s, 1, 2, 3, 4, 5, 6, 7, 8)
	w.command(s, 1, 2, 3, 4, 5, 6)
	wantDistance(t, s, 0, 0)
	w.wait(patience)
	wantDistance(t, s, 0, 2)
	w.command(s, 1, 2, 3, 4, 5, 6, 7)
	wantDistance(t, s, 0, 1)
}

func TestSmallOrderAndOtherGroupAreNoRollCall(t *testing.T) {
	w := newWorld(t, "tttttttttttt")
	s := identity.NewSurvival(w.sim.View(), w.binder, patience, fade)
	w.command(s, 1, 2, 3, 4, 5, 6, 7)
	w.command(s, 1, 2, 3, 4)          // too few
	w.command(s, 8, 9, 10, 11, 12, 1) // most of the first group are not in it
	w.wait(patience)
	wantDistance(t, s, 0, 0)
}

func TestGroupThatMayBeCutIsNoRollCall(t *testing.T) {
	letters := make([]byte, order.MaxSelection+2)
	all := make([]uint32, len(letters))
	for i := range letters {
		letters[i], all[i] = 't', uint32(i+1)
	}
	w := newWorld(t, string(letters))
	s := identity.NewSurvival(w.sim.View(), w.binder, patience, fade)
	w.command(s, all[:order.MaxSelection-1]...)
	w.command(s, all[2:]...)
	w.wait(patience)
	wantDistance(t, s, 0, 0)
}

func TestDistanceIsAShareOfWhatTheOriginalHas(t *testing.T) {
	for _, c := range []struct {
		name     string
		distance identity.Distance
		exceeds  bool
	}{
		{"one missing of 49", identity.Distance{Missing: 1, Living: 48}, true},
		{"one missing of 50", identity.Distance{Missing: 1, Living: 49}, false},
		{"one too many for 49", identity.Distance{Surplus: 1, Living: 50}, true},
		{"one too many for 50", identity.Distance{Surplus: 1, Living: 51}, false},
		{"the larger counts", identity.Distance{Missing: 1, Surplus: 3, Living: 100}, true},
		{"displaced ones count", identity.Distance{Displaced: 3, Living: 100}, true},
		{"nothing lives", identity.Distance{Missing: 1}, true},
		{"no difference", identity.Distance{}, false},
	} {
		if got := c.distance.Exceeds(20); got != c.exceeds {
			t.Errorf("%s: %t", c.name, got)
		}
	}
}
