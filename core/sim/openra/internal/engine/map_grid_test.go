// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"convertd/core/maps"
	"convertd/core/rules"
	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
	"convertd/internal/fixtures/oramap"
)

func TestIsometricCellsHaveTheirPlacesOnTheMap(t *testing.T) {
	w := play(t, oramap.Meadow(), "release-20231010", "gdi", "nod")
	g := w.Ground
	seen := map[int32]bool{}
	for i := range int32(40 * 80) {
		c := g.CellOnMap(i)
		column, row := wpos.MapPlace(c)
		if column != i%40 || row != i/40 || !g.Within(c) {
			t.Fatalf("entry %d of the map is cell %v, and that is column %d, row %d", i, c, column, row)
		}
		at := g.Index(c)
		if at < 0 || at >= g.Width*g.Height || seen[at] || g.Cell(at) != c {
			t.Fatalf("cell %v is kept at %d", c, at)
		}
		seen[at] = true
		if got := w.CellContaining(w.CenterOfCell(c)); got != c {
			t.Fatalf("the middle of %v lies in %v", c, got)
		}
		if want := row >= 2 && row < 78 && column >= 2 && column < 38; g.Contains(c) != want {
			t.Fatalf("%v in the bounds: %v", c, !want)
		}
	}
	for i := range g.Width * g.Height {
		if c := g.Cell(i); g.Within(c) != seen[i] {
			t.Fatalf("%v is on the map: %v", c, g.Within(c))
		}
	}
	// Cells of the engine: its origin, and one step along each axis.
	for c, want := range map[Cell]Pos{{X: 0, Y: 0}: {X: 724, Y: 724, Z: 0}, {X: 1, Y: 0}: {X: 1448, Y: 1448, Z: 0}, {X: 0, Y: -1}: {X: 1448, Y: 0, Z: 0}, {X: 3, Y: -2}: {X: 4344, Y: 1448, Z: 0}} {
		if got := w.CenterOfCell(c); got != want {
			t.Errorf("the middle of %v is %v, want %v", c, got, want)
		}
	}
}

func TestAGameOfTiberianSunBeginsOnItsGrid(t *testing.T) {
	w := play(t, oramap.Meadow(), "release-20231010", "gdi", "nod")
	for i, row := range []int32{26, 60} {
		a := w.Actors[8+i]
		if a.Type.Name != "mcv" || a.To != wpos.CellAt(12, row) || a.Center != w.CenterOfCell(a.To) {
			t.Errorf("actor %d: %s at %v, %v", a.ID, a.Type.Name, a.To, a.Center)
		}
	}
	if c := wpos.CellAt(22, 24); w.terrainName(c) != "Tiberium" || w.Resources.Density[w.Ground.Index(c)] != 1 {
		t.Errorf("%s of density %d, the map says 1", w.terrainName(c), w.Resources.Density[w.Ground.Index(c)])
	}
	if infantry := w.TypeOf("e1"); infantry == nil || w.Ground.LastPlace != 3 || w.Ground.FirstChoice != 2 || w.Ground.OffsetOf(1) != (Pos{X: -362, Y: 0, Z: 0}) {
		t.Errorf("%d places in a cell, first %d", w.Ground.LastPlace, w.Ground.FirstChoice)
	}
	// A unit sees what lies around it, as far in every direction.
	a := w.Actors[8]
	w.frames(1)
	p := &w.Players[a.Owner]
	for _, d := range []Cell{{X: 5, Y: 0}, {X: 0, Y: 5}, {X: -5, Y: 0}, {X: 0, Y: -5}, {X: 4, Y: 4}, {X: -4, Y: -4}, {X: 4, Y: -4}, {X: -4, Y: 4}} {
		c := a.To.Add(d)
		far := w.CenterOfCell(c).Sub(a.Center).FlatSquared() > 6144*6144
		if w.sees(p, c) == far {
			t.Errorf("%v is seen: %v", d, !far)
		}
	}
}

func TestTheConstructionYardOfTiberianSunBuilds(t *testing.T) {
	w := play(t, oramap.Meadow(), "release-20231010", "gdi", "nod")
	mcv := w.Actors[8]
	owner := mcv.Owner
	w.bid(mcv.ID, Order{Name: "DeployTransform"})
	for range 60 {
		w.frames(1)
	}
	yard := enginetest.Named(w.Actors, "gacnst")
	if yard == nil || yard.Owner != owner {
		t.Fatal("the construction vehicle does not deploy")
	}
	if middle := w.CenterOfCell(yard.Cell.Add(Cell{X: 1, Y: 1})); yard.Center != middle {
		t.Errorf("the yard of three by three stands at %v, its middle cell at %v", yard.Center, middle)
	}
	w.Players[owner].Cash = 20_000
	w.erect(t, owner, "gapowr", yard.Cell.Add(Cell{X: 4, Y: 0}))
	w.erect(t, owner, "gapile", yard.Cell.Add(Cell{X: 4, Y: 3}))
	w.frames(1)
	if w.Players[owner].PowerProvided != 100 || w.Players[owner].PowerDrained != 20 {
		t.Errorf("power %d of %d", w.Players[owner].PowerDrained, w.Players[owner].PowerProvided)
	}
	w.erect(t, owner, "gawall", yard.Cell.Add(Cell{X: 0, Y: -3}))
	w.build(t, owner, "e1")
	w.frames(40)
	if enginetest.Named(w.Actors, "gawall") == nil {
		t.Error("no wall")
	}
	soldier := enginetest.Named(w.Actors, "e1")
	if soldier == nil || !w.Ground.Contains(soldier.To) {
		t.Fatal("no soldier leaves the barracks")
	}
	goal := soldier.To.Add(Cell{X: 6, Y: -2})
	w.bid(soldier.ID, Order{Name: "Move", Target: state.TargetCell, Cell: goal})
	w.frames(120)
	if soldier.To != goal || w.CellContaining(soldier.Center) != goal {
		t.Errorf("the soldier walks to %v, not to %v", soldier.To, goal)
	}
}

func TestAHarvesterOfTiberianSunBringsItsFirstLoad(t *testing.T) {
	w := play(t, oramap.Meadow(), "release-20231010", "gdi", "nod")
	mcv := w.Actors[8]
	owner := mcv.Owner
	w.bid(mcv.ID, Order{Name: "DeployTransform"})
	w.frames(60)
	yard := enginetest.Named(w.Actors, "gacnst")
	w.Players[owner].Cash = 20_000
	w.erect(t, owner, "gapowr", yard.Cell.Add(Cell{X: 4, Y: 0}))
	w.erect(t, owner, "proc", yard.Cell.Add(Cell{X: 4, Y: 3}))
	w.frames(1)
	harvester := enginetest.Named(w.Actors, "harv")
	if harvester == nil {
		t.Fatal("the refinery brings no harvester")
	}
	for range 1500 {
		w.frames(1)
		if w.Players[owner].Ore > 0 {
			return
		}
	}
	t.Errorf("no load after %d ticks: %d on board, at %v", w.Ticks, harvester.StoredSum, harvester.To)
}

func TestHighGroundIsHighInTheHashAndSeenFartherNorth(t *testing.T) {
	file := oramap.Meadow()
	file.Heights = make([]byte, 40*80)
	for i := range file.Heights {
		file.Heights[i] = 4
	}
	w, level := play(t, file, "release-20231010", "gdi", "nod"), play(t, oramap.Meadow(), "release-20231010", "gdi", "nod")
	a := w.Actors[8]
	if a.Center.Z != 0 || w.PlaceHash(a.Center) != (Pos{X: a.Center.X, Y: a.Center.Y, Z: 4 * 724}).Hash() || level.PlaceHash(a.Center) != a.Center.Hash() {
		t.Errorf("%v is hashed as %d", a.Center, w.PlaceHash(a.Center))
	}
	column, row := wpos.MapPlace(a.To)
	high, n := w.Ground.Covering(a.To)
	flat, m := level.Ground.Covering(a.To)
	if n != 1 || high[0] != w.Ground.Index(wpos.CellAt(column, row-4)) || m != 1 || flat[0] != level.Ground.Index(a.To) {
		t.Error("where high ground is seen")
	}
	w.frames(1)
	if !w.sees(&w.Players[a.Owner], a.To) {
		t.Error("a unit on high ground does not see where it stands")
	}
}

func TestAMapTooLargeForItsGridIsRefused(t *testing.T) {
	set, err := rules.Load("ts", "release-20231010")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		width, height int
		fits          bool
	}{{512, 1024, true}, {513, 1024, false}, {maps.MaxCells, 1, false}, {1, maps.MaxCells, false}} {
		if err := CheckMap(set, &maps.Map{Width: test.width, Height: test.height}); test.fits != (err == nil) || err != nil && !errors.Is(err, ErrGrid) {
			t.Errorf("%d by %d: %v", test.width, test.height, err)
		}
	}
}

// A cell that lies high covers a place farther up the plane of sight; what covers a place
// is drawn from when a crate comes down (ts-0225-1v1-low-terrace of the engine's games,
// net frame 501).
func TestPlacesInThePlaneOfSightKnowWhichCellsCoverThem(t *testing.T) {
	w := play(t, oramap.Meadow(), "release-20230225", "gdi", "nod")
	g := w.Ground
	g.Levels = make([]uint8, g.Width*g.Height)
	high := wpos.CellAt(12, 30)
	g.Levels[g.Index(high)] = 4
	for row, want := range map[int32][]Cell{26: {wpos.CellAt(12, 26), high}, 30: nil, 31: {wpos.CellAt(12, 31)}} {
		if got := g.CoveredBy(Cell{X: 12, Y: row}, nil); !slices.Equal(got, want) {
			t.Errorf("row %d is covered by %v, not %v", row, got, want)
		}
	}
	for range g.Width * g.Height {
		if c := w.randomCell(); !g.Contains(c) {
			t.Fatalf("%v is drawn, beyond the bounds", c)
		}
	}
}

// A stranger's map can be so high that no cell covers a place that may be drawn.
func TestACellIsDrawnWhereNoneCoversAnyPlace(t *testing.T) {
	w := play(t, oramap.Meadow(), "release-20230225", "gdi", "nod")
	g := w.Ground
	g.Levels = bytes.Repeat([]byte{16}, int(g.Width*g.Height))
	for top, draws := range map[int32]int64{40: 1, g.MapHeight - 10: maxCellDraws} {
		g.Bounds.Top, g.Bounds.Bottom = top, top+1 // one row: only the column is drawn
		before := w.Random.Draws
		if c := w.randomCell(); !g.Within(c) || w.Random.Draws-before != draws {
			t.Errorf("row %d: %v after %d draws, want %d", top, c, w.Random.Draws-before, draws)
		}
	}
}

func TestWhatAMapPutsHigherThanTheGameAllowsLiesAtTheTop(t *testing.T) {
	for level, want := range map[uint8]int32{15: 15, 16: 16, 17: 16, 255: 16} {
		file := oramap.Meadow()
		file.Heights = bytes.Repeat([]byte{level}, 40*80)
		w := play(t, file, "release-20230225", "gdi", "nod")
		if got := w.Ground.Level(wpos.CellAt(12, 40)); got != want {
			t.Errorf("%d: it lies at %d, want %d", level, got, want)
		}
	}
}

// ts-20230225-ts_rift-0 of the engine's games, net frame 2: who stands low does not see
// what lies three steps higher.
func TestNobodySeesWhatLiesTooHighAboveHim(t *testing.T) {
	w := play(t, oramap.Meadow(), "release-20230225", "gdi", "nod")
	scout := w.Actors[8]
	g := w.Ground
	at := scout.To.Add(Cell{X: 2})
	for climb, want := range map[uint8]bool{2: true, 3: false} {
		g.Heights = make([]uint8, g.Width*g.Height)
		g.Heights[g.Index(at)] = climb
		w.scratch.cells = w.scratch.cells[:0]
		w.cellsInRange(scout.Center, &scout.Type.Sights[0])
		if got := slices.Contains(w.scratch.cells, at); got != want {
			t.Errorf("%d steps higher is seen: %t", climb, got)
		}
	}
}
