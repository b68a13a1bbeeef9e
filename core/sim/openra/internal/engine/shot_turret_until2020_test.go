// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

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
		if w.anyNamed("2tnk.husk") == nil {
			t.Errorf("%s: no wreck", release)
		}
	}
}
