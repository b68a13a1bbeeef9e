// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/info"
)

func TestATankFiresFromTheMuzzleOfItsTurret(t *testing.T) {
	w := plain(t)
	tank := w.put(t, "2tnk", 0, Cell{X: 20, Y: 20})
	at, facing := w.muzzle(tank, 0, &tank.Type.Armaments[0].Barrels[0])
	if want := tank.Center.Add(Pos{X: 0, Y: -654 * 720 / 1024, Z: 80}); at != want || facing != 0 {
		t.Errorf("to the north: at %v facing %d, want %v", at, facing, want)
	}
	tank.Turret.Facing = 256
	at, facing = w.muzzle(tank, 0, &tank.Type.Armaments[0].Barrels[0])
	if want := tank.Center.Add(Pos{X: -720, Y: 0, Z: 80}); at != want || facing != 256 {
		t.Errorf("to the west: at %v facing %d, want %v", at, facing, want)
	}
	tank.Arms[0].Kick = 128
	if at, _ = w.muzzle(tank, 0, &tank.Type.Armaments[0].Barrels[0]); at != tank.Center.Add(Pos{X: -592, Y: 0, Z: 80}) {
		t.Errorf("pushed back: at %v", at)
	}
}

func TestProneInfantryFiresFromLowerDown(t *testing.T) {
	w := plain(t)
	soldier := w.put(t, "e3", 0, Cell{X: 20, Y: 20})
	mounted := 0
	for soldier.Type.Armaments[mounted].Garrisoned {
		mounted++
	}
	at, _ := w.muzzle(soldier, mounted, &soldier.Type.Armaments[mounted].Barrels[0])
	if want := soldier.Center.Add(Pos{X: 0, Y: 0, Z: 555}); at != want {
		t.Errorf("standing: %v, want %v", at, want)
	}
	soldier.ProneTicks = 10
	at, _ = w.muzzle(soldier, mounted, &soldier.Type.Armaments[mounted].Barrels[0])
	if want := soldier.Center.Add(Pos{X: 0, Y: -654 * 384 / 1024, Z: 555 - 395}); at != want {
		t.Errorf("prone: %v, want %v", at, want)
	}
}

// shots counts what an actor fires at a target that stays in range.
func shotTicks(w *World, a, target *Actor, ticks int32) []int32 {
	var at []int32
	for i := range ticks {
		for k := range a.Type.Armaments {
			before := len(w.Effects) + len(a.Shots)
			w.checkFire(a, k, aimAtActor(target))
			for range len(w.Effects) + len(a.Shots) - before {
				at = append(at, i)
			}
		}
		w.Effects = w.Effects[:0]
		w.tickArmaments(a)
	}
	return at
}

func TestShotsKeepTheirBurstsAndReloads(t *testing.T) {
	for _, test := range []struct {
		unit, target string
		want         []int32
	}{
		{"2tnk", "harv", []int32{0, 50, 100}},
		{"3tnk", "harv", []int32{0, 5, 75, 80}},
		{"jeep", "e1", []int32{0, 5, 10, 15, 20, 50, 55, 60, 65, 70, 100, 105, 110, 115, 120}},
	} {
		w := plain(t)
		a, target := w.put(t, test.unit, 0, Cell{X: 20, Y: 20}), w.put(t, test.target, 1, Cell{X: 22, Y: 20})
		got := shotTicks(w, a, target, 125)
		if len(got) != len(test.want) {
			t.Errorf("%s: %v, want %v", test.unit, got, test.want)
			continue
		}
		for i := range got {
			if got[i] != test.want[i] {
				t.Errorf("%s: %v, want %v", test.unit, got, test.want)
				break
			}
		}
	}
}

func TestAGrenadeLeavesTheHandFifteenTicksAfterTheDecision(t *testing.T) {
	w := plain(t)
	a, target := w.put(t, "e2", 0, Cell{X: 20, Y: 20}), w.put(t, "harv", 1, Cell{X: 22, Y: 20})
	w.Step()
	w.checkFire(a, 0, aimAtActor(target))
	if len(a.Shots) != 1 || len(w.Effects) != 0 {
		t.Fatalf("%d in the hand, %d in the air", len(a.Shots), len(w.Effects))
	}
	for i := range 15 {
		if len(w.Effects) != 0 {
			t.Fatalf("thrown after %d ticks", i)
		}
		w.tickArmaments(a)
	}
	if len(a.Shots) != 0 || len(w.Effects) != 1 {
		t.Errorf("%d in the hand, %d in the air", len(a.Shots), len(w.Effects))
	}
}

func TestRanksFireHarderReloadFasterAndTakeLess(t *testing.T) {
	w := plain(t)
	tank := w.put(t, "2tnk", 0, Cell{X: 20, Y: 20})
	for level, want := range [][3]int32{{100, 50, 100}, {105, 47, 95}, {110, 45, 90}, {120, 42, 85}} {
		tank.Level = int32(level)
		m := &tank.Type.Modifiers
		got := [3]int32{w.modified(tank, m.Firepower, 100), w.modified(tank, m.Reload, 50), w.modified(tank, m.Damage, 100)}
		if got != want {
			t.Errorf("rank %d: %v, want %v", level, got, want)
		}
	}
}

func TestAGarrisonFiresThroughAPortThatFacesTheTarget(t *testing.T) {
	w := plain(t)
	box := w.put(t, "pbox", 0, Cell{X: 20, Y: 20})
	enemy := w.put(t, "e1", 1, Cell{X: 23, Y: 20})
	w.pass(2)
	inside := w.gunner(box)
	if inside == box || inside.Type.Name != "e1" {
		t.Fatalf("nobody inside: %+v", inside.Type.Name)
	}
	w.fireThroughPorts(box, aimAtActor(enemy))
	if inside.Facing != 768 {
		t.Errorf("who is inside faces %d, want east", inside.Facing)
	}
	// The ports that face east within their cones are those at 853 and 682.
	if at := inside.Center.Sub(box.Center); at.X <= 0 || at.Z != 128 {
		t.Errorf("fires from %v", at)
	}
	if len(w.Effects) == 0 {
		t.Error("no shot")
	}
}

// A burst without a pause leaves in one tick since the builds after 20231010; until
// then the second shot waits for the next tick.
func TestABurstWithoutAPauseTakesATickForEachShotUntil20231010(t *testing.T) {
	for _, test := range []struct {
		release string
		shots   []int
	}{{"release-20200202", []int{1, 2, 2}}, {"release-20231010", []int{1, 2, 2}}, {"{DEV_VERSION}", []int{2, 2, 2}}} {
		w := playing(t, "ra", test.release)
		gun, plane := w.put(t, "agun", 0, Cell{X: 20, Y: 20}), w.put(t, "badr", 1, Cell{X: 22, Y: 20})
		plane.Center.Z = 2560
		gun.Arms[0].Since = gun.Type.Armaments[0].Weapon.Reload
		for tick, want := range test.shots {
			w.checkFire(gun, 0, aimAtActor(plane))
			w.tickArmaments(gun)
			if len(w.Effects) != want {
				t.Errorf("%s: %d shots after tick %d, want %d", test.release, len(w.Effects), tick, want)
			}
		}
	}
}

func TestPercentagesHoldInWhateverOrderTheRulesHaveThem(t *testing.T) {
	w := plain(t)
	tank := w.put(t, "2tnk", 0, Cell{X: 20, Y: 20})
	always, veteran := info.ModifierInfo{Percent: 50}, info.ModifierInfo{Percent: 300, Rank: true, Requires: info.CompileExpression("rank-veteran == 1")}
	for name, order := range map[string][]info.ModifierInfo{
		"the rank first": {veteran, always, always}, "the rank last": {always, always, veteran}, "the rank between": {always, veteran, always},
	} {
		var list []info.ModifierInfo
		for _, one := range order {
			list = info.WithModifier(list, one)
		}
		for level, want := range map[int32]int32{0: 250, 1: 750, 2: 250} {
			tank.Level = level
			if got := w.modified(tank, list, 1000); got != want {
				t.Errorf("%s, level %d: %d, want %d", name, level, got, want)
			}
		}
	}
}

// TestNothingHappensToLoadedWeapons: those that are passed over would have stayed as
// they are.
func TestNothingHappensToLoadedWeapons(t *testing.T) {
	w := skirmish(t)
	w.put(t, "2tnk", enginetest.FirstPlayer, Cell{X: 2, Y: 2}) // far from the fight
	loaded, fired := 0, 0
	for range 60 {
		w.frames(1)
		for _, a := range w.Actors {
			switch {
			case a == nil || a.Type == nil || len(a.Type.Armaments) == 0:
			case !a.Loaded:
				fired++
			default:
				loaded++
				before := a.ActorFigures
				if w.tickArmaments(a); a.ActorFigures != before || !a.Loaded || len(a.Shots) > 0 {
					t.Fatalf("actor %d, %s: a weapon changed that was loaded", a.ID, a.Type.Name)
				}
			}
		}
	}
	if loaded == 0 || fired == 0 {
		t.Errorf("%d times loaded, %d times not: the fight shows nothing", loaded, fired)
	}
}

func TestBothTurretsOfACruiserRecoil(t *testing.T) {
	arms := plain(t).TypeOf("ca").Armaments
	if len(arms) != 2 || arms[0].Recoil.Distance != 171 || arms[1].Recoil.Distance != 171 || arms[0].Recoil.Recovery != 34 {
		t.Errorf("its weapons are %+v", arms)
	}
}
