// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// attack orders a unit to attack.
func (w *World) attack(a, target *Actor) {
	w.give(a.Owner, a, Order{Name: "Attack", Target: state.TargetActor, Actor: target.ID})
}

func TestAHelicopterFiresStandingInTheAir(t *testing.T) {
	w := plain(t)
	heli := w.inAir(t, "mh60", 0, Cell{X: 20, Y: 20})
	target := w.put(t, "2tnk", 1, Cell{X: 34, Y: 20})
	w.attack(heli, target)
	for range 400 {
		w.Step()
		if heli.Ammo < 24 {
			break
		}
	}
	low, high := w.reachAgainst(heli, target, false)
	d := target.Center.Sub(heli.Center)
	if heli.Ammo == 24 || d.FlatLength() > high || d.FlatLength() < low || !withinTolerance(heli.Facing, d.Yaw(), 80) {
		t.Fatalf("%d shots left, %d away, pointing at %d", heli.Ammo, d.FlatLength(), heli.Facing)
	}
	if heli.Ammo%2 != 0 {
		t.Errorf("%d shots left after bursts of two", heli.Ammo)
	}
	at := heli.Center
	w.pass(20)
	if heli.Center != at {
		t.Error("it does not stand still")
	}
}

func TestWhoHasNoShotsLeftGoesHome(t *testing.T) {
	w := plain(t)
	pad := w.built(t, "hpad", 0, Cell{X: 20, Y: 20})
	heli := w.inAir(t, "mh60", 0, Cell{X: 26, Y: 20})
	target := w.put(t, "2tnk", 1, Cell{X: 34, Y: 20})
	w.attack(heli, target)
	empty, home := false, false
	for range 1500 {
		w.Step()
		empty = empty || heli.Ammo == 0
		home = home || heli.Pad == pad.ID && heli.Center.Z == 0
	}
	if !empty || !home {
		t.Errorf("empty %t, home %t", empty, home)
	}
	if heli.Ammo != 24 || heli.Requested != none || heli.Current().Kind != state.ActFlyIdle {
		t.Errorf("after rearming: %d shots, target %d", heli.Ammo, heli.Requested)
	}
}

func TestAnAirplanePassesOverItsTargetAndComesBack(t *testing.T) {
	w := plain(t)
	w.built(t, "afld", 0, Cell{X: 60, Y: 60})
	plane := w.inAir(t, "yak", 0, Cell{X: 20, Y: 30})
	target := w.put(t, "2tnk", 1, Cell{X: 40, Y: 30})
	target.HP = target.Type.MaxHP
	w.attack(plane, target)
	passes, near := 0, false
	for range 700 {
		w.Step()
		now := target.Center.Sub(plane.Center).FlatLength() < 1024
		if now && !near {
			passes++
		}
		near = now
		if plane.Ammo == 0 {
			break
		}
	}
	if passes < 1 || plane.Ammo == 18 || target.HP == target.Type.MaxHP {
		t.Errorf("%d passes, %d shots left, target has %d of %d", passes, plane.Ammo, target.HP, target.Type.MaxHP)
	}
}

func TestNothingIsFiredOnTheGround(t *testing.T) {
	w := plain(t)
	heli := w.put(t, "mh60", 0, Cell{X: 20, Y: 20})
	target := w.put(t, "2tnk", 1, Cell{X: 23, Y: 20})
	heli.Requested = target.ID
	heli.Facing = target.Center.Sub(heli.Center).Yaw()
	w.pass(1)
	if heli.Ammo != 24 {
		t.Error("it fires from the ground")
	}
}

// scoutedFromTheAir is a helicopter of a person, somebody too far from it to be
// seen, and who shows him.
func scoutedFromTheAir(t *testing.T) (w *World, heli, far, scout *Actor) {
	t.Helper()
	w = plain(t)
	w.Players[0].Bot = false
	heli, far, scout = w.inAir(t, "mh60", 0, Cell{X: 20, Y: 20}), w.put(t, "2tnk", 1, Cell{X: 50, Y: 20}), w.put(t, "e1", 0, Cell{X: 50, Y: 22})
	far.Stance, scout.Stance = info.StanceHoldFire, info.StanceHoldFire
	w.pass(2)
	return w, heli, far, scout
}

// flyUntilIdle lets an aircraft end what it does.
func (w *World) flyUntilIdle(a *Actor) {
	for range 900 {
		if w.Step(); a.Current().Kind == state.ActFlyIdle {
			return
		}
	}
}

func TestAPersonsAircraftFliesToWhereItLastSawItsTarget(t *testing.T) {
	for _, old := range []bool{false, true} {
		w, heli, prey, scout := scoutedFromTheAir(t)
		w.Release.OldAttack = old
		w.attack(heli, prey)
		w.pass(2)
		seenAt := prey.Center
		w.hide(prey, scout, Cell{X: 50, Y: 60})
		w.flyUntilIdle(heli)
		reach := heli.Type.Armaments[0].Weapon.Reach
		if d := seenAt.Sub(heli.Center).FlatLength(); heli.Current().Kind != state.ActFlyIdle || d > reach || d < reach-2*1024 || heli.Requested != none {
			t.Errorf("old %t: %d from where it saw the prey, with a reach of %d, does %d at %x", old, d, reach, heli.Current().Kind, heli.Requested)
		}
	}
}

func TestAPersonsAircraftAttacksWhatHeRemembers(t *testing.T) {
	for _, kind := range []string{"mh60", "yak"} {
		w := plain(t)
		silo := enginetest.Remember(t, w, "silo", Cell{X: 60, Y: 60})
		w.Players[0].Bot = false
		aircraft := w.inAir(t, kind, 0, Cell{X: 30, Y: 60})
		w.give(0, aircraft, Order{Name: "Attack", Target: state.TargetFrozen, Actor: silo.ID})
		w.pass(2)
		if act := aircraft.Current(); act.Kind != state.ActFlyAttack || act.Host != silo.ID|FrozenBit || aircraft.Requested != act.Host {
			t.Fatalf("%s: it does %+v", kind, act)
		}
		for range 600 {
			if w.Step(); silo.HP < silo.Type.MaxHP {
				break
			}
		}
		if silo.HP == silo.Type.MaxHP {
			t.Errorf("%s: the silo is not hurt", kind)
		}
	}
}

func TestAnAircraftDoesNotSetOutForWhatItsPlayerNeverSaw(t *testing.T) {
	w := plain(t)
	w.Players[0].Bot = false
	heli, prey := w.inAir(t, "mh60", 0, Cell{X: 20, Y: 20}), w.put(t, "2tnk", 1, Cell{X: 50, Y: 20})
	w.pass(2)
	at := heli.Center
	w.attack(heli, prey)
	if w.pass(3); heli.Center != at || heli.Current().Kind != state.ActFlyIdle {
		t.Errorf("it does %+v", heli.Current())
	}
}

// Until 20231010 the flight home to rearm is a part of the attack, and what died
// meanwhile ends it only then; newer ones put it behind the attack or break it
// off at once.
func TestWhatItsAttackIsWhileAnAircraftRearms(t *testing.T) {
	for _, old := range []bool{false, true} {
		w := plain(t)
		w.Release.OldAttack = old
		w.built(t, "hpad", 0, Cell{X: 20, Y: 20})
		heli, target := w.inAir(t, "mh60", 0, Cell{X: 40, Y: 20}), w.put(t, "2tnk", 1, Cell{X: 50, Y: 20})
		target.Stance = info.StanceHoldFire
		w.attack(heli, target)
		w.pass(3)
		attack := heli.Current()
		heli.Ammo = 0
		w.pass(120)
		inside := heli.Current() == attack && state.SkipDone(attack.Child) != nil && state.SkipDone(attack.Child).Kind == state.ActReturnToBase
		abandons := heli.Type.AirAttack.Abandons
		if inside != (old || !abandons) {
			t.Errorf("old %t: inside the attack %t, abandons %t", old, inside, abandons)
		}
	}
}

// Since 20230225 a run ends with the last shot.
func TestARunEndsWithTheLastShot(t *testing.T) {
	for version, goesOn := range map[string]bool{"release-20210321": true, "release-20230225": false, "release-20231010": false} {
		w := playing(t, "ra", version)
		w.Players[0].Bot = true
		w.built(t, "afld", 0, Cell{X: 10, Y: 10})
		plane, target := w.inAir(t, "yak", 0, Cell{X: 30, Y: 30}), w.put(t, "2tnk", 1, Cell{X: 50, Y: 30})
		target.Stance = info.StanceHoldFire
		w.attack(plane, target)
		running := func() bool {
			act := plane.Current()
			if act == nil || act.Kind != state.ActFlyAttack {
				return false
			}
			child := state.SkipDone(act.Child)
			return child != nil && child.Kind == state.ActAttackRun
		}
		for range 300 {
			if w.Step(); running() {
				break
			}
		}
		w.pass(2)
		if !running() {
			t.Fatalf("%s: no run", version)
		}
		plane.Ammo = 0
		w.pass(3)
		if running() != goesOn {
			t.Errorf("%s: it flies on %t", version, running())
		}
	}
}

func TestAGuardInTheAirFliesToWhereItLostWhomItGuards(t *testing.T) {
	w, heli, ward, scout := scoutedFromTheAir(t)
	follow := w.newActivity(state.ActAttackMove)
	follow.Aim, follow.High = ward.ID, guardRange
	act := w.marchInAir(heli, follow)
	w.order(heli, false, act)
	w.pass(2)
	seenAt := ward.Center
	w.hide(ward, scout, Cell{X: 50, Y: 60})
	w.flyUntilIdle(heli)
	if d := seenAt.Sub(heli.Center).FlatLength(); heli.Current().Kind != state.ActFlyIdle || d > guardRange {
		t.Errorf("%d from where it lost its ward, does %+v", d, heli.Current())
	}
}

// Bots do not lose sight of what hides; out of their reach they go on to it.
func TestABotsPlaneGoesOnToWhatHidesFarAway(t *testing.T) {
	w := plain(t)
	tank, plane := w.put(t, "stnk", 0, Cell{X: 20, Y: 20}), w.inAir(t, "yak", 1, Cell{X: 60, Y: 20})
	if !w.Players[1].Bot {
		t.Fatal("the player is no bot")
	}
	tank.CloakTicks = 10000
	w.attack(plane, tank)
	w.pass(5)
	tank.CloakTicks = 0
	act := plane.Current()
	act.Child = nil // it has come to the end of what it did last
	if w.tickFlyAttack(plane, act) || act.Child == nil {
		t.Error("it gives up")
	}
}
