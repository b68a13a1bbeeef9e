// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// TestRowsAreTheCellsInRange holds the quick way of finding what an actor sees
// to the plain one, at the edges of the map too.
func TestRowsAreTheCellsInRange(t *testing.T) {
	w := &World{Ground: &grid.Ground{Width: 40, Height: 36, Left: 2, Right: 37, Top: 3, Bottom: 34}}
	w.Players = []state.Player{{Visible: make([]uint16, 40*36), Explored: make([]bool, 40*36), IsTouched: make([]bool, 40*36), Allies: 1}}
	rapid.Check(t, func(t *rapid.T) {
		rule := info.SightInfo{MaxRange: rapid.Int32Range(1025, 20*1024).Draw(t, "reach"), FromCenter: rapid.Bool().Draw(t, "from center")}
		if rapid.Bool().Draw(t, "hole") {
			rule.MinRange = rapid.Int32Range(1, rule.MaxRange-1).Draw(t, "hole reaches")
		}
		cell := Cell{X: rapid.Int32Range(0, 39).Draw(t, "cell x"), Y: rapid.Int32Range(0, 35).Draw(t, "cell y")}
		if rapid.Bool().Draw(t, "measured before") {
			rule.MeasureHalves()
		}
		source := info.SightSource{Cells: []Cell{cell, cell.Add(Cell{X: 1, Y: 1}), cell.Add(Cell{X: 2, Y: 1})}[:rapid.IntRange(1, 3).Draw(t, "cells")]}
		source.Center = Pos{
			X: rapid.Int32Range(0, 40*1024).Draw(t, "x"), Y: rapid.Int32Range(0, 36*1024).Draw(t, "y"), Z: rapid.Int32Range(0, 2000).Draw(t, "z"),
		}
		source.Viewers = 1
		if rapid.Bool().Draw(t, "in the middle") {
			source.Center = w.CenterOfCell(cell)
		}
		w.scratch.rows = w.scratch.rows[:0]
		w.cellsSeen(&source, &rule)
		want := make([]uint16, 40*36)
		for _, row := range w.scratch.rows {
			want[row.First]++
		}
		a := &Actor{Type: &info.ActorType{Sights: []info.SightInfo{rule}}, Sight: source}
		w.ApplySight(a, &source, 1)
		if got := w.Players[0].Visible; !slices.Equal(got, want) {
			t.Fatalf("rows hold %v, in range are %v", got, want)
		}
		w.ApplySight(a, &source, -1)
	})
}

// TestSightThatMovesTouchesWhatItWouldAnew holds what is counted of a source
// that moves to adding the new one whole and then taking the old one whole,
// with the order in which cells are touched: they are settled in it.
func TestSightThatMovesTouchesWhatItWouldAnew(t *testing.T) {
	worlds := [2]*World{}
	for i := range worlds {
		w := &World{Ground: &grid.Ground{Width: 40, Height: 36, Left: 2, Right: 37, Top: 3, Bottom: 34}}
		w.Players = []state.Player{{Visible: make([]uint16, 40*36), Explored: make([]bool, 40*36), IsTouched: make([]bool, 40*36), Allies: 1}}
		worlds[i] = w
	}
	cell := func(t *rapid.T) Cell {
		return Cell{X: rapid.Int32Range(0, 39).Draw(t, "x"), Y: rapid.Int32Range(0, 35).Draw(t, "y")}
	}
	source := func(t *rapid.T, near Cell) info.SightSource {
		near = near.Add(Cell{X: rapid.Int32Range(-1, 1).Draw(t, "dx"), Y: rapid.Int32Range(-1, 1).Draw(t, "dy")})
		return info.SightSource{
			Cells: []Cell{near, near.Add(Cell{X: 1, Y: 1}), near.Add(Cell{X: 0, Y: 1})}[:rapid.IntRange(0, 3).Draw(t, "cells")],
			SightFigures: info.SightFigures{
				Viewers:  1,
				Center:   wpos.CenterOf(near).Add(Pos{X: rapid.Int32Range(-512, 511).Draw(t, "off x"), Y: rapid.Int32Range(-512, 511).Draw(t, "off y"), Z: 0}),
				Disabled: uint8(rapid.IntRange(0, 7).Draw(t, "disabled") & rapid.IntRange(0, 7).Draw(t, "and")),
			},
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		typ := &info.ActorType{}
		for range rapid.IntRange(1, 3).Draw(t, "sights") {
			info := info.SightInfo{MaxRange: rapid.Int32Range(1025, 9*1024).Draw(t, "reach"), FromCenter: rapid.Bool().Draw(t, "from center")}
			if rapid.IntRange(0, 3).Draw(t, "hole") == 0 {
				info.MinRange = rapid.Int32Range(1, info.MaxRange-1).Draw(t, "hole reaches")
			}
			info.MeasureHalves()
			typ.Sights = append(typ.Sights, info)
		}
		at := cell(t)
		before, now, other := source(t, at), source(t, at), source(t, at)
		a := &Actor{Type: typ}
		for _, w := range worlds {
			p := &w.Players[0]
			clear(p.Visible)
			clear(p.IsTouched)
			p.Touched = p.Touched[:0]
			w.ApplySight(a, &before, 1)
			w.ApplySight(a, &other, 1) // somebody else
			clear(p.IsTouched)
			p.Touched = p.Touched[:0]
		}
		worlds[0].changeSight(a, &before, &now)
		worlds[1].ApplySight(a, &now, 1)
		worlds[1].ApplySight(a, &before, -1)
		got, want := &worlds[0].Players[0], &worlds[1].Players[0]
		if !slices.Equal(got.Visible, want.Visible) {
			t.Fatal("other cells are seen")
		}
		if !slices.Equal(got.Touched, want.Touched) {
			t.Fatalf("touched are %v, want %v", got.Touched, want.Touched)
		}
	})
}

// The best soldiers of cnc see farther since 20201213.
func TestAnEliteUnitSeesFarther(t *testing.T) {
	for version, far := range map[string]bool{"release-20200503": false, "playtest-20201213": true, rules.Head: true} {
		w := playing(t, "cnc", version)
		soldier := w.put(t, "e1", 0, Cell{X: 30, Y: 30})
		soldier.Stance = info.StanceHoldFire
		w.built(t, "nuke", 0, Cell{X: 60, Y: 60}) // he is not beaten yet
		w.pass(2)
		near := w.sightRange(soldier)
		edge := w.Ground.Index(Cell{X: 30 + near/1024 + 1, Y: 30})
		hash := w.sightHash(soldier, 0)
		if w.Players[0].Visible[edge] > 0 {
			t.Fatalf("%s: a recruit sees %d far", version, near)
		}
		soldier.Level = soldier.Type.Levels
		w.pass(1)
		want := near
		if far {
			want = near * 125 / 100
		}
		if got := w.sightRange(soldier); got != want || w.Players[0].Visible[edge] > 0 != far || w.sightHash(soldier, 0) != hash {
			t.Errorf("%s: he sees %d far, not %d; hash %d", version, got, want, w.sightHash(soldier, 0))
		}
		w.Dispose(soldier)
		w.pass(1)
		if at := w.Ground.Index(Cell{X: 30, Y: 30}); w.Players[0].Visible[edge] != 0 || w.Players[0].Visible[at] != 0 {
			t.Errorf("%s: he still sees when he is gone", version)
		}
	}
}

// knowsAll lets a player have explored the whole map.
func (w *World) knowsAll(owner int32) {
	w.exploreAll(&w.Players[owner])
	w.tickShroud(&w.Players[owner])
}

// Without fog ground is seen that was explored, and no other.
func TestWithoutFogIsSeenWhatStandsOnExploredGround(t *testing.T) {
	w := plain(t)
	w.Options.Fog = false
	own := w.put(t, "2tnk", 0, Cell{X: 20, Y: 20})
	near, far := w.put(t, "e1", 1, Cell{X: 23, Y: 20}), w.put(t, "e1", 1, Cell{X: 60, Y: 60})
	nearHouse, farHouse := w.built(t, "powr", 1, Cell{X: 22, Y: 22}), w.built(t, "powr", 1, Cell{X: 64, Y: 60})
	w.pass(2)
	for _, known := range []bool{false, true} {
		for _, test := range []struct {
			what *Actor
			want bool
		}{{near, true}, {nearHouse, true}, {far, known}, {farHouse, known}} {
			if got := w.VisibleTo(test.what, 0); got != test.want {
				t.Errorf("map explored %t: the %s at %v is seen %t", known, test.what.Type.Name, test.what.Center, got)
			}
		}
		w.knowsAll(0)
	}
	w.Destroy(own, nil, nil)
	if w.pass(2); !w.VisibleTo(near, 0) {
		t.Error("where nobody is any more nothing is seen")
	}
}

// ra-20200202-center-of-attention-redux-2-0 of the engine's games, net frame 2: plants
// beyond the bounds of a game without fog.
func TestWithoutFogNothingIsSeenBeyondTheBounds(t *testing.T) {
	w := plain(t)
	w.Options.Fog = false
	w.Ground.Right = 40
	for x, want := range map[int32]bool{39: true, 40: false} {
		if got := w.sees(&w.Players[0], Cell{X: x, Y: 20}); got != want {
			t.Errorf("column %d is seen: %t", x, got)
		}
	}
	w.Players[0].ShroudDisabled, w.Options.Fog = true, true
	if w.sees(&w.Players[0], Cell{X: 40, Y: 20}) {
		t.Error("who sees everything sees beyond the bounds")
	}
}

// cnc-20200202-back-to-basics-0 and -east-vs-west-3-0 of the engine's games.
func TestIn20200202WhoMovesLooksAnewWhenHeHasLeftACell(t *testing.T) {
	for version, want := range map[string]Cell{"release-20200202": {X: 20, Y: 20}, "release-20200503": {X: 21, Y: 20}} {
		w := playing(t, "cnc", version)
		jeep := w.put(t, "jeep", 0, Cell{X: 20, Y: 20})
		jeep.To = Cell{X: 21, Y: 20}
		jeep.Center = w.CenterOfCell(jeep.To)
		if got := w.sightCell(jeep); got != want {
			t.Errorf("%s: it looks anew by %v", version, got)
		}
	}
}

// cnc-0225-ffa of the engine's games, net frame 1941: a rank lets him see farther, and
// switches nothing.
func TestARankThatLetsOneSeeFartherIsNoSwitchOfItsSight(t *testing.T) {
	w := playing(t, "cnc", "release-20230225")
	soldier := w.put(t, "e2", 0, Cell{X: 20, Y: 20})
	w.pass(1)
	soldier.Level = soldier.Type.Levels
	if h := w.sightHash(soldier, 0); h != 0 || w.disabledSights(soldier) == soldier.Sight.Disabled {
		t.Errorf("hash %d before he looks again", h)
	}
}
