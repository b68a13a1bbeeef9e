// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"testing"

	"convertd/core/sim/openra/internal/info"
)

// Until 20200503 a power works on a disc, the same cells as the drawn ones of
// today.
func TestARoundFootprintIsThatOfTheFigureToday(t *testing.T) {
	w := plain(t)
	middle := Cell{X: 20, Y: 20}
	for x := int32(17); x <= 23; x++ {
		for y := int32(17); y <= 23; y++ {
			w.put(t, "1tnk", 0, Cell{X: x, Y: y})
		}
	}
	for _, test := range []struct {
		radius, width, height int32
		footprint             string
	}{{1, 3, 3, "_x_xxx_x_"}, {2, 5, 5, "__x___xxx_xxxxx_xxx___x__"}} {
		round := w.inFootprint(&info.PowerRules{Radius: test.radius}, middle)
		drawn := w.inFootprint(&info.PowerRules{Width: test.width, Height: test.height, Footprint: test.footprint}, middle)
		if len(round) != len(drawn) {
			t.Errorf("radius %d: %d actors, drawn %d", test.radius, len(round), len(drawn))
		}
		for _, a := range drawn {
			if !listedActor(round, a) {
				t.Errorf("radius %d leaves out %v", test.radius, a.to)
			}
		}
	}
}

func TestThePowersOf2020AreRound(t *testing.T) {
	w := playing(t, "ra", "release-20200202")
	for _, test := range []struct {
		building, order string
		radius          int32
	}{{"iron", curtain, 1}, {"pdox", "Chronoshift", 1}, {"pdox", "AdvancedChronoshift", 2}} {
		for _, info := range w.typeOf(test.building).Supports {
			if info.Order == test.order && (info.Radius != test.radius || info.Duration == 0) {
				t.Errorf("%s: radius %d, %d ticks", test.order, info.Radius, info.Duration)
			}
		}
	}
}

// shiftable is a world in which a player knows all ground and has a
// chronosphere, and a tank at (20,20).
func shiftable(t *testing.T) (w *World, chronosphere, tank *Actor) {
	t.Helper()
	w = plain(t)
	w.knowsAll(0)
	return w, w.put(t, "pdox", 0, Cell{X: 40, Y: 40}), w.put(t, "1tnk", 0, Cell{X: 20, Y: 20})
}

func TestASecondChronoshiftDoesNotMoveTheWayBack(t *testing.T) {
	w, chronosphere, tank := shiftable(t)
	info := &info.PowerRules{Radius: 1, Duration: 100}
	w.chronoshift(chronosphere, info, &Order{ExtraCells: []Cell{{X: 20, Y: 20}}}, Cell{X: 30, Y: 20})
	w.pass(10)
	w.chronoshift(chronosphere, info, &Order{ExtraCells: []Cell{{X: 30, Y: 20}}}, Cell{X: 30, Y: 30})
	w.pass(1)
	if tank.to != (Cell{X: 30, Y: 30}) || tank.chronoOrigin != (Cell{X: 20, Y: 20}) || tank.chronoTicks != 100-11 {
		t.Errorf("at %v, back to %v in %d", tank.to, tank.chronoOrigin, tank.chronoTicks)
	}
}

func TestNobodyIsSentWhereSomebodyStands(t *testing.T) {
	w, chronosphere, tank := shiftable(t)
	w.put(t, "1tnk", 1, Cell{X: 30, Y: 20})
	w.chronoshift(chronosphere, &info.PowerRules{Radius: 1, Duration: 100}, &Order{ExtraCells: []Cell{{X: 20, Y: 20}}}, Cell{X: 30, Y: 20})
	if tank.current() != nil || tank.chronoTicks != 0 {
		t.Errorf("on its way, back in %d", tank.chronoTicks)
	}
}

func TestAChronoshiftedUnitGoesBackAtOnceWhileItMoves(t *testing.T) {
	w, chronosphere, tank := shiftable(t)
	w.chronoshift(chronosphere, &info.PowerRules{Radius: 1, Duration: 50}, &Order{ExtraCells: []Cell{{X: 20, Y: 20}}}, Cell{X: 30, Y: 20})
	w.pass(20)
	w.give(0, tank, Order{Name: "Move", Target: TargetCell, Cell: Cell{X: 40, Y: 20}})
	w.pass(30)
	if tank.to == (Cell{X: 20, Y: 20}) || tank.chronoTicks != 0 {
		t.Fatalf("it is in %v, back in %d", tank.to, tank.chronoTicks)
	}
	w.give(0, tank, Order{Name: "Move", Target: TargetCell, Cell: Cell{X: 50, Y: 20}})
	if w.pass(1); tank.from != (Cell{X: 20, Y: 20}) {
		t.Errorf("it is in %v at %v", tank.from, tank.center)
	}
}

func TestADemolitionTruckDiesOfAChronoshift(t *testing.T) {
	w, chronosphere, _ := shiftable(t)
	truck := w.put(t, "dtrk", 1, Cell{X: 21, Y: 20})
	w.chronoshift(chronosphere, &info.PowerRules{Radius: 1, Duration: 50}, &Order{ExtraCells: []Cell{{X: 20, Y: 20}}}, Cell{X: 30, Y: 20})
	if w.pass(1); !truck.dead || truck.to != (Cell{X: 21, Y: 20}) {
		t.Errorf("dead %t in %v", truck.dead, truck.to)
	}
}

func TestWhoIsSentElsewhereOrHandedOverIsAimedAtNoMore(t *testing.T) {
	for what, shake := range map[string]func(w *World, a *Actor){
		"sent elsewhere": func(w *World, a *Actor) { w.teleport(a, 0, Cell{X: 26, Y: 20}, false) },
		"handed over":    func(w *World, a *Actor) { w.changeOwner(a, int32(len(w.players)-1)) },
	} {
		w, _, tank := shiftable(t)
		for _, name := range []string{"1tnk", "e3"} {
			hunter := w.put(t, name, 1, Cell{X: 22, Y: 22})
			hunter.stance = info.StanceHoldFire
			w.attack(hunter, tank)
			w.pass(3)
			if hunter.idle() {
				t.Fatalf("%s does not attack", name)
			}
			shake(w, tank)
			if w.pass(2); !hunter.idle() || hunter.requested == tank.ID || hunter.opportunity == tank.ID {
				t.Errorf("%s: %s does %+v", what, name, hunter.current())
			}
			w.dispose(hunter)
			w.changeOwner(tank, 0)
			tank.activity = nil
			w.setPosition(tank, Cell{X: 20, Y: 20}, subFull)
			w.pass(1)
		}
	}
}

func TestAWreckGoesBackInPlaceOfTheTankItWas(t *testing.T) {
	w, chronosphere, tank := shiftable(t)
	tank.typ, tank.hp = w.typeOf("2tnk"), w.typeOf("2tnk").MaxHP
	w.chronoshift(chronosphere, &info.PowerRules{Radius: 1, Duration: 100}, &Order{ExtraCells: []Cell{{X: 20, Y: 20}}}, Cell{X: 30, Y: 20})
	w.pass(10)
	w.destroy(tank, nil, nil)
	w.pass(1)
	wrecks := w.allNamed("2tnk.husk")
	if len(wrecks) != 1 {
		t.Fatalf("%d wrecks", len(wrecks))
	}
	wreck := wrecks[0]
	if wreck.cell != (Cell{X: 30, Y: 20}) || wreck.chronoTicks != 89 {
		t.Errorf("the wreck lies in %v with %d ticks to go", wreck.cell, wreck.chronoTicks)
	}
	wreck.hp = wreck.typ.MaxHP
	w.pass(91)
	if wreck.cell != (Cell{X: 20, Y: 20}) || wreck.center != w.centerOfCell(Cell{X: 20, Y: 20}) || w.anyoneIn(Cell{X: 30, Y: 20}) {
		t.Errorf("it lies in %v", wreck.cell)
	}
}

func TestAWreckThatLiesWhereItShouldGoBackToMakesRoomForItself(t *testing.T) {
	w, _, _ := shiftable(t)
	wreck := w.put(t, "2tnk.husk", 0, Cell{X: 30, Y: 20})
	wreck.chronoTicks, wreck.chronoOrigin = 1, Cell{X: 30, Y: 20}
	if w.pass(2); wreck.dead || wreck.cell.DistanceSquared(Cell{X: 30, Y: 20}) != 1 {
		t.Errorf("it lies in %v, dead: %t", wreck.cell, wreck.dead)
	}
}

func TestWhoFindsNoRoomOnTheWayBackDies(t *testing.T) {
	w, _, tank := shiftable(t)
	w.forgetGround(&w.players[0])
	w.tickShroud(&w.players[0])
	tank.chronoTicks, tank.chronoOrigin = 1, Cell{X: 90, Y: 90}
	if w.pass(2); !tank.dead {
		t.Errorf("it is in %v", tank.to)
	}
}

func TestAYardOfAVehicleThatShouldGoBack(t *testing.T) {
	for _, test := range []struct {
		name, version string
		unbuilt       bool
		hits          int32
	}{
		{"built it is hurt by a vortex", "{DEV_VERSION}", false, 80},
		{"until 20231010 a tick less", "release-20231010", false, 79},
		{"unbuilt its vehicle goes back", "{DEV_VERSION}", true, 0},
	} {
		w := playing(t, "ra", test.version)
		w.knowsAll(0)
		vehicle := w.put(t, "mcv", 0, Cell{X: 30, Y: 20})
		vehicle.chronoTicks, vehicle.chronoOrigin, vehicle.facing = 200, Cell{X: 50, Y: 50}, 384
		w.give(0, vehicle, Order{Name: "DeployTransform"})
		w.until(t, "it is a yard", func() bool { return vehicle.replacedBy != none })
		yard := w.actor(vehicle.replacedBy)
		if yard.chronoOrigin != (Cell{X: 50, Y: 50}) || yard.chronoTicks < 190 {
			t.Fatalf("%s: the yard has %d ticks to go", test.name, yard.chronoTicks)
		}
		yard.chronoTicks, yard.incomplete = 10, 0
		if test.unbuilt {
			yard.incomplete = 100
		}
		if w.pass(10); yard.hp != yard.typ.MaxHP {
			t.Errorf("%s: hurt in the tick in which it begins", test.name)
		}
		if test.unbuilt {
			back := w.first(Cell{X: 50, Y: 50})
			if w.actor(yard.ID) != nil || back == 0 || w.actors[w.occupied.nodes[back].actor].typ.Name != "mcv" {
				t.Errorf("%s: it is not back", test.name)
			}
			continue
		}
		if vortex := w.chronoHash(yard) ^ w.cellHash(yard.chronoOrigin); vortex != 1 {
			t.Errorf("%s: the vortex is hashed as %d", test.name, vortex)
		}
		if !w.inVortex(yard) || w.transformsNow(yard) {
			t.Errorf("%s: it could fold up", test.name)
		}
		if w.pass(100); yard.hp != yard.typ.MaxHP-950*test.hits || w.inVortex(yard) {
			t.Errorf("%s: it lost %d, in a vortex still: %t", test.name, yard.typ.MaxHP-yard.hp, w.inVortex(yard))
		}
	}
}

func TestAShieldLastsThroughAChange(t *testing.T) {
	w := plain(t)
	vehicle := w.put(t, "mcv", 0, Cell{X: 30, Y: 20})
	vehicle.facing = 384
	w.shieldFor(vehicle, 100)
	w.give(0, vehicle, Order{Name: "DeployTransform"})
	w.until(t, "it is a yard", func() bool { return vehicle.replacedBy != none })
	yard := w.actor(vehicle.replacedBy)
	if yard.invulnerable != vehicle.invulnerable || yard.invulnerable < 90 {
		t.Errorf("the yard is shielded for %d ticks, its vehicle was for %d", yard.invulnerable, vehicle.invulnerable)
	}
}
