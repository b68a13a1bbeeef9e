// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"errors"
	"testing"

	"convertd/core/icrep"
	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/rules/pack"
)

func TestStartingMoneyIsWhatTheLobbyAgreedOn(t *testing.T) {
	for name, test := range map[string]struct {
		options []ir.KeyValue
		want    int64
	}{
		"none":                  {nil, 777},
		"Zero Hour":             {[]ir.KeyValue{{Key: "SC", Value: "5000"}}, 5000},
		"later games":           {[]ir.KeyValue{{Key: "RU", Value: "1 100 20000 0 1"}}, 20_000},
		"too few numbers":       {[]ir.KeyValue{{Key: "RU", Value: "1 100"}}, 777},
		"no number":             {[]ir.KeyValue{{Key: "SC", Value: "much"}}, 777},
		"the limit":             {[]ir.KeyValue{{Key: "SC", Value: "1000000"}}, 1_000_000},
		"more than a lobby has": {[]ir.KeyValue{{Key: "SC", Value: "1000001"}}, 777},
		"less than nothing":     {[]ir.KeyValue{{Key: "SC", Value: "-1"}}, 777},
	} {
		if got := startCredits(&ir.Header{Options: test.options}, "", 777); got != test.want {
			t.Errorf("%s: %d, want %d", name, got, test.want)
		}
	}
}

// zeroHourGame is a game of two players with the data of a patch.
func zeroHourGame(data, faction string) *feed {
	header := testHeader()
	header.Game, header.TickRate = "zerohour", ir.Rational{Num: 30, Den: 1}
	header.Details = []ir.KeyValue{{Key: "data", Value: data}}
	header.Players = []ir.Player{{Kind: ir.PlayerHuman, Faction: faction}, {Kind: ir.PlayerObserver}, {Kind: ir.PlayerAI, Faction: "GLA"}}
	return &feed{header: header, done: true}
}

func TestOnlyGamesOfKnownDataAndSidesAreJudged(t *testing.T) {
	for name, test := range map[string]struct {
		data, faction string
		want          bool
	}{
		"known":           {"Zero Hour 1.04", "USA", true},
		"modified data":   {"unknown or modified", "USA", false},
		"unknown faction": {"Zero Hour 1.04", "Random", false},
	} {
		game, err := buildPlausible(t.Context(), zeroHourGame(test.data, test.faction), nil, "why")
		if err != nil {
			t.Fatal(err)
		}
		if game.Model != ModelNone != test.want {
			t.Errorf("%s: modelled %v", name, game.Model != ModelNone)
		}
	}
}

func TestPlayersBeginApartWithWhatTheirSideHas(t *testing.T) {
	book, err := findRules(pack.Game{Name: "zerohour"}, nil, order.TickRate{Num: 30, Den: 1})
	if err != nil {
		t.Fatal(err)
	}
	f := zeroHourGame("Zero Hour 1.04", "USA")
	setup, known := book.setup(f.header, []string{"USA", "", "GLA"})
	want := []string{"AmericaCommandCenter", "AmericaVehicleDozer", "GLACommandCenter", "GLAInfantryWorker"}
	if !known || len(setup.Entities) != len(want) {
		t.Fatalf("known %v, %+v", known, setup.Entities)
	}
	for i, name := range want {
		if e := setup.Entities[i]; e.Type != name || e.Owner != order.PlayerID(i/2) {
			t.Errorf("entity %d is %+v, want %s", i, e, name)
		}
	}
	if apart := setup.Entities[2].Cell.X - setup.Entities[0].Cell.X; apart < 100 {
		t.Errorf("the players are %d cells apart", apart)
	}
}

func TestARandomSideShowsInWhatItMakesFirst(t *testing.T) {
	header := testHeader()
	header.Game, header.TickRate = "kw", ir.Rational{Num: 15, Den: 1}
	header.Players = []ir.Player{{Kind: ir.PlayerHuman, Faction: "Random"}, {Kind: ir.PlayerHuman, Faction: "Nod"}, {Kind: ir.PlayerHuman, Faction: "Random"}}
	f := &feed{header: header, done: true}
	for _, o := range []ir.Order{
		{Kind: ir.KindProduce, Player: 0, Item: "ZOCOMPowerPlant"},
		{Kind: ir.KindProduce, Player: 0, Item: "NODPowerPlant"},
		{Kind: ir.KindProduce, Player: 1, Item: "GDIPowerPlant"},
		{Kind: ir.KindSell, Player: 2, Item: "GDIPowerPlant"},
	} {
		f.push(&o)
	}
	book, err := findRules(pack.Game{Name: "kw"}, nil, order.TickRate{Num: 15, Den: 1})
	if err != nil {
		t.Fatal(err)
	}
	factions, err := book.factions(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	if factions[0] != "ZOCOM" || factions[1] != "Nod" || factions[2] != "Random" {
		t.Errorf("factions %q", factions)
	}
	if f.held != 4 {
		t.Errorf("%d orders are left, looking ahead must not use them up", f.held)
	}
}

func TestWhatOnlyConcernsTheScreenIsSilent(t *testing.T) {
	c := &conversion{game: &Game{Model: ModelWhole}}
	for kind, want := range map[ir.Kind]string{
		ir.KindSelect: detailInterface, ir.KindGroupAssign: detailInterface, ir.KindBeacon: detailInterface,
		ir.KindMove: "", ir.KindSell: "", ir.KindResign: "",
	} {
		if got := c.silence(&ir.Order{Kind: kind}, 0); got != want {
			t.Errorf("%s: %q, want %q", kind, got, want)
		}
	}
	if got := c.silence(&ir.Order{Kind: ir.KindMove}, order.NoPlayer); got != detailNobody {
		t.Errorf("of nobody: %q", got)
	}
	c.game.Model = ModelNone
	if got := c.silence(&ir.Order{Kind: ir.KindMove}, 0); got != detailUnknownWorld {
		t.Errorf("of a game without rules: %q", got)
	}
}

func TestTickRatesOfFilesThatMakeNoSenseAreRefused(t *testing.T) {
	for name, test := range map[string]struct {
		rate *icrep.Rate
		ok   bool
	}{
		"none":       {nil, false},
		"zero":       {&icrep.Rate{Num: 0, Den: 1}, false},
		"by zero":    {&icrep.Rate{Num: 15, Den: 0}, false},
		"too large":  {&icrep.Rate{Num: 1 << 32, Den: 1}, false},
		"fifteen":    {&icrep.Rate{Num: 15, Den: 1}, true},
		"the limits": {&icrep.Rate{Num: 1<<32 - 1, Den: 1<<32 - 1}, true},
	} {
		if _, ok := recordedRate(&icrep.Metadata{TickRate: test.rate}); ok != test.ok {
			t.Errorf("%s: %v", name, ok)
		}
	}
}

func TestUnknownRulesErrorSaysBoth(t *testing.T) {
	var err error = &UnknownRulesError{Want: "plausible a", Have: "plausible b"}
	var unknown *UnknownRulesError
	if !errors.As(err, &unknown) || err.Error() == "" || unknown.Want == unknown.Have {
		t.Errorf("%v", err)
	}
}

// Westwood's Red Alert has the id of OpenRA's.
func TestWestwoodsGamesAreNotPlayedByOpenRAsRules(t *testing.T) {
	header := testHeader()
	header.Format, header.Game = "remastered", "ra"
	game, err := buildPlausible(t.Context(), &feed{header: header, done: true}, nil, "why")
	if err != nil {
		t.Fatal(err)
	}
	if game.Model != ModelNone || game.Rules.Words != "plausible none" {
		t.Errorf("modelled %v by %q", game.Model != ModelNone, game.Rules.Words)
	}
}
