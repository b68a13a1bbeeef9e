// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"
)

// guarded lets a soldier guard a vehicle of his own.
func guarded(t *testing.T, name string) (w *World, soldier, charge *Actor) {
	t.Helper()
	w = plain(t)
	soldier, charge = w.put(t, "e1", 0, Cell{X: 26, Y: 20}), w.put(t, name, 0, Cell{X: 20, Y: 20})
	w.pass(2)
	w.give(0, soldier, named("Guard", at(charge)))
	w.until(t, "he is near", func() bool { return w.inReach(soldier.Center, charge, guardRange) })
	return w, soldier, charge
}

// Who guards a vehicle that unfolds guards the yard it becomes.
func TestWhoGuardsWhatUnfoldsGuardsWhatItBecomes(t *testing.T) {
	w, soldier, vehicle := guarded(t, "mcv")
	w.give(0, vehicle, Order{Name: "DeployTransform"})
	w.until(t, "it has unfolded", func() bool { return w.Actors[vehicle.ID] == nil })
	w.pass(5)
	if soldier.Idle() {
		t.Error("he guards nobody any more")
	}
}

// What is sent elsewhere at once is not what was guarded: not even after a fight on
// the way, when the guard would follow it anew.
func TestNobodyGuardsWhatIsSentElsewhereAtOnce(t *testing.T) {
	w, soldier, tank := guarded(t, "2tnk")
	act := soldier.Current()
	w.shakeOff(tank)
	if follow := w.march(soldier, act); follow.Host == tank.ID {
		t.Error("he would follow it")
	}
	w.pass(5)
	if !soldier.Idle() {
		t.Errorf("he does %+v", soldier.Current())
	}
}

// Only the cursor of players keeps them from it.
func TestWhoGuardsHimselfIsBusy(t *testing.T) {
	w := plain(t)
	soldier := w.put(t, "e1", 0, Cell{X: 20, Y: 20})
	w.pass(2)
	w.give(0, soldier, named("Guard", at(soldier)))
	if w.pass(10); soldier.Idle() || (soldier.To != Cell{X: 20, Y: 20}) {
		t.Errorf("idle %t in %v", soldier.Idle(), soldier.To)
	}
}
