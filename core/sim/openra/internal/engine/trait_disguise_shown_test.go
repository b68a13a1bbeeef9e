// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/codec"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// disguised is a spy who stands idle and has just been told to look like
// somebody.
func disguised(t *testing.T, release, as string) (*World, *Actor) {
	t.Helper()
	w := playing(t, "ra", release)
	spy, other := w.put(t, "spy", 0, Cell{X: 20, Y: 20}), w.put(t, as, 1, Cell{X: 60, Y: 60})
	spy.Stance = info.StanceHoldFire
	w.pass(3)
	if spy.Body != state.BodyIdle || !spy.Idle() {
		t.Fatalf("%s: the spy is not idle: %d", release, spy.Body)
	}
	w.orderDisguise(spy, &Order{Target: state.TargetActor, Actor: other.ID})
	return w, spy
}

// idleDraws lets the body take notice of what changed and returns how often the
// next idle tick draws.
func (w *World) idleDraws(a *Actor) uint64 {
	w.tickInfantryBody(a)
	draws := w.Random.Draws
	w.tickIdle(a)
	return uint64(w.Random.Draws - draws)
}

// A body that shows somebody else is idle anew and as that one is; so is the
// second body, for parachutes, which later releases gave the spy.
func TestADisguisedSpyIsIdleAsWhomHeLooksLike(t *testing.T) {
	for _, test := range []struct {
		release, as string
		draws       uint64
	}{
		{"release-20200202", "e1", 0},
		{"release-20200503", "e1", 2},
		{"release-20210321", "e1", 2},
		{"release-20210321", "c1", 0},
		{"release-20230225", "e1", 4},
		{"release-20231010", "medi", 2}, // of one sequence nothing is drawn
		{rules.Head, "e1", 4},
		{rules.Head, "c1", 0},
	} {
		w, spy := disguised(t, test.release, test.as)
		if draws := w.idleDraws(spy); draws != test.draws {
			t.Errorf("%s as %s: %d draws, want %d", test.release, test.as, draws, test.draws)
		}
		if draws := w.idleDraws(spy); draws != 0 {
			t.Errorf("%s as %s: %d draws a tick later", test.release, test.as, draws)
		}
		spy.DropDisguise(info.LoudAttack)
		want := uint64(2)
		if test.release == "release-20200202" {
			want = 0
		}
		if draws := w.idleDraws(spy); draws != want {
			t.Errorf("%s as %s: %d draws when he is himself again, want %d", test.release, test.as, draws, want)
		}
	}
}

func TestADisguisedSpyFidgetsAsLongAsWhomHeLooksLike(t *testing.T) {
	for _, release := range []string{"release-20200202", "release-20210321", rules.Head} {
		w, spy := disguised(t, release, "e1")
		w.idleDraws(spy)
		spy.IdleDelay, spy.IdleSequence = 1, 0
		spy.ShownAs.IdleDelay, spy.ShownAs.IdleSequence = 1, 1
		w.tickIdle(spy)
		if want := w.TypeOf("e1").Infantry.Idle[0]; spy.Animation.Left != want || spy.Type.Infantry.Idle[0] == want {
			t.Errorf("%s: %d ticks, want %d", release, spy.Animation.Left, want)
		}
		if release != rules.Head {
			continue
		}
		left := spy.ShownAs.Left
		if left != w.TypeOf("e1").Infantry.Idle[1] {
			t.Errorf("the second body: %d ticks", left)
		}
		w.pass(int(left))
		if spy.ShownAs.Left != 0 || spy.ShownAs.Second != state.BodyWaiting {
			t.Errorf("the second body: %d ticks are left, %d", spy.ShownAs.Left, spy.ShownAs.Second)
		}
		w.pass(1)
		if spy.ShownAs.Second != state.BodyIdle {
			t.Errorf("the second body does not go on: %d", spy.ShownAs.Second)
		}
	}
}

// Spies take the looks of whom a disguised spy looks like.
func TestASpyWhoLooksLikeASpyLooksLikeHisVictim(t *testing.T) {
	w, spy := disguised(t, rules.Head, "e3")
	second := w.put(t, "spy", 0, Cell{X: 30, Y: 20})
	w.orderDisguise(second, &Order{Target: state.TargetActor, Actor: spy.ID})
	if second.ShownAs.As != w.TypeOf("e3").Index+1 || second.LooksLike != 2 {
		t.Errorf("he looks like type %d of %d", second.ShownAs.As-1, second.LooksLike-1)
	}
}

// The body of a spy is constructed behind TakeCover, until 20230225 behind
// AutoTarget as well; that of others before both.
func TestTheBodyOfASpyComesLast(t *testing.T) {
	for release, want := range map[string]bool{"release-20200202": true, "release-20230225": true, "release-20231010": false, rules.Head: false} {
		w := playing(t, "ra", release)
		if w.TypeOf("spy").Infantry.AfterLook != want || w.TypeOf("e1").Infantry.AfterLook {
			t.Errorf("%s: the spy's after the look: %t", release, w.TypeOf("spy").Infantry.AfterLook)
		}
		spy, man := w.put(t, "spy", 0, Cell{X: 20, Y: 20}), w.put(t, "e1", 0, Cell{X: 30, Y: 20})
		w.pass(2)
		for _, a := range []*Actor{spy, man} {
			a.ProneTicks, a.WasProne = 1, true
		}
		w.Step()
		if spy.WasProne || !man.WasProne {
			t.Errorf("%s: the spy is down %t, the soldier %t", release, spy.WasProne, man.WasProne)
		}
	}
}

func TestWhatADisguisedSpyShowsIsPartOfTheState(t *testing.T) {
	w, spy := disguised(t, rules.Head, "e1")
	w.idleDraws(spy)
	written := codec.Coder{Types: &w.CompiledTypes, Tick: w.Ticks}
	spy.CodedResting(&written)
	var again Actor
	read := codec.Coder{Types: &w.CompiledTypes, Tick: w.Ticks, Data: written.Data, Reading: true}
	again.CodedResting(&read)
	if read.Err != nil || again.ShownAs != spy.ShownAs || again.ShownAs.IdleDelay == 0 || again.LooksLike != spy.LooksLike {
		t.Errorf("%v: %+v, want %+v", read.Err, again.ShownAs, spy.ShownAs)
	}
}
