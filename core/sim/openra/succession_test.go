package openra

import "testing"

// Who attacks a vehicle that unfolds goes on at the yard it becomes. In the later
// builds he finds first that he has no weapon against what is gone, and gives up.
func TestWhoAttacksWhatUnfoldsGoesOnAtWhatItBecomes(t *testing.T) {
	for _, old := range []bool{true, false} {
		w := plain(t)
		w.behaviour.oldAttack = old
		soldier, vehicle := w.put(t, "e3", 0, Cell{24, 20}), w.put(t, "mcv", 1, Cell{20, 20})
		soldier.stance = stanceHoldFire
		w.pass(2)
		w.attack(soldier, vehicle)
		w.pass(5)
		w.give(1, vehicle, Order{Name: "DeployTransform"})
		w.until(t, "it has unfolded", func() bool { return w.actors[vehicle.ID] == nil })
		w.pass(3)
		yard := w.nowIs(vehicle.ID)
		if a := w.actor(yard); a == nil || a.typ.name != "fact" {
			t.Fatal("it became no yard")
		}
		if act := soldier.current(); (act != nil && act.host == yard) != old || soldier.idle() == old {
			t.Errorf("old %t: he does %+v", old, act)
		}
	}
}

// Who is on his way into something that changes goes into what it becomes.
func TestWhoIsOnHisWayInGoesIntoWhatItsTargetBecomes(t *testing.T) {
	w := plain(t)
	engineer, vehicle := w.put(t, "e6", 0, Cell{40, 20}), w.put(t, "mcv", 1, Cell{20, 20})
	vehicle.typ.capturables = append(vehicle.typ.capturables, capturableInfo{types: []string{"building"}})
	w.pass(2)
	w.give(0, engineer, named("CaptureActor", at(vehicle)))
	w.pass(5)
	w.give(1, vehicle, Order{Name: "DeployTransform"})
	w.until(t, "it has unfolded", func() bool { return w.actors[vehicle.ID] == nil })
	yard := w.nowIs(vehicle.ID)
	w.actor(yard).incomplete = 0 // what rises is not taken
	w.pass(2)
	if act := engineer.current(); act == nil || act.kind != actEnter || act.host != yard || yard == vehicle.ID {
		t.Fatalf("he does %+v", act)
	}
	w.until(t, "he is used up in there", func() bool { return w.actors[engineer.ID] == nil })
	if a := w.actor(yard); a.owner != 0 && a.hp == a.typ.maxHP {
		t.Error("the yard is as before")
	}
}
