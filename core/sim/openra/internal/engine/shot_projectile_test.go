// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/codec"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// fly launches a shot and returns where it was after each tick.
func fly(w *World, s *state.Shot, ticks int) []Pos {
	w.launch(s)
	var way []Pos
	for range ticks {
		w.tickEffects()
		if len(w.Effects) == 0 || w.Effects[0].Gone {
			break
		}
		way = append(way, w.Effects[0].At)
		w.DrainTasks()
		w.dropEffects()
	}
	w.dropEffects()
	return way
}

func TestABulletFliesStraightAndTakesItsLengthBySpeed(t *testing.T) {
	w := plain(t)
	from := w.CenterOfCell(Cell{X: 20, Y: 20})
	s := state.Shot{Weapon: w.Weapons["90mm"], Spread: 100, Reach: w.Weapons["90mm"].Reach, From: from, To: from.Add(Pos{X: 0, Y: -3000, Z: 0}), Firepower: fullFire} // 682 each tick
	way := fly(w, &s, 20)
	want := []Pos{from, from.Add(Pos{X: 0, Y: -750, Z: 0}), from.Add(Pos{X: 0, Y: -1500, Z: 0}), from.Add(Pos{X: 0, Y: -2250, Z: 0})}
	if !reflect.DeepEqual(way, want) {
		t.Errorf("way %v, want %v", way, want)
	}
	if w.Random.Draws != 0 {
		t.Errorf("a bullet that always hits drew %d numbers", w.Random.Draws)
	}
}

func TestALaunchAngleRaisesTheMiddleOfTheWay(t *testing.T) {
	// 1024 times the tangent of 62 is 409; half way the arc is length*tangent/4.
	e := state.Effect{From: Pos{}, To: Pos{X: 8192, Y: 0, Z: 0}, Angle: 62, Length: 8}
	if got, want := e.Along(4), (Pos{X: 4096, Y: 0, Z: 8192 * wpos.Tangents[62] / 1024 / 4}); got != want {
		t.Errorf("half way at %v, want %v", got, want)
	}
	if e.Along(0) != e.From || e.Along(8) != e.To {
		t.Errorf("ends at %v and %v", e.Along(0), e.Along(8))
	}
}

func TestAnInaccurateShotDrawsFourNumbersXFirst(t *testing.T) {
	w := plain(t)
	from := w.CenterOfCell(Cell{X: 20, Y: 20})
	s := state.Shot{Weapon: w.Weapons["grenade"], Spread: 100, Reach: w.Weapons["grenade"].Reach, From: from, To: from.Add(Pos{X: 4096, Y: 0, Z: 0}), Firepower: fullFire}
	twin := w.Random
	x := (twin.Between(-1024, 1024) + twin.Between(-1024, 1024)) / 2
	y := (twin.Between(-1024, 1024) + twin.Between(-1024, 1024)) / 2
	w.launch(&s)
	if w.Random.Draws != 4 {
		t.Fatalf("%d draws", w.Random.Draws)
	}
	// At its full range of 4096 a grenade comes down up to 554 off.
	if got, want := w.Effects[0].To, s.To.Add(Pos{X: x * 554 / 1024, Y: y * 554 / 1024, Z: 0}); got != want {
		t.Errorf("aimed at %v, want %v", got, want)
	}
}

func TestAMissileDrawsWhetherItLocksOnAndHowFarOffItComes(t *testing.T) {
	w := plain(t)
	target := w.put(t, "2tnk", 1, Cell{X: 24, Y: 20})
	from := w.CenterOfCell(Cell{X: 20, Y: 20}).Add(Pos{X: 0, Y: 0, Z: 555})
	draws := w.Random.Draws
	w.launch(&state.Shot{Weapon: w.Weapons["dragon"], Spread: 100, Reach: w.Weapons["dragon"].Reach, From: from, To: target.Center, Target: target.ID, Facing: 768, Firepower: fullFire})
	if got := w.Random.Draws - draws; got != 5 {
		t.Errorf("%d draws, want one and four", got)
	}
	e := &w.Effects[0]
	if !e.Missile.Locked || e.Missile.Facing != 192 || e.Speed != 213 {
		t.Errorf("locked %v, facing %d, speed %d", e.Missile.Locked, e.Missile.Facing, e.Speed)
	}
	if off := e.Missile.Offset.Length(); off > 182 {
		t.Errorf("%d off", off)
	}
}

func TestAMissileFindsWhatStandsOnTheGround(t *testing.T) {
	w := plain(t)
	rapid.Check(t, func(t *rapid.T) {
		w.Effects = w.Effects[:0]
		to := w.CenterOfCell(Cell{X: 30, Y: 30})
		way := Pos{X: 0, Y: -rapid.Int32Range(2048, 5120).Draw(t, "distance"), Z: 0}.Rotate(rapid.Int32Range(0, 1023).Draw(t, "from"))
		from := to.Sub(way).Add(Pos{X: 0, Y: 0, Z: 555})
		w.launch(&state.Shot{Weapon: w.Weapons["dragon"], Spread: 100, Reach: w.Weapons["dragon"].Reach, From: from, To: to, Facing: way.Yaw(), Firepower: fullFire})
		last := from
		for range 200 {
			w.tickEffects()
			last = w.Effects[0].At
			if w.Effects[0].Gone {
				break
			}
		}
		if !w.Effects[0].Gone || last.Sub(to).Length() > 298+213+182 {
			t.Fatalf("from %v the missile is at %v, target %v", from, last, to)
		}
	})
}

func TestAMissileThatRunsOutOfFuelBurstsWhereItIs(t *testing.T) {
	w := plain(t)
	from := w.CenterOfCell(Cell{X: 20, Y: 20}).Add(Pos{X: 0, Y: 0, Z: 555})
	way := fly(w, &state.Shot{Weapon: w.Weapons["dragon"], Spread: 100, Reach: w.Weapons["dragon"].Reach, From: from, To: from.Add(Pos{X: 20480, Y: 0, Z: -555}), Facing: 768, Firepower: fullFire}, 200)
	// 6144 of range at 213 a tick: the 29th step is the first beyond it.
	if len(way) != 28 || len(w.Effects) != 0 {
		t.Errorf("flew %d ticks", len(way))
	}
}

func TestAShotThatHitsAtOnceIsGoneInTheSameTick(t *testing.T) {
	w := plain(t)
	victim := w.put(t, "e1", 1, Cell{X: 22, Y: 20})
	w.Step()
	w.launch(&state.Shot{Weapon: w.Weapons["m60mg"], Spread: 100, Reach: w.Weapons["m60mg"].Reach, From: w.CenterOfCell(Cell{X: 20, Y: 20}), To: victim.Center, Firepower: fullFire})
	draws := w.Random.Draws
	w.tickEffects()
	w.dropEffects()
	if victim.HP != victim.Type.MaxHP-1500 || len(w.Effects) != 0 {
		t.Errorf("health %d, %d effects left", victim.HP, len(w.Effects))
	}
	// The puff at the hit is drawn with four numbers.
	if got := w.Random.Draws - draws; got != 4 {
		t.Errorf("%d draws", got)
	}
	if _, synced := w.EffectHash(&state.Effect{Kind: state.EffectInstant}); synced {
		t.Error("what hits at once takes part in the hash")
	}
}

func TestATeslaBoltHurtsOnceAndStaysTwoTicks(t *testing.T) {
	w := plain(t)
	victim := w.put(t, "harv", 1, Cell{X: 22, Y: 20})
	w.Step()
	w.launch(&state.Shot{Weapon: w.Weapons["teslazap"], Spread: 100, Reach: w.Weapons["teslazap"].Reach, From: w.CenterOfCell(Cell{X: 20, Y: 20}), To: victim.Center, Target: victim.ID, Firepower: fullFire})
	var hashed []bool
	for range 3 {
		w.tickEffects()
		w.dropEffects()
		hashed = append(hashed, len(w.Effects) == 1)
	}
	if lost := victim.Type.MaxHP - victim.HP; lost != 10000 || !reflect.DeepEqual(hashed, []bool{true, true, false}) {
		t.Errorf("lost %d, there after each tick: %v", lost, hashed)
	}
}

func TestABulletIsHashedByWhereItIsWasComesFromAndGoes(t *testing.T) {
	e := state.Effect{Kind: state.EffectBullet, At: Pos{X: 1, Y: 2, Z: 4}, Last: Pos{X: 8, Y: 16, Z: 32}, From: Pos{X: 64, Y: 128, Z: 256}, To: Pos{X: 512, Y: 1024, Z: 2048}}
	if got := e.BulletHash(true); got != 4095 {
		t.Errorf("%d", got)
	}
	if got := e.BulletHash(false); got != 4095-8-16-32 {
		t.Errorf("without the last position %d", got)
	}
}

func TestWhatFliesIsPartOfTheState(t *testing.T) {
	w := plain(t)
	target := w.put(t, "2tnk", 1, Cell{X: 26, Y: 20})
	from := w.CenterOfCell(Cell{X: 20, Y: 20}).Add(Pos{X: 0, Y: 0, Z: 555})
	for _, name := range []string{"90mm", "dragon", "teslazap", "vulcan"} {
		w.launch(&state.Shot{Weapon: w.Weapons[name], Spread: 100, Reach: w.Weapons[name].Reach, From: from, To: target.Center, Target: target.ID, Facing: 768, Firepower: fullFire})
	}
	for range 3 {
		w.Step()
		writer := codec.Coder{Types: &w.CompiledTypes, Tick: w.Ticks}
		w.CodedEffects(&writer)
		twin := plain(t)
		reader := codec.Coder{Data: writer.Data, Reading: true, Types: &twin.CompiledTypes, Tick: twin.Ticks}
		twin.CodedEffects(&reader)
		if err := reader.Finish(); err != nil {
			t.Fatal(err)
		}
		if len(twin.Effects) != len(w.Effects) {
			t.Fatalf("%d effects of %d", len(twin.Effects), len(w.Effects))
		}
		for i := range w.Effects {
			a, b := w.Effects[i], twin.Effects[i]
			if a.Weapon.Name != b.Weapon.Name {
				t.Errorf("effect %d is of %s, was of %s", i, b.Weapon.Name, a.Weapon.Name)
			}
			a.Weapon, b.Weapon = nil, nil
			if a != b {
				t.Errorf("effect %d: wrote %+v, read %+v", i, a, b)
			}
		}
	}
}

func TestDamagedEffectsAreRefused(t *testing.T) {
	w := plain(t)
	w.launch(&state.Shot{Weapon: w.Weapons["90mm"], Spread: 100, Reach: w.Weapons["90mm"].Reach, From: Pos{X: 1, Y: 2, Z: 3}, To: Pos{X: 4000, Y: 5000, Z: 0}, Firepower: fullFire})
	writer := codec.Coder{Types: &w.CompiledTypes, Tick: w.Ticks}
	w.CodedEffects(&writer)
	twin := plain(t)
	for at := range writer.Data {
		broken := append([]byte(nil), writer.Data...)
		broken[at] ^= 0xFF
		twin.Effects = nil
		reader := codec.Coder{Data: broken, Reading: true, Types: &twin.CompiledTypes, Tick: twin.Ticks}
		twin.CodedEffects(&reader)
		if reader.Finish() != nil {
			continue
		}
		for i := range twin.Effects {
			if e := &twin.Effects[i]; e.Weapon == nil || e.Length < 1 {
				t.Fatalf("byte %d: %+v", at, e)
			}
		}
	}
}

// Since 20201213 it is drawn whether a jammer works; it always does. A jammed
// missile turns by chance.
func TestAJammedMissileStrays(t *testing.T) {
	for version, draws := range map[string]int{"release-20200503": 2, "playtest-20201213": 3, rules.Head: 3} {
		w := playing(t, "ra", version)
		from := w.CenterOfCell(Cell{X: 20, Y: 20}).Add(Pos{X: 0, Y: 0, Z: 555})
		target := w.put(t, "2tnk", 1, Cell{X: 26, Y: 20})
		jammer := w.put(t, "mrj", 1, Cell{X: 28, Y: 20})
		w.pass(1)
		w.launch(&state.Shot{Weapon: w.Weapons["dragon"], Spread: 100, Reach: w.Weapons["dragon"].Reach, From: from, To: target.Center, Target: target.ID, Facing: 768, Firepower: fullFire})
		before := w.Random.Draws
		w.tickEffects()
		if w.Random.Draws != before {
			t.Errorf("%s: it draws %d from the jammer", version, jammer.Center.Sub(w.Effects[0].At).FlatLength())
		}
		for range 20 {
			before = w.Random.Draws
			if w.tickEffects(); w.Random.Draws != before {
				break
			}
		}
		e := &w.Effects[0]
		if got := int(w.Random.Draws - before); got != draws || jammer.Center.Sub(e.Last).FlatLength() > jammer.Type.Jams.Reach || e.Missile.Facing == 192 {
			t.Errorf("%s: %d draws, %d from the jammer, facing %d", version, got, jammer.Center.Sub(e.At).FlatLength(), e.Missile.Facing)
		}
		w.launch(&state.Shot{Weapon: w.Weapons["dragon"], Owner: 1, Spread: 100, Reach: w.Weapons["dragon"].Reach, From: jammer.Center.Add(Pos{X: 0, Y: 0, Z: 555}), To: from, Facing: 256, Firepower: fullFire})
		w.Effects = w.Effects[1:]
		before = w.Random.Draws
		if w.tickEffects(); w.Random.Draws != before {
			t.Errorf("%s: its own side's missiles are jammed", version)
		}
	}
}

// A jammer in a transport leads missiles astray from where it boarded, until it goes
// down with the transport.
func TestAJammerInATransportJamsMissilesOn(t *testing.T) {
	w := playing(t, "ra", rules.Head)
	from := w.CenterOfCell(Cell{X: 20, Y: 20}).Add(Pos{X: 0, Y: 0, Z: 555})
	target, jammer, craft := w.put(t, "2tnk", 1, Cell{X: 26, Y: 20}), w.put(t, "mrj", 1, Cell{X: 22, Y: 20}), w.put(t, "lst", 1, Cell{X: 40, Y: 20})
	jams := func() bool {
		w.Effects = w.Effects[:0]
		w.launch(&state.Shot{Weapon: w.Weapons["dragon"], Spread: 100, Reach: w.Weapons["dragon"].Reach, From: from, To: target.Center, Target: target.ID, Facing: 768, Firepower: fullFire})
		return w.jammed(&w.Effects[0])
	}
	w.pass(1)
	w.board(craft, jammer)
	w.Remove(jammer)
	if w.pass(1); !jams() {
		t.Error("it does not jam from inside")
	}
	w.Dispose(craft)
	if w.pass(1); w.Actor(jammer.ID) != nil || jams() {
		t.Error("it jams when it is gone")
	}
}

func TestAMissileLosesWhatCloaks(t *testing.T) {
	w := playing(t, "cnc", rules.Head)
	tank := w.put(t, "stnk", 1, Cell{X: 30, Y: 20})
	from := w.CenterOfCell(Cell{X: 24, Y: 20}).Add(Pos{X: 0, Y: 0, Z: 555})
	w.launch(&state.Shot{Weapon: w.Weapons["rockets"], Spread: 100, Reach: w.Weapons["rockets"].Reach, From: from, To: tank.Center, Target: tank.ID, Facing: 768, Firepower: fullFire})
	tank.CloakTicks = 1000
	if e := &w.Effects[0]; w.guides(e) != tank {
		t.Fatal("it does not see its target")
	}
	tank.CloakTicks = 0
	if w.cloakedFrom(tank, 0) != (w.guides(&w.Effects[0]) == nil) || !w.cloakedFrom(tank, 0) {
		t.Errorf("cloaked %t, guided %t", w.cloakedFrom(tank, 0), w.guides(&w.Effects[0]) != nil)
	}
}

// Who reaches farther has missiles that fly farther.
func TestMissilesOfWhoReachesFartherFlyFarther(t *testing.T) {
	w := playing(t, "cnc", rules.Head)
	soldier := w.put(t, "e3", 0, Cell{X: 20, Y: 20})
	weapon := soldier.Type.Armaments[0].Weapon
	limit := weapon.Projectile.Missile.Reach
	for level, want := range map[int32]int32{0: limit, 3: limit * 125 / 100} {
		soldier.Level = level
		w.launch(&state.Shot{Weapon: weapon, Source: soldier.ID, Spread: 100, Reach: w.reachOf(soldier, weapon), From: soldier.Center.Add(Pos{X: 0, Y: 0, Z: 500}), To: w.CenterOfCell(Cell{X: 25, Y: 20}), Facing: 768, Firepower: fullFire})
		if got := w.Effects[len(w.Effects)-1].Length; got != want || limit == 0 {
			t.Errorf("at rank %d it flies %d, not %d", level, got, want)
		}
	}
}

// A missile whose target was sent elsewhere, or has a new owner, goes straight on:
// it has lost what it followed.
func TestAMissileGoesStraightOnWhenItsTargetIsAnotherNow(t *testing.T) {
	w := plain(t)
	soldier, target := w.put(t, "e3", 0, Cell{X: 20, Y: 20}), w.put(t, "2tnk", 1, Cell{X: 24, Y: 20})
	weapon := w.Weapons["dragon"]
	shot := state.Shot{Weapon: weapon, Source: soldier.ID, Firepower: fullFire, Spread: 100, Reach: weapon.Reach, Target: target.ID, From: soldier.Center, To: target.Center}
	w.Effects = w.Effects[:0]
	w.launch(&shot)
	w.tickEffects()
	facing := w.Effects[0].Missile.Facing
	w.shakeOff(target)
	for range 3 {
		w.tickEffects()
	}
	if now := w.Effects[0].Missile.Facing; now != facing {
		t.Errorf("it turned from %d to %d", facing, now)
	}
}
