// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

func TestADemolitionTruckEndsItselfAndWhatIsNear(t *testing.T) {
	for _, name := range []string{"deploy", "iron curtain", "nothing"} {
		w := plain(t)
		truck, victim := w.put(t, "dtrk", 0, Cell{X: 20, Y: 20}), w.put(t, "e1", 1, Cell{X: 21, Y: 20})
		victim.Stance = info.StanceHoldFire
		w.pass(2)
		switch name {
		case "deploy":
			if got := w.give(0, truck, Order{Name: "GrantConditionOnDeploy"}); got != Obeyed {
				t.Errorf("it is judged %d", got)
			}
		case "iron curtain":
			truck.Invulnerable = 100
		}
		w.pass(20)
		if want := name != "nothing"; (w.Actor(truck.ID) == nil) != want || (w.Actor(victim.ID) == nil) != want {
			t.Errorf("after %s: truck %v, victim %v", name, w.Actor(truck.ID), w.Actor(victim.ID))
		}
	}
}

func TestAMadTankShakesTheGroundAndBlowsUp(t *testing.T) {
	w := plain(t)
	mad, victim, man := w.put(t, "qtnk", 0, Cell{X: 20, Y: 20}), w.put(t, "2tnk", 1, Cell{X: 22, Y: 20}), w.put(t, "e1", 1, Cell{X: 20, Y: 22})
	victim.Stance, man.Stance = info.StanceHoldFire, info.StanceHoldFire
	w.pass(2)
	before := w.countNamed("e1")
	w.give(0, mad, Order{Name: "Detonate"})
	w.pass(8)
	if got := w.countNamed("e1") - before; got != 1 || !mad.Triggered {
		t.Fatalf("%d drivers came out, begun %t", got, mad.Triggered)
	}
	if lost := victim.Type.MaxHP - victim.HP; lost != victim.Type.MaxHP/100 || man.HP != man.Type.MaxHP {
		t.Errorf("the first thump took %d of the tank and %d of the rifleman", lost, man.Type.MaxHP-man.HP)
	}
	w.give(0, mad, Order{Name: "Move", Target: state.TargetCell, Cell: Cell{X: 30, Y: 30}})
	info := mad.Type.Mad
	w.pass(int(info.Charge+info.Delay) - 9)
	if w.Actor(mad.ID) == nil || mad.To != (Cell{X: 20, Y: 20}) {
		t.Fatalf("it is gone before its time, or went to %v", mad.To)
	}
	hp := victim.HP
	w.pass(2)
	if w.Actor(mad.ID) != nil || hp-victim.HP < victim.Type.MaxHP/10 {
		t.Errorf("the blast took %d", hp-victim.HP)
	}
}

func TestAMadTankSentAgainstATargetGoesBesideIt(t *testing.T) {
	w := plain(t)
	mad, target := w.put(t, "qtnk", 0, Cell{X: 20, Y: 20}), w.built(t, "powr", 1, Cell{X: 26, Y: 20})
	w.pass(2)
	w.give(0, mad, Order{Name: "DetonateAttack", Target: state.TargetActor, Actor: target.ID})
	w.until(t, "it begins", func() bool { return mad.Triggered })
	if !w.beside(mad, target) {
		t.Errorf("it begins at %v", mad.To)
	}
}

func TestAChronoTankJumpsAsFarAsItCanOnceItIsCharged(t *testing.T) {
	w := plain(t)
	tank := w.put(t, "ctnk", 0, Cell{X: 20, Y: 20})
	tank.Stance = info.StanceHoldFire
	for x := range int32(20) {
		w.put(t, "jeep", 0, Cell{X: 16 + 3*x, Y: 24}).Stance = info.StanceHoldFire
	}
	w.pass(3)
	w.give(0, tank, Order{Name: "PortableChronoTeleport", Target: state.TargetCell, Cell: Cell{X: 30, Y: 21}})
	w.pass(3)
	if tank.To != (Cell{X: 30, Y: 21}) || tank.ChronoCharge <= 0 {
		t.Fatalf("it is at %v with %d ticks to go", tank.To, tank.ChronoCharge)
	}
	charge := tank.ChronoCharge
	w.give(0, tank, Order{Name: "PortableChronoTeleport", Target: state.TargetCell, Cell: Cell{X: 22, Y: 21}})
	w.pass(3)
	if d := tank.To.X; d < 28 || tank.ChronoCharge != charge-3 {
		t.Errorf("it jumped again, to %v with %d ticks to go", tank.To, tank.ChronoCharge)
	}
}

// Where there is no room it comes no farther from its goal than it can jump.
func TestAChronoTankStaysWhereThereIsNoRoomAroundItsGoal(t *testing.T) {
	w := plain(t)
	tank := w.put(t, "ctnk", 0, Cell{X: 40, Y: 40})
	w.knowsAll(0)
	for _, ring := range wpos.Annulus(0, 12) {
		for _, c := range []Cell{{X: 52, Y: 40}, {X: 40, Y: 40}} {
			if at := c.Add(ring.At); at.X > 40 && w.First(at) == 0 {
				w.put(t, "brik", 0, at)
			}
		}
	}
	jump := w.newActivity(state.ActJump)
	jump.Target = Cell{X: 52, Y: 40}
	if w.tickJump(tank, jump); tank.To != (Cell{X: 40, Y: 40}) {
		t.Errorf("it is at %v", tank.To)
	}
}

func TestASpyIsLeftAloneWhileItLooksLikeAFriend(t *testing.T) {
	for _, test := range []struct {
		guard     string
		disguised bool
		attacked  bool
	}{{"e1", false, true}, {"e1", true, false}, {"dog", true, true}} {
		w := plain(t)
		spy, guard := w.put(t, "spy", 0, Cell{X: 20, Y: 20}), w.put(t, test.guard, 1, Cell{X: 20, Y: 22})
		w.pass(1)
		if test.disguised {
			w.give(0, spy, Order{Name: "Disguise", Target: state.TargetActor, Actor: guard.ID})
			if w.appearance(spy) != 1 {
				t.Fatalf("it looks like player %d", w.appearance(spy))
			}
		}
		w.pass(60)
		if hurt := spy.Dead || spy.HP < spy.Type.MaxHP; hurt != test.attacked {
			t.Errorf("%s, disguised %t: attacked %t", test.guard, test.disguised, hurt)
		}
		spy.DropDisguise(info.LoudAttack)
		if w.appearance(spy) != 0 {
			t.Error("it is still disguised after it attacked")
		}
	}
}

// A MAD tank knows of a memory only that it was one: it blows up where a building
// stood. What changes hands before its eyes is its target no more.
func TestWhatAMadTankThatIsOnItsWayGivesUp(t *testing.T) {
	for _, gone := range []bool{true, false} {
		w := plain(t)
		silo := enginetest.Remember(t, w, "silo", Cell{X: 60, Y: 60})
		w.Players[0].Bot = false
		mad := w.put(t, "qtnk", 0, Cell{X: 75, Y: 60})
		order := Order{Name: "DetonateAttack", Target: state.TargetActor, Actor: silo.ID}
		if gone {
			order.Target = state.TargetFrozen
			w.Destroy(silo, nil, nil)
			w.pass(2)
			w.Frozen.Of(silo.ID).Known = 1 // nobody else keeps it
		}
		w.give(0, mad, order)
		w.pass(5)
		if !gone {
			w.ChangeOwner(silo, 2)
		}
		w.until(t, "it is there", func() bool { return mad.Triggered || mad.Idle() })
		if f := w.Frozen.Of(silo.ID); mad.Triggered != gone || gone && f.Known != 0 {
			t.Errorf("gone %t: it blows up: %t, remembered is %+v", gone, mad.Triggered, f)
		}
	}
}

// The blast comes at the end of the tick, whoever killed the tank in it.
func TestAMadTankKilledInItsLastTickBlowsUpAllTheSame(t *testing.T) {
	w := plain(t)
	mad, plant := w.put(t, "qtnk", 0, Cell{X: 20, Y: 20}), w.built(t, "powr", 1, Cell{X: 22, Y: 20})
	w.pass(1)
	mad.Triggered = true
	w.endDetonate(mad)
	w.Destroy(mad, nil, nil)
	before := plant.HP
	w.DrainTasks()
	if plant.HP == before {
		t.Error("nothing blew up")
	}
}
