package openra

import "testing"

func TestACloakedTankIsSeenOnlyFromNear(t *testing.T) {
	w := plain(t)
	tank := w.put(t, "stnk", 0, Cell{20, 20})
	gun := w.put(t, "2tnk", 1, Cell{24, 20})
	w.pass(2)
	if !w.visibleTo(tank, 1) || w.targetFor(gun, tank.ID) == nil {
		t.Fatal("it hides before its time")
	}
	tank.cloakTicks = 0
	if w.visibleTo(tank, 1) || w.targetFor(gun, tank.ID) != nil || !w.visibleTo(tank, 0) {
		t.Error("the enemy sees it, or its owner does not")
	}
	w.put(t, "e1", 1, Cell{21, 20})
	if !w.visibleTo(tank, 1) {
		t.Error("a soldier beside it does not see it")
	}
}

func TestAShotAndHeavyDamageUncloak(t *testing.T) {
	w := plain(t)
	tank := w.put(t, "stnk", 0, Cell{20, 20})
	tank.cloakTicks = 0
	w.uncloak(tank, loudAttack)
	if tank.cloakTicks != 175 || w.cloaked(tank) {
		t.Errorf("after a shot it shows for %d ticks", tank.cloakTicks)
	}
	w.uncloak(tank, loudDamage)
	tank.cloakTicks = 0
	tank.hp = tank.typ.maxHP / 4
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
	tank, sub := w.put(t, "stnk", 0, Cell{20, 20}), w.put(t, "ss", 0, Cell{40, 40})
	for _, test := range []struct {
		unit     *Actor
		occasion string
		want     bool
	}{{tank, loudLoad, true}, {tank, loudUnload, true}, {tank, loudCharge, false}, {sub, loudLoad, false}, {sub, loudUnload, true}, {sub, loudCharge, true}} {
		test.unit.cloakTicks = 0
		if w.uncloak(test.unit, test.occasion); test.unit.cloakTicks > 0 != test.want {
			t.Errorf("%s, %s: shows %t", test.unit.typ.name, test.occasion, !test.want)
		}
	}
}

func TestDamageStatesEndWhereTheEngineSays(t *testing.T) {
	w := plain(t)
	tank := w.put(t, "2tnk", 0, Cell{20, 20})
	most := tank.typ.maxHP
	for _, test := range []struct {
		hp   int32
		want damageState
	}{
		{most, damageNone},
		{most - 1, damageLight},
		{most * 3 / 4, damageLight},
		{most*3/4 - 1, damageMedium},
		{most / 2, damageMedium},
		{most/2 - 1, damageHeavy},
		{most / 4, damageHeavy},
		{most/4 - 1, damageCritical},
		{0, damageDead},
	} {
		if tank.hp = test.hp; tank.damageState() != test.want {
			t.Errorf("%d of %d: %d, want %d", test.hp, most, tank.damageState(), test.want)
		}
	}
}

func TestAHelicopterLandsForPassengersAndLetsThemOut(t *testing.T) {
	w := plain(t)
	heli, soldier := w.inAir(t, "tran", 0, Cell{20, 20}), w.put(t, "e1", 0, Cell{23, 20})
	w.give(0, soldier, Order{Name: "EnterTransport", Target: TargetActor, Actor: heli.ID})
	w.pass(300)
	if len(heli.passengers) != 1 || soldier.inWorld {
		t.Fatalf("%d aboard, height %d", len(heli.passengers), heli.center.Z)
	}
	w.give(0, heli, Order{Name: "Move", Target: TargetCell, Cell: Cell{30, 20}})
	w.pass(150)
	w.give(0, heli, Order{Name: "Unload"})
	w.pass(120)
	if len(heli.passengers) != 0 || !soldier.inWorld || heli.center.Z != heli.typ.aircraft.altitude {
		t.Errorf("%d aboard, height %d", len(heli.passengers), heli.center.Z)
	}
}
