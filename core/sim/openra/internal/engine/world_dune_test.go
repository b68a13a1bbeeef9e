// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
	"convertd/internal/fixtures/oramap"
)

// play starts a game of two people on a map of our own.
func play(tb testing.TB, file *oramap.Map, version string, factions ...string) *World {
	tb.Helper()
	return enginetest.Start(tb, New, enginetest.OnMap(tb, file.Mod, file, version, factions...))
}

// bid lets the owner of an actor order it something, and plays a net frame.
func (w *World) bid(id uint32, o Order) { enginetest.Bid(w, &w.Players[w.Actors[id].Owner], id, o) }

func (w *World) frames(n int) { enginetest.Frames(w, n) }

// build has a player build something and waits until it is finished; what is no
// building then leaves by itself.
func (w *World) build(tb testing.TB, player int32, name string) {
	tb.Helper()
	w.bid(w.Players[player].Actor, Order{Name: "StartProduction", Text: name, Extra: 1, Queued: true})
	for range 1000 {
		w.Frame(nil)
		waiting := false
		for i := range w.Players[player].Queues {
			for _, it := range w.Players[player].Queues[i].Items {
				waiting = waiting || it.Type.Name == name && (!it.Done || it.Type.Building == nil)
			}
		}
		if !waiting {
			return
		}
	}
	tb.Fatalf("%s is never finished", name)
}

func (w *World) place(player int32, name string, at Cell) {
	id := w.Players[player].Actor
	w.bid(id, Order{Name: "PlaceBuilding", Text: name, Target: state.TargetCell, Cell: at, Extra: id})
}

// erect has a player build a building and order it placed.
func (w *World) erect(tb testing.TB, player int32, name string, at Cell) {
	tb.Helper()
	w.build(tb, player, name)
	w.place(player, name, at)
}

// yard deploys the construction vehicle of the first player of Arrakis.
func yard(tb testing.TB, w *World) *Actor {
	tb.Helper()
	w.bid(enginetest.Named(w.Actors, "mcv").ID, Order{Name: "DeployTransform"})
	for range 60 {
		w.Frame(nil)
		if a := enginetest.Named(w.Actors, "construction_yard"); a != nil {
			w.Frame(nil) // its queues are open from the next tick on
			return a
		}
	}
	tb.Fatal("the construction vehicle does not deploy")
	return nil
}

func TestAGameOnArrakisBeginsWithConstructionVehiclesAndSpice(t *testing.T) {
	w := play(t, oramap.Basin(), "release-20231010", "atreides", "ordos")
	if len(w.Players) != 5 || w.Players[enginetest.FirstPlayer].Faction != "atreides" || w.Players[enginetest.FirstPlayer+1].Faction != "ordos" {
		t.Fatalf("%d players, %s and %s", len(w.Players), w.Players[enginetest.FirstPlayer].Faction, w.Players[enginetest.FirstPlayer+1].Faction)
	}
	// World 0, players 1 to 5, two start points, then the vehicles.
	for i, want := range []Cell{{X: 16, Y: 16}, {X: 16, Y: 38}} {
		a := w.Actors[8+i]
		if a.Type.Name != "mcv" || a.Owner != int32(enginetest.FirstPlayer+i) || a.To != want || a.Facing != 512 {
			t.Errorf("actor %d: %s of %d at %v, facing %d", a.ID, a.Type.Name, a.Owner, a.To, a.Facing)
		}
	}
	// A cell among eight of its kind has eight ninths of twenty.
	if c := (Cell{X: 37, Y: 12}); w.terrainName(c) != "Spice" || w.Resources.Density[w.Ground.Index(c)] != 17 {
		t.Errorf("%v: %s of density %d", c, w.terrainName(c), w.Resources.Density[w.Ground.Index(c)])
	}
	var kinds []string
	for i := range w.Players[enginetest.FirstPlayer].Queues {
		kinds = append(kinds, w.Players[enginetest.FirstPlayer].Queues[i].Info.Kind)
	}
	if len(kinds) != 7 || kinds[0] != "Building" || kinds[1] != "Infantry" || kinds[6] != "Upgrade" {
		t.Errorf("queues %v", kinds)
	}
}

func TestBuildingsSinkIntoBareRockAndStandOnConcrete(t *testing.T) {
	w := play(t, oramap.Basin(), "release-20231010", "atreides", "ordos")
	base := yard(t, w)
	if base.SinksTo > 0 || base.HP != base.Type.MaxHP || w.terrainName(base.Cell) != "Concrete" {
		t.Errorf("the construction yard lays its own concrete: %d of %d on %s", base.HP, base.Type.MaxHP, w.terrainName(base.Cell))
	}
	w.build(t, enginetest.FirstPlayer, "concretea")
	slab := base.Cell.Add(Cell{X: 4, Y: 0})
	w.place(enginetest.FirstPlayer, "concretea", slab)
	w.frames(1)
	if enginetest.Named(w.Actors, "concretea") != nil || w.terrainName(slab) != "Concrete" || w.Influence[w.Ground.Index(slab)] != none {
		t.Fatalf("of a slab only its concrete stays: %s", w.terrainName(slab))
	}
	w.erect(t, enginetest.FirstPlayer, "wind_trap", slab)
	trap := enginetest.Named(w.Actors, "wind_trap")
	if trap == nil || trap.HP != trap.Type.MaxHP {
		t.Fatalf("a wind trap on concrete is worn: %+v", trap)
	}
	w.erect(t, enginetest.FirstPlayer, "wind_trap", base.Cell.Add(Cell{X: 4, Y: 3}))
	bare := w.Actors[len(w.Actors)-1]
	if bare.Type.Name != "wind_trap" || bare.HP != bare.Type.MaxHP/2 {
		t.Fatalf("a wind trap on bare rock has %d of %d", bare.HP, bare.Type.MaxHP)
	}
	if half := w.Players[enginetest.FirstPlayer].PowerProvided; half != 20+200+100 {
		t.Errorf("power %d", half)
	}
	// Repaired above the half, it is worn again.
	bare.HP += 600
	w.frames(1)
	if bare.HP != bare.Type.MaxHP/2+100 || bare.Sink == 0 {
		t.Errorf("worn to %d, again in %d ticks", bare.HP, bare.Sink)
	}
}

func TestBuildingsHaveNoPlaceOnSandOrSpice(t *testing.T) {
	w := play(t, oramap.Basin(), "release-20231010", "atreides", "ordos")
	trap := w.TypeOf("wind_trap")
	for c, want := range map[Cell]bool{{X: 20, Y: 20}: true, {X: 29, Y: 20}: false, {X: 36, Y: 12}: false} {
		if got := w.CanPlace(trap, c, none); got != want {
			t.Errorf("a wind trap at %v: %v", c, got)
		}
	}
	if !w.CanPlace(w.TypeOf("concretea"), Cell{X: 29, Y: 20}, none) {
		t.Error("a slab may reach over the edge of the rock")
	}
}

func TestAnUpgradeOpensWhatNeedsIt(t *testing.T) {
	w := play(t, oramap.Basin(), "release-20231010", "atreides", "ordos")
	base := yard(t, w)
	p := &w.Players[enginetest.FirstPlayer]
	p.Cash = 20_000
	w.erect(t, enginetest.FirstPlayer, "wind_trap", base.Cell.Add(Cell{X: 4, Y: 0}))
	w.erect(t, enginetest.FirstPlayer, "barracks", base.Cell.Add(Cell{X: 7, Y: 0}))
	w.frames(2)
	infantry := &p.Queues[1]
	if !w.buildable(p, infantry, w.TypeOf("light_inf")) || w.buildable(p, infantry, w.TypeOf("trooper")) {
		t.Fatal("barracks train light infantry, and troopers only when upgraded")
	}
	w.build(t, enginetest.FirstPlayer, "upgrade.barracks")
	w.frames(1)
	if enginetest.Named(w.Actors, "upgrade.barracks") == nil || !w.buildable(p, infantry, w.TypeOf("trooper")) {
		t.Error("the upgrade opens nothing")
	}
	if w.buildable(p, &p.Queues[6], w.TypeOf("upgrade.barracks")) {
		t.Error("an upgrade is had once")
	}
	w.build(t, enginetest.FirstPlayer, "light_inf")
	soldier := enginetest.Named(w.Actors, "light_inf")
	if soldier == nil || soldier.Owner != enginetest.FirstPlayer {
		t.Error("no soldier leaves the barracks")
	}
}

func TestWithAutomaticConcreteBuildingsBringTheirOwn(t *testing.T) {
	w := play(t, oramap.Basin(), "release-20231010", "atreides", "ordos")
	base := yard(t, w)
	w.Options.Prerequisites, w.techDirty = append(w.Options.Prerequisites, "global-auto-concrete"), true
	p := &w.Players[enginetest.FirstPlayer]
	if w.buildable(p, &p.Queues[0], w.TypeOf("concretea")) {
		t.Error("slabs are for sale all the same")
	}
	w.build(t, enginetest.FirstPlayer, "wind_trap")
	at := base.Cell.Add(Cell{X: 4, Y: 0})
	w.place(enginetest.FirstPlayer, "wind_trap", at)
	if trap := enginetest.Named(w.Actors, "wind_trap"); trap == nil || trap.SinksTo > 0 || w.terrainName(at) != "Concrete" {
		t.Errorf("%+v on %s", trap, w.terrainName(at))
	}
}

func TestBotsLayConcreteByThemselvesOnlyInLaterReleases(t *testing.T) {
	for version, half := range map[string]bool{"release-20200503": true, "release-20230225": true, "release-20231010": false} {
		t.Run(version, func(t *testing.T) {
			setup := enginetest.OnMap(t, "d2k", oramap.Basin(), version, "atreides", "ordos")
			setup.Clients[0].Bot = "omnius"
			w := enginetest.Start(t, New, setup)
			base := yard(t, w)
			w.build(t, enginetest.FirstPlayer, "wind_trap")
			at := base.Cell.Add(Cell{X: 4, Y: 0})
			w.place(enginetest.FirstPlayer, "wind_trap", at)
			w.frames(1)
			trap := enginetest.Named(w.Actors, "wind_trap")
			if trap == nil {
				t.Fatal("no wind trap")
			}
			if concrete := w.terrainName(at) == "Concrete"; concrete == half || half != (trap.HP == trap.Type.MaxHP/2) {
				t.Errorf("concrete below it: %v, health %d of %d", concrete, trap.HP, trap.Type.MaxHP)
			}
		})
	}
}

func TestASpiceBloomRipensAndThrowsSpice(t *testing.T) {
	file := oramap.Basin()
	file.Actors = append(file.Actors, oramap.Actor{Type: "spicebloom.spawnpoint", Owner: "Neutral", X: 45, Y: 38})
	w := play(t, file, "release-20231010", "atreides", "ordos")
	point := enginetest.Named(w.Actors, "spicebloom.spawnpoint")
	if w.Random.Draws != 1 || point.Deadline <= 3000 || point.Deadline > 3250 {
		t.Fatalf("%d draws, the bloom comes after %d ticks", w.Random.Draws, point.Deadline)
	}
	for enginetest.Named(w.Actors, "spicebloom") == nil && w.Ticks < 3300 {
		w.frames(1)
	}
	bloom := enginetest.Named(w.Actors, "spicebloom")
	if bloom == nil || bloom.Cell != point.Cell || bloom.RipeTicks < 2000 || bloom.RipeTicks >= 3000 {
		t.Fatalf("no bloom at tick %d: %+v", w.Ticks, bloom)
	}
	for enginetest.Named(w.Actors, "spicebloom.spawnpoint") == nil && w.Ticks < 6600 {
		w.frames(1)
	}
	w.frames(60)
	strewn := 0
	for _, ring := range wpos.Annulus(1, 6) {
		if w.terrainName(bloom.Cell.Add(ring.At)) == "Spice" {
			strewn++
		}
	}
	if strewn < 4 {
		t.Errorf("%d cells of spice around the bloom", strewn)
	}
}

func TestASpiceBloomOfOlderReleasesThrowsAllAtOnce(t *testing.T) {
	for version, atOnce := range map[string]bool{"release-20200503": true, "release-20230225": true, "release-20231010": false} {
		w := play(t, oramap.Basin(), version, "atreides", "ordos")
		bloom := w.Create(w.TypeOf("spicebloom"), state.Spawn{Owner: 0, Cell: Cell{X: 45, Y: 38}, HasCell: true, Facing: 0})
		bloom.Unripe = 1
		w.pass(1)
		thrown := 0
		for i := range w.Effects {
			if w.Effects[i].Kind == state.EffectBullet {
				thrown++
			}
		}
		if (thrown >= fewestPieces) != atOnce || thrown > mostPieces {
			t.Errorf("%s: %d pieces are on their way at once", version, thrown)
		}
	}
}

// How long a bloom lasts, and how fast what it throws flies, changed after 20230225.
func TestSpiceBloomsOfOlderReleasesLastShorterAndThrowSlower(t *testing.T) {
	for version, want := range map[string][3]int32{"release-20230225": {1000, 50, 1}, "release-20231010": {2000, 90, 2}} {
		w := play(t, oramap.Basin(), version, "atreides", "ordos")
		bloom := w.TypeOf("spicebloom")
		blast := w.Weapons["bloomexplosion"]
		if got := [3]int32{bloom.Bloom.Lifetime[0], bloom.Bloom.Weapon.Projectile.Speeds[0], int32(len(blast.Warheads))}; got != want {
			t.Errorf("%s: %v, not %v", version, got, want)
		}
	}
}

func TestACarryallBringsTheHarvesterOfARefinery(t *testing.T) {
	w := play(t, oramap.Basin(), "release-20231010", "atreides", "ordos")
	base := yard(t, w)
	p := &w.Players[enginetest.FirstPlayer]
	p.Cash = 20_000
	w.erect(t, enginetest.FirstPlayer, "wind_trap", base.Cell.Add(Cell{X: 4, Y: 0}))
	w.build(t, enginetest.FirstPlayer, "refinery")
	draws := w.Random.Draws
	w.place(enginetest.FirstPlayer, "refinery", base.Cell.Add(Cell{X: 7, Y: 0}))
	refinery := enginetest.Named(w.Actors, "refinery")
	carryall, harvester := w.Actors[refinery.ID+1], w.Actors[refinery.ID+2]
	if carryall.Type.Name != "carryall.reinforce" || harvester.Type.Name != "harvester" || w.Random.Draws != draws+1 {
		t.Fatalf("%s %d, %s %d, %d draws", carryall.Type.Name, carryall.ID, harvester.Type.Name, harvester.ID, w.Random.Draws-draws)
	}
	if harvester.InWorld || carryall.Cargo != harvester.ID {
		t.Error("the harvester is not in the air")
	}
	for range 400 {
		w.frames(1)
		if harvester.InWorld {
			break
		}
	}
	if goal := refinery.Cell.Add(Cell{X: 2, Y: 2}); !harvester.InWorld || harvester.To != goal || carryall.Cargo != none {
		t.Fatalf("the harvester is at %v, not at %v; carryall at %v", harvester.To, goal, carryall.Center)
	}
	for range 2000 {
		w.frames(1)
		if p.Ore > 0 {
			break
		}
	}
	if p.Ore == 0 || w.Actor(carryall.ID) != nil {
		t.Errorf("%d spice after %d ticks, %d on board at %v; carryall %v", p.Ore, w.Ticks, harvester.StoredSum, harvester.To, w.Actor(carryall.ID) != nil)
	}
}

func TestEdgesOfTheMapAreFoundAsTheEngineCountsThem(t *testing.T) {
	w := play(t, oramap.Basin(), "release-20231010", "atreides", "ordos")
	for c, want := range map[Cell]Cell{{X: 10, Y: 24}: {X: 2, Y: 24}, {X: 30, Y: 5}: {X: 30, Y: 2}, {X: 60, Y: 20}: {X: 62, Y: 20}, {X: 30, Y: 44}: {X: 30, Y: 46}} {
		if got := w.nearestEdge(c); got != want {
			t.Errorf("nearest to %v is %v, want %v", c, got, want)
		}
	}
	for range 200 {
		if c := w.drawEdgeCell(); !w.Ground.Contains(c) || c.X != 2 && c.X != 61 && c.Y != 2 && c.Y != 45 {
			t.Fatalf("%v is not at the edge", c)
		}
	}
}
