// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"io"
	"testing"

	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/sim"
)

// feedOf holds the orders of the first moments of a game.
func feedOf(t *testing.T, orders ...ir.Order) *feed {
	t.Helper()
	var batch ir.OrderBatchWriter
	for i := range orders {
		if _, err := batch.Add(&orders[i]); err != nil {
			t.Fatal(err)
		}
	}
	reader := &ir.OrderBatchReader{}
	if err := reader.Reset(batch.Flush(nil)); err != nil {
		t.Fatal(err)
	}
	f, err := openFeed(t.Context(), &script{events: []Event{{Header: testHeader()}, {Orders: reader}, {Trailer: &ir.Trailer{Complete: true, Ticks: 3}}}, end: io.EOF})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.ready(t.Context(), 3); err != nil {
		t.Fatal(err)
	}
	return f
}

func deploying(subject uint32) ir.Order {
	return ir.Order{Kind: ir.KindDeploy, Subjects: []uint32{subject}}
}

func TestTheFirstDeploymentsShowWhereIDsBegin(t *testing.T) {
	for name, test := range map[string]struct {
		orders []ir.Order
		places []uint32
		want   uint32
	}{
		"both, in order":          {[]ir.Order{deploying(119), deploying(120)}, []uint32{0, 1}, 119},
		"the second first":        {[]ir.Order{deploying(120), deploying(119)}, []uint32{0, 1}, 119},
		"one of two":              {[]ir.Order{deploying(285)}, []uint32{0, 1}, 285},
		"with escorts":            {[]ir.Order{deploying(207), deploying(200)}, []uint32{0, 7}, 200},
		"nobody":                  {nil, []uint32{0, 1}, 0},
		"what nobody began with":  {[]ir.Order{deploying(119), deploying(300)}, []uint32{0, 1}, 0},
		"the first never did":     {[]ir.Order{deploying(207), deploying(214)}, []uint32{0, 7, 14}, 207},
		"many times":              {[]ir.Order{deploying(285), deploying(285), deploying(286)}, []uint32{0, 1}, 285},
		"an id below its place":   {[]ir.Order{deploying(5)}, []uint32{7}, 0},
		"what is built later too": {[]ir.Order{deploying(119), deploying(120), deploying(300)}, []uint32{0, 1}, 119},
	} {
		if got := firstID(feedOf(t, test.orders...), test.places); got != test.want {
			t.Errorf("%s: %d, want %d", name, got, test.want)
		}
	}
}

func TestWhoBuildsShowsTheIDsOfPlayers(t *testing.T) {
	game := &Game{
		Config: sim.Config{Players: make([]sim.PlayerConfig, 3)}, // the third looks on
		Senders: Senders{Seats: func(client int32) []order.PlayerID {
			return [][]order.PlayerID{{0, 1}, {1}, nil}[client]
		}},
	}
	placing := func(client int32, subject uint32) ir.Order {
		return ir.Order{Kind: ir.KindPlaceBuilding, Client: client, Subjects: []uint32{subject}}
	}
	for name, test := range map[string]struct {
		orders []ir.Order
		first  uint32
	}{
		"nobody builds":            {nil, 3},
		"a bot's is sent first":    {[]ir.Order{placing(0, 6), placing(0, 5)}, 5},
		"the second player's":      {[]ir.Order{placing(1, 3)}, 2},
		"more players of the map":  {[]ir.Order{placing(0, 9)}, 9},
		"of somebody without seat": {[]ir.Order{placing(2, 90)}, 3},
	} {
		actors := playerActors(feedOf(t, test.orders...), game)
		for offset, want := range []order.PlayerID{0, 1} {
			if got, is := actors(test.first + uint32(offset)); !is || got != want {
				t.Errorf("%s: id %d is of player %d (%v), want %d", name, test.first+uint32(offset), got, is, want)
			}
		}
		for _, other := range []uint32{test.first - 1, test.first + 2} {
			if _, is := actors(other); is {
				t.Errorf("%s: id %d is taken for a player", name, other)
			}
		}
	}
}

func TestWhatSaysNothingWithoutTheMap(t *testing.T) {
	for _, test := range []struct {
		game    Game
		cheated bool
		kind    ir.Kind
		want    string
	}{
		{Game{Model: ModelWithoutGround}, false, ir.KindDeploy, detailUnknownGround},
		{Game{Model: ModelWhole}, false, ir.KindDeploy, ""},
		{Game{Model: ModelWithoutGround}, false, ir.KindProduce, ""},
		{Game{Model: ModelWithoutGround}, true, ir.KindProduce, detailCheats},
		{Game{Model: ModelWithoutGround}, true, ir.KindPlaceBuilding, detailCheats},
		{Game{Model: ModelWithoutGround}, true, ir.KindMove, ""},
	} {
		c := &conversion{game: &test.game, cheated: test.cheated}
		if got := c.silence(&ir.Order{Kind: test.kind}, 0); got != test.want {
			t.Errorf("%+v: %q, want %q", test, got, test.want)
		}
	}
}
