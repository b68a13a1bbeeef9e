// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "testing"

// A crate is dropped on no building, not even where one can drive through its place.
func TestNoCrateIsDroppedOnTheYardOfABuilding(t *testing.T) {
	w := plain(t)
	factory := w.built(t, "weap", 0, Cell{X: 20, Y: 20})
	yard := Cell{X: 21, Y: 22}
	if w.anyoneIn(yard) || w.influence[w.ground.Index(yard)] != factory.ID {
		t.Fatal("somebody stands there, or it is no part of the factory")
	}
	w.crateRules.Ground, w.crateRules.Water = []string{w.terrainName(yard)}, 0
	w.ground.Left, w.ground.Top, w.ground.Right, w.ground.Bottom = yard.X, yard.Y, yard.X+1, yard.Y+1
	w.tasks = w.tasks[:0]
	if w.chooseCrate(); len(w.tasks) != 0 {
		t.Error("it comes down there")
	}
	w.destroy(factory, nil, nil)
	w.drainTasks()
	if w.chooseCrate(); len(w.tasks) != 1 {
		t.Error("it does not come down where the factory was")
	}
}
