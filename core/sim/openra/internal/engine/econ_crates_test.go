// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"
)

// A crate is dropped on no building, not even where one can drive through its place.
func TestNoCrateIsDroppedOnTheYardOfABuilding(t *testing.T) {
	w := plain(t)
	factory := w.built(t, "weap", 0, Cell{X: 20, Y: 20})
	yard := Cell{X: 21, Y: 22}
	if w.anyoneIn(yard) || w.Influence[w.Ground.Index(yard)] != factory.ID {
		t.Fatal("somebody stands there, or it is no part of the factory")
	}
	w.CrateRules.Ground, w.CrateRules.Water = []string{w.terrainName(yard)}, 0
	w.Ground.Left, w.Ground.Top, w.Ground.Right, w.Ground.Bottom = yard.X, yard.Y, yard.X+1, yard.Y+1
	w.Tasks = w.Tasks[:0]
	if w.chooseCrate(); len(w.Tasks) != 0 {
		t.Error("it comes down there")
	}
	w.Destroy(factory, nil, nil)
	w.DrainTasks()
	if w.chooseCrate(); len(w.Tasks) != 1 {
		t.Error("it does not come down where the factory was")
	}
}
