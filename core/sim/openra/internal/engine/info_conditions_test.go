// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

func TestOnAnAssaultWhateverComesIsAttacked(t *testing.T) {
	for _, test := range []struct {
		order string
		want  bool
	}{{"AttackMove", false}, {"AssaultMove", true}} {
		w := plain(t)
		man, target := w.put(t, "e1", 0, Cell{X: 20, Y: 20}), w.built(t, "powr", 1, Cell{X: 24, Y: 20})
		man.Stance = info.StanceDefend
		w.pass(2)
		w.give(0, man, Order{Name: test.order, Target: state.TargetCell, Cell: Cell{X: 22, Y: 30}})
		w.pass(3)
		if w.Holds(man, info.CompileExpression("assault-move")) != test.want {
			t.Errorf("%s: the condition is wrong", test.order)
		}
		w.pass(60)
		if hurt := target.HP < target.Type.MaxHP; hurt != test.want {
			t.Errorf("%s: it attacked the building: %t", test.order, hurt)
		}
		w.give(0, man, Order{Name: "Stop"})
		w.pass(2)
		if w.Holds(man, info.CompileExpression("assault-move")) {
			t.Errorf("%s: it goes on after the move", test.order)
		}
	}
}

func TestWhoIsAboardLearnsNothingAndHisTransportWaits(t *testing.T) {
	w := plain(t)
	transport, man := w.put(t, "apc", 0, Cell{X: 20, Y: 20}), w.put(t, "e1", 0, Cell{X: 23, Y: 20})
	w.pass(2)
	w.give(0, man, named("EnterTransport", at(transport)))
	w.until(t, "a place is kept", func() bool { return transport.ReservedWeight > 0 })
	if !w.Holds(transport, info.CompileExpression("notmobile")) {
		t.Error("while it is boarded it is mobile")
	}
	w.until(t, "he is in", func() bool { return man.Carrier == transport.ID })
	if !w.Holds(man, info.CompileExpression("disable-experience")) || w.Holds(transport, info.CompileExpression("notmobile")) {
		t.Error("inside, the conditions are wrong")
	}
}

func TestAWeaponCoolsUntilItIsLookedAtAgain(t *testing.T) {
	w := plain(t)
	launcher := w.put(t, "v2rl", 0, Cell{X: 20, Y: 20})
	reloading := info.CompileExpression("reloading")
	launcher.Arms[0].Delay = 3
	for tick, want := range []bool{true, true, true, false} {
		w.tickArmaments(launcher)
		if w.Holds(launcher, reloading) != want {
			t.Errorf("tick %d: reloading %t", tick, !want)
		}
	}
}

func TestARankReachesFartherInCnc(t *testing.T) {
	w := airfield(t)
	tank := w.put(t, "htnk", enginetest.Named(w.Actors, "mcv").Owner, Cell{X: 20, Y: 20})
	reach := tank.Type.Armaments[0].Weapon.Reach
	for level, want := range []int32{reach, reach, reach, reach * 125 / 100} {
		tank.Level = int32(level)
		if got := w.reachOf(tank, tank.Type.Armaments[0].Weapon); got != want {
			t.Errorf("with rank %d it reaches %d, want %d", level, got, want)
		}
	}
}

func TestWhatIsStoredIsACondition(t *testing.T) {
	w := playing(t, "ts", "release-20230225")
	refinery, harvester := w.put(t, "proc", 0, Cell{X: 30, Y: 0}), w.put(t, "harv", 0, Cell{X: 40, Y: 0})
	stores, empty := info.CompileExpression("contains-tiberium"), info.CompileExpression("no-tiberium")
	for _, amount := range []int32{0, 7} {
		w.Players[0].Ore, harvester.StoredSum = amount, amount
		if w.Holds(refinery, stores) != (amount > 0) || w.Holds(harvester, empty) != (amount == 0) {
			t.Errorf("%d: the refinery has some: %t, the harvester has none: %t", amount, w.Holds(refinery, stores), w.Holds(harvester, empty))
		}
	}
	d2k := playing(t, "d2k", "release-20231010")
	if h := d2k.put(t, "harvester", 0, Cell{X: 30, Y: 30}); !d2k.Holds(h, info.CompileExpression("harvester-empty")) {
		t.Error("a new harvester of d2k is not empty")
	}
}
