// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"
)

func TestNobodyStepsToAPortToReload(t *testing.T) {
	w := plain(t)
	box := w.put(t, "pbox", 0, Cell{X: 20, Y: 20})
	target := w.put(t, "e1", 1, Cell{X: 23, Y: 20})
	inside := w.Actor(box.Passengers[0])
	shots := func() int64 {
		before := w.Random.Draws
		w.fireThroughPorts(box, aimAtActor(target))
		return w.Random.Draws - before
	}
	if shots() == 0 {
		t.Fatal("a loaded garrison chose no port")
	}
	reloading := false
	for i := range inside.Type.Armaments {
		reloading = reloading || inside.Type.Armaments[i].Garrisoned && inside.Arms[i].Delay > 0
	}
	if !reloading {
		t.Fatal("it did not fire")
	}
	if n := shots(); n != 0 {
		t.Errorf("%d ports were tried while it reloads", n)
	}
	for i := range inside.Arms {
		inside.Arms[i].Delay = 0
	}
	if shots() == 0 {
		t.Error("it does not fire again")
	}
}

// The turret of a bunker is no weapon's: it points where it always did, which is
// hashed until 20200503.
func TestTheTurretOfABunkerDoesNotFollowTheTarget(t *testing.T) {
	w := playing(t, "ra", "release-20200202")
	box, target := w.put(t, "pbox", 0, Cell{X: 20, Y: 20}), w.put(t, "e1", 1, Cell{X: 23, Y: 20})
	before := w.TurretHash(box, false)
	w.fireAt(box, aimAtActor(target), true)
	if w.Actor(box.Passengers[0]).Facing == 0 {
		t.Fatal("who is inside does not aim")
	}
	if h := w.TurretHash(box, false); h != before {
		t.Errorf("its turret turned: hash %d, was %d", h, before)
	}
}

// A rocket soldier's weapon against the ground is the second he fires out of a port:
// the first one draws a port of its own before it.
func TestARocketSoldierInABunkerTakesHisWeaponsInTurn(t *testing.T) {
	w := plain(t)
	var names []string
	for _, arm := range w.TypeOf("e3").Armaments {
		if arm.Garrisoned {
			names = append(names, arm.Weapon.Name)
		}
	}
	if len(names) != 2 || names[0] != "redeye" || names[1] != "dragon" {
		t.Errorf("he fires %v", names)
	}
}

func TestACamouflagedBunkerIsSeenWhenSomebodyFiresOutOfIt(t *testing.T) {
	for _, release := range []string{"release-20200202", "release-20230225", "{DEV_VERSION}"} {
		w := playing(t, "ra", release)
		box, target := w.built(t, "hbox", 0, Cell{X: 20, Y: 20}), w.put(t, "e1", 1, Cell{X: 23, Y: 20})
		if box.CloakTicks = 0; !w.cloakedFrom(box, 1) {
			t.Fatalf("%s: it does not hide", release)
		}
		w.fireThroughPorts(box, aimAtActor(target))
		if w.cloakedFrom(box, 1) {
			t.Errorf("%s: it hides though somebody fired", release)
		}
	}
}
