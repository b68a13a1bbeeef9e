// SPDX-License-Identifier: GPL-3.0-or-later

package sage_test

import (
	"slices"
	"strings"
	"testing"

	"convertd/core/rules/sage"
)

var games = []string{"zerohour", "generals", "kw", "tw", "ra3"}

func load(t *testing.T, game string) *sage.Pack {
	t.Helper()
	pack, ok, err := sage.ForGame(game)
	if err != nil || !ok {
		t.Fatalf("%s: found %v, %v", game, ok, err)
	}
	return pack
}

func find(pack *sage.Pack, name string) *sage.Type {
	for i := range pack.Types {
		if pack.Types[i].Name == name {
			return &pack.Types[i]
		}
	}
	return nil
}

func TestGamesWithoutPublicRulesHaveNoPack(t *testing.T) {
	for _, game := range []string{"", "bfme2", "bfme", "cnc4", "../zerohour", "no such game"} {
		if pack, ok, err := sage.ForGame(game); ok || err != nil || pack != nil {
			t.Errorf("%q: %v, %v", game, ok, err)
		}
	}
}

func TestPacksSayWhereTheyAreFrom(t *testing.T) {
	for _, game := range games {
		pack := load(t, game)
		if pack.Game != game || pack.Name == "" || !strings.Contains(pack.Source, "@") || len(pack.Notes) == 0 {
			t.Errorf("%s: game %q, name %q, source %q, %d notes", game, pack.Game, pack.Name, pack.Source, len(pack.Notes))
		}
	}
}

func TestWhatTypesReferToExists(t *testing.T) {
	for _, game := range games {
		pack := load(t, game)
		if !slices.IsSortedFunc(pack.Types, func(a, b sage.Type) int { return strings.Compare(a.Name, b.Name) }) {
			t.Errorf("%s: types are not in the order of their names", game)
		}
		ids := make(map[uint32]string)
		for i := range pack.Types {
			one := &pack.Types[i]
			for _, name := range slices.Concat(one.Brings, one.SoldBrings, []string{one.Deploys}) {
				if name != "" && find(pack, name) == nil {
					t.Errorf("%s: %s refers to %q", game, one.Name, name)
				}
			}
			if other := ids[one.ID]; one.ID != 0 && other != "" {
				t.Errorf("%s: %s and %s have id %d", game, one.Name, other, one.ID)
			}
			ids[one.ID] = one.Name
		}
		for _, start := range pack.Starts {
			if !slices.Equal(pack.StartOf(start.Faction), start.Entities) {
				t.Errorf("%s: start of %s", game, start.Faction)
			}
			for _, name := range start.Entities {
				if one := find(pack, name); one == nil {
					t.Errorf("%s: %s begins with %q", game, start.Faction, name)
				}
			}
		}
	}
}

// Every side can make something with what it begins with, and a factory for
// every unit can be had.
func TestEveryUnitHasAProducer(t *testing.T) {
	for _, game := range games {
		pack := load(t, game)
		for i := range pack.Types {
			one := &pack.Types[i]
			if one.Queue == "" || one.Class == sage.Structure {
				continue
			}
			if !slices.ContainsFunc(pack.Types, func(maker sage.Type) bool { return slices.Contains(maker.Produces, one.Queue) }) {
				t.Errorf("%s: nobody makes %s (%s)", game, one.Name, one.Queue)
			}
		}
	}
}

func TestFiguresOfTheTables(t *testing.T) {
	for _, test := range []struct {
		game, name  string
		id          uint32
		cost        int64
		ms          int32
		class       sage.Class
		needs       []string
		brings      []string
		isStructure bool
	}{
		{game: "zerohour", name: "AmericaVehicleDozer", id: 135, cost: 1000, ms: 5000, class: sage.Vehicle},
		{game: "zerohour", name: "AmericaSupplyCenter", id: 1254, cost: 2000, ms: 10000, class: sage.Structure, needs: []string{"AmericaPowerPlant"}, brings: []string{"AmericaVehicleChinook"}},
		{game: "kw", name: "GDIWarFactory", id: 2596103596, cost: 2000, ms: 20000, class: sage.Structure, needs: []string{"GDIPowerPlant", "GDIRefinery"}},
		{game: "kw", name: "GDIRefinery", id: 380136808, cost: 3000, ms: 30000, class: sage.Structure, brings: []string{"GDIHarvester"}},
		{game: "ra3", name: "SovietAntiInfantryInfantry", id: 430641583, cost: 100, ms: 4000, class: sage.Infantry},
		{game: "generals", name: "GLAArmsDealer", id: 809, cost: 2500, ms: 15000, class: sage.Structure, needs: []string{"GLASupplyStash"}},
	} {
		one := find(load(t, test.game), test.name)
		if one == nil {
			t.Errorf("%s has no %s", test.game, test.name)
			continue
		}
		if one.ID != test.id || one.Cost != test.cost || one.BuildMilliseconds != test.ms || one.Class != test.class ||
			!slices.Equal(one.Needs, test.needs) || !slices.Equal(one.Brings, test.brings) {
			t.Errorf("%s: %+v", test.name, *one)
		}
	}
}

func TestTheFirstProductionTellsTheFaction(t *testing.T) {
	pack := load(t, "kw")
	for item, want := range map[string]string{
		"Reaper17PowerProjector": "Reaper-17", "SteelTalonsPowerPlant": "Steel Talons", "NODPowerPlant": "Nod",
		"AlienPowerProjector": "Scrin", "BlackHandPowerPlant": "Black Hand",
		"GDIRifleSoldierSquad": "", "no such thing": "",
	} {
		if got := pack.FactionMaking(item); got != want {
			t.Errorf("%s: %q, want %q", item, got, want)
		}
	}
}
