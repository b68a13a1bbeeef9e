// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
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
		round := w.InFootprint(&info.PowerRules{Radius: test.radius}, middle)
		drawn := w.InFootprint(&info.PowerRules{Width: test.width, Height: test.height, Footprint: test.footprint}, middle)
		if len(round) != len(drawn) {
			t.Errorf("radius %d: %d actors, drawn %d", test.radius, len(round), len(drawn))
		}
		for _, a := range drawn {
			if !listedActor(round, a) {
				t.Errorf("radius %d leaves out %v", test.radius, a.To)
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
		for _, info := range w.TypeOf(test.building).Supports {
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
	if tank.To != (Cell{X: 30, Y: 30}) || tank.ChronoOrigin != (Cell{X: 20, Y: 20}) || tank.ChronoTicks != 100-11 {
		t.Errorf("at %v, back to %v in %d", tank.To, tank.ChronoOrigin, tank.ChronoTicks)
	}
}

func TestNobodyIsSentWhereSomebodyStands(t *testing.T) {
	w, chronosphere, tank := shiftable(t)
	w.put(t, "1tnk", 1, Cell{X: 30, Y: 20})
	w.chronoshift(chronosphere, &info.PowerRules{Radius: 1, Duration: 100}, &Order{ExtraCells: []Cell{{X: 20, Y: 20}}}, Cell{X: 30, Y: 20})
	if tank.Current() != nil || tank.ChronoTicks != 0 {
		t.Errorf("on its way, back in %d", tank.ChronoTicks)
	}
}

func TestAChronoshiftedUnitGoesBackAtOnceWhileItMoves(t *testing.T) {
	w, chronosphere, tank := shiftable(t)
	w.chronoshift(chronosphere, &info.PowerRules{Radius: 1, Duration: 50}, &Order{ExtraCells: []Cell{{X: 20, Y: 20}}}, Cell{X: 30, Y: 20})
	w.pass(20)
	w.give(0, tank, Order{Name: "Move", Target: state.TargetCell, Cell: Cell{X: 40, Y: 20}})
	w.pass(30)
	if tank.To == (Cell{X: 20, Y: 20}) || tank.ChronoTicks != 0 {
		t.Fatalf("it is in %v, back in %d", tank.To, tank.ChronoTicks)
	}
	w.give(0, tank, Order{Name: "Move", Target: state.TargetCell, Cell: Cell{X: 50, Y: 20}})
	if w.pass(1); tank.From != (Cell{X: 20, Y: 20}) {
		t.Errorf("it is in %v at %v", tank.From, tank.Center)
	}
}

func TestADemolitionTruckDiesOfAChronoshift(t *testing.T) {
	w, chronosphere, _ := shiftable(t)
	truck := w.put(t, "dtrk", 1, Cell{X: 21, Y: 20})
	w.chronoshift(chronosphere, &info.PowerRules{Radius: 1, Duration: 50}, &Order{ExtraCells: []Cell{{X: 20, Y: 20}}}, Cell{X: 30, Y: 20})
	if w.pass(1); !truck.Dead || truck.To != (Cell{X: 21, Y: 20}) {
		t.Errorf("dead %t in %v", truck.Dead, truck.To)
	}
}

func TestWhoIsSentElsewhereOrHandedOverIsAimedAtNoMore(t *testing.T) {
	for what, shake := range map[string]func(w *World, a *Actor){
		"sent elsewhere": func(w *World, a *Actor) { w.teleport(a, 0, Cell{X: 26, Y: 20}, false) },
		"handed over":    func(w *World, a *Actor) { w.ChangeOwner(a, int32(len(w.Players)-1)) },
	} {
		w, _, tank := shiftable(t)
		for _, name := range []string{"1tnk", "e3"} {
			hunter := w.put(t, name, 1, Cell{X: 22, Y: 22})
			hunter.Stance = info.StanceHoldFire
			w.attack(hunter, tank)
			w.pass(3)
			if hunter.Idle() {
				t.Fatalf("%s does not attack", name)
			}
			shake(w, tank)
			if w.pass(2); !hunter.Idle() || hunter.Requested == tank.ID || hunter.Opportunity == tank.ID {
				t.Errorf("%s: %s does %+v", what, name, hunter.Current())
			}
			w.Dispose(hunter)
			w.ChangeOwner(tank, 0)
			tank.Activity = nil
			w.SetPosition(tank, Cell{X: 20, Y: 20}, grid.SubFull)
			w.pass(1)
		}
	}
}

func TestAWreckGoesBackInPlaceOfTheTankItWas(t *testing.T) {
	w, chronosphere, tank := shiftable(t)
	tank.Type, tank.HP = w.TypeOf("2tnk"), w.TypeOf("2tnk").MaxHP
	w.chronoshift(chronosphere, &info.PowerRules{Radius: 1, Duration: 100}, &Order{ExtraCells: []Cell{{X: 20, Y: 20}}}, Cell{X: 30, Y: 20})
	w.pass(10)
	w.Destroy(tank, nil, nil)
	w.pass(1)
	wrecks := w.allNamed("2tnk.husk")
	if len(wrecks) != 1 {
		t.Fatalf("%d wrecks", len(wrecks))
	}
	wreck := wrecks[0]
	if wreck.Cell != (Cell{X: 30, Y: 20}) || wreck.ChronoTicks != 89 {
		t.Errorf("the wreck lies in %v with %d ticks to go", wreck.Cell, wreck.ChronoTicks)
	}
	wreck.HP = wreck.Type.MaxHP
	w.pass(91)
	if wreck.Cell != (Cell{X: 20, Y: 20}) || wreck.Center != w.CenterOfCell(Cell{X: 20, Y: 20}) || w.anyoneIn(Cell{X: 30, Y: 20}) {
		t.Errorf("it lies in %v", wreck.Cell)
	}
}

func TestAWreckThatLiesWhereItShouldGoBackToMakesRoomForItself(t *testing.T) {
	w, _, _ := shiftable(t)
	wreck := w.put(t, "2tnk.husk", 0, Cell{X: 30, Y: 20})
	wreck.ChronoTicks, wreck.ChronoOrigin = 1, Cell{X: 30, Y: 20}
	if w.pass(2); wreck.Dead || wreck.Cell.DistanceSquared(Cell{X: 30, Y: 20}) != 1 {
		t.Errorf("it lies in %v, dead: %t", wreck.Cell, wreck.Dead)
	}
}

func TestWhoFindsNoRoomOnTheWayBackDies(t *testing.T) {
	w, _, tank := shiftable(t)
	w.forgetGround(&w.Players[0])
	w.tickShroud(&w.Players[0])
	tank.ChronoTicks, tank.ChronoOrigin = 1, Cell{X: 90, Y: 90}
	if w.pass(2); !tank.Dead {
		t.Errorf("it is in %v", tank.To)
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
		vehicle.ChronoTicks, vehicle.ChronoOrigin, vehicle.Facing = 200, Cell{X: 50, Y: 50}, 384
		w.give(0, vehicle, Order{Name: "DeployTransform"})
		w.until(t, "it is a yard", func() bool { return vehicle.ReplacedBy != none })
		yard := w.Actor(vehicle.ReplacedBy)
		if yard.ChronoOrigin != (Cell{X: 50, Y: 50}) || yard.ChronoTicks < 190 {
			t.Fatalf("%s: the yard has %d ticks to go", test.name, yard.ChronoTicks)
		}
		yard.ChronoTicks, yard.Incomplete = 10, 0
		if test.unbuilt {
			yard.Incomplete = 100
		}
		if w.pass(10); yard.HP != yard.Type.MaxHP {
			t.Errorf("%s: hurt in the tick in which it begins", test.name)
		}
		if test.unbuilt {
			back := w.First(Cell{X: 50, Y: 50})
			if w.Actor(yard.ID) != nil || back == 0 || w.Actors[w.Occupied.Nodes[back].Actor].Type.Name != "mcv" {
				t.Errorf("%s: it is not back", test.name)
			}
			continue
		}
		if vortex := w.chronoHash(yard) ^ w.CellHash(yard.ChronoOrigin); vortex != 1 {
			t.Errorf("%s: the vortex is hashed as %d", test.name, vortex)
		}
		if !w.inVortex(yard) || w.transformsNow(yard) {
			t.Errorf("%s: it could fold up", test.name)
		}
		if w.pass(100); yard.HP != yard.Type.MaxHP-950*test.hits || w.inVortex(yard) {
			t.Errorf("%s: it lost %d, in a vortex still: %t", test.name, yard.Type.MaxHP-yard.HP, w.inVortex(yard))
		}
	}
}

func TestAShieldLastsThroughAChange(t *testing.T) {
	w := plain(t)
	vehicle := w.put(t, "mcv", 0, Cell{X: 30, Y: 20})
	vehicle.Facing = 384
	w.shieldFor(vehicle, 100)
	w.give(0, vehicle, Order{Name: "DeployTransform"})
	w.until(t, "it is a yard", func() bool { return vehicle.ReplacedBy != none })
	yard := w.Actor(vehicle.ReplacedBy)
	if yard.Invulnerable != vehicle.Invulnerable || yard.Invulnerable < 90 {
		t.Errorf("the yard is shielded for %d ticks, its vehicle was for %d", yard.Invulnerable, vehicle.Invulnerable)
	}
}
