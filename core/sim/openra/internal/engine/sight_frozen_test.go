// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"slices"
	"testing"

	"convertd/core/sim/openra/internal/info"
)

// TestAPlayerRecallsEveryBuildingOfAnEnemyThatHeRemembers lets buildings come up, come
// in sight and out of it, change hands and go, and asks each time whether what a
// player's units look through has all that they could choose.
func TestAPlayerRecallsEveryBuildingOfAnEnemyThatHeRemembers(t *testing.T) {
	w := playing(t, "ra", "{DEV_VERSION}")
	asked := 0
	ask := func(when string) {
		t.Helper()
		for player := range int32(len(w.Players)) {
			recalls := w.recallsOf(player)
			for i := range w.Frozen {
				f := &w.Frozen[i]
				if f.Known&f.Shown>>uint(player)&1 == 0 || !w.Hostile(player, f.OwnerTo(player)) {
					continue
				}
				if asked++; !slices.Contains(recalls, int32(i)) {
					t.Errorf("%s: player %d does not recall the %s at %v", when, player, f.Type.Name, f.Cell)
				}
			}
			if !slices.IsSorted(recalls) {
				t.Errorf("%s: player %d recalls %v, in another order than they came up", when, player, recalls)
			}
		}
	}
	ask("before")
	silo := w.built(t, "silo", 1, Cell{X: 60, Y: 60})
	far := w.built(t, "silo", 1, Cell{X: 80, Y: 60})
	ask("when it is built")
	scout := w.put(t, "e1", 0, Cell{X: 62, Y: 62})
	scout.Stance = info.StanceHoldFire
	w.pass(2)
	ask("when it is seen")
	w.Dispose(scout)
	w.pass(2)
	ask("when it is out of sight")
	own := w.built(t, "powr", 0, Cell{X: 100, Y: 60})
	w.pass(1)
	ask("when another is built")
	w.ChangeOwner(own, 1)
	ask("when it changes hands")
	w.ChangeOwner(silo, 0)
	ask("when it changes hands out of sight")
	nobodys := w.built(t, "silo", 2, Cell{X: 20, Y: 100})
	w.Players[0].Enemies &^= 1 << 2
	ask("when a third player is no enemy")
	w.ChangeOwner(nobodys, 1)
	ask("when an enemy takes something of the third player's")
	w.Frozen[0].Known = 0
	w.dropForgotten()
	ask("when one is forgotten")
	w.Dispose(far)
	w.pass(3)
	ask("when another is gone")
	if asked == 0 {
		t.Error("nobody remembers anything")
	}
}

// wantFrozenCounted holds what players take for known of what they remember to what
// they would find if they looked again.
func (w *World) wantFrozenCounted(t *testing.T, when string) {
	t.Helper()
	again := &World{}
	w.CopyTo(again)
	for i := range again.Players {
		p := &again.Players[i]
		known, visible := p.FrozenKnown, p.FrozenVisible
		if !p.FrozenSettled {
			continue
		}
		for range 2 { // what is gone counts once more
			p.FrozenSettled = false
			again.tickFrozenLayer(p)
		}
		if p.FrozenKnown != known || p.FrozenVisible != visible {
			t.Errorf("%s: player %d remembers %d, %d; taken for %d, %d", when, i, p.FrozenKnown, p.FrozenVisible, known, visible)
		}
	}
}

func TestWhatAPlayerRemembersIsCountedAgainWhenABuildingIsNoMore(t *testing.T) {
	for what, end := range map[string]func(*World, *Actor){
		"killed":      func(w *World, a *Actor) { w.kill(a, nil, nil) },
		"disposed of": func(w *World, a *Actor) { w.Dispose(a) },
		"broken":      func(w *World, a *Actor) { w.hitBridge(a, a.HP) },
		"forgotten":   func(w *World, a *Actor) { w.Frozen.Of(a.ID).Known = 0; w.dropForgotten() },
	} {
		w := playing(t, "ra", "{DEV_VERSION}")
		silo := w.built(t, "silo", 1, Cell{X: 60, Y: 60})
		w.built(t, "silo", 1, Cell{X: 80, Y: 60})
		w.pass(3)
		w.wantFrozenCounted(t, what+": before")
		if !w.Players[1].FrozenSettled {
			t.Fatalf("%s: its owner looks at it again in every tick", what)
		}
		end(w, silo)
		w.wantFrozenCounted(t, what)
		for range 3 {
			w.Step()
			w.wantFrozenCounted(t, what+": afterwards")
		}
	}
}
