// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

func TestACloakedTankIsSeenOnlyFromNear(t *testing.T) {
	w := plain(t)
	tank := w.put(t, "stnk", 0, Cell{X: 20, Y: 20})
	gun := w.put(t, "2tnk", 1, Cell{X: 24, Y: 20})
	w.pass(2)
	if !w.VisibleTo(tank, 1) || w.targetFor(gun, tank.ID) == nil {
		t.Fatal("it hides before its time")
	}
	tank.CloakTicks = 0
	if w.VisibleTo(tank, 1) || w.targetFor(gun, tank.ID) != nil || !w.VisibleTo(tank, 0) {
		t.Error("the enemy sees it, or its owner does not")
	}
	w.put(t, "e1", 1, Cell{X: 21, Y: 20})
	if !w.VisibleTo(tank, 1) {
		t.Error("a soldier beside it does not see it")
	}
}

func TestAShotAndHeavyDamageUncloak(t *testing.T) {
	w := plain(t)
	tank := w.put(t, "stnk", 0, Cell{X: 20, Y: 20})
	tank.CloakTicks = 0
	w.uncloak(tank, info.LoudAttack)
	if tank.CloakTicks != 175 || w.cloaked(tank) {
		t.Errorf("after a shot it shows for %d ticks", tank.CloakTicks)
	}
	w.uncloak(tank, info.LoudDamage)
	tank.CloakTicks = 0
	tank.HP = tank.Type.MaxHP / 4
	if !w.cloaked(tank) {
		t.Error("at a quarter of its health it shows")
	}
	tank.HP--
	if w.cloaked(tank) {
		t.Error("below a quarter of its health it hides")
	}
}

func TestLoudnessIsByTheRulesOfTheType(t *testing.T) {
	w := plain(t)
	tank, sub := w.put(t, "stnk", 0, Cell{X: 20, Y: 20}), w.put(t, "ss", 0, Cell{X: 40, Y: 40})
	for _, test := range []struct {
		unit     *Actor
		occasion string
		want     bool
	}{{tank, info.LoudLoad, true}, {tank, info.LoudUnload, true}, {tank, info.LoudCharge, false}, {sub, info.LoudLoad, false}, {sub, info.LoudUnload, true}, {sub, info.LoudCharge, true}} {
		test.unit.CloakTicks = 0
		if w.uncloak(test.unit, test.occasion); test.unit.CloakTicks > 0 != test.want {
			t.Errorf("%s, %s: shows %t", test.unit.Type.Name, test.occasion, !test.want)
		}
	}
}

// A thief shows himself in every cell he comes to, for a while.
func TestAThiefHidesOnlyWhereHeStandsStill(t *testing.T) {
	w := plain(t)
	thief := w.put(t, "thf", 0, Cell{X: 20, Y: 20})
	w.pass(1)
	if want := thief.Type.Cloak.Initial - 1; thief.CloakTicks != want {
		t.Fatalf("after his first tick he shows for %d ticks, want %d", thief.CloakTicks, want)
	}
	w.pass(int(thief.CloakTicks))
	if !w.cloaked(thief) {
		t.Fatal("he stands and shows himself")
	}
	w.give(0, thief, Order{Name: "Move", Target: state.TargetCell, Cell: Cell{X: 23, Y: 20}})
	w.until(t, "he has begun to walk", func() bool { return thief.To.X > 20 })
	if want := thief.Type.Cloak.Delay; thief.CloakTicks != want {
		t.Errorf("in a new cell he shows for %d ticks, want %d", thief.CloakTicks, want)
	}
	w.until(t, "he is there", thief.Idle)
	w.pass(int(thief.CloakTicks))
	if !w.cloaked(thief) {
		t.Error("he does not hide again")
	}
}

// Since 20201213 who is mended in a building counts as docked there.
func TestWhoIsMendedInABuildingShowsHimselfAllTheWhile(t *testing.T) {
	for version, waits := range map[string]bool{"release-20200503": false, "release-20210321": true, "release-20231010": true, "{DEV_VERSION}": true} {
		w := playing(t, "ra", version)
		tank := w.put(t, "stnk", 0, Cell{X: 60, Y: 60})
		w.Players[0].Cash = 5000
		depot := w.built(t, "fix", 0, Cell{X: 63, Y: 60})
		tank.HP /= 2
		w.give(0, tank, named("Repair", at(depot)))
		w.until(t, "it is mended", func() bool { return tank.HP > tank.Type.MaxHP/2 })
		w.pass(10)
		if still := tank.CloakTicks == tank.Type.Cloak.Delay; still != waits {
			t.Errorf("%s: ten ticks later it shows for %d", version, tank.CloakTicks)
		}
		tank.HP = tank.Type.MaxHP
		w.until(t, "it leaves", func() bool { return tank.Activity == nil || !w.docking(tank) })
		if w.pass(5); waits && tank.CloakTicks >= tank.Type.Cloak.Delay {
			t.Errorf("%s: on its way out it shows for %d", version, tank.CloakTicks)
		}
	}
}

// Help from somebody shows who hides, help of his own does not.
func TestWhoHealsItselfGoesOnHiding(t *testing.T) {
	w := plain(t)
	tank, mechanic := w.put(t, "stnk", 0, Cell{X: 20, Y: 20}), w.put(t, "mech", 0, Cell{X: 21, Y: 20})
	for _, test := range []struct {
		helper *Actor
		want   int32
	}{{tank, 0}, {mechanic, 175}} {
		tank.HP, tank.CloakTicks = 1000, 0
		if w.Damage(tank, test.helper, -100, nil); tank.CloakTicks != test.want || tank.HP != 1100 {
			t.Errorf("helped by %s it shows for %d ticks, want %d", test.helper.Type.Name, tank.CloakTicks, test.want)
		}
	}
}

// Who sees through cloaks did so where he got into something, too.
func TestUntil20231010APassengerDetectsFromWhereHeBoarded(t *testing.T) {
	for version, detects := range map[string]bool{"release-20231010": true, "{DEV_VERSION}": false} {
		w := playing(t, "ra", version)
		tank, soldier := w.put(t, "stnk", 0, Cell{X: 60, Y: 60}), w.put(t, "e1", 1, Cell{X: 61, Y: 60})
		carrier := w.put(t, "apc", 1, Cell{X: 80, Y: 60})
		tank.CloakTicks = 0
		if w.cloakedFrom(tank, 1) {
			t.Errorf("%s: it hides from who stands beside it", version)
		}
		w.board(carrier, soldier)
		w.Remove(soldier)
		if w.cloakedFrom(tank, 1) == detects {
			t.Errorf("%s: it hides from a passenger: %t", version, detects)
		}
	}
}

// A cloak has its turn before the weapons: at the end of the tick of a shot the whole
// delay is left.
func TestAShotFromATurretLeavesTheWholeDelayOfACloak(t *testing.T) {
	w := plain(t)
	tank := w.put(t, "stnk", 0, Cell{X: 20, Y: 20})
	w.attack(tank, w.put(t, "2tnk", 1, Cell{X: 23, Y: 20}))
	tank.CloakTicks = 0
	w.until(t, "it fires", func() bool { return tank.CloakTicks > 0 })
	if tank.CloakTicks != tank.Type.Cloak.Delay {
		t.Errorf("it shows for %d ticks, want %d", tank.CloakTicks, tank.Type.Cloak.Delay)
	}
	w.pass(1)
	if tank.CloakTicks != tank.Type.Cloak.Delay-1 {
		t.Errorf("a tick later it shows for %d ticks, want %d", tank.CloakTicks, tank.Type.Cloak.Delay-1)
	}
}

// Others see a submarine at once when it shows itself; what it counts as, being under
// water, it is until its cloak has its turn.
func TestASubmarineCountsAsDivedUntilItsCloakHasItsTurn(t *testing.T) {
	w := plain(t)
	sub := w.put(t, "ss", 0, Cell{X: 20, Y: 20})
	if !sub.Dived {
		t.Fatal("it comes to the surface")
	}
	w.uncloak(sub, info.LoudAttack)
	if w.cloakedFrom(sub, 1) || w.targetStateOf(sub)&info.TargetUnderwater == 0 {
		t.Error("it hides after a shot, or counts as a ship at once")
	}
	w.pass(1)
	if w.targetStateOf(sub)&info.TargetUnderwater != 0 {
		t.Error("a tick later it counts as dived")
	}
	w.pass(int(sub.CloakTicks))
	if !sub.Dived {
		t.Error("it does not dive again")
	}
	sub.HP = 1
	w.pass(1)
	if sub.Dived {
		t.Error("what is nearly lost stays below")
	}
}

func TestDamageStatesEndWhereTheEngineSays(t *testing.T) {
	w := plain(t)
	tank := w.put(t, "2tnk", 0, Cell{X: 20, Y: 20})
	most := tank.Type.MaxHP
	for _, test := range []struct {
		hp   int32
		want info.DamageState
	}{
		{most, info.DamageNone},
		{most - 1, info.DamageLight},
		{most * 3 / 4, info.DamageLight},
		{most*3/4 - 1, info.DamageMedium},
		{most / 2, info.DamageMedium},
		{most/2 - 1, info.DamageHeavy},
		{most / 4, info.DamageHeavy},
		{most/4 - 1, info.DamageCritical},
		{0, info.DamageDead},
	} {
		if tank.HP = test.hp; tank.DamageState() != test.want {
			t.Errorf("%d of %d: %d, want %d", test.hp, most, tank.DamageState(), test.want)
		}
	}
}

func TestAHelicopterLandsForPassengersAndLetsThemOut(t *testing.T) {
	w := plain(t)
	heli, soldier := w.inAir(t, "tran", 0, Cell{X: 20, Y: 20}), w.put(t, "e1", 0, Cell{X: 23, Y: 20})
	w.give(0, soldier, Order{Name: "EnterTransport", Target: state.TargetActor, Actor: heli.ID})
	w.pass(300)
	if len(heli.Passengers) != 1 || soldier.InWorld {
		t.Fatalf("%d aboard, height %d", len(heli.Passengers), heli.Center.Z)
	}
	w.give(0, heli, Order{Name: "Move", Target: state.TargetCell, Cell: Cell{X: 30, Y: 20}})
	w.pass(150)
	w.give(0, heli, Order{Name: "Unload"})
	w.pass(120)
	if len(heli.Passengers) != 0 || !soldier.InWorld || heli.Center.Z != heli.Type.Aircraft.Altitude {
		t.Errorf("%d aboard, height %d", len(heli.Passengers), heli.Center.Z)
	}
}
