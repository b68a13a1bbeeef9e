// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// Who attacks a vehicle that unfolds goes on at the yard it becomes. In the later
// builds he finds first that he has no weapon against what is gone, and gives up.
func TestWhoAttacksWhatUnfoldsGoesOnAtWhatItBecomes(t *testing.T) {
	for _, old := range []bool{true, false} {
		w := plain(t)
		w.Release.OldAttack = old
		soldier, vehicle := w.put(t, "e3", 0, Cell{X: 24, Y: 20}), w.put(t, "mcv", 1, Cell{X: 20, Y: 20})
		soldier.Stance = info.StanceHoldFire
		w.pass(2)
		w.attack(soldier, vehicle)
		w.pass(5)
		w.give(1, vehicle, Order{Name: "DeployTransform"})
		w.until(t, "it has unfolded", func() bool { return w.Actors[vehicle.ID] == nil })
		w.pass(3)
		yard := w.nowIs(vehicle.ID)
		if a := w.Actor(yard); a == nil || a.Type.Name != "fact" {
			t.Fatal("it became no yard")
		}
		if act := soldier.Current(); (act != nil && act.Host == yard) != old || soldier.Idle() == old {
			t.Errorf("old %t: he does %+v", old, act)
		}
	}
}

// Who is on his way into something that changes goes into what it becomes.
func TestWhoIsOnHisWayInGoesIntoWhatItsTargetBecomes(t *testing.T) {
	w := plain(t)
	engineer, vehicle := w.put(t, "e6", 0, Cell{X: 40, Y: 20}), w.put(t, "mcv", 1, Cell{X: 20, Y: 20})
	vehicle.Type.Capturables = append(vehicle.Type.Capturables, info.CapturableInfo{Types: []string{"building"}})
	w.pass(2)
	w.give(0, engineer, named("CaptureActor", at(vehicle)))
	w.pass(5)
	w.give(1, vehicle, Order{Name: "DeployTransform"})
	w.until(t, "it has unfolded", func() bool { return w.Actors[vehicle.ID] == nil })
	yard := w.nowIs(vehicle.ID)
	w.Actor(yard).Incomplete = 0 // what rises is not taken
	w.pass(2)
	if act := engineer.Current(); act == nil || act.Kind != state.ActEnter || act.Host != yard || yard == vehicle.ID {
		t.Fatalf("he does %+v", act)
	}
	w.until(t, "he is used up in there", func() bool { return w.Actors[engineer.ID] == nil })
	if a := w.Actor(yard); a.Owner != 0 && a.HP == a.Type.MaxHP {
		t.Error("the yard is as before")
	}
}

// What nobody aims at is not kept: a yard may pack up and unfold all day.
func TestOnlyWhatSomebodyAimsAtHasASuccessor(t *testing.T) {
	w := plain(t)
	hunter, hunted := w.put(t, "e3", 0, Cell{X: 24, Y: 20}), w.put(t, "mcv", 1, Cell{X: 20, Y: 20})
	hunter.Activity = w.AttackActivity(hunter, hunted.ID, true)
	other := w.put(t, "mcv", 1, Cell{X: 40, Y: 20})
	enginetest.Become(t, w, hunted, "fact")
	for range 3 {
		other = enginetest.Become(t, w, enginetest.Become(t, w, other, "fact"), "mcv")
	}
	if len(w.successors) != 1 || w.successors[0].Gone != hunted.ID {
		t.Errorf("noted are %v", w.successors)
	}
	hunter.Activity = nil
	if enginetest.Become(t, w, other, "fact"); len(w.successors) != 0 {
		t.Errorf("noted are still %v", w.successors)
	}
}
