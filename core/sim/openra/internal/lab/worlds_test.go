// SPDX-License-Identifier: GPL-3.0-or-later

package lab

import (
	"testing"

	"convertd/core/maps"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/info"

	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
	"convertd/internal/fixtures/oramap"

	"convertd/core/sim/openra/internal/engine"
)

// built puts a building whose make animation is over.
func built(w *engine.World, tb testing.TB, name string, owner int32, at wpos.Cell) *state.Actor {
	tb.Helper()
	a := put(w, tb, name, owner, at)
	a.Incomplete = 0
	return a
}

// playing starts a game of a person and a bot on open ground by the rules of a
// release.
func playing(tb testing.TB, mod, version string) *engine.World {
	tb.Helper()
	set, err := rules.Load(mod, version)
	if err != nil {
		tb.Fatal(err)
	}
	faction, bot := "allies", "rush"
	if mod == "cnc" {
		faction, bot = "gdi", "cabal"
	}
	w, err := engine.New(state.Setup{
		OwnTypes: true,
		Rules:    set, Seed: 7,
		Clients: []state.Client{
			{Index: 0, Slot: "Multi0", Faction: faction, Admin: true},
			{Index: 1, Slot: "Multi1", Faction: faction, Bot: bot},
		},
		Slots: []state.Slot{{Name: "Multi0", Player: "Multi0"}, {Name: "Multi1", Player: "Multi1"}},
	})
	if err != nil {
		tb.Fatal(err)
	}
	return w
}

// remembering has player 0 see a building of player 1 once, and returns it when
// he only remembers it.
func remembering(t *testing.T, w *engine.World, name string, at wpos.Cell) *state.Actor {
	t.Helper()
	building := built(w, t, name, 1, at)
	scout := put(w, t, "e1", 0, at.Add(wpos.Cell{X: 2, Y: 2}))
	scout.Stance = info.StanceHoldFire
	pass(w, 2)
	if !w.VisibleTo(building, 0) {
		t.Fatal("the scout does not see the building")
	}
	w.Dispose(scout)
	pass(w, 2)
	if w.VisibleTo(building, 0) {
		t.Fatal("the building is still in sight")
	}
	return building
}

// everyRelease names the versions whose rules differ.
var everyRelease = []string{
	"release-20200202", "release-20200503", "playtest-20201213", "release-20210321", "release-20230225", "release-20231010", rules.Fork2026,
}

// put creates an actor of a player in the middle of the ground.
func put(w *engine.World, tb testing.TB, name string, owner int32, at wpos.Cell) *state.Actor {
	tb.Helper()
	t := w.TypeOf(name)
	if t == nil {
		tb.Fatalf("no actor type %q", name)
	}
	return w.Create(t, state.Spawn{Owner: owner, Cell: at, HasCell: true, Facing: 0})
}

// pass runs ticks without orders.
func pass(w *engine.World, ticks int) {
	for range ticks {
		w.Step()
	}
}

// becomes lets an actor become one of another type at once.
func becomes(w *engine.World, t *testing.T, a *state.Actor, name string) *state.Actor {
	t.Helper()
	w.Replace(a, &state.Task{Actor: a.ID, Type: w.TypeOf(name), Amount: 100})
	successor := a.ReplacedBy
	w.DrainTasks()
	if w.Actors[a.ID] != nil || w.Actors[successor] == nil {
		t.Fatal("it has not changed")
	}
	return w.Actors[successor]
}

// field is a small map of clear ground.
func field() *oramap.Map {
	m := &oramap.Map{Mod: "ra", Tileset: "TEMPERAT", Width: 44, Height: 40, Border: 2, Players: []string{"Multi0", "Multi1"}}
	for _, y := range []int{8, 32} {
		m.Actors = append(m.Actors, oramap.Actor{Type: "mpspawn", Owner: "Neutral", X: 8, Y: y})
	}
	m.Fill(oramap.Tile{Template: 255})
	return m
}

// skirmish is a fight of two sides that has begun: soldiers, tanks, guns that
// throw shells, refineries with their harvesters, production.
func skirmish(tb testing.TB) *engine.World {
	tb.Helper()
	w := play(tb, field(), "{DEV_VERSION}", "allies", "russia")
	for i, player := range []int32{dunePlayer, dunePlayer + 1} {
		side := int32(i)
		for k, name := range []string{"e1", "e3", "2tnk", "arty", "e1", "jeep"} {
			put(w, tb, name, player, wpos.Cell{X: 20 + 4*side, Y: 14 + int32(k)})
		}
		built(w, tb, "powr", player, wpos.Cell{X: 4 + 30*side, Y: 24})
		built(w, tb, "proc", player, wpos.Cell{X: 8 + 20*side, Y: 26})
		built(w, tb, "tent", player, wpos.Cell{X: 4 + 30*side, Y: 30})
		bid(w, w.Players[player].Actor, state.Order{Name: "StartProduction", Text: "e1", Extra: 3, Queued: true})
	}
	frames(w, 20)
	return w
}

// play starts a game of two people on a map of our own.
func play(tb testing.TB, file *oramap.Map, version string, factions ...string) *engine.World {
	tb.Helper()
	set, err := rules.Load(file.Mod, version)
	if err != nil {
		tb.Fatal(err)
	}
	terrain, err := maps.Read(file.Archive())
	if err != nil {
		tb.Fatal(err)
	}
	if terrain.UID != file.UID() {
		tb.Fatalf("the map is known as %s, not %s", terrain.UID, file.UID())
	}
	setup := state.Setup{OwnTypes: true, Rules: set, Map: terrain, Seed: 11, Options: []state.Option{{ID: "crates", Value: "False"}}}
	for i, faction := range factions {
		name := file.Players[i]
		setup.Clients = append(setup.Clients, state.Client{Index: int32(i), Slot: name, Faction: faction, Spawn: int32(i + 1), Admin: i == 0})
		setup.Slots = append(setup.Slots, state.Slot{Name: name, Player: name})
	}
	w, err := engine.New(setup)
	if err != nil {
		tb.Fatal(err)
	}
	return w
}

// bid lets the owner of an actor order it something, and plays a net frame.
func bid(w *engine.World, id uint32, o state.Order) {
	o.Subject, o.HasSubject, o.Client = id, true, w.Players[w.Actors[id].Owner].Client
	w.Frame([]state.Order{o})
}

func frames(w *engine.World, n int) {
	for range n {
		w.Frame(nil)
	}
}

const dunePlayer = 2 // after Neutral and Creeps

// plain starts a game of two bots on open ground.
func plain(tb testing.TB) *engine.World {
	tb.Helper()
	set, err := rules.Load("ra", "{DEV_VERSION}")
	if err != nil {
		tb.Fatal(err)
	}
	w, err := engine.New(state.Setup{
		OwnTypes: true, Rules: set, Seed: 7,
		Clients: []state.Client{
			{Index: 0, Admin: true},
			{Index: 1, Slot: "Multi0", Faction: "allies", Bot: "normal"},
			{Index: 2, Slot: "Multi1", Faction: "russia", Bot: "normal"},
		},
		Slots: []state.Slot{{Name: "Multi0", Player: "Multi0"}, {Name: "Multi1", Player: "Multi1"}},
	})
	if err != nil {
		tb.Fatal(err)
	}
	return w
}

func anyNamed(w *engine.World, name string) *state.Actor {
	for _, a := range w.Actors {
		if a != nil && a.Type.Name == name {
			return a
		}
	}
	return nil
}
