// SPDX-License-Identifier: GPL-3.0-or-later

package sage_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"convertd/core/rules/pack"
	"convertd/core/rules/sage"
)

var games = sage.Games()

func load(t *testing.T, game string) *pack.Pack {
	t.Helper()
	rules, ok, err := sage.ForGame(game)
	if err != nil || !ok {
		t.Fatalf("%s: found %v, %v", game, ok, err)
	}
	return rules
}

func TestGamesWithoutPublicRulesHaveNoPack(t *testing.T) {
	for _, game := range []string{"", "bfme2", "bfme", "cnc4", "../zerohour", "no such game"} {
		if rules, ok, err := sage.ForGame(game); ok || err != nil || rules != nil {
			t.Errorf("%q: %v, %v", game, ok, err)
		}
	}
}

func TestPacksSayWhereTheyAreFrom(t *testing.T) {
	for _, game := range games {
		rules := load(t, game)
		if rules.Game != game || rules.Name == "" || !strings.Contains(rules.Source, "@") || len(rules.Notes) == 0 {
			t.Errorf("%s: game %q, name %q, source %q, %d notes", game, rules.Game, rules.Name, rules.Source, len(rules.Notes))
		}
	}
}

func TestWhatTypesReferToExists(t *testing.T) {
	for _, game := range games {
		rules := load(t, game)
		if !slices.IsSortedFunc(rules.Types, func(a, b pack.Type) int { return strings.Compare(a.Name, b.Name) }) {
			t.Errorf("%s: types are not in the order of their names", game)
		}
		ids := make(map[uint32]string)
		for i := range rules.Types {
			one := &rules.Types[i]
			for _, name := range slices.Concat(one.Brings, one.SoldBrings, []string{one.Deploys}) {
				if name != "" && rules.Type(name) == nil {
					t.Errorf("%s: %s refers to %q", game, one.Name, name)
				}
			}
			if other := ids[one.ID]; one.ID != 0 && other != "" {
				t.Errorf("%s: %s and %s have id %d", game, one.Name, other, one.ID)
			}
			ids[one.ID] = one.Name
		}
		for _, faction := range rules.Factions {
			if !slices.Equal(rules.StartOf(faction.Name), faction.Start) {
				t.Errorf("%s: start of %s", game, faction.Name)
			}
			for _, name := range faction.Start {
				if one := rules.Type(name); one == nil {
					t.Errorf("%s: %s begins with %q", game, faction.Name, name)
				}
			}
		}
	}
}

// Every side can make something with what it begins with, and a factory for
// every unit can be had.
func TestEveryUnitHasAProducer(t *testing.T) {
	for _, game := range games {
		rules := load(t, game)
		for i := range rules.Types {
			one := &rules.Types[i]
			if one.Queue == "" || one.Class == pack.Structure {
				continue
			}
			if !slices.ContainsFunc(rules.Types, func(maker pack.Type) bool { return slices.Contains(maker.Produces, one.Queue) }) {
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
		class       pack.Class
		needs       []string
		brings      []string
		isStructure bool
	}{
		{game: "zerohour", name: "AmericaVehicleDozer", id: 135, cost: 1000, ms: 5000, class: pack.Vehicle},
		{game: "zerohour", name: "AmericaSupplyCenter", id: 1254, cost: 2000, ms: 10000, class: pack.Structure, needs: []string{"AmericaPowerPlant"}, brings: []string{"AmericaVehicleChinook"}},
		{game: "kw", name: "GDIWarFactory", id: 2596103596, cost: 2000, ms: 20000, class: pack.Structure, needs: []string{"GDIPowerPlant", "GDIRefinery"}},
		{game: "kw", name: "GDIRefinery", id: 380136808, cost: 3000, ms: 30000, class: pack.Structure, brings: []string{"GDIHarvester"}},
		{game: "ra3", name: "SovietAntiInfantryInfantry", id: 430641583, cost: 100, ms: 4000, class: pack.Infantry},
		{game: "generals", name: "GLAArmsDealer", id: 809, cost: 2500, ms: 15000, class: pack.Structure, needs: []string{"GLASupplyStash"}},
	} {
		one := load(t, test.game).Type(test.name)
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
	rules := load(t, "kw")
	for item, want := range map[string]string{
		"Reaper17PowerProjector": "Reaper-17", "SteelTalonsPowerPlant": "Steel Talons", "NODPowerPlant": "Nod",
		"AlienPowerProjector": "Scrin", "BlackHandPowerPlant": "Black Hand",
		"GDIRifleSoldierSquad": "", "no such thing": "",
	} {
		if got := rules.FactionMaking(item); got != want {
			t.Errorf("%s: %q, want %q", item, got, want)
		}
	}
}

// Our own packs are what the schema of packs from outside takes.
func TestOurPacksAreInTheFormatOfAll(t *testing.T) {
	compiled, err := jsonschema.NewCompiler().Compile("../../../docs/schemas/rule-pack.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, game := range games {
		text, err := json.Marshal(load(t, game))
		if err != nil {
			t.Fatal(err)
		}
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := compiled.Validate(value); err != nil {
			t.Errorf("%s: %v", game, err)
		}
	}
}
