// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

func TestCiviliansWalkAboutInEveryRelease(t *testing.T) {
	for _, version := range []string{rules.Head, "release-20231010", "release-20200503"} {
		w := playing(t, "ra", version)
		before := w.Random.Draws
		man := w.put(t, "c1", 0, Cell{X: 30, Y: 30})
		if man.WanderWait < 150 || man.WanderWait >= 750 || w.Random.Draws == before {
			t.Errorf("%s: he rests for %d ticks", version, man.WanderWait)
		}
		man.WanderWait = 20
		w.pass(60)
		if man.To == (Cell{X: 30, Y: 30}) {
			t.Errorf("%s: he stays at %v", version, man.To)
		}
		if man.Idle() && man.WanderWait < 90 {
			t.Errorf("%s: after a walk he rests for %d ticks", version, man.WanderWait)
		}
	}
}

func TestAVisceroidRoamsWithoutRest(t *testing.T) {
	w := playing(t, "cnc", "release-20210321")
	visceroid := w.put(t, "vice", 0, Cell{X: 30, Y: 30})
	seen := map[Cell]bool{}
	for range 400 {
		w.Step()
		seen[visceroid.To] = true
		if act := visceroid.Current(); act != nil && act.Kind != state.ActAttackMove {
			t.Fatalf("it does %d", act.Kind)
		}
	}
	if len(seen) < 5 {
		t.Errorf("it was in %d cells", len(seen))
	}
	prey := w.put(t, "e1", 1, visceroid.To.Add(Cell{X: 3, Y: 0}))
	prey.Stance = info.StanceHoldFire
	w.until(t, "it attacks", func() bool { return prey.HP < prey.Type.MaxHP })
}

// Until 20230225 a walk is an order: it looks for a place near its goal, ends near
// it and is in place of what else was begun.
func TestAWalkIsNoOrderSince20231010(t *testing.T) {
	for version, ordered := range map[string]bool{"release-20230225": true, "release-20231010": false, "{DEV_VERSION}": false} {
		w := playing(t, "ra", version)
		man := w.put(t, "c1", 0, Cell{X: 30, Y: 30})
		w.queue(man, w.MoveTo(Cell{X: 40, Y: 30}, 0, false))
		man.WanderWait = 1
		w.tickWanderer(man)
		first := man.Current()
		walk := first
		if next := state.SkipDone(first.Next); next != nil {
			walk = next
		}
		if (walk == first) != ordered || (walk.NearEnough == orderNearEnough) != ordered || walk.Evaluate != ordered {
			t.Errorf("%s: in place of what he did %t, ends within %d cells, looks for a place %t", version, walk == first, walk.NearEnough, walk.Evaluate)
		}
	}
}

// In the builds of 2026 civilians look about: two draws when they become idle, for one of
// two pictures and the wait for it, one where there is only one picture.
func TestCiviliansLookAboutIn2026(t *testing.T) {
	for version, draws := range map[string]map[string]int64{
		"release-20231010": {"tecn": 0, "c3": 0},
		"{DEV_VERSION}":    {"tecn": 2, "c3": 1},
	} {
		w := playing(t, "ra", version)
		for name, want := range draws {
			a := w.put(t, name, 0, Cell{X: 60, Y: 60})
			a.WanderWait, a.NextScan = 100, 100
			before := w.Random.Draws
			w.tickIdle(a)
			if got := w.Random.Draws - before; got != want {
				t.Errorf("%s: %s draws %d times, want %d", version, name, got, want)
			}
			if want > 0 && (a.IdleDelay < 60 || a.IdleDelay >= 220) {
				t.Errorf("%s: %s waits for %d ticks", version, name, a.IdleDelay)
			}
		}
	}
}

// An armed civilian who panics runs before he looks for somebody to shoot at, so he shoots.
func TestAnArmedCivilianShootsThoughHePanics(t *testing.T) {
	w := plain(t)
	civilian := w.put(t, "tecn", 0, Cell{X: 20, Y: 20})
	w.put(t, "e1", 1, Cell{X: 22, Y: 20})
	civilian.Stance = info.StanceHoldFire
	w.pass(2)
	civilian.Stance, civilian.PanicSince, civilian.NextScan = info.StanceAttackAnything, w.Ticks, 0
	w.tickIdle(civilian)
	if act := civilian.Current(); act == nil || act.Kind != state.ActAttack {
		t.Errorf("he does %+v", act)
	}
}

func TestCiviliansOf20200202DrawTheirRestWhenTheyAreFirstIdle(t *testing.T) {
	for version, late := range map[string]bool{"release-20200202": true, "release-20200503": false} {
		w := playing(t, "ra", version)
		man := w.put(t, "c2", 0, Cell{X: 20, Y: 20})
		if undrawn := man.WanderWait == notRested; undrawn != late {
			t.Errorf("%s: he comes with a rest of %d ticks", version, man.WanderWait)
		}
		w.tickIdle(man)
		if man.WanderWait < 100 || man.WanderWait >= notRested {
			t.Errorf("%s: he stays for %d ticks", version, man.WanderWait)
		}
	}
}

// ra-20200202-sidestep-0 of the engine's games, net frame 64: the tick in which he draws
// is not counted.
func TestTheTickInWhichARestIsDrawnIsNotCountedIn20200202(t *testing.T) {
	w := playing(t, "ra", "release-20200202")
	man := w.put(t, "c2", 0, Cell{X: 20, Y: 20})
	w.tickIdle(man)
	drawn := man.WanderWait
	if w.tickIdle(man); drawn < man.Type.Wanders.MinDelay || man.WanderWait != drawn-1 {
		t.Errorf("he draws %d of at least %d, and has %d left a tick later", drawn, man.Type.Wanders.MinDelay, man.WanderWait)
	}
}
