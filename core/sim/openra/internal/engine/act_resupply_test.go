// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/state"
)

func TestADamagedTankIsMendedOnThePlatformAndLeavesIt(t *testing.T) {
	w := plain(t)
	platform, tank := w.built(t, "fix", 0, Cell{X: 20, Y: 20}), w.put(t, "2tnk", 0, Cell{X: 28, Y: 20})
	tank.HP = tank.Type.MaxHP - 2500
	cash := w.Players[0].Cash
	w.give(0, tank, named("Repair", at(platform)))
	w.until(t, "it is mended", func() bool { return tank.HP == tank.Type.MaxHP })
	// Three steps of 1000 at a fifth of the price of that much health.
	step := max(1, 1000*tank.Type.Cost*20/(tank.Type.MaxHP*100))
	if got := cash - w.Players[0].Cash; got != 3*step {
		t.Errorf("it cost %d, want %d", got, 3*step)
	}
	w.until(t, "it is off the platform", func() bool { return tank.Idle() && w.staysIn(tank.To) })
}

func TestNothingIsMendedWithoutMoneyOrDamage(t *testing.T) {
	w := plain(t)
	platform, tank := w.built(t, "fix", 0, Cell{X: 20, Y: 20}), w.put(t, "2tnk", 0, Cell{X: 24, Y: 20})
	w.give(0, tank, named("Repair", at(platform)))
	if !tank.Idle() {
		t.Error("an undamaged tank goes nowhere")
	}
	tank.HP, w.Players[0].Cash = 1000, 0
	w.give(0, tank, named("Repair", at(platform)))
	w.pass(400)
	if tank.HP != 1000 {
		t.Errorf("health %d for nothing", tank.HP)
	}
	plant := w.built(t, "powr", 0, Cell{X: 30, Y: 30})
	w.give(0, tank, Order{Name: "Stop"})
	w.pass(100)
	w.give(0, tank, named("Repair", at(plant)))
	if !tank.Idle() {
		t.Error("a power plant mends nobody")
	}
}

func TestAGuardFollowsWhatItGuards(t *testing.T) {
	w := plain(t)
	tank, guard := w.put(t, "2tnk", 0, Cell{X: 20, Y: 20}), w.put(t, "e1", 0, Cell{X: 22, Y: 20})
	w.give(0, guard, named("Guard", at(tank)))
	w.give(0, tank, Order{Name: "Move", Target: state.TargetCell, Cell: Cell{X: 40, Y: 20}})
	w.until(t, "the tank is there", func() bool { return tank.To == Cell{X: 40, Y: 20} && tank.Idle() })
	w.until(t, "the guard is near", func() bool { return guard.Center.Sub(tank.Center).Length() <= guardRange })
	w.Destroy(tank, nil, nil)
	w.pass(60)
	if !guard.Idle() {
		t.Error("there is nothing left to guard")
	}
}

// Told to fight, a unit leaves the platform before it obeys; told to go
// somewhere, it goes.
func TestWhoIsCalledFromThePlatformMakesRoomUnlessHeGoes(t *testing.T) {
	for name, beside := range map[string]bool{"AttackMove": true, "Move": false} {
		w := plain(t)
		platform, tank := w.built(t, "fix", 0, Cell{X: 20, Y: 20}), w.put(t, "2tnk", 0, Cell{X: 24, Y: 20})
		tank.HP = 100
		w.give(0, tank, named("Repair", at(platform)))
		w.until(t, "it is being mended", func() bool { return tank.HP > 100 })
		w.give(0, tank, Order{Name: name, Target: state.TargetCell, Cell: Cell{X: 40, Y: 20}})
		resupply, sideways := tank.Current(), false
		w.until(t, "it obeys", func() bool {
			child := state.SkipDone(resupply.Child)
			sideways = sideways || child != nil && child.Kind == state.ActMoveBeside
			return tank.Current() != resupply
		})
		if sideways != beside {
			t.Errorf("%s: it makes room first: %t", name, sideways)
		}
	}
}

// Until 20231010 a unit tries to come into the range of the platform before it
// drives onto it.
func TestThePlatformIsReachedInOneMoveOrTwo(t *testing.T) {
	for version, first := range map[string]state.ActivityKind{"release-20231010": state.ActMoveWithin, rules.Head: state.ActMoveOnto} {
		w := playing(t, "ra", version)
		platform, tank := w.built(t, "fix", 0, Cell{X: 20, Y: 20}), w.put(t, "2tnk", 0, Cell{X: 28, Y: 20})
		tank.HP = 100
		w.give(0, tank, named("Repair", at(platform)))
		w.Step()
		if child := state.SkipDone(tank.Current().Child); child == nil || child.Kind != first {
			t.Errorf("%s: it begins with %v", version, child)
		}
		w.until(t, "it is being mended", func() bool { return tank.HP > 100 })
	}
}

// Who is called back on his way onto the platform stops where he is.
func TestWhoIsCalledBackDoesNotDriveOn(t *testing.T) {
	w := plain(t)
	platform, tank := w.built(t, "fix", 0, Cell{X: 20, Y: 20}), w.put(t, "2tnk", 0, Cell{X: 26, Y: 20})
	tank.HP = 100
	w.give(0, tank, named("Repair", at(platform)))
	w.until(t, "it is at the edge", func() bool { return !w.staysIn(tank.To) })
	edge := tank.To
	w.give(0, tank, Order{Name: "Stop"})
	w.pass(40)
	if tank.HP > 100 || tank.To == w.CellContaining(platform.Center) {
		t.Errorf("from %v it went to %v, health %d", edge, tank.To, tank.HP)
	}
}

// Guards stay two cells away, three from buildings; spies guard nothing.
func TestGuardsStayNear(t *testing.T) {
	w := plain(t)
	plant, tank := w.built(t, "powr", 0, Cell{X: 20, Y: 20}), w.put(t, "2tnk", 0, Cell{X: 20, Y: 30})
	for _, test := range []struct {
		guard string
		host  *Actor
		low   int32
		high  int32
	}{{"e1", plant, guardRange, guardBuildingRange}, {"e1", tank, guardRange - 1024, guardRange}, {"spy", tank, 9000, 20000}} {
		guard := w.put(t, test.guard, 0, Cell{X: 34, Y: w.location(test.host).Y})
		w.give(0, guard, named("Guard", at(test.host)))
		w.pass(700)
		if d := guard.Center.Sub(test.host.Center).Length(); d <= test.low || d > test.high {
			t.Errorf("%s stays %d from %s", test.guard, d, test.host.Type.Name)
		}
	}
}

// A guard of what died out of his reach goes to where it stood before he gives
// up.
func TestAGuardGoesToWhereWhatHeGuardedDied(t *testing.T) {
	w := plain(t)
	tank, guard := w.put(t, "2tnk", 0, Cell{X: 20, Y: 20}), w.put(t, "e1", 0, Cell{X: 34, Y: 20})
	w.give(0, guard, named("Guard", at(tank)))
	w.pass(10)
	place := tank.Center
	w.DisposeNow(tank)
	w.until(t, "he gave up", guard.Idle)
	if d := guard.Center.Sub(place).Length(); d > guardRange {
		t.Errorf("he is %d away from where it was", d)
	}
}

// In cnc each vehicle is mended by its own measure.
func TestAPlatformMendsEachTypeByItsOwnMeasure(t *testing.T) {
	for _, version := range []string{"release-20200202", "release-20210321", "release-20231010"} {
		w := playing(t, "cnc", version)
		w.pass(2)
		w.Players[0].Cash = 5000
		platform, tank := w.built(t, "fix", 0, Cell{X: 30, Y: 30}), w.put(t, "mtnk", 0, Cell{X: 26, Y: 30})
		hurt := tank.Type.MaxHP / 2
		tank.HP = hurt
		w.give(0, tank, named("Repair", at(platform)))
		w.until(t, "it is mended a step", func() bool { return tank.HP != hurt })
		if got, want := tank.HP-hurt, tank.Type.RepairStep; want < 2000 || got != want {
			t.Errorf("%s: a step of %d, not %d", version, got, want)
		}
	}
}

// Who is mended goes on to where the platform sends units: by a plain move until
// 20200503. In 20200202 all platforms send them somewhere, and no other than who is
// mended may enter.
func TestAPlatformIsEnteredAndLeftAsEachReleaseDoes(t *testing.T) {
	for version, kind := range map[string]state.ActivityKind{
		"release-20200202": state.ActMove, "release-20200503": state.ActMove, "release-20210321": state.ActAttackMove, rules.Head: state.ActAttackMove,
	} {
		w := playing(t, "ra", version)
		w.pass(2)
		w.Players[0].Cash = 5000
		platform, tank := w.built(t, "fix", 0, Cell{X: 30, Y: 30}), w.put(t, "2tnk", 0, Cell{X: 26, Y: 30})
		goal := platform.Cell.Add(platform.Type.RallyOffset)
		w.give(0, platform, Order{Name: "Stop"})
		if version != "release-20200202" {
			platform.RallyPath = []Cell{goal}
		}
		tank.HP = tank.Type.MaxHP - 500
		w.give(0, tank, named("Repair", at(platform)))
		w.until(t, "it is mended", func() bool { return tank.HP == tank.Type.MaxHP })
		w.until(t, "it leaves", func() bool { act := tank.Current(); return act == nil || state.SkipDone(act.Child) != nil })
		if act := tank.Current(); act == nil || state.SkipDone(act.Child).Kind != kind || act.Child.Host != platform.ID {
			t.Errorf("%s: it does not leave by activity %d", version, kind)
		}
		w.until(t, "it is there", func() bool { return tank.Idle() && tank.To.Sub(goal).Squared() <= 2 })
	}
}

func TestADepotMendsWhoeverIsSentThere(t *testing.T) {
	w := plain(t)
	w.Players[0].Cash = 5000
	depot, tank := w.built(t, "fix", 1, Cell{X: 24, Y: 20}), w.put(t, "2tnk", 0, Cell{X: 20, Y: 20})
	tank.HP /= 2
	w.give(0, tank, named("Repair", at(depot)))
	w.until(t, "it is mended", func() bool { return tank.HP == tank.Type.MaxHP })
}
