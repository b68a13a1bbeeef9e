// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"convertd/core/sim/openra/internal/wpos"
)

// plainBins does what the engine does: who waits to leave is taken out wherever he is,
// who waits to enter goes to the end of his bin.
type plainBins [][]uint32

func (p plainBins) tick(w *World) {
	m := &w.bins
	for i := range p {
		p[i] = slices.DeleteFunc(p[i], func(id uint32) bool { return slices.Contains(m.remove, id) })
	}
	for _, id := range m.add {
		if a := w.actors[id]; a != nil {
			at := wpos.Clamp(a.center.Y/1024/binSize, 0, m.rows-1)*m.columns + wpos.Clamp(a.center.X/1024/binSize, 0, m.columns-1)
			p[at] = append(p[at], id)
		}
	}
}

// TestBinsAreThoseOfTheEngine lets actors come, move, go, die and come twice.
func TestBinsAreThoseOfTheEngine(t *testing.T) {
	for seed := range uint64(20) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 0))
			w := &World{bins: newBinMap(50, 40)}
			plain := make(plainBins, len(w.bins.bins))
			for w.tick = range int32(400) {
				for _, a := range w.actors {
					if a != nil {
						lives(random, w, a)
					}
				}
				if len(w.actors) < 60 {
					a := &Actor{actorFigures: actorFigures{ID: uint32(len(w.actors)), owner: int32(random.IntN(3)), inWorld: true}}
					a.center = Pos{X: int32(random.IntN(50 * 1024)), Y: int32(random.IntN(40 * 1024)), Z: 0}
					w.actors = append(w.actors, a)
					w.bins.enter(a.ID)
				}
				plain.tick(w)
				w.tickBins()
				for i, bin := range w.bins.bins {
					if !slices.Equal(bin, plain[i]) {
						t.Fatalf("tick %d: bin %d holds %v, want %v", w.tick, i, bin, plain[i])
					}
					if w.bins.ownersKnown && w.ownersOf(bin)&^w.bins.owners[i] != 0 {
						t.Fatalf("tick %d: bin %d has owners %b, known are %b", w.tick, i, w.ownersOf(bin), w.bins.owners[i])
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
		a.center = a.center.Add(Pos{X: int32(random.IntN(100)), Y: int32(random.IntN(100)) - 40, Z: 0})
		w.moved(a)
	case chance < 610 && a.inWorld:
		a.inWorld = false
		w.bins.leave(a.ID)
	case chance < 640 && !a.inWorld:
		a.inWorld = true
		w.bins.enter(a.ID)
	case chance == 640:
		w.bins.leave(a.ID)
		w.actors[a.ID] = nil
	case chance < 646 && a.ID%20 == 1:
		w.bins.enter(a.ID) // one bin more
	}
}
