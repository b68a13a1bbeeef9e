// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"slices"
	"testing"

	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

func TestAMinelayerLaysItsFieldFromTheBeginningOn(t *testing.T) {
	w := plain(t)
	layer := w.put(t, "mnly", 0, Cell{X: 18, Y: 20})
	w.pass(5)
	w.give(0, layer, Order{Name: "BeginMinefield", Target: state.TargetCell, Cell: Cell{X: 20, Y: 20}})
	if layer.MineStart != (Cell{X: 20, Y: 20}) {
		t.Fatalf("its field begins at %v", layer.MineStart)
	}
	w.give(0, layer, Order{Name: "PlaceMinefield", Target: state.TargetCell, Cell: Cell{X: 23, Y: 20}, ExtraCells: []Cell{{X: 20, Y: 20}}})
	var laid []Cell
	for range 600 {
		w.Step()
		for _, a := range w.Actors {
			if a != nil && a.Type.Name == "minv" && !slices.Contains(laid, a.Cell) {
				laid = append(laid, a.Cell)
			}
		}
	}
	if want := []Cell{{X: 20, Y: 20}, {X: 21, Y: 20}, {X: 22, Y: 20}, {X: 23, Y: 20}}; !slices.Equal(laid, want) {
		t.Errorf("mines at %v, want %v; %d left", laid, want, layer.Ammo)
	}
	if layer.Ammo != 1 || !layer.Idle() {
		t.Errorf("%d mines left, idle %t", layer.Ammo, layer.Idle())
	}
}

func TestAMinelayerWithoutMinesRearmsAndComesBack(t *testing.T) {
	w := plain(t)
	layer := w.put(t, "mnly", 0, Cell{X: 20, Y: 20})
	w.built(t, "fix", 0, Cell{X: 24, Y: 22})
	layer.Ammo = 0
	w.pass(5)
	w.give(0, layer, Order{Name: "PlaceMine", Target: state.TargetCell, Cell: Cell{X: 20, Y: 20}})
	w.until(t, "a mine is laid", func() bool { return enginetest.Named(w.Actors, "minv") != nil })
	if mine := enginetest.Named(w.Actors, "minv"); mine.Cell != (Cell{X: 20, Y: 20}) || layer.Ammo != layer.Type.Ammo.Full-1 {
		t.Errorf("the mine lies at %v, %d are left", mine.Cell, layer.Ammo)
	}
}

func TestAMineGoesOffUnderEveryoneButMinelayers(t *testing.T) {
	for _, test := range []struct {
		unit string
		goes bool
	}{{"2tnk", true}, {"mnly", false}} {
		w := plain(t)
		mine := w.put(t, "minv", 1, Cell{X: 22, Y: 20})
		unit := w.put(t, test.unit, 0, Cell{X: 20, Y: 20})
		unit.Stance = info.StanceHoldFire
		w.pass(2)
		w.give(0, unit, Order{Name: "Move", Target: state.TargetCell, Cell: Cell{X: 24, Y: 20}})
		w.pass(120)
		if gone := w.Actor(mine.ID) == nil; gone != test.goes || (unit.HP < unit.Type.MaxHP) != test.goes {
			t.Errorf("under a %s the mine goes off: %t, health %d", test.unit, gone, unit.HP)
		}
	}
}

func TestAMinefieldFollowsTheLineBetweenItsEnds(t *testing.T) {
	w := plain(t)
	layer := w.put(t, "mnly", 0, Cell{X: 18, Y: 20})
	w.Players[0].ShroudDisabled = true
	for _, test := range []struct {
		to   Cell
		want int
	}{
		{Cell{X: 20, Y: 20}, 1},
		{Cell{X: 20, Y: 24}, 5},
		{Cell{X: 23, Y: 23}, 4 + 3*2 + 2*2},
	} {
		if got := w.minefield(layer, layer.Type.Minelayer, Cell{X: 20, Y: 20}, test.to, nil); len(got) != test.want || got[0] != (Cell{X: 20, Y: 20}) {
			t.Errorf("to %v: %v, want %d cells", test.to, got, test.want)
		}
	}
}

// What a gap generator covers nobody else has explored.
func TestNoMinesAreLaidUnderACover(t *testing.T) {
	w := plain(t)
	layer := w.put(t, "mnly", 0, Cell{X: 18, Y: 20})
	w.pass(1)
	info, p, c := layer.Type.Minelayer, &w.Players[0], Cell{X: 20, Y: 20}
	for shown, want := range map[uint8]bool{state.ShownShroud: false, state.ShownFog: true, state.ShownVisible: true, state.ShownCovered: false} {
		p.Shown[w.Ground.Index(c)] = shown
		if got := w.wantsMine(layer, info, c); got != want {
			t.Errorf("where %d is shown mines are laid: %t", shown, got)
		}
	}
}

func TestAMineKnowsWhoLaidIt(t *testing.T) {
	w := plain(t)
	layer := w.put(t, "mnly", 0, Cell{X: 20, Y: 20})
	w.pass(2)
	w.give(0, layer, Order{Name: "PlaceMine", Target: state.TargetCell, Cell: Cell{X: 20, Y: 20}})
	w.until(t, "a mine lies there", func() bool { return w.countNamed(layer.Type.Minelayer.Mine) == 1 })
	if mine := enginetest.Named(w.Actors, layer.Type.Minelayer.Mine); mine.Linked != layer.ID {
		t.Errorf("%d laid it, not %d", mine.Linked, layer.ID)
	}
}

// In the builds of 2026 what a mine does is its layer's doing, for as long as he lives.
func TestAMineKillsForWhoLaidIt(t *testing.T) {
	for _, c := range []struct {
		version     string
		dead, gains bool
	}{{"release-20231010", false, false}, {"{DEV_VERSION}", false, true}, {"{DEV_VERSION}", true, false}} {
		w := playing(t, "ra", c.version)
		layer, mine, victim := w.put(t, "arty", 1, Cell{X: 80, Y: 60}), w.put(t, "minv", 1, Cell{X: 60, Y: 60}), w.put(t, "jeep", 0, Cell{X: 58, Y: 60})
		mine.Linked, victim.HP = layer.ID, 1
		w.pass(2)
		if layer.Dead = c.dead; c.dead {
			layer.InWorld = false
		}
		w.give(0, victim, Order{Name: "Move", Target: state.TargetCell, Cell: mine.Cell})
		w.pass(60)
		if gains := layer.Experience > 0; !victim.Dead || gains != c.gains {
			t.Errorf("%+v: the victim is dead: %t, the layer gains %d", c, victim.Dead, layer.Experience)
		}
	}
}
