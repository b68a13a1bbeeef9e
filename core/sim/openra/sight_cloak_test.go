// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"testing"

	"convertd/core/sim/openra/internal/info"
)

func TestACloakedTankIsSeenOnlyFromNear(t *testing.T) {
	w := plain(t)
	tank := w.put(t, "stnk", 0, Cell{X: 20, Y: 20})
	gun := w.put(t, "2tnk", 1, Cell{X: 24, Y: 20})
	w.pass(2)
	if !w.visibleTo(tank, 1) || w.targetFor(gun, tank.ID) == nil {
		t.Fatal("it hides before its time")
	}
	tank.cloakTicks = 0
	if w.visibleTo(tank, 1) || w.targetFor(gun, tank.ID) != nil || !w.visibleTo(tank, 0) {
		t.Error("the enemy sees it, or its owner does not")
	}
	w.put(t, "e1", 1, Cell{X: 21, Y: 20})
	if !w.visibleTo(tank, 1) {
		t.Error("a soldier beside it does not see it")
	}
}

func TestAShotAndHeavyDamageUncloak(t *testing.T) {
	w := plain(t)
	tank := w.put(t, "stnk", 0, Cell{X: 20, Y: 20})
	tank.cloakTicks = 0
	w.uncloak(tank, info.LoudAttack)
	if tank.cloakTicks != 175 || w.cloaked(tank) {
		t.Errorf("after a shot it shows for %d ticks", tank.cloakTicks)
	}
	w.uncloak(tank, info.LoudDamage)
	tank.cloakTicks = 0
	tank.hp = tank.typ.MaxHP / 4
	if !w.cloaked(tank) {
		t.Error("at a quarter of its health it shows")
	}
	tank.hp--
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
		test.unit.cloakTicks = 0
		if w.uncloak(test.unit, test.occasion); test.unit.cloakTicks > 0 != test.want {
			t.Errorf("%s, %s: shows %t", test.unit.typ.Name, test.occasion, !test.want)
		}
	}
}

// A thief shows himself in every cell he comes to, for a while.
func TestAThiefHidesOnlyWhereHeStandsStill(t *testing.T) {
	w := plain(t)
	thief := w.put(t, "thf", 0, Cell{X: 20, Y: 20})
	w.pass(1)
	if want := thief.typ.Cloak.Initial - 1; thief.cloakTicks != want {
		t.Fatalf("after his first tick he shows for %d ticks, want %d", thief.cloakTicks, want)
	}
	w.pass(int(thief.cloakTicks))
	if !w.cloaked(thief) {
		t.Fatal("he stands and shows himself")
	}
	w.give(0, thief, Order{Name: "Move", Target: TargetCell, Cell: Cell{X: 23, Y: 20}})
	w.until(t, "he has begun to walk", func() bool { return thief.to.X > 20 })
	if want := thief.typ.Cloak.Delay; thief.cloakTicks != want {
		t.Errorf("in a new cell he shows for %d ticks, want %d", thief.cloakTicks, want)
	}
	w.until(t, "he is there", thief.idle)
	w.pass(int(thief.cloakTicks))
	if !w.cloaked(thief) {
		t.Error("he does not hide again")
	}
}

// Since 20201213 who is mended in a building counts as docked there.
func TestWhoIsMendedInABuildingShowsHimselfAllTheWhile(t *testing.T) {
	for version, waits := range map[string]bool{"release-20200503": false, "release-20210321": true, "release-20231010": true, "{DEV_VERSION}": true} {
		w := playing(t, "ra", version)
		tank := w.put(t, "stnk", 0, Cell{X: 60, Y: 60})
		w.players[0].cash = 5000
		depot := w.built(t, "fix", 0, Cell{X: 63, Y: 60})
		tank.hp /= 2
		w.give(0, tank, named("Repair", at(depot)))
		w.until(t, "it is mended", func() bool { return tank.hp > tank.typ.MaxHP/2 })
		w.pass(10)
		if still := tank.cloakTicks == tank.typ.Cloak.Delay; still != waits {
			t.Errorf("%s: ten ticks later it shows for %d", version, tank.cloakTicks)
		}
		tank.hp = tank.typ.MaxHP
		w.until(t, "it leaves", func() bool { return tank.activity == nil || !w.docking(tank) })
		if w.pass(5); waits && tank.cloakTicks >= tank.typ.Cloak.Delay {
			t.Errorf("%s: on its way out it shows for %d", version, tank.cloakTicks)
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
		tank.hp, tank.cloakTicks = 1000, 0
		if w.damage(tank, test.helper, -100, nil); tank.cloakTicks != test.want || tank.hp != 1100 {
			t.Errorf("helped by %s it shows for %d ticks, want %d", test.helper.typ.Name, tank.cloakTicks, test.want)
		}
	}
}

// Who sees through cloaks did so where he got into something, too.
func TestUntil20231010APassengerDetectsFromWhereHeBoarded(t *testing.T) {
	for version, detects := range map[string]bool{"release-20231010": true, "{DEV_VERSION}": false} {
		w := playing(t, "ra", version)
		tank, soldier := w.put(t, "stnk", 0, Cell{X: 60, Y: 60}), w.put(t, "e1", 1, Cell{X: 61, Y: 60})
		carrier := w.put(t, "apc", 1, Cell{X: 80, Y: 60})
		tank.cloakTicks = 0
		if w.cloakedFrom(tank, 1) {
			t.Errorf("%s: it hides from who stands beside it", version)
		}
		w.board(carrier, soldier)
		w.remove(soldier)
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
	tank.cloakTicks = 0
	w.until(t, "it fires", func() bool { return tank.cloakTicks > 0 })
	if tank.cloakTicks != tank.typ.Cloak.Delay {
		t.Errorf("it shows for %d ticks, want %d", tank.cloakTicks, tank.typ.Cloak.Delay)
	}
	w.pass(1)
	if tank.cloakTicks != tank.typ.Cloak.Delay-1 {
		t.Errorf("a tick later it shows for %d ticks, want %d", tank.cloakTicks, tank.typ.Cloak.Delay-1)
	}
}

// Others see a submarine at once when it shows itself; what it counts as, being under
// water, it is until its cloak has its turn.
func TestASubmarineCountsAsDivedUntilItsCloakHasItsTurn(t *testing.T) {
	w := plain(t)
	sub := w.put(t, "ss", 0, Cell{X: 20, Y: 20})
	if !sub.dived {
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
	w.pass(int(sub.cloakTicks))
	if !sub.dived {
		t.Error("it does not dive again")
	}
	sub.hp = 1
	w.pass(1)
	if sub.dived {
		t.Error("what is nearly lost stays below")
	}
}

func TestDamageStatesEndWhereTheEngineSays(t *testing.T) {
	w := plain(t)
	tank := w.put(t, "2tnk", 0, Cell{X: 20, Y: 20})
	most := tank.typ.MaxHP
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
		if tank.hp = test.hp; tank.damageState() != test.want {
			t.Errorf("%d of %d: %d, want %d", test.hp, most, tank.damageState(), test.want)
		}
	}
}

func TestAHelicopterLandsForPassengersAndLetsThemOut(t *testing.T) {
	w := plain(t)
	heli, soldier := w.inAir(t, "tran", 0, Cell{X: 20, Y: 20}), w.put(t, "e1", 0, Cell{X: 23, Y: 20})
	w.give(0, soldier, Order{Name: "EnterTransport", Target: TargetActor, Actor: heli.ID})
	w.pass(300)
	if len(heli.passengers) != 1 || soldier.inWorld {
		t.Fatalf("%d aboard, height %d", len(heli.passengers), heli.center.Z)
	}
	w.give(0, heli, Order{Name: "Move", Target: TargetCell, Cell: Cell{X: 30, Y: 20}})
	w.pass(150)
	w.give(0, heli, Order{Name: "Unload"})
	w.pass(120)
	if len(heli.passengers) != 0 || !soldier.inWorld || heli.center.Z != heli.typ.Aircraft.Altitude {
		t.Errorf("%d aboard, height %d", len(heli.passengers), heli.center.Z)
	}
}
