// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"testing"

	"convertd/core/maps"
	"convertd/core/rules"
	"convertd/core/sim"
	"convertd/core/sim/openra/internal/engine"
	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
	"convertd/core/snapshot"
	"convertd/internal/fixtures/oramap"
)

// What d2k and ts add to the state, concrete and spice blooms and the grid, is in
// a keyframe too.
func TestRestoredGamesOfDuneAndTiberianSunGoOnAsTheOriginal(t *testing.T) {
	dune := oramap.Basin()
	dune.Actors = append(dune.Actors, oramap.Actor{Type: "spicebloom.spawnpoint", Owner: "Neutral", X: 45, Y: 38}, oramap.Actor{Type: "spicebloom", Owner: "Neutral", X: 45, Y: 30}, oramap.Actor{Type: "wormspawner", Owner: "Creeps", X: 44, Y: 12})
	for _, test := range []struct {
		file    *oramap.Map
		release string
		items   []string
	}{
		{dune, "release-20231010", []string{"concretea", "wind_trap", "refinery"}},
		{dune, "release-20200503", []string{"concretea", "wind_trap", "refinery"}},
		{oramap.Meadow(), "release-20231010", []string{"gapowr", "proc", "gawall"}},
		{oramap.Meadow(), "release-20200503", []string{"gapowr", "proc", "gawall"}},
	} {
		set, err := rules.Load(test.file.Mod, test.release)
		if err != nil {
			t.Fatal(err)
		}
		terrain, err := maps.Read(test.file.Archive())
		if err != nil {
			t.Fatal(err)
		}
		w := enginetest.Start(t, engine.New, enginetest.OnMap(t, test.file.Mod, test.file, test.release, "Random", "Random"))
		setup := state.Setup{Rules: set, Map: terrain, Seed: 11, Options: []state.Option{{ID: "startingcash", Value: "20000"}}, Clients: w.Clients}
		for _, name := range test.file.Players {
			setup.Slots = append(setup.Slots, state.Slot{Name: name, Player: name})
		}
		const player = 3
		game := moduleGame{setup: setup, frames: make([][]state.Order, 800)}
		give := func(frame int, o state.Order) {
			o.HasSubject, o.Subject = true, player
			game.frames[frame] = append(game.frames[frame], o)
		}
		mcv := enginetest.Named(w.Actors, "mcv")
		game.frames[2] = []state.Order{{Name: "DeployTransform", HasSubject: true, Subject: mcv.ID}}
		for i, item := range test.items {
			give(40+110*i, state.Order{Name: "StartProduction", Text: item, Extra: 1, Queued: true})
			for frame := 100 + i; frame < len(game.frames); frame += 40 {
				give(frame, state.Order{Name: "PlaceBuilding", Text: item, Target: state.TargetCell, Cell: mcv.To.Add(wpos.Cell{X: 3, Y: 3*int32(i) - 1}), Extra: player})
			}
		}
		original, module := game.start(t)
		for original.Tick() < 2400 {
			game.apply(t, original, module)
			if original.Tick()%480 != 0 {
				continue
			}
			again := RecordedModule(state.Setup{Rules: set, Map: terrain})
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
			if item != "concretea" && enginetest.Named(module.world.Actors, item) == nil {
				t.Errorf("%s was never built", item)
			}
		}
	}
}
