// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// oldFight puts a grenadier and a power plant of his enemy on the map of a game
// that attacks as the releases until 20231010 do.
func oldFight(t *testing.T, distance int32) (w *World, unit, target *Actor) {
	t.Helper()
	w = plain(t)
	w.Release.OldAttack = true
	mine, theirs := enginetest.Named(w.Actors, "mcv"), (*Actor)(nil)
	for _, a := range w.Actors {
		if a != nil && a.Type == mine.Type && a.Owner != mine.Owner {
			theirs = a
		}
	}
	at := theirs.To.Add(Cell{X: 12, Y: 9})
	target = w.Create(w.TypeOf("powr"), state.Spawn{Owner: theirs.Owner, Cell: at, HasCell: true, Facing: -1})
	unit = w.Create(w.TypeOf("e2"), state.Spawn{Owner: mine.Owner, Cell: at.Add(Cell{X: distance, Y: 0}), HasCell: true, Facing: -1})
	w.attackTarget(unit, target, true)
	return w, unit, target
}

func TestAnOldAttackGoesOnToWhereItsTargetWas(t *testing.T) {
	w, unit, target := oldFight(t, 14)
	for range 20 {
		w.Step()
	}
	gone := target.Center
	w.Dispose(target)
	before := unit.Center.Sub(gone).Length()
	for range 100 {
		w.Step()
	}
	if unit.Idle() || unit.Center.Sub(gone).Length() >= before {
		t.Fatalf("idle %v, %d from where the target was, %d when it went", unit.Idle(), unit.Center.Sub(gone).Length(), before)
	}
	for range 600 {
		w.Step()
	}
	if low, high := int32(0), unit.Type.Armaments[0].Weapon.Reach; !unit.Idle() || unit.Center.Sub(gone).Length() > high+1024 {
		t.Errorf("idle %v, %d from where the target was, with a reach of %d to %d", unit.Idle(), unit.Center.Sub(gone).Length(), low, high)
	}
}

func TestALaterAttackStopsWhenItsTargetIsGone(t *testing.T) {
	w, unit, target := oldFight(t, 14)
	w.Release.OldAttack = false
	w.attackTarget(unit, target, true)
	for range 20 {
		w.Step()
	}
	w.Dispose(target)
	for range 60 {
		w.Step()
	}
	if !unit.Idle() {
		t.Error("it still goes somewhere")
	}
}

func TestAnOldAttackFiresWhenItIsThere(t *testing.T) {
	for _, kind := range []string{"e2", "1tnk"} {
		w, unit, target := oldFight(t, 14)
		if kind != unit.Type.Name {
			unit = w.Create(w.TypeOf(kind), state.Spawn{Owner: unit.Owner, Cell: unit.To.Add(Cell{X: 0, Y: 3}), HasCell: true, Facing: -1})
			w.attackTarget(unit, target, true)
		}
		hp, aimed := target.HP, false
		for range 700 {
			w.Step()
			aimed = aimed || unit.Aiming
		}
		if !aimed || target.HP >= hp {
			t.Errorf("%s: aimed %v, health of the target %d of %d", kind, aimed, target.HP, hp)
		}
	}
}

func TestAnOldAttackSurvivesAForgedMemory(t *testing.T) {
	w, unit, _ := oldFight(t, 14)
	w.Step()
	for _, phase := range []int32{-7, 1 << 30, int32(len(w.Types)) + 1} {
		unit.Current().Phase = phase
		if w.pastInReach(unit.Center, unit.Current(), 1<<20) {
			t.Errorf("phase %d remembers a place", phase)
		}
	}
}

// Until 20210321 who must face what he shoots at counts as aiming after his attack
// too, until the next one finds him elsewhere.
func TestWhoMustFaceHisTargetGoesOnAimingUntil20210321(t *testing.T) {
	for i, version := range enginetest.Releases {
		w := playing(t, "ra", version)
		w.Players[0].Bot = true
		soldier, victim := w.put(t, "e1", 0, Cell{X: 20, Y: 20}), w.put(t, "e1", 1, Cell{X: 22, Y: 20})
		soldier.Stance, victim.Stance = info.StanceHoldFire, info.StanceHoldFire
		w.pass(2)
		w.attack(soldier, victim)
		w.until(t, "he aims", func() bool { return soldier.Aiming })
		w.Destroy(victim, nil, nil)
		w.until(t, "he has nothing left to do", soldier.Idle)
		if w.pass(5); soldier.Aiming != (i < 4) {
			t.Errorf("%s: he aims: %t", version, soldier.Aiming)
		}
		far := w.put(t, "e1", 1, Cell{X: 40, Y: 20})
		far.Stance = info.StanceHoldFire
		w.pass(2)
		w.attack(soldier, far)
		if w.pass(3); soldier.Aiming {
			t.Errorf("%s: he aims on the way to the next one", version)
		}
	}
}

// In 20200202 turrets go after what they found on their own, though their stance is
// to stay (OpenRA pull request 17619).
func TestATurretThatShallStayGoesAfterItsTargetIn20200202(t *testing.T) {
	for _, test := range []struct {
		release, tank string
		moves         bool
	}{{"release-20200202", "2tnk", true}, {"release-20200202", "e1", false}, {"release-20200503", "2tnk", false}, {"release-20230225", "2tnk", false}} {
		w := playing(t, "ra", test.release)
		unit, target := w.put(t, test.tank, 0, Cell{X: 20, Y: 20}), w.put(t, "2tnk", 1, Cell{X: 22, Y: 20})
		unit.Stance = info.StanceDefend
		act := w.AttackActivity(unit, target.ID, unit.MayMoveToAttack())
		if moves := act.Flag[flagMayMove]; moves != test.moves {
			t.Errorf("%s of %s may move: %t", test.tank, test.release, moves)
		}
	}
}

// Until 20200503 who must face his target turns in an activity of its own, and fires
// in the tick after he points there; later he turns and fires at once.
func TestWhoMustTurnFiresATickLaterUntil20200503(t *testing.T) {
	for _, test := range []struct {
		release string
		ticks   int
	}{{"release-20200202", 2}, {"release-20200503", 2}, {"release-20210321", 1}, {"release-20230225", 1}} {
		w := playing(t, "ra", test.release)
		soldier, target := w.put(t, "e1", 0, Cell{X: 20, Y: 20}), w.put(t, "2tnk", 1, Cell{X: 23, Y: 20})
		rest(w, soldier)
		target.Stance = info.StanceHoldFire
		soldier.Facing = 256
		w.Effects = w.Effects[:0]
		w.give(0, soldier, named("Attack", at(target)))
		ticks := 0
		for len(w.Effects) == 0 && soldier.Arms[0].Delay == 0 && ticks < 20 {
			w.Step()
			ticks++
		}
		if ticks != test.ticks || soldier.Facing != 768 {
			t.Errorf("%s: he fires after %d ticks, want %d, and looks to %d", test.release, ticks, test.ticks, soldier.Facing)
		}
	}
}

// Who may not move now, as while somebody boards, turns to his target all the same
// until 20230225.
func TestWhoMayNotMoveTurnsToHisTargetUntil20230225(t *testing.T) {
	for release, turns := range map[string]bool{"release-20210321": true, "release-20230225": true, "release-20231010": false, rules.Head: false} {
		w := playing(t, "ra", release)
		gun, target := w.put(t, "apc", 0, Cell{X: 20, Y: 20}), w.put(t, "2tnk", 1, Cell{X: 22, Y: 20})
		rest(w, gun)
		target.Stance = info.StanceHoldFire
		gun.Facing = 256
		w.give(0, gun, named("Attack", at(target)))
		w.Step()
		gun.Facing = 256
		gun.Loading = true
		if !w.mobilePaused(gun) {
			t.Fatalf("%s: it may move", release)
		}
		for range 10 {
			w.Step()
		}
		if got := gun.Facing != 256; got != turns {
			t.Errorf("%s: it turns %v, want %v", release, got, turns)
		}
	}
}
