// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/info"
)

func TestSmokeIsDrawnOnceUntilItHasDriftedOff(t *testing.T) {
	w := plain(t)
	truck := w.put(t, "ftrk", 0, Cell{X: 20, Y: 20})
	half := truck.Type.MaxHP / 2
	draws := func(hp, amount int32) int64 {
		truck.HP = hp
		before := w.Random.Draws
		w.Damage(truck, nil, amount, nil)
		return w.Random.Draws - before
	}
	if draws(half+100, 100) != 0 || truck.Smoke[0] != 0 {
		t.Error("smoke at half of the health")
	}
	if draws(half, 1) != 1 || truck.Smoke[0] == 0 {
		t.Error("no smoke below half of the health")
	}
	left, s := truck.Smoke[0], truck.Type.Smokes[0]
	if loops := left - s.Start; loops != s.Loop && loops != 2*s.Loop {
		t.Errorf("smoke for %d ticks, want it to rise and one loop or two", left)
	}
	if draws(half-1, 1) != 0 || truck.Smoke[0] != left {
		t.Error("smoke is drawn again while it rises")
	}
	for range left {
		w.Step()
	}
	if truck.Smoke[0] != 0 || draws(half-2, 0) != 1 {
		t.Error("a hit without effect makes no new smoke")
	}
	if draws(half, -half/2) != 0 || truck.Smoke[0] != 0 {
		t.Error("repaired, but it still smokes")
	}
	soldier := w.put(t, "e1", 0, Cell{X: 25, Y: 20})
	before := w.Random.Draws
	w.Damage(soldier, nil, soldier.Type.MaxHP-1, nil)
	if w.Random.Draws != before {
		t.Error("infantry smokes")
	}
}

func TestATreeBurnsMoreWithEveryState(t *testing.T) {
	w := plain(t)
	tree := w.put(t, "t01", 0, Cell{X: 20, Y: 20})
	most := tree.Type.MaxHP
	for _, c := range []struct {
		hp    int32
		draws int64
		burns [info.MaxSmokes]bool
	}{
		{most * 9 / 10, 1, [info.MaxSmokes]bool{true, false, false}},
		{most * 8 / 10, 0, [info.MaxSmokes]bool{true, false, false}},
		{most * 6 / 10, 1, [info.MaxSmokes]bool{true, true, false}},
		{most * 4 / 10, 1, [info.MaxSmokes]bool{false, true, true}},
		{most * 1 / 10, 0, [info.MaxSmokes]bool{false, false, true}},
	} {
		before := w.Random.Draws
		w.Damage(tree, nil, tree.HP-c.hp, nil)
		if n := w.Random.Draws - before; n != c.draws {
			t.Errorf("%d draws at %d of %d, want %d", n, c.hp, most, c.draws)
		}
		for i, burns := range c.burns {
			for range tree.Type.Smokes[i].Delay[1] {
				if burns && tree.Smoke[i] < 0 {
					w.Step()
				}
			}
			if tree.Smoke[i] > 0 != burns {
				t.Errorf("flame %d at %d of %d: %d ticks", i, c.hp, most, tree.Smoke[i])
			}
		}
	}
}

func TestTheFirstRankIsFiveInAHundredFaster(t *testing.T) {
	w := plain(t)
	soldier := w.put(t, "e3", 0, Cell{X: 20, Y: 20})
	slow := w.speedIn(soldier, Cell{X: 20, Y: 20})
	soldier.Level = 1
	if fast := w.speedIn(soldier, Cell{X: 20, Y: 20}); fast != soldier.Type.Mobile.Speed*105/100 || slow != soldier.Type.Mobile.Speed {
		t.Errorf("%d, then %d", slow, fast)
	}
}

func TestAStoreTakesItsShareWithIt(t *testing.T) {
	w := plain(t)
	killer := w.put(t, "2tnk", 1, Cell{X: 40, Y: 20})
	refinery, silo := w.put(t, "proc", 0, Cell{X: 20, Y: 20}), w.put(t, "silo", 0, Cell{X: 30, Y: 20})
	p := &w.Players[0]
	if p.Capacity != refinery.Type.Storage+silo.Type.Storage {
		t.Fatalf("capacity %d", p.Capacity)
	}
	p.Ore = 1000
	w.kill(silo, killer, nil)
	if want := 1000 - 1000*silo.Type.Storage/p.Capacity; p.Ore != want {
		t.Errorf("%d left of 1000, want %d", p.Ore, want)
	}
}

// A submarine smokes only when it is nearly lost, and a tree burns longer than a truck
// smokes.
func TestWhatSmokesWhenAndForHowLong(t *testing.T) {
	w := plain(t)
	for _, c := range []struct {
		name  string
		from  info.DamageState
		loops [2]int32
	}{{"ftrk", info.DamageHeavy, [2]int32{1, 3}}, {"ca", info.DamageHeavy, [2]int32{1, 3}}, {"ss", info.DamageCritical, [2]int32{1, 3}}, {"t01", info.DamageLight, [2]int32{1, 5}}} {
		s := w.TypeOf(c.name).Smokes
		if len(s) == 0 || s[0].States&c.from == 0 || s[0].States&(c.from>>1) != 0 || s[0].Loops != c.loops {
			t.Errorf("%s: %+v", c.name, s)
		}
	}
}

func TestSmokeHangsForAsManyLoopsAsItsKind(t *testing.T) {
	w := plain(t)
	for name, most := range map[string]int32{"ftrk": 2, "t01": 4} {
		a, seen := w.put(t, name, 0, Cell{X: 20, Y: 20}), map[int32]bool{}
		s := &a.Type.Smokes[0]
		for range 100 {
			w.startSmoke(a, 0)
			seen[(a.Smoke[0]-s.Start-s.End)/s.Loop] = true
		}
		if int32(len(seen)) != most || !seen[1] || !seen[most] {
			t.Errorf("%s smokes for %v loops, want 1 to %d", name, seen, most)
		}
	}
}

// Both draw: the first number is the smoke's.
func TestSmokeIsDrawnBeforeWhoIsHitLooksAround(t *testing.T) {
	differ := 0
	for skipped := range 8 {
		w := plain(t)
		tank, enemy := w.put(t, "2tnk", 0, Cell{X: 20, Y: 20}), w.put(t, "2tnk", 1, Cell{X: 22, Y: 20})
		tank.Stance, enemy.Stance = info.StanceHoldFire, info.StanceHoldFire
		w.pass(4)
		for range skipped {
			w.Random.Raw()
		}
		tank.Stance, tank.NextScan, tank.HP = info.StanceDefend, 0, tank.Type.MaxHP/2
		smoke, ahead := &tank.Type.Smokes[0], w.Random
		first, second := ahead.Between(smoke.Loops[0], smoke.Loops[1]), ahead.Between(smoke.Loops[0], smoke.Loops[1])
		before := w.Random.Draws
		w.Damage(tank, enemy, 1, nil)
		if draws := w.Random.Draws - before; draws != 2 {
			t.Fatalf("%d numbers are drawn, want one for the smoke and one for the look", draws)
		}
		if want := smoke.Start + first*smoke.Loop + smoke.End; tank.Smoke[0] != want {
			t.Errorf("smoke for %d ticks, the first number gives %d", tank.Smoke[0], want)
		}
		if first != second {
			differ++
		}
	}
	if differ == 0 {
		t.Error("first and second number never differed: this tells nothing")
	}
}
