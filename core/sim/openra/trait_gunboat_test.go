// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"testing"

	"convertd/core/sim/openra/internal/info"
)

func TestAGunboatSailsFromEdgeToEdge(t *testing.T) {
	for version, moored := range map[string]bool{"{DEV_VERSION}": false, "release-20210321": false, "release-20200503": true, "release-20200202": true} {
		w := playing(t, "cnc", version)
		boat := w.put(t, "boat", 0, Cell{X: 3, Y: 20})
		speed := boat.typ.Boat.Speed
		start := boat.center
		if w.pass(1); boat.facing != info.Westward || boat.center != start.Add(Pos{X: -speed}) {
			t.Errorf("%s: at first it looks to %d and is at %v", version, boat.facing, boat.center)
		}
		w.until(t, "it is off the map", func() bool { return !w.ground.contains(boat.cell) })
		at := boat.center
		if w.pass(1); boat.facing != info.Eastward || boat.center != at.Add(Pos{X: speed}) {
			t.Errorf("%s: a tick later it looks to %d and is at %v", version, boat.facing, boat.center)
		}
		w.pass(200)
		if c := w.cellContaining(boat.center); boat.facing != info.Eastward || boat.cell != c || c.X < 4 {
			t.Errorf("%s: back on the map it is in %v, noted in %v", version, c, boat.cell)
		}
		if w.anyoneIn(boat.cell) == moored || w.anyoneIn(Cell{X: 3, Y: 20}) != moored {
			t.Errorf("%s: it is in the way in %v: %t, where it began: %t", version, boat.cell, w.anyoneIn(boat.cell), w.anyoneIn(Cell{X: 3, Y: 20}))
		}
		w.dispose(boat)
		if w.pass(1); w.anyoneIn(Cell{X: 3, Y: 20}) {
			t.Errorf("%s: it is in the way when it is gone", version)
		}
	}
}

func TestADamagedGunboatIsSlowAndOneThatLooksNorthSailsWest(t *testing.T) {
	w := playing(t, "cnc", "{DEV_VERSION}")
	boat := w.put(t, "boat", 0, Cell{X: 30, Y: 20})
	if boat.facing != info.Westward {
		t.Errorf("put to look north it looks to %d", boat.facing)
	}
	boat.hp = boat.typ.MaxHP * 4 / 10
	at := boat.center
	if w.pass(1); at.X-boat.center.X != boat.typ.Boat.Speed*75/100 {
		t.Errorf("badly damaged it sails %d a tick", at.X-boat.center.X)
	}
}

func TestAGunboatShootsAtWhatItPasses(t *testing.T) {
	w := playing(t, "cnc", "{DEV_VERSION}")
	boat := w.put(t, "boat", 0, Cell{X: 30, Y: 20})
	enemy := w.put(t, "htnk", 1, Cell{X: 26, Y: 22})
	w.until(t, "it has hit", func() bool { return enemy.hp < enemy.typ.MaxHP })
	if boat.facing != info.Westward {
		t.Error("it stopped for that")
	}
}

func TestAGunboatLooksForNoOtherTargetUntilItsOwnIsGone(t *testing.T) {
	for _, version := range []string{"{DEV_VERSION}", "release-20231010", "release-20200202"} {
		w := playing(t, "cnc", version)
		boat := w.put(t, "boat", 0, Cell{X: 30, Y: 20})
		first, second := w.put(t, "mcv", 1, Cell{X: 27, Y: 22}), w.put(t, "mcv", 1, Cell{X: 8, Y: 22})
		w.until(t, "it has hit", func() bool { return first.hp < first.typ.MaxHP })
		w.until(t, "it has passed", func() bool { return boat.cell.X < 9 })
		if first.dead || second.hp < second.typ.MaxHP || boat.requested != first.ID {
			t.Errorf("%s: it aims at %d, the second has lost %d", version, boat.requested, second.typ.MaxHP-second.hp)
		}
		w.dispose(first)
		w.until(t, "it has hit the second", func() bool { return second.hp < second.typ.MaxHP })
	}
}
