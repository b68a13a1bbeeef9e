// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// plainBins does what the engine does: who waits to leave is taken out wherever he is,
// who waits to enter goes to the end of his bin.
type plainBins [][]uint32

func (p plainBins) tick(w *World) {
	m := &w.Bins
	for i := range p {
		p[i] = slices.DeleteFunc(p[i], func(id uint32) bool { return slices.Contains(m.Remove, id) })
	}
	for _, id := range m.Add {
		if a := w.Actors[id]; a != nil {
			at := wpos.Clamp(a.Center.Y/1024/grid.BinSize, 0, m.Rows-1)*m.Columns + wpos.Clamp(a.Center.X/1024/grid.BinSize, 0, m.Columns-1)
			p[at] = append(p[at], id)
		}
	}
}

// TestBinsAreThoseOfTheEngine lets actors come, move, go, die and come twice.
func TestBinsAreThoseOfTheEngine(t *testing.T) {
	for seed := range uint64(20) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 0))
			w := &World{Bins: grid.NewBinMap(50, 40)}
			plain := make(plainBins, len(w.Bins.Bins))
			for w.Ticks = range int32(400) {
				for _, a := range w.Actors {
					if a != nil {
						lives(random, w, a)
					}
				}
				if len(w.Actors) < 60 {
					a := &Actor{ActorFigures: state.ActorFigures{ID: uint32(len(w.Actors)), Owner: int32(random.IntN(3)), InWorld: true}}
					a.Center = Pos{X: int32(random.IntN(50 * 1024)), Y: int32(random.IntN(40 * 1024)), Z: 0}
					w.Actors = append(w.Actors, a)
					w.Bins.Enter(a.ID)
				}
				plain.tick(w)
				w.tickBins()
				for i, bin := range w.Bins.Bins {
					if !slices.Equal(bin, plain[i]) {
						t.Fatalf("tick %d: bin %d holds %v, want %v", w.Ticks, i, bin, plain[i])
					}
					if w.Bins.OwnersKnown && w.ownersOf(bin)&^w.Bins.Owners[i] != 0 {
						t.Fatalf("tick %d: bin %d has owners %b, known are %b", w.Ticks, i, w.ownersOf(bin), w.Bins.Owners[i])
					}
				}
				if random.IntN(10) == 0 {
					w.settleBinOwners()
				}
			}
		})
	}
}

// lives lets something happen to an actor, most of the time that it moves a little.
func lives(random *rand.Rand, w *World, a *Actor) {
	switch chance := random.IntN(1000); {
	case chance < 600 && a.ID%3 > 0:
		a.Center = a.Center.Add(Pos{X: int32(random.IntN(100)), Y: int32(random.IntN(100)) - 40, Z: 0})
		w.moved(a)
	case chance < 610 && a.InWorld:
		a.InWorld = false
		w.Bins.Leave(a.ID)
	case chance < 640 && !a.InWorld:
		a.InWorld = true
		w.Bins.Enter(a.ID)
	case chance == 640:
		w.Bins.Leave(a.ID)
		w.Actors[a.ID] = nil
	case chance < 646 && a.ID%20 == 1:
		w.Bins.Enter(a.ID) // one bin more
	}
}
