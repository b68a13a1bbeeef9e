// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

func TestAnOldTurretLagsBehindItsBody(t *testing.T) {
	w := playing(t, "ra", "release-20200202")
	tank := w.put(t, "1tnk", 0, Cell{X: 20, Y: 20})
	tank.Stance = info.StanceHoldFire
	step := tank.Type.TurretSpeed
	if step%anglesPerFacing != 0 || step <= 0 {
		t.Fatalf("it turns by %d", step)
	}
	tank.Facing = 256
	w.tickTurret(tank)
	if tank.Aim != step || tank.Turret.Facing != wpos.Angle(step-256) {
		t.Errorf("it points at %d, %d from its body", tank.Aim, tank.Turret.Facing)
	}
	if h := w.TurretHash(tank, false); h != step/anglesPerFacing {
		t.Errorf("hash %d", h)
	}
	for range 256 {
		w.tickTurret(tank)
	}
	if tank.Aim != 256 || tank.Turret.Facing != 0 {
		t.Errorf("in the end it points at %d, %d from its body", tank.Aim, tank.Turret.Facing)
	}
}

func TestAnOldTurretPointsAtItsTargetUntilItRealigns(t *testing.T) {
	w := playing(t, "ra", "release-20200202")
	tank, target := w.put(t, "1tnk", 0, Cell{X: 20, Y: 20}), w.put(t, "e1", 1, Cell{X: 17, Y: 20})
	for !w.faceTarget(tank, target, tank.Type.TurretOffset) {
		if tank.Turret.Want == (Pos{}) {
			t.Fatal("it does not turn")
		}
	}
	if tank.Aim != 256 {
		t.Fatalf("it points at %d, not west", tank.Aim)
	}
	for range tank.Type.TurretRealign {
		w.tickTurret(tank)
	}
	if tank.Aim != 256 {
		t.Errorf("it realigns too early: %d", tank.Aim)
	}
	if w.tickTurret(tank); tank.Aim == 256 {
		t.Error("it does not realign")
	}
}

func TestDirectionsAreWholeFacingsUntil20200503(t *testing.T) {
	for _, coarse := range []bool{false, true} {
		w := plain(t)
		w.Release.CoarseFacing = coarse
		if yaw := w.yawOf(Pos{X: -299, Y: 256, Z: 0}); yaw != 371 && !coarse || yaw != 368 && coarse {
			t.Errorf("coarse %v: %d", coarse, yaw)
		}
	}
}

func TestAShotIsShownAtOnceUntil20200503(t *testing.T) {
	for _, test := range []struct {
		release string
		body    state.BodyState
	}{{"release-20200503", state.BodyAttacking}, {"release-20230225", state.BodyWaiting}} {
		w := playing(t, "ra", test.release)
		soldier, target := w.put(t, "e1", 0, Cell{X: 20, Y: 20}), w.put(t, "e1", 1, Cell{X: 21, Y: 20})
		rest(w, soldier)
		if w.fire(soldier, 0, aimAtActor(target)); soldier.Body != test.body {
			t.Errorf("%s: body %d", test.release, soldier.Body)
		}
	}
}

func TestAWreckIsLeftByTheRulesOfEveryRelease(t *testing.T) {
	for _, release := range []string{"release-20200202", "release-20200503", "playtest-20201213", "release-20210321", "release-20230225", "release-20231010"} {
		w := playing(t, "ra", release)
		tank := w.put(t, "2tnk", 0, Cell{X: 20, Y: 20})
		w.Step()
		w.kill(tank, nil, nil)
		w.Step()
		if enginetest.Named(w.Actors, "2tnk.husk") == nil {
			t.Errorf("%s: no wreck", release)
		}
	}
}

// Shots of the engine's games of release-20200503: where they left, seen from the middle
// of who fired, by the facings of body and turret in parts of 256.
func TestOldMuzzlesAreTurnedInTwoSteps(t *testing.T) {
	w := playing(t, "cnc", "release-20200503")
	for _, test := range []struct {
		kind      string
		body, aim int32
		want      Pos
	}{
		{"e3", 98, 98, Pos{X: -202, Y: 102, Z: 341}}, // cnc-20200503-frigid-pass-0, net frame 8
		{"e3", 83, 83, Pos{X: -246, Y: 49, Z: 341}},  // cnc-20200503-frostways-0, net frame 48
		{"jeep", 0, 226, Pos{X: 95, Y: -36, Z: 213}},
		{"jeep", 2, 16, Pos{X: -65, Y: -46, Z: 213}},
		{"bggy", 64, 108, Pos{X: -22, Y: 100, Z: 171}},
		{"mtnk", 32, 128, Pos{X: 0, Y: 489, Z: 90}},
	} {
		a := w.put(t, test.kind, 0, Cell{X: 20, Y: 20})
		a.Facing, a.Aim = test.body*anglesPerFacing, test.aim*anglesPerFacing
		a.Turret.Facing = wpos.Angle(a.Aim - a.Facing)
		arm := &a.Type.Armaments[0]
		if at, _ := w.muzzle(a, 0, &arm.Barrels[0]); at.Sub(a.Center) != test.want {
			t.Errorf("%s %d %d: %v, want %v", test.kind, test.body, test.aim, at.Sub(a.Center), test.want)
		}
	}
}

// A turret that sits off the middle of its vehicle points from the middle all the same
// (cnc-20200503-chill-out-0, net frame 74).
func TestAnOldTurretPointsFromTheMiddleOfItsVehicle(t *testing.T) {
	w := playing(t, "cnc", "release-20200503")
	jeep, target := w.put(t, "jeep", 0, Cell{X: 20, Y: 20}), w.put(t, "bggy", 1, Cell{X: 21, Y: 22})
	jeep.Facing = 512
	for range 256 {
		if w.faceTarget(jeep, target, jeep.Type.TurretOffset) {
			break
		}
	}
	if jeep.Aim != 147*anglesPerFacing {
		t.Errorf("it points at %d", jeep.Aim/anglesPerFacing)
	}
}

func TestATurretThatRestedOnceTurnsBackAtOnceUntil20200503(t *testing.T) {
	for _, countsOn := range []bool{false, true} {
		w := playing(t, "cnc", "release-20200503")
		w.Release.CountsRestOn = countsOn
		jeep := w.put(t, "jeep", 0, Cell{X: 20, Y: 20})
		for range jeep.Type.TurretRealign {
			w.tickTurret(jeep)
		}
		jeep.Aiming = true
		w.tickTurret(jeep)
		jeep.Aiming, jeep.Turret.Want = false, Pos{X: -1024}
		aim := w.yawOf(jeep.Turret.Want)
		if jeep.Aim = aim; aim == jeep.Facing {
			t.Fatalf("the turret points where its body looks: %d", aim)
		}
		w.tickTurret(jeep)
		if back := jeep.Aim != aim; back != countsOn {
			t.Errorf("counts on %v: it turns back %v", countsOn, back)
		}
	}
}
