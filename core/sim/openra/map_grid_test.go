// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"errors"
	"testing"

	"convertd/core/maps"
	"convertd/core/rules"
	"convertd/core/sim"
	"convertd/core/sim/openra/internal/wpos"
	"convertd/core/snapshot"
	"convertd/internal/fixtures/oramap"
)

// meadow is an isometric map of clear ground with a field of tiberium.
func meadow() *oramap.Map {
	m := &oramap.Map{Mod: "ts", Tileset: "TEMPERATE", Width: 40, Height: 80, Border: 2, Players: []string{"Multi0", "Multi1"}}
	for _, row := range []int{26, 60} {
		c := wpos.CellAt(12, int32(row))
		m.Actors = append(m.Actors, oramap.Actor{Type: "mpspawn", Owner: "Neutral", X: int(c.X), Y: int(c.Y)})
	}
	m.Fill(oramap.Tile{})
	m.Strew(20, 20, 6, 12, 1)
	return m
}

func TestIsometricCellsHaveTheirPlacesOnTheMap(t *testing.T) {
	w := play(t, meadow(), "release-20231010", "gdi", "nod")
	g := w.ground
	seen := map[int32]bool{}
	for i := range int32(40 * 80) {
		c := g.cellOnMap(i)
		column, row := wpos.MapPlace(c)
		if column != i%40 || row != i/40 || !g.within(c) {
			t.Fatalf("entry %d of the map is cell %v, and that is column %d, row %d", i, c, column, row)
		}
		at := g.index(c)
		if at < 0 || at >= g.width*g.height || seen[at] || g.cell(at) != c {
			t.Fatalf("cell %v is kept at %d", c, at)
		}
		seen[at] = true
		if got := w.cellContaining(w.centerOfCell(c)); got != c {
			t.Fatalf("the middle of %v lies in %v", c, got)
		}
		if want := row >= 2 && row < 78 && column >= 2 && column < 38; g.contains(c) != want {
			t.Fatalf("%v in the bounds: %v", c, !want)
		}
	}
	for i := range g.width * g.height {
		if c := g.cell(i); g.within(c) != seen[i] {
			t.Fatalf("%v is on the map: %v", c, g.within(c))
		}
	}
	// Cells of the engine: its origin, and one step along each axis.
	for c, want := range map[Cell]Pos{{X: 0, Y: 0}: {X: 724, Y: 724, Z: 0}, {X: 1, Y: 0}: {X: 1448, Y: 1448, Z: 0}, {X: 0, Y: -1}: {X: 1448, Y: 0, Z: 0}, {X: 3, Y: -2}: {X: 4344, Y: 1448, Z: 0}} {
		if got := w.centerOfCell(c); got != want {
			t.Errorf("the middle of %v is %v, want %v", c, got, want)
		}
	}
}

func TestAGameOfTiberianSunBeginsOnItsGrid(t *testing.T) {
	w := play(t, meadow(), "release-20231010", "gdi", "nod")
	for i, row := range []int32{26, 60} {
		a := w.actors[8+i]
		if a.typ.Name != "mcv" || a.to != wpos.CellAt(12, row) || a.center != w.centerOfCell(a.to) {
			t.Errorf("actor %d: %s at %v, %v", a.ID, a.typ.Name, a.to, a.center)
		}
	}
	if c := wpos.CellAt(22, 24); w.terrainName(c) != "Tiberium" || w.resources.density[w.ground.index(c)] < 8 {
		t.Errorf("%s of density %d", w.terrainName(c), w.resources.density[w.ground.index(c)])
	}
	if infantry := w.typeOf("e1"); infantry == nil || w.ground.lastPlace != 3 || w.ground.firstChoice != 2 || w.ground.offsetOf(1) != (Pos{X: -362, Y: 0, Z: 0}) {
		t.Errorf("%d places in a cell, first %d", w.ground.lastPlace, w.ground.firstChoice)
	}
	// A unit sees what lies around it, as far in every direction.
	a := w.actors[8]
	w.frames(1)
	p := &w.players[a.owner]
	for _, d := range []Cell{{X: 5, Y: 0}, {X: 0, Y: 5}, {X: -5, Y: 0}, {X: 0, Y: -5}, {X: 4, Y: 4}, {X: -4, Y: -4}, {X: 4, Y: -4}, {X: -4, Y: 4}} {
		c := a.to.Add(d)
		far := w.centerOfCell(c).Sub(a.center).FlatSquared() > 6144*6144
		if w.sees(p, c) == far {
			t.Errorf("%v is seen: %v", d, !far)
		}
	}
}

func TestTheConstructionYardOfTiberianSunBuilds(t *testing.T) {
	w := play(t, meadow(), "release-20231010", "gdi", "nod")
	mcv := w.actors[8]
	owner := mcv.owner
	w.bid(mcv.ID, Order{Name: "DeployTransform"})
	for range 60 {
		w.frames(1)
	}
	yard := w.anyNamed("gacnst")
	if yard == nil || yard.owner != owner {
		t.Fatal("the construction vehicle does not deploy")
	}
	if middle := w.centerOfCell(yard.cell.Add(Cell{X: 1, Y: 1})); yard.center != middle {
		t.Errorf("the yard of three by three stands at %v, its middle cell at %v", yard.center, middle)
	}
	w.players[owner].cash = 20_000
	w.erect(t, owner, "gapowr", yard.cell.Add(Cell{X: 4, Y: 0}))
	w.erect(t, owner, "gapile", yard.cell.Add(Cell{X: 4, Y: 3}))
	w.frames(1)
	if w.players[owner].powerProvided != 100 || w.players[owner].powerDrained != 20 {
		t.Errorf("power %d of %d", w.players[owner].powerDrained, w.players[owner].powerProvided)
	}
	w.erect(t, owner, "gawall", yard.cell.Add(Cell{X: 0, Y: -3}))
	w.build(t, owner, "e1")
	w.frames(40)
	if w.anyNamed("gawall") == nil {
		t.Error("no wall")
	}
	soldier := w.anyNamed("e1")
	if soldier == nil || !w.ground.contains(soldier.to) {
		t.Fatal("no soldier leaves the barracks")
	}
	goal := soldier.to.Add(Cell{X: 6, Y: -2})
	w.bid(soldier.ID, Order{Name: "Move", Target: TargetCell, Cell: goal})
	w.frames(120)
	if soldier.to != goal || w.cellContaining(soldier.center) != goal {
		t.Errorf("the soldier walks to %v, not to %v", soldier.to, goal)
	}
}

func TestAHarvesterOfTiberianSunBringsItsFirstLoad(t *testing.T) {
	w := play(t, meadow(), "release-20231010", "gdi", "nod")
	mcv := w.actors[8]
	owner := mcv.owner
	w.bid(mcv.ID, Order{Name: "DeployTransform"})
	w.frames(60)
	yard := w.anyNamed("gacnst")
	w.players[owner].cash = 20_000
	w.erect(t, owner, "gapowr", yard.cell.Add(Cell{X: 4, Y: 0}))
	w.erect(t, owner, "proc", yard.cell.Add(Cell{X: 4, Y: 3}))
	w.frames(1)
	harvester := w.anyNamed("harv")
	if harvester == nil {
		t.Fatal("the refinery brings no harvester")
	}
	for range 1500 {
		w.frames(1)
		if w.players[owner].ore > 0 {
			return
		}
	}
	t.Errorf("no load after %d ticks: %d on board, at %v", w.tick, harvester.storedSum, harvester.to)
}

func TestHighGroundIsHighInTheHashAndSeenFartherNorth(t *testing.T) {
	file := meadow()
	file.Heights = make([]byte, 40*80)
	for i := range file.Heights {
		file.Heights[i] = 4
	}
	w, level := play(t, file, "release-20231010", "gdi", "nod"), play(t, meadow(), "release-20231010", "gdi", "nod")
	a := w.actors[8]
	if a.center.Z != 0 || w.placeHash(a.center) != (Pos{X: a.center.X, Y: a.center.Y, Z: 4 * 724}).Hash() || level.placeHash(a.center) != a.center.Hash() {
		t.Errorf("%v is hashed as %d", a.center, w.placeHash(a.center))
	}
	column, row := wpos.MapPlace(a.to)
	if w.ground.seenAt(a.to) != w.ground.index(wpos.CellAt(column, row-4)) || level.ground.seenAt(a.to) != level.ground.index(a.to) {
		t.Error("where high ground is seen")
	}
	w.frames(1)
	if !w.sees(&w.players[a.owner], a.to) {
		t.Error("a unit on high ground does not see where it stands")
	}
}

// What d2k and ts add to the state, concrete and spice blooms and the grid, is in
// a keyframe too.
func TestRestoredGamesOfDuneAndTiberianSunGoOnAsTheOriginal(t *testing.T) {
	dune := basin()
	dune.Actors = append(dune.Actors, oramap.Actor{Type: "spicebloom.spawnpoint", Owner: "Neutral", X: 45, Y: 38}, oramap.Actor{Type: "spicebloom", Owner: "Neutral", X: 45, Y: 30}, oramap.Actor{Type: "wormspawner", Owner: "Creeps", X: 44, Y: 12})
	for _, test := range []struct {
		file    *oramap.Map
		release string
		items   []string
	}{
		{dune, "release-20231010", []string{"concretea", "wind_trap", "refinery"}}, {dune, "release-20200503", []string{"concretea", "wind_trap", "refinery"}},
		{meadow(), "release-20231010", []string{"gapowr", "proc", "gawall"}}, {meadow(), "release-20200503", []string{"gapowr", "proc", "gawall"}},
	} {
		set, err := rules.Load(test.file.Mod, test.release)
		if err != nil {
			t.Fatal(err)
		}
		terrain, err := maps.Read(test.file.Archive())
		if err != nil {
			t.Fatal(err)
		}
		w := play(t, test.file, test.release, "Random", "Random")
		setup := Setup{Rules: set, Map: terrain, Seed: 11, Options: []Option{{ID: "startingcash", Value: "20000"}}, Clients: w.clients}
		for _, name := range test.file.Players {
			setup.Slots = append(setup.Slots, Slot{Name: name, Player: name})
		}
		const player = 3
		game := moduleGame{setup: setup, frames: make([][]Order, 800)}
		give := func(frame int, o Order) {
			o.HasSubject, o.Subject = true, player
			game.frames[frame] = append(game.frames[frame], o)
		}
		mcv := w.anyNamed("mcv")
		game.frames[2] = []Order{{Name: "DeployTransform", HasSubject: true, Subject: mcv.ID}}
		for i, item := range test.items {
			give(40+110*i, Order{Name: "StartProduction", Text: item, Extra: 1, Queued: true})
			for frame := 100 + i; frame < len(game.frames); frame += 40 {
				give(frame, Order{Name: "PlaceBuilding", Text: item, Target: TargetCell, Cell: mcv.to.Add(Cell{X: 3, Y: 3*int32(i) - 1}), Extra: player})
			}
		}
		original, module := game.start(t)
		for original.Tick() < 2400 {
			game.apply(t, original, module)
			if original.Tick()%480 != 0 {
				continue
			}
			again := RecordedModule(Setup{Rules: set, Map: terrain})
			restored, err := sim.Open(original.Snapshot(), again)
			if err != nil {
				t.Fatal(err)
			}
			for range 45 {
				game.apply(t, original, module)
				game.apply(t, restored, again)
				if original.SyncHash() != restored.SyncHash() || module.world.NativeHash() != again.world.NativeHash() {
					t.Fatalf("%s %s, tick %d: %s", test.file.Mod, test.release, original.Tick(), snapshot.Compare(&original.Snapshot().Core, &restored.Snapshot().Core))
				}
			}
		}
		for _, item := range test.items {
			if item != "concretea" && module.world.anyNamed(item) == nil {
				t.Errorf("%s was never built", item)
			}
		}
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
