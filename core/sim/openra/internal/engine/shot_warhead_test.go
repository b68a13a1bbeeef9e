// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/rules"

	"pgregory.net/rapid"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

func TestDamageFallsInStraightLinesBetweenTheStepsOfTheFalloff(t *testing.T) {
	w := plain(t)
	h := &w.Weapons["flak-23-ag"].Warheads[0] // steps of 213: 100, 37, 14, 5, 0 percent
	for _, test := range []struct{ distance, want int32 }{
		{0, 100}, {1, 100}, {71, 79}, {212, 38}, {213, 37}, {426, 14}, {427, 14}, {639, 5}, {851, 1}, {852, 0}, {5000, 0},
	} {
		if got := h.At(test.distance); got != test.want {
			t.Errorf("at distance %d: %d percent, want %d", test.distance, got, test.want)
		}
	}
}

func TestAFalloffNeverRisesWithDistance(t *testing.T) {
	w := plain(t)
	for name, weapon := range w.Weapons {
		for i := range weapon.Warheads {
			h := &weapon.Warheads[i]
			if h.Kind != info.WarheadSpread {
				continue
			}
			for d := int32(0); d < 4096; d += 7 {
				if h.At(d+7) > h.At(d) {
					t.Errorf("%s: %d percent at %d, more than at %d", name, h.At(d+7), d+7, d)
				}
			}
		}
	}
}

// The figures are those of ra-dev2026-rl-normal-vs-easy, tick 10179: a flak
// truck hits one of two riflemen who walk side by side past a construction
// yard, and the recorded hash tells what each of them lost.
func TestASpreadHitsEverythingNearItByArmourAndDistance(t *testing.T) {
	w := plain(t)
	yard := w.put(t, "fact", 0, Cell{X: 25, Y: 22})
	first, second := w.put(t, "e1", 0, Cell{X: 24, Y: 24}), w.put(t, "e1", 0, Cell{X: 25, Y: 24})
	w.setCenter(first, Pos{X: 25477, Y: 25520, Z: 0})
	w.setCenter(second, Pos{X: 26032, Y: 25520, Z: 0})
	truck := w.put(t, "ftrk", 1, Cell{X: 23, Y: 30})
	w.Step()
	yard.Center = Pos{X: 27136, Y: 24064, Z: 0}
	w.explode(w.Weapons["flak-23-ag"], truck, first.Center)
	for _, test := range []struct {
		a    *Actor
		want int32
	}{{first, 800}, {second, 112}, {yard, 128}} {
		if lost := test.a.Type.MaxHP - test.a.HP; lost != test.want {
			t.Errorf("%s %d lost %d, want %d", test.a.Type.Name, test.a.ID, lost, test.want)
		}
	}
	if first.ProneTicks != 50 || second.ProneTicks != 50 {
		t.Errorf("prone for %d and %d ticks, want 50", first.ProneTicks, second.ProneTicks)
	}
	w.explode(w.Weapons["flak-23-ag"], truck, first.Center)
	if lost := first.Type.MaxHP - first.HP; lost != 800+400 {
		t.Errorf("lying down halves the damage: lost %d in all, want 1200", lost)
	}
}

func TestAWarheadSparesWhoFired(t *testing.T) {
	w := plain(t)
	tank, friend := w.put(t, "2tnk", 0, Cell{X: 20, Y: 20}), w.put(t, "2tnk", 0, Cell{X: 21, Y: 20})
	w.Step()
	w.explode(w.Weapons["90mm"], tank, tank.Center.Add(Pos{X: 512, Y: 0, Z: 0}))
	if tank.HP != tank.Type.MaxHP || friend.HP == friend.Type.MaxHP {
		t.Errorf("health %d of who fired, %d of a friend beside", tank.HP, friend.HP)
	}
}

func TestDistanceIsCountedFromTheEdgeOfAShape(t *testing.T) {
	circle := info.Shape{Radius: 426}
	yard := info.Shape{Rectangle: true, TopLeft: Pos{X: -1536, Y: -1536, Z: 0}, BottomRight: Pos{X: 1536, Y: 1536, Z: 0}}
	depot := info.Shape{Corners: info.CornersIn("-1536,-300, -640,-811, 640,-811, 1536,-300, 1536,555, 640,1110, -640,1110, -1536,555")}
	for _, test := range []struct {
		name string
		s    *info.Shape
		d    Pos
		yaw  int32
		want int32
	}{
		{"inside a circle", &circle, Pos{X: 300, Y: 0, Z: 0}, 0, 0},
		{"beside a circle", &circle, Pos{X: 1000, Y: 0, Z: 0}, 0, 574},
		{"above a circle", &circle, Pos{X: 0, Y: 0, Z: 1000}, 0, 574},
		{"inside a rectangle", &yard, Pos{X: -1500, Y: 1500, Z: 0}, 0, 0},
		{"beside a rectangle", &yard, Pos{X: -1659, Y: 1456, Z: 0}, 0, 123},
		{"at the corner of a rectangle", &yard, Pos{X: 1836, Y: 1936, Z: 0}, 0, 500},
		{"above a rectangle", &yard, Pos{X: 0, Y: 0, Z: 900}, 0, 0},
		{"beside a turned rectangle", &info.Shape{Rectangle: true, TopLeft: Pos{X: -100, Y: -500, Z: 0}, BottomRight: Pos{X: 100, Y: 500, Z: 0}}, Pos{X: 600, Y: 0, Z: 0}, 256, 100},
		{"inside a polygon", &depot, Pos{X: 0, Y: 1000, Z: 0}, 0, 0},
		{"beside a polygon", &depot, Pos{X: 1736, Y: 0, Z: 0}, 0, 200},
		{"beside a slanted edge, the foot cut as seen from its start", &depot, Pos{X: -1109, Y: -784, Z: 0}, 0, 209},
		{"beside another, the foot cut as seen from its start", &depot, Pos{X: 1344, Y: 1274, Z: 0}, 0, 510},
		{"beside a corner of a polygon", &depot, Pos{X: 1836, Y: -700, Z: 0}, 0, 500},
		{"on the edge of a polygon", &depot, Pos{X: 0, Y: -811, Z: 0}, 0, 0},
		{"above a polygon", &depot, Pos{X: 0, Y: 0, Z: 70}, 0, 70},
	} {
		if got := test.s.Distance(test.d, test.yaw); got != test.want {
			t.Errorf("%s: %d, want %d", test.name, got, test.want)
		}
	}
}

func TestNothingOutsideTheOuterRadiusIsInsideAShape(t *testing.T) {
	shapes := []info.Shape{
		{Radius: 128},
		{Rectangle: true, TopLeft: Pos{X: -1260, Y: -1024, Z: 0}, BottomRight: Pos{X: -512, Y: 598, Z: 0}},
		{Corners: info.CornersIn("-1536,-300, -640,-811, 640,-811, 1536,-300, 1536,555, 640,1110, -640,1110, -1536,555")},
	}
	rapid.Check(t, func(t *rapid.T) {
		s := &shapes[rapid.IntRange(0, len(shapes)-1).Draw(t, "shape")]
		d := Pos{X: rapid.Int32Range(-4000, 4000).Draw(t, "x"), Y: rapid.Int32Range(-4000, 4000).Draw(t, "y"), Z: 0}
		distance := s.Distance(d, rapid.Int32Range(0, 1023).Draw(t, "yaw"))
		if beyond := d.Length() - s.OuterRadius(); distance < beyond-4 {
			t.Fatalf("%d from the edge, but %d beyond the outer radius", distance, beyond)
		}
	})
}

func TestAWarheadWithADelayWorksThatManyTicksLater(t *testing.T) {
	w := plain(t)
	victim, source := w.put(t, "harv", 0, Cell{X: 20, Y: 20}), w.put(t, "e1", 1, Cell{X: 30, Y: 20})
	w.Step()
	full := victim.HP
	w.explode(w.Weapons["vulcan"], source, victim.Center) // 1000 at once and after 2, 4, 6, 8 and 10 ticks, heavy armour takes 20 percent
	var lost []int32
	for range 11 {
		w.Step()
		lost = append(lost, full-victim.HP)
	}
	for i, want := range []int32{200, 400, 400, 600, 600, 800, 800, 1000, 1000, 1200, 1200} {
		if lost[i] != want {
			t.Fatalf("lost by tick: %v", lost)
		}
	}
	if len(w.Effects) != 0 {
		t.Errorf("%d effects are left", len(w.Effects))
	}
}

func TestAWallStopsWhatFliesLowerThanItIsHigh(t *testing.T) {
	w := plain(t)
	from, to := w.CenterOfCell(Cell{X: 20, Y: 20}), w.CenterOfCell(Cell{X: 26, Y: 20})
	if _, blocked := w.blocker(0, from, to, 1); blocked {
		t.Error("stopped by nothing")
	}
	wall := w.put(t, "brik", 1, Cell{X: 23, Y: 20})
	w.Step()
	at, blocked := w.blocker(0, from, to, 1)
	if !blocked || at != wall.Center {
		t.Errorf("stopped %v at %v, want at the wall at %v", blocked, at, wall.Center)
	}
	for _, test := range []struct {
		name     string
		from, to Pos
	}{
		{"over it", from.Add(Pos{X: 0, Y: 0, Z: 1024}), to.Add(Pos{X: 0, Y: 0, Z: 1024})},
		{"past it", from.Add(Pos{X: 0, Y: 2048, Z: 0}), to.Add(Pos{X: 0, Y: 2048, Z: 0})},
		{"short of it", from, w.CenterOfCell(Cell{X: 21, Y: 20})},
	} {
		if _, blocked := w.blocker(0, test.from, test.to, 1); blocked {
			t.Errorf("a shot %s is stopped", test.name)
		}
	}
	w.Dispose(wall)
	w.Step()
	if w.blockers != 0 {
		t.Errorf("%d walls are counted where none is left", w.blockers)
	}
}

// Small weapons show where they hit somewhere near since October 2020.
func TestSmallWeaponsDrawForTheirPuffs(t *testing.T) {
	for _, test := range []struct {
		mod, version string
		puffs        map[string]int
	}{
		{"ra", rules.Head, map[string]int{"m1carbine": 3, "m60mg": 1, "pistol": 1, "colt45": 0, "chaingun": 0, "vulcan": 0}},
		{"ra", "release-20200503", map[string]int{"m1carbine": 0, "m60mg": 0}},
		{"ra", "playtest-20201213", map[string]int{"m1carbine": 3, "m60mg": 1}},
		{"cnc", "release-20231010", map[string]int{"m16": 3, "machinegun": 1, "machinegunh": 1, "pistol": 1, "vulcan": 0}},
		{"cnc", "release-20200202", map[string]int{"m16": 0, "machinegun": 0}},
	} {
		w := playing(t, test.mod, test.version)
		for name, want := range test.puffs {
			weapon := w.Weapons[w.Rules.Weapon(name).Name]
			if weapon == nil {
				t.Fatalf("no weapon %q", name)
			}
			puffs := 0
			for i := range weapon.Warheads {
				if weapon.Warheads[i].Kind == info.WarheadPuff {
					puffs++
				}
			}
			if puffs != want {
				t.Errorf("%s of %s %s: %d puffs, want %d", name, test.mod, test.version, puffs, want)
			}
		}
	}
}

func TestABarrelThrowsFireAroundWhenItGoes(t *testing.T) {
	w := plain(t)
	barrel := w.put(t, "barl", 0, Cell{X: 20, Y: 20})
	next := w.put(t, "barl", 0, Cell{X: 21, Y: 20})
	corner := w.put(t, "e1", 0, Cell{X: 22, Y: 22})
	beside := w.put(t, "e1", 0, Cell{X: 22, Y: 21})
	w.pass(3)
	w.kill(barrel, nil, nil)
	w.pass(5)
	if w.Actor(next.ID) == nil || next.Dead || beside.HP != beside.Type.MaxHP {
		t.Fatal("the fire burns at once")
	}
	w.pass(20)
	if w.Actor(next.ID) != nil {
		t.Error("the barrel beside it stands")
	}
	if beside.HP >= beside.Type.MaxHP {
		t.Error("who stood near the second was not hurt")
	}
	if barrel, far := beside.Type.MaxHP-beside.HP, corner.Type.MaxHP-corner.HP; far >= barrel {
		t.Errorf("%d to the one in the corner, %d to the one beside", far, barrel)
	}
}

func TestARadarJammerLeadsMissilesAstray(t *testing.T) {
	var draws [2]int64
	for owner := range draws {
		w := plain(t)
		w.put(t, "mrj", int32(owner), Cell{X: 24, Y: 21})
		target := w.put(t, "2tnk", 1, Cell{X: 26, Y: 20})
		w.pass(3)
		from := w.CenterOfCell(Cell{X: 20, Y: 20})
		w.launch(&state.Shot{Weapon: w.Weapons["dragon"], Spread: 100, Reach: w.Weapons["dragon"].Reach, From: from, To: target.Center, Target: target.ID, Facing: 768, Firepower: fullFire})
		before := w.Random.Draws
		for len(w.Effects) > 0 {
			w.Step()
		}
		draws[owner] = w.Random.Draws - before
	}
	if draws[1] < draws[0]+3 {
		t.Errorf("%d draws past one's own jammer, %d past another's", draws[0], draws[1])
	}
}

// A warhead with a delay comes into the world at the end of the tick and counts from
// the next one on, whether it was a unit that blew something up or a shell.
func TestADelayCountsFromTheTickAfterTheBlast(t *testing.T) {
	w := plain(t)
	blast := w.Weapons["mininuke"]
	last := int32(0)
	for i := range blast.Warheads {
		last = max(last, blast.Warheads[i].Delay)
	}
	for _, unit := range []bool{true, false} {
		w.Effects = w.Effects[:0]
		if w.beforeEffects = unit; !unit {
			w.tickEffects()
		}
		w.explode(blast, nil, w.CenterOfCell(Cell{X: 30, Y: 30}))
		if unit {
			w.tickEffects()
		}
		ticks := int32(0)
		for w.DrainTasks(); len(w.Effects) > 0 && ticks < 100; ticks++ {
			w.tickEffects()
			w.DrainTasks()
			w.dropEffects()
		}
		if ticks != last {
			t.Errorf("by a unit %t: the last warhead works after %d ticks, want %d", unit, ticks, last)
		}
	}
}

// A warhead for the actor that is hit by itself does nothing to a place: a dog that
// comes too late bites nobody.
func TestAWarheadForOneActorDoesNothingToAPlace(t *testing.T) {
	w := plain(t)
	man := w.put(t, "e1", 0, Cell{X: 20, Y: 20})
	bite := state.Impact{Weapon: w.Weapons["dogjaw"], Owner: 1, Firepower: fullFire, At: man.Center}
	if w.strike(&bite); man.HP != man.Type.MaxHP {
		t.Errorf("%d health is left of %d", man.HP, man.Type.MaxHP)
	}
	bite.Victim = man.ID
	if w.strike(&bite); man.HP != 0 {
		t.Errorf("bitten itself it has %d health", man.HP)
	}
}

// Until 20200503 who stands within the largest shape's radius of a warhead's reach is
// hit for nothing, and answers (cnc-20200503-frigid-pass-0, net frame 14).
func TestWarheadsAreNoticedBeyondTheirReachUntil20200503(t *testing.T) {
	for version, noticed := range map[string]bool{"release-20200503": true, "release-20210321": false} {
		w := playing(t, "cnc", version)
		gunner, man := w.put(t, "e3", 0, Cell{X: 20, Y: 20}), w.put(t, "e1", 1, Cell{X: 22, Y: 20})
		man.Stance = info.StanceDefend
		w.Step()
		weapon := w.Weapons["rockets"]
		h := &weapon.Warheads[0]
		reach := h.Ends[len(h.Ends)-1]
		w.explode(weapon, gunner, man.Center.Add(Pos{X: reach + 300, Y: 0, Z: 0}))
		if man.HP != man.Type.MaxHP || (man.Aggressor == gunner.ID) != noticed {
			t.Errorf("%s: health %d, blames %d, idle %v", version, man.HP, man.Aggressor, man.Idle())
		}
	}
}
