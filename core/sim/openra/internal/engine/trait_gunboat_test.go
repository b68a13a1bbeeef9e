// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/info"
)

func TestAGunboatSailsFromEdgeToEdge(t *testing.T) {
	for version, moored := range map[string]bool{"{DEV_VERSION}": false, "release-20210321": false, "release-20200503": true, "release-20200202": true} {
		w := playing(t, "cnc", version)
		boat := w.put(t, "boat", 0, Cell{X: 3, Y: 20})
		speed := boat.Type.Boat.Speed
		start := boat.Center
		if w.pass(1); boat.Facing != info.Westward || boat.Center != start.Add(Pos{X: -speed}) {
			t.Errorf("%s: at first it looks to %d and is at %v", version, boat.Facing, boat.Center)
		}
		w.until(t, "it is off the map", func() bool { return !w.Ground.Contains(boat.Cell) })
		at := boat.Center
		if w.pass(1); boat.Facing != info.Eastward || boat.Center != at.Add(Pos{X: speed}) {
			t.Errorf("%s: a tick later it looks to %d and is at %v", version, boat.Facing, boat.Center)
		}
		w.pass(200)
		if c := w.CellContaining(boat.Center); boat.Facing != info.Eastward || boat.Cell != c || c.X < 4 {
			t.Errorf("%s: back on the map it is in %v, noted in %v", version, c, boat.Cell)
		}
		if w.anyoneIn(boat.Cell) == moored || w.anyoneIn(Cell{X: 3, Y: 20}) != moored {
			t.Errorf("%s: it is in the way in %v: %t, where it began: %t", version, boat.Cell, w.anyoneIn(boat.Cell), w.anyoneIn(Cell{X: 3, Y: 20}))
		}
		w.Dispose(boat)
		if w.pass(1); w.anyoneIn(Cell{X: 3, Y: 20}) {
			t.Errorf("%s: it is in the way when it is gone", version)
		}
	}
}

func TestADamagedGunboatIsSlowAndOneThatLooksNorthSailsWest(t *testing.T) {
	w := playing(t, "cnc", "{DEV_VERSION}")
	boat := w.put(t, "boat", 0, Cell{X: 30, Y: 20})
	if boat.Facing != info.Westward {
		t.Errorf("put to look north it looks to %d", boat.Facing)
	}
	boat.HP = boat.Type.MaxHP * 4 / 10
	at := boat.Center
	if w.pass(1); at.X-boat.Center.X != boat.Type.Boat.Speed*75/100 {
		t.Errorf("badly damaged it sails %d a tick", at.X-boat.Center.X)
	}
}

func TestAGunboatShootsAtWhatItPasses(t *testing.T) {
	w := playing(t, "cnc", "{DEV_VERSION}")
	boat := w.put(t, "boat", 0, Cell{X: 30, Y: 20})
	enemy := w.put(t, "htnk", 1, Cell{X: 26, Y: 22})
	w.until(t, "it has hit", func() bool { return enemy.HP < enemy.Type.MaxHP })
	if boat.Facing != info.Westward {
		t.Error("it stopped for that")
	}
}

func TestAGunboatLooksForNoOtherTargetUntilItsOwnIsGone(t *testing.T) {
	for _, version := range []string{"{DEV_VERSION}", "release-20231010", "release-20200202"} {
		w := playing(t, "cnc", version)
		boat := w.put(t, "boat", 0, Cell{X: 30, Y: 20})
		first, second := w.put(t, "mcv", 1, Cell{X: 27, Y: 22}), w.put(t, "mcv", 1, Cell{X: 8, Y: 22})
		w.until(t, "it has hit", func() bool { return first.HP < first.Type.MaxHP })
		w.until(t, "it has passed", func() bool { return boat.Cell.X < 9 })
		if first.Dead || second.HP < second.Type.MaxHP || boat.Requested != first.ID {
			t.Errorf("%s: it aims at %d, the second has lost %d", version, boat.Requested, second.Type.MaxHP-second.HP)
		}
		w.Dispose(first)
		w.until(t, "it has hit the second", func() bool { return second.HP < second.Type.MaxHP })
	}
}
