// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// finished puts a finished item of a type into its player's queue.
func (w *World) finished(tb testing.TB, name string, owner int32) {
	tb.Helper()
	t := w.TypeOf(name)
	p := &w.Players[owner]
	for i := range p.Queues {
		if info.Contains(t.Buildable.Queues, p.Queues[i].Info.Kind) {
			p.Queues[i].Items = append(p.Queues[i].Items, state.Item{Type: t, Started: true, Done: true, TotalTime: 1})
			return
		}
	}
	tb.Fatalf("no queue for %s", name)
}

func TestAWallGrowsToTheNextOneItCanJoin(t *testing.T) {
	for _, test := range []struct {
		what, neighbour string
		owner           int32
		at              Cell
		want            int
	}{
		{"in reach", "sbag", 0, Cell{X: 27, Y: 20}, 7},
		{"out of reach", "sbag", 0, Cell{X: 28, Y: 20}, 1},
		{"above", "sbag", 0, Cell{X: 20, Y: 17}, 3},
		{"not in line", "sbag", 0, Cell{X: 22, Y: 21}, 1},
		{"of another kind", "brik", 0, Cell{X: 24, Y: 20}, 1},
		{"of somebody else", "sbag", 1, Cell{X: 24, Y: 20}, 4},
	} {
		w := plain(t)
		yard := w.built(t, "fact", 0, Cell{X: 18, Y: 22})
		w.knowsAll(0)
		w.put(t, test.neighbour, test.owner, test.at)
		w.finished(t, "sbag", 0)
		before, cash := w.NextID, w.Players[0].Cash
		w.give(0, w.Actors[w.Players[0].Actor], Order{
			Name: "LineBuild", Text: "sbag", Target: state.TargetCell, Cell: Cell{X: 20, Y: 20}, Extra: yard.ID,
		})
		w.DrainTasks()
		if got := int(w.NextID - before); got != test.want {
			t.Errorf("next to a wall %s %d walls appear, want %d", test.what, got, test.want)
		}
		if w.Players[0].Cash != cash {
			t.Errorf("a wall %s costs %d more", test.what, cash-w.Players[0].Cash)
		}
	}
}

func TestAPlacedWallAloneTakesNoneAlong(t *testing.T) {
	w := plain(t)
	yard := w.built(t, "fact", 0, Cell{X: 18, Y: 22})
	w.put(t, "sbag", 0, Cell{X: 24, Y: 20})
	w.finished(t, "sbag", 0)
	before := w.NextID
	w.give(0, w.Actors[w.Players[0].Actor], Order{Name: "PlaceBuilding", Text: "sbag", Target: state.TargetCell, Cell: Cell{X: 20, Y: 20}, Extra: yard.ID})
	w.DrainTasks()
	if w.NextID != before+1 {
		t.Errorf("%d walls", w.NextID-before)
	}
}

// A line is built even where somebody has come to stand meanwhile.
func TestALineIsBuiltWhereItWasOrdered(t *testing.T) {
	w := plain(t)
	yard := w.built(t, "fact", 0, Cell{X: 18, Y: 22})
	w.knowsAll(0)
	w.put(t, "sbag", 0, Cell{X: 23, Y: 20})
	w.put(t, "e1", 1, Cell{X: 20, Y: 20})
	w.finished(t, "sbag", 0)
	before := w.NextID
	w.give(0, w.Actors[w.Players[0].Actor], Order{
		Name: "LineBuild", Text: "sbag", Target: state.TargetCell, Cell: Cell{X: 20, Y: 20}, Extra: yard.ID,
	})
	w.DrainTasks()
	if got := w.NextID - before; got != 3 {
		t.Errorf("%d walls appear, want 3", got)
	}
}
