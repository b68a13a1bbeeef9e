// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"testing"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/info"
)

// disguised is a spy who stands idle and has just been told to look like
// somebody.
func disguised(t *testing.T, release, as string) (*World, *Actor) {
	t.Helper()
	w := playing(t, "ra", release)
	spy, other := w.put(t, "spy", 0, Cell{X: 20, Y: 20}), w.put(t, as, 1, Cell{X: 60, Y: 60})
	spy.stance = info.StanceHoldFire
	w.pass(3)
	if spy.body != bodyIdle || !spy.idle() {
		t.Fatalf("%s: the spy is not idle: %d", release, spy.body)
	}
	w.orderDisguise(spy, &Order{Target: TargetActor, Actor: other.ID})
	return w, spy
}

// idleDraws lets the body take notice of what changed and returns how often the
// next idle tick draws.
func (w *World) idleDraws(a *Actor) uint64 {
	w.tickInfantryBody(a)
	draws := w.random.draws
	w.tickIdle(a)
	return uint64(w.random.draws - draws)
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
		spy.dropDisguise(info.LoudAttack)
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
		spy.idleDelay, spy.idleSequence = 1, 0
		spy.shownAs.idleDelay, spy.shownAs.idleSequence = 1, 1
		w.tickIdle(spy)
		if want := w.typeOf("e1").Infantry.Idle[0]; spy.animation.left != want || spy.typ.Infantry.Idle[0] == want {
			t.Errorf("%s: %d ticks, want %d", release, spy.animation.left, want)
		}
		if release != rules.Head {
			continue
		}
		left := spy.shownAs.left
		if left != w.typeOf("e1").Infantry.Idle[1] {
			t.Errorf("the second body: %d ticks", left)
		}
		w.pass(int(left))
		if spy.shownAs.left != 0 || spy.shownAs.second != bodyWaiting {
			t.Errorf("the second body: %d ticks are left, %d", spy.shownAs.left, spy.shownAs.second)
		}
		w.pass(1)
		if spy.shownAs.second != bodyIdle {
			t.Errorf("the second body does not go on: %d", spy.shownAs.second)
		}
	}
}

// Spies take the looks of whom a disguised spy looks like.
func TestASpyWhoLooksLikeASpyLooksLikeHisVictim(t *testing.T) {
	w, spy := disguised(t, rules.Head, "e3")
	second := w.put(t, "spy", 0, Cell{X: 30, Y: 20})
	w.orderDisguise(second, &Order{Target: TargetActor, Actor: spy.ID})
	if second.shownAs.as != w.typeOf("e3").Index+1 || second.looksLike != 2 {
		t.Errorf("he looks like type %d of %d", second.shownAs.as-1, second.looksLike-1)
	}
}

// The body of a spy is constructed behind TakeCover, until 20230225 behind
// AutoTarget as well; that of others before both.
func TestTheBodyOfASpyComesLast(t *testing.T) {
	for release, want := range map[string]bool{"release-20200202": true, "release-20230225": true, "release-20231010": false, rules.Head: false} {
		w := playing(t, "ra", release)
		if w.typeOf("spy").Infantry.AfterLook != want || w.typeOf("e1").Infantry.AfterLook {
			t.Errorf("%s: the spy's after the look: %t", release, w.typeOf("spy").Infantry.AfterLook)
		}
		spy, man := w.put(t, "spy", 0, Cell{X: 20, Y: 20}), w.put(t, "e1", 0, Cell{X: 30, Y: 20})
		w.pass(2)
		for _, a := range []*Actor{spy, man} {
			a.proneTicks, a.wasProne = 1, true
		}
		w.step()
		if spy.wasProne || !man.wasProne {
			t.Errorf("%s: the spy is down %t, the soldier %t", release, spy.wasProne, man.wasProne)
		}
	}
}

func TestWhatADisguisedSpyShowsIsPartOfTheState(t *testing.T) {
	w, spy := disguised(t, rules.Head, "e1")
	w.idleDraws(spy)
	written := coder{types: &w.CompiledTypes, tick: w.tick}
	spy.codedResting(&written)
	var again Actor
	read := coder{types: &w.CompiledTypes, tick: w.tick, data: written.data, reading: true}
	again.codedResting(&read)
	if read.err != nil || again.shownAs != spy.shownAs || again.shownAs.idleDelay == 0 || again.looksLike != spy.looksLike {
		t.Errorf("%v: %+v, want %+v", read.err, again.shownAs, spy.shownAs)
	}
}
