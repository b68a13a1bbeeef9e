// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

func TestASpyInTheRadarTakesTheMap(t *testing.T) {
	w := plain(t)
	spy, dome := w.put(t, "spy", 0, Cell{X: 20, Y: 20}), w.built(t, "dome", 1, Cell{X: 24, Y: 20})
	w.Step()
	far := w.Ground.Index(Cell{X: 70, Y: 70})
	w.Players[1].Explored[far] = true
	w.infiltrate(spy, dome)
	if !w.Players[0].Explored[far] || w.Players[1].Explored[far] {
		t.Errorf("the spy's player knows the corner: %t; its victim: %t", w.Players[0].Explored[far], w.Players[1].Explored[far])
	}
}

func TestASpyInASiloBeginsTheChargeAnew(t *testing.T) {
	w, silo := powered(t, "mslo")
	w.pass(100)
	spy := w.put(t, "spy", 1, Cell{X: 20, Y: 20})
	power := w.Players[0].Power("NukePowerInfoOrder")
	if power == nil || power.Remaining != 13500-100 {
		t.Fatalf("the charge: %+v", power)
	}
	w.infiltrate(spy, silo)
	if power.Remaining != 13500 {
		t.Errorf("%d ticks are left", power.Remaining)
	}
}

// What a spy finds does not make up for what he costs; the victim loses only
// what it has.
func TestAThiefBringsAtLeastHisPrice(t *testing.T) {
	w := plain(t)
	thief, refinery := w.put(t, "thf", 0, Cell{X: 20, Y: 20}), w.built(t, "proc", 1, Cell{X: 24, Y: 20})
	w.Step()
	thiefs, victims := &w.Players[0], &w.Players[1]
	thiefs.Cash, victims.Cash, victims.Ore = 0, 300, 0
	w.infiltrate(thief, refinery)
	if thiefs.Cash != thief.Type.Cost || thief.Type.Cost <= 150 || victims.Cash != 150 || thiefs.Experience != 5+1 {
		t.Errorf("the thief has %d and %d experience, the victim %d", thiefs.Cash, thiefs.Experience, victims.Cash)
	}
}

func TestSpiesOfOldReleasesLearnBeingInside(t *testing.T) {
	for version, want := range map[string]int32{"release-20210321": 50, "release-20230225": 10, "release-20231010": 10} {
		w := playing(t, "ra", version)
		spy, dome := w.put(t, "spy", 0, Cell{X: 60, Y: 60}), w.built(t, "dome", 1, Cell{X: 64, Y: 60})
		before := w.Players[0].Experience
		w.infiltrate(spy, dome)
		if got := w.Players[0].Experience - before; got != want {
			t.Errorf("%s: %d experience, want %d", version, got, want)
		}
	}
}

// A wreck stands up in its own turn: after its captor's tick.
func TestAWreckStandsUpInItsNextTurn(t *testing.T) {
	w := plain(t)
	mechanic, wreck := w.put(t, "mech", 0, Cell{X: 20, Y: 20}), w.put(t, "2tnk.husk", 1, Cell{X: 24, Y: 20})
	w.Step()
	w.handOver(mechanic, wreck, &mechanic.Type.Captures[0])
	if w.Alive(wreck.ID) == nil || wreck.Owner != 0 {
		t.Fatalf("the wreck is %+v", w.Actor(wreck.ID))
	}
	next := w.NextID
	w.Step()
	tank := w.Actor(next)
	if w.Actor(wreck.ID) != nil || tank == nil || tank.Type.Name != "2tnk" || tank.Owner != 0 || tank.HP != tank.Type.MaxHP*wreck.Type.CaptureHealth/100 {
		t.Errorf("after the tick: wreck %v, tank %+v", w.Actor(wreck.ID), tank)
	}
}

func TestATruckBringsMoneyToAFriend(t *testing.T) {
	w := plain(t)
	truck, refinery := w.put(t, "truk", 0, Cell{X: 20, Y: 20}), w.built(t, "proc", 1, Cell{X: 24, Y: 20})
	before, experience := w.Players[1].Cash, w.Players[0].Experience
	w.give(0, truck, named("DeliverCash", at(refinery)))
	w.until(t, "it is inside", func() bool { return w.Actor(truck.ID) == nil })
	if got, learnt := w.Players[1].Cash-before, w.Players[0].Experience-experience; got != 500 || learnt != 5 {
		t.Errorf("the friend got %d, the giver %d experience", got, learnt)
	}
}

// Until 20200503 a spy under attack is let go when he looks like a friend: the
// infantry turns to something else, a turret follows him without a shot.
func TestASpyUnderAttackWhoLooksLikeAFriendIsLetGoIn2020(t *testing.T) {
	for release, spared := range map[string]bool{"release-20200202": true, "release-20200503": true, "release-20210321": false} {
		for _, attacker := range []string{"e1", "jeep"} {
			w := playing(t, "ra", release)
			man, spy := w.put(t, attacker, 1, Cell{X: 20, Y: 20}), w.put(t, "spy", 0, Cell{X: 22, Y: 20})
			friend := w.put(t, "e1", 1, Cell{X: 60, Y: 60})
			spy.Stance, man.Stance = info.StanceHoldFire, info.StanceHoldFire
			w.give(1, man, Order{Name: "Attack", Target: state.TargetActor, Actor: spy.ID})
			w.pass(3)
			w.give(0, spy, Order{Name: "Disguise", Target: state.TargetActor, Actor: friend.ID})
			w.pass(2)
			hp := spy.HP
			w.pass(60)
			if got := spy.HP == hp && !spy.Dead; got != spared {
				t.Errorf("%s: the spy is spared by the %s: %t", release, attacker, got)
			}
		}
	}
}
