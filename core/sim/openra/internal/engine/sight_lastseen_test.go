// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// scouted puts a unit of a person, a tank of his enemy that holds its fire, and
// a scout of his who sees it.
func scouted(t *testing.T, kind string) (w *World, hunter, prey, scout *Actor) {
	t.Helper()
	w = plain(t)
	w.Players[0].Bot = false
	hunter, prey, scout = w.put(t, kind, 0, Cell{X: 20, Y: 20}), w.put(t, "2tnk", 1, Cell{X: 40, Y: 20}), w.put(t, "e1", 0, Cell{X: 40, Y: 22})
	hunter.Stance, prey.Stance, scout.Stance = info.StanceHoldFire, info.StanceHoldFire, info.StanceHoldFire
	w.pass(2)
	return w, hunter, prey, scout
}

// hide puts somebody elsewhere, and takes away who showed him.
func (w *World) hide(prey, scout *Actor, to Cell) {
	w.Dispose(scout)
	w.setLocation(prey, to, prey.FromSub, to, prey.ToSub)
	w.setCenter(prey, w.CenterOfCell(to))
}

func TestAPersonsUnitGoesToWhereItLastSawItsTarget(t *testing.T) {
	for _, kind := range []string{"e3", "1tnk"} {
		for _, old := range []bool{false, true} {
			w, hunter, prey, scout := scouted(t, kind)
			w.Release.OldAttack = old
			w.attack(hunter, prey)
			w.pass(2)
			seenAt := prey.Center
			w.hide(prey, scout, Cell{X: 40, Y: 60})
			w.pass(2)
			if w.VisibleTo(prey, 0) {
				t.Fatal("the prey is still in sight")
			}
			for range 900 {
				if w.Step(); hunter.Idle() {
					break
				}
			}
			reach := hunter.Type.Armaments[0].Weapon.Reach
			if d := seenAt.Sub(hunter.Center).Length(); !hunter.Idle() || d > reach || d < reach-3*1024 {
				t.Errorf("%s, old %t: idle %t, %d from where it saw the prey, with a reach of %d", kind, old, hunter.Idle(), d, reach)
			}
		}
	}
}

func TestAPersonsUnitDoesNotSetOutForWhatItNeverSaw(t *testing.T) {
	w, hunter, prey, scout := scouted(t, "1tnk")
	w.Dispose(scout)
	w.pass(2)
	w.attack(hunter, prey)
	if w.pass(2); !hunter.Idle() {
		t.Errorf("it does %+v", hunter.Current())
	}
}

func TestARocketLauncherGoesOnFiringAtABuildingLostFromSight(t *testing.T) {
	w := plain(t)
	w.Players[0].Bot = false
	silo, scout := w.built(t, "silo", 1, Cell{X: 40, Y: 20}), w.put(t, "e1", 0, Cell{X: 40, Y: 22})
	launcher := w.put(t, "v2rl", 0, Cell{X: 33, Y: 20})
	scout.Stance, launcher.Stance = info.StanceHoldFire, info.StanceHoldFire
	w.pass(2)
	w.attack(launcher, silo)
	w.pass(1)
	w.Dispose(scout)
	w.pass(5)
	if act := launcher.Current(); w.VisibleTo(silo, 0) || act == nil || act.Host != silo.ID|FrozenBit || !launcher.Aiming {
		t.Errorf("in sight: %t, aims: %t, does %+v", w.VisibleTo(silo, 0), launcher.Aiming, act)
	}
}

func TestAnOrderNamesWhatAPlayerRemembers(t *testing.T) {
	for _, name := range []string{"Attack", "ForceAttack"} {
		w := plain(t)
		silo := enginetest.Remember(t, w, "silo", Cell{X: 60, Y: 60})
		w.Players[0].Bot = false
		tank := w.put(t, "1tnk", 0, Cell{X: 72, Y: 60})
		w.pass(2)
		w.give(0, tank, Order{Name: name, Target: state.TargetFrozen, Actor: silo.ID})
		w.pass(2)
		act := tank.Current()
		if act == nil || act.Host != silo.ID|FrozenBit || tank.Requested != act.Host {
			t.Fatalf("%s: it does %+v", name, act)
		}
		for range 400 {
			if w.Step(); tank.Aiming {
				break
			}
		}
		if !tank.Aiming {
			t.Errorf("%s: it never aims", name)
		}
	}
}

func TestADogRunsOnToWhereItsVictimDied(t *testing.T) {
	w := plain(t)
	dog, victim := w.put(t, "dog", 0, Cell{X: 20, Y: 20}), w.put(t, "e1", 1, Cell{X: 30, Y: 20})
	victim.Stance = info.StanceHoldFire
	w.attack(dog, victim)
	w.pass(10)
	died := victim.Center
	w.Destroy(victim, nil, nil)
	for range 100 {
		if w.Step(); dog.Idle() {
			break
		}
	}
	if d := died.Sub(dog.Center).Length(); !dog.Idle() || d > dog.Type.Armaments[0].Weapon.Reach {
		t.Errorf("idle %t, %d from where the victim died", dog.Idle(), d)
	}
}

func TestADogMakesForAnotherPlaceThanThatOfAVictimThatStood(t *testing.T) {
	for _, old := range []bool{false, true} {
		w := plain(t)
		w.Release.OldAttack = old
		dog, victim := w.put(t, "dog", 0, Cell{X: 20, Y: 20}), w.put(t, "e1", 1, Cell{X: 23, Y: 20})
		victim.Stance = info.StanceHoldFire
		w.attack(dog, victim)
		for range 60 {
			if w.Step(); victim.Dead {
				break
			}
		}
		w.pass(200)
		if away := dog.To != victim.To; away != old || dog.Idle() != old {
			t.Errorf("old %t: the dog is in %v, its victim was in %v; idle %t", old, dog.To, victim.To, dog.Idle())
		}
	}
}

// A turreted unit goes as near to what it sees as the least reach of all its
// weapons allows, whomever they are for.
func TestATurretedUnitStaysAwayByTheLeastOfItsWeapons(t *testing.T) {
	w := plain(t)
	tank, victim := w.put(t, "4tnk", 0, Cell{X: 20, Y: 20}), w.put(t, "e1", 1, Cell{X: 26, Y: 20})
	victim.Stance = info.StanceHoldFire
	w.attack(tank, victim)
	w.pass(3)
	if act := tank.Current(); act == nil || act.Low != 0 || tank.Type.Armaments[1].Weapon.MinReach == 0 {
		t.Errorf("it does %+v", act)
	}
	if low, _ := w.reachAgainst(tank, victim, true); low == 0 {
		t.Error("all its weapons reach who stands beside it")
	}
	near := *tank.Type.Armaments[1].Weapon
	near.MinReach = 0
	tank.Type.Armaments[0].Weapon = &near
	if low, _ := w.reachAgainst(tank, victim, false); low != 0 {
		t.Errorf("two weapons for him, of which one reaches who stands beside it, ask for %d", low)
	}
}
