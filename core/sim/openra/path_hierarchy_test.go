// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"slices"
	"testing"
)

// graphs lists both graphs of every locomotor.
func (w *World) graphs() []*hierarchy {
	var all []*hierarchy
	for i := range w.paths.locomotors {
		all = append(all, w.paths.locomotors[i].open, w.paths.locomotors[i].immovable)
	}
	return all
}

func sameGraph(a, b *hierarchy) bool {
	return slices.Equal(a.single, b.single) && slices.Equal(a.local, b.local) && slices.Equal(a.blockers, b.blockers) &&
		slices.EqualFunc(a.edges, b.edges, func(a, b []edge) bool { return slices.Equal(a, b) })
}

func TestAGraphBuiltLateIsTheOneThatWasKeptUpToDate(t *testing.T) {
	early, late, untouched := plain(t), plain(t), plain(t)
	for _, w := range []*World{early, untouched} {
		for _, h := range w.graphs() {
			h.refresh(&w.paths)
		}
	}
	for _, w := range []*World{early, late} {
		w.letEverybodyCheat()
		newNoise(w, 5, 1).play(w, 300)
	}
	changed := false
	for i, kept := range early.graphs() {
		kept.refresh(&early.paths)
		changed = changed || !sameGraph(kept, untouched.graphs()[i])
		built := late.graphs()[i]
		restored := late.paths.newHierarchy(built.loco, built.blockers != nil)
		built.refresh(&late.paths)
		restored.refresh(&late.paths)
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
	l := &w.paths.locomotors[w.typeOf("3tnk").Mobile.Locomotor]
	if l.immovable.accessible(&w.paths, inside) {
		t.Fatalf("tanks may stand inside of %s", yard.typ.Name)
	}
	if !w.paths.joined(l, inside, beside) {
		t.Error("from inside of a building no way leads beside it")
	}
	if w.paths.joined(l, beside, inside) {
		t.Error("a way leads into a building")
	}
}

// Who may not move now keeps others off his cell in the coarse graph as well, until
// he may again.
func TestWhoMayNotMoveNowBlocksTheCoarseGraph(t *testing.T) {
	wheels := func(w *World) *hierarchy { return w.paths.locomotors[w.typeOf("jeep").Mobile.Locomotor].immovable }
	for _, test := range []struct {
		name       string
		unit       string
		begin, end func(w *World, a *Actor)
	}{
		{"boarded", "apc", func(w *World, a *Actor) { w.takeSeat(w.put(t, "e1", 0, Cell{X: 40, Y: 40}), a) }, func(w *World, a *Actor) { w.giveUpSeat(w.anyNamed("e1")) }},
		{"a dog at its meal", "dog", func(w *World, a *Actor) {
			victim := w.put(t, "e1", 1, a.to.Add(Cell{X: 2, Y: 0}))
			w.attack(a, victim)
			w.until(t, "it eats", func() bool { return a.shotLasts > 0 })
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
		if h.refresh(&w.paths); !h.accessible(&w.paths, unit.to) {
			t.Fatalf("%s: it blocks before", test.name)
		}
		test.begin(w, unit)
		if h.refresh(&w.paths); h.accessible(&w.paths, unit.to) {
			t.Errorf("%s: it does not block", test.name)
		}
		test.end(w, unit)
		if h.refresh(&w.paths); !h.accessible(&w.paths, unit.to) {
			t.Errorf("%s: it blocks afterwards", test.name)
		}
	}
}

// A region of two by two cells has four middles. In October 2024 a search from
// its first cell decides.
func TestOfEquallyGoodMiddlesTheFirstByColumnIsTheAbstractCell(t *testing.T) {
	w := plain(t)
	h := w.paths.locomotors[w.typeOf("2tnk").Mobile.Locomotor].immovable
	h.refresh(&w.paths)
	b := h.boundsOf(&w.paths, 0)
	for _, one := range []struct {
		name   string
		region []Cell // in the order in which it was found; the middle itself is not in it
		want   Cell
	}{
		{"a ring", []Cell{{X: 2, Y: 1}, {X: 1, Y: 2}, {X: 3, Y: 2}, {X: 2, Y: 3}}, Cell{X: 1, Y: 2}},
		{"without its first column", []Cell{{X: 1, Y: 1}, {X: 2, Y: 1}, {X: 3, Y: 2}, {X: 2, Y: 3}, {X: 1, Y: 3}}, Cell{X: 2, Y: 1}},
		{"one above the other", []Cell{{X: 2, Y: 3}, {X: 2, Y: 1}, {X: 3, Y: 2}}, Cell{X: 2, Y: 1}},
	} {
		if got := h.middle(&w.paths, b, one.region); got != one.want {
			t.Errorf("%s: %v, want %v", one.name, got, one.want)
		}
	}
}
