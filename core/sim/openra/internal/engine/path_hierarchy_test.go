// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"slices"
	"testing"

	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/path"
)

// graphs lists both graphs of every locomotor.
func (w *World) graphs() []*path.Hierarchy {
	var all []*path.Hierarchy
	for i := range w.Paths.Locomotors {
		all = append(all, w.Paths.Locomotors[i].Open, w.Paths.Locomotors[i].Immovable)
	}
	return all
}

func sameGraph(a, b *path.Hierarchy) bool {
	return slices.Equal(a.Single, b.Single) && slices.Equal(a.Local, b.Local) && slices.Equal(a.Blockers, b.Blockers) &&
		slices.EqualFunc(a.Edges, b.Edges, func(a, b []path.Edge) bool { return slices.Equal(a, b) })
}

func TestAGraphBuiltLateIsTheOneThatWasKeptUpToDate(t *testing.T) {
	early, late, untouched := plain(t), plain(t), plain(t)
	for _, w := range []*World{early, untouched} {
		for _, h := range w.graphs() {
			h.Refresh(&w.Paths)
		}
	}
	for _, w := range []*World{early, late} {
		enginetest.Cheat(&w.Options, w.Players)
		newNoise(w, 5, 1).Play(300)
	}
	changed := false
	for i, kept := range early.graphs() {
		kept.Refresh(&early.Paths)
		changed = changed || !sameGraph(kept, untouched.graphs()[i])
		built := late.graphs()[i]
		restored := late.Paths.NewHierarchy(built.Loco, built.Blockers != nil)
		built.Refresh(&late.Paths)
		restored.Refresh(&late.Paths)
		if !sameGraph(kept, built) {
			t.Errorf("graph %d that was built late is not the one kept up to date", i)
		}
		if !sameGraph(kept, restored) {
			t.Errorf("graph %d of a restored game is not the one kept up to date", i)
		}
	}
	if !changed {
		t.Error("nothing was built that changes a graph")
	}
}

func TestWhoStandsWhereNobodyCanIsJoinedToTheCellsAroundHim(t *testing.T) {
	w := plain(t)
	yard := w.built(t, "fact", 0, Cell{X: 30, Y: 30})
	inside, beside := Cell{X: 30, Y: 30}, Cell{X: 29, Y: 30}
	l := &w.Paths.Locomotors[w.TypeOf("3tnk").Mobile.Locomotor]
	if l.Immovable.Accessible(&w.Paths, inside) {
		t.Fatalf("tanks may stand inside of %s", yard.Type.Name)
	}
	if !w.Paths.Joined(l, inside, beside) {
		t.Error("from inside of a building no way leads beside it")
	}
	if w.Paths.Joined(l, beside, inside) {
		t.Error("a way leads into a building")
	}
}

// Who may not move now keeps others off his cell in the coarse graph as well, until
// he may again.
func TestWhoMayNotMoveNowBlocksTheCoarseGraph(t *testing.T) {
	wheels := func(w *World) *path.Hierarchy { return w.Paths.Locomotors[w.TypeOf("jeep").Mobile.Locomotor].Immovable }
	for _, test := range []struct {
		name       string
		unit       string
		begin, end func(w *World, a *Actor)
	}{
		{"boarded", "apc", func(w *World, a *Actor) { w.takeSeat(w.put(t, "e1", 0, Cell{X: 40, Y: 40}), a) }, func(w *World, a *Actor) { w.giveUpSeat(enginetest.Named(w.Actors, "e1")) }},
		{"a dog at its meal", "dog", func(w *World, a *Actor) {
			victim := w.put(t, "e1", 1, a.To.Add(Cell{X: 2, Y: 0}))
			w.attack(a, victim)
			w.until(t, "it eats", func() bool { return a.ShotLasts > 0 })
		}, func(w *World, a *Actor) { w.until(t, "it has eaten", func() bool { return !w.mobilePaused(a) }) }},
		{"a MAD tank that shakes", "qtnk", func(w *World, a *Actor) {
			w.give(0, a, Order{Name: "Detonate"})
			w.pass(2)
		}, func(w *World, a *Actor) { w.pass(200) }},
	} {
		w := plain(t)
		unit := w.put(t, test.unit, 0, Cell{X: 30, Y: 30})
		w.pass(2)
		h := wheels(w)
		if h.Refresh(&w.Paths); !h.Accessible(&w.Paths, unit.To) {
			t.Fatalf("%s: it blocks before", test.name)
		}
		test.begin(w, unit)
		if h.Refresh(&w.Paths); h.Accessible(&w.Paths, unit.To) {
			t.Errorf("%s: it does not block", test.name)
		}
		test.end(w, unit)
		if h.Refresh(&w.Paths); !h.Accessible(&w.Paths, unit.To) {
			t.Errorf("%s: it blocks afterwards", test.name)
		}
	}
}

// A region of two by two cells has four middles. In October 2024 a search from
// its first cell decides.
func TestOfEquallyGoodMiddlesTheFirstByColumnIsTheAbstractCell(t *testing.T) {
	w := plain(t)
	h := w.Paths.Locomotors[w.TypeOf("2tnk").Mobile.Locomotor].Immovable
	h.Refresh(&w.Paths)
	b := h.BoundsOf(&w.Paths, 0)
	for _, one := range []struct {
		name   string
		region []Cell // in the order in which it was found; the middle itself is not in it
		want   Cell
	}{
		{"a ring", []Cell{{X: 2, Y: 1}, {X: 1, Y: 2}, {X: 3, Y: 2}, {X: 2, Y: 3}}, Cell{X: 1, Y: 2}},
		{"without its first column", []Cell{{X: 1, Y: 1}, {X: 2, Y: 1}, {X: 3, Y: 2}, {X: 2, Y: 3}, {X: 1, Y: 3}}, Cell{X: 2, Y: 1}},
		{"one above the other", []Cell{{X: 2, Y: 3}, {X: 2, Y: 1}, {X: 3, Y: 2}}, Cell{X: 2, Y: 1}},
	} {
		if got := h.Middle(&w.Paths, b, one.region); got != one.want {
			t.Errorf("%s: %v, want %v", one.name, got, one.want)
		}
	}
}
