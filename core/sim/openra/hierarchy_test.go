package openra

import (
	"slices"
	"testing"
)

// graphs lists both graphs of every locomotor.
func (w *World) graphs() []*hierarchy {
	var all []*hierarchy
	for i := range w.locomotors {
		all = append(all, w.locomotors[i].open, w.locomotors[i].immovable)
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
			h.refresh(w)
		}
	}
	for _, w := range []*World{early, late} {
		w.letEverybodyCheat()
		newNoise(w, 5, 1).play(w, 300)
	}
	changed := false
	for i, kept := range early.graphs() {
		kept.refresh(early)
		changed = changed || !sameGraph(kept, untouched.graphs()[i])
		built := late.graphs()[i]
		restored := late.newHierarchy(built.loco, built.blockers != nil)
		built.refresh(late)
		restored.refresh(late)
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
	yard := w.built(t, "fact", 0, Cell{30, 30})
	inside, beside := Cell{30, 30}, Cell{29, 30}
	l := &w.locomotors[w.typeOf("3tnk").mobile.locomotor]
	if l.immovable.accessible(w, inside) {
		t.Fatalf("tanks may stand inside of %s", yard.typ.name)
	}
	if !w.joined(l, inside, beside) {
		t.Error("from inside of a building no way leads beside it")
	}
	if w.joined(l, beside, inside) {
		t.Error("a way leads into a building")
	}
}
