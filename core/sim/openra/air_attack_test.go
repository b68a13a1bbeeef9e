// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"testing"

	"convertd/core/sim/openra/internal/info"
)

// attack orders a unit to attack.
func (w *World) attack(a, target *Actor) {
	w.give(a.owner, a, Order{Name: "Attack", Target: TargetActor, Actor: target.ID})
}

func TestAHelicopterFiresStandingInTheAir(t *testing.T) {
	w := plain(t)
	heli := w.inAir(t, "mh60", 0, Cell{X: 20, Y: 20})
	target := w.put(t, "2tnk", 1, Cell{X: 34, Y: 20})
	w.attack(heli, target)
	for range 400 {
		w.step()
		if heli.ammo < 24 {
			break
		}
	}
	low, high := w.reachAgainst(heli, target, false)
	d := target.center.Sub(heli.center)
	if heli.ammo == 24 || d.FlatLength() > high || d.FlatLength() < low || !withinTolerance(heli.facing, d.Yaw(), 80) {
		t.Fatalf("%d shots left, %d away, pointing at %d", heli.ammo, d.FlatLength(), heli.facing)
	}
	if heli.ammo%2 != 0 {
		t.Errorf("%d shots left after bursts of two", heli.ammo)
	}
	at := heli.center
	w.pass(20)
	if heli.center != at {
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
		w.step()
		empty = empty || heli.ammo == 0
		home = home || heli.pad == pad.ID && heli.center.Z == 0
	}
	if !empty || !home {
		t.Errorf("empty %t, home %t", empty, home)
	}
	if heli.ammo != 24 || heli.requested != none || heli.current().kind != actFlyIdle {
		t.Errorf("after rearming: %d shots, target %d", heli.ammo, heli.requested)
	}
}

func TestAnAirplanePassesOverItsTargetAndComesBack(t *testing.T) {
	w := plain(t)
	w.built(t, "afld", 0, Cell{X: 60, Y: 60})
	plane := w.inAir(t, "yak", 0, Cell{X: 20, Y: 30})
	target := w.put(t, "2tnk", 1, Cell{X: 40, Y: 30})
	target.hp = target.typ.MaxHP
	w.attack(plane, target)
	passes, near := 0, false
	for range 700 {
		w.step()
		now := target.center.Sub(plane.center).FlatLength() < 1024
		if now && !near {
			passes++
		}
		near = now
		if plane.ammo == 0 {
			break
		}
	}
	if passes < 1 || plane.ammo == 18 || target.hp == target.typ.MaxHP {
		t.Errorf("%d passes, %d shots left, target has %d of %d", passes, plane.ammo, target.hp, target.typ.MaxHP)
	}
}

func TestNothingIsFiredOnTheGround(t *testing.T) {
	w := plain(t)
	heli := w.put(t, "mh60", 0, Cell{X: 20, Y: 20})
	target := w.put(t, "2tnk", 1, Cell{X: 23, Y: 20})
	heli.requested = target.ID
	heli.facing = target.center.Sub(heli.center).Yaw()
	w.pass(1)
	if heli.ammo != 24 {
		t.Error("it fires from the ground")
	}
}

// scoutedFromTheAir is a helicopter of a person, somebody too far from it to be
// seen, and who shows him.
func scoutedFromTheAir(t *testing.T) (w *World, heli, far, scout *Actor) {
	t.Helper()
	w = plain(t)
	w.players[0].bot = false
	heli, far, scout = w.inAir(t, "mh60", 0, Cell{X: 20, Y: 20}), w.put(t, "2tnk", 1, Cell{X: 50, Y: 20}), w.put(t, "e1", 0, Cell{X: 50, Y: 22})
	far.stance, scout.stance = info.StanceHoldFire, info.StanceHoldFire
	w.pass(2)
	return w, heli, far, scout
}

// flyUntilIdle lets an aircraft end what it does.
func (w *World) flyUntilIdle(a *Actor) {
	for range 900 {
		if w.step(); a.current().kind == actFlyIdle {
			return
		}
	}
}

func TestAPersonsAircraftFliesToWhereItLastSawItsTarget(t *testing.T) {
	for _, old := range []bool{false, true} {
		w, heli, prey, scout := scoutedFromTheAir(t)
		w.behaviour.OldAttack = old
		w.attack(heli, prey)
		w.pass(2)
		seenAt := prey.center
		w.hide(prey, scout, Cell{X: 50, Y: 60})
		w.flyUntilIdle(heli)
		reach := heli.typ.Armaments[0].Weapon.Reach
		if d := seenAt.Sub(heli.center).FlatLength(); heli.current().kind != actFlyIdle || d > reach || d < reach-2*1024 || heli.requested != none {
			t.Errorf("old %t: %d from where it saw the prey, with a reach of %d, does %d at %x", old, d, reach, heli.current().kind, heli.requested)
		}
	}
}

func TestAPersonsAircraftAttacksWhatHeRemembers(t *testing.T) {
	for _, kind := range []string{"mh60", "yak"} {
		w := plain(t)
		silo := remembering(t, w, "silo", Cell{X: 60, Y: 60})
		w.players[0].bot = false
		aircraft := w.inAir(t, kind, 0, Cell{X: 30, Y: 60})
		w.give(0, aircraft, Order{Name: "Attack", Target: TargetFrozen, Actor: silo.ID})
		w.pass(2)
		if act := aircraft.current(); act.kind != actFlyAttack || act.host != silo.ID|frozenBit || aircraft.requested != act.host {
			t.Fatalf("%s: it does %+v", kind, act)
		}
		for range 600 {
			if w.step(); silo.hp < silo.typ.MaxHP {
				break
			}
		}
		if silo.hp == silo.typ.MaxHP {
			t.Errorf("%s: the silo is not hurt", kind)
		}
	}
}

func TestAnAircraftDoesNotSetOutForWhatItsPlayerNeverSaw(t *testing.T) {
	w := plain(t)
	w.players[0].bot = false
	heli, prey := w.inAir(t, "mh60", 0, Cell{X: 20, Y: 20}), w.put(t, "2tnk", 1, Cell{X: 50, Y: 20})
	w.pass(2)
	at := heli.center
	w.attack(heli, prey)
	if w.pass(3); heli.center != at || heli.current().kind != actFlyIdle {
		t.Errorf("it does %+v", heli.current())
	}
}

// Until 20231010 the flight home to rearm is a part of the attack, and what died
// meanwhile ends it only then; newer ones put it behind the attack or break it
// off at once.
func TestWhatItsAttackIsWhileAnAircraftRearms(t *testing.T) {
	for _, old := range []bool{false, true} {
		w := plain(t)
		w.behaviour.OldAttack = old
		w.built(t, "hpad", 0, Cell{X: 20, Y: 20})
		heli, target := w.inAir(t, "mh60", 0, Cell{X: 40, Y: 20}), w.put(t, "2tnk", 1, Cell{X: 50, Y: 20})
		target.stance = info.StanceHoldFire
		w.attack(heli, target)
		w.pass(3)
		attack := heli.current()
		heli.ammo = 0
		w.pass(120)
		inside := heli.current() == attack && skipDone(attack.child) != nil && skipDone(attack.child).kind == actReturnToBase
		abandons := heli.typ.AirAttack.Abandons
		if inside != (old || !abandons) {
			t.Errorf("old %t: inside the attack %t, abandons %t", old, inside, abandons)
		}
	}
}

// Since 20230225 a run ends with the last shot.
func TestARunEndsWithTheLastShot(t *testing.T) {
	for version, goesOn := range map[string]bool{"release-20210321": true, "release-20230225": false, "release-20231010": false} {
		w := playing(t, "ra", version)
		w.players[0].bot = true
		w.built(t, "afld", 0, Cell{X: 10, Y: 10})
		plane, target := w.inAir(t, "yak", 0, Cell{X: 30, Y: 30}), w.put(t, "2tnk", 1, Cell{X: 50, Y: 30})
		target.stance = info.StanceHoldFire
		w.attack(plane, target)
		running := func() bool {
			act := plane.current()
			if act == nil || act.kind != actFlyAttack {
				return false
			}
			child := skipDone(act.child)
			return child != nil && child.kind == actAttackRun
		}
		for range 300 {
			if w.step(); running() {
				break
			}
		}
		w.pass(2)
		if !running() {
			t.Fatalf("%s: no run", version)
		}
		plane.ammo = 0
		w.pass(3)
		if running() != goesOn {
			t.Errorf("%s: it flies on %t", version, running())
		}
	}
}

func TestAGuardInTheAirFliesToWhereItLostWhomItGuards(t *testing.T) {
	w, heli, ward, scout := scoutedFromTheAir(t)
	follow := w.newActivity(actAttackMove)
	follow.aim, follow.high = ward.ID, guardRange
	act := w.marchInAir(heli, follow)
	w.order(heli, false, act)
	w.pass(2)
	seenAt := ward.center
	w.hide(ward, scout, Cell{X: 50, Y: 60})
	w.flyUntilIdle(heli)
	if d := seenAt.Sub(heli.center).FlatLength(); heli.current().kind != actFlyIdle || d > guardRange {
		t.Errorf("%d from where it lost its ward, does %+v", d, heli.current())
	}
}

// Bots do not lose sight of what hides; out of their reach they go on to it.
func TestABotsPlaneGoesOnToWhatHidesFarAway(t *testing.T) {
	w := plain(t)
	tank, plane := w.put(t, "stnk", 0, Cell{X: 20, Y: 20}), w.inAir(t, "yak", 1, Cell{X: 60, Y: 20})
	if !w.players[1].bot {
		t.Fatal("the player is no bot")
	}
	tank.cloakTicks = 10000
	w.attack(plane, tank)
	w.pass(5)
	tank.cloakTicks = 0
	act := plane.current()
	act.child = nil // it has come to the end of what it did last
	if w.tickFlyAttack(plane, act) || act.child == nil {
		t.Error("it gives up")
	}
}
