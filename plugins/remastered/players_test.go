// SPDX-License-Identifier: GPL-3.0-or-later

package remastered_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"convertd/core/ir"
	fixtures "convertd/internal/fixtures/remastered"
	"convertd/sdk"
)

// seat is what the tests compare of a player.
type seat struct {
	Slot    int32
	Name    string
	Kind    ir.PlayerKind
	Faction string
	Color   string
	House   string
}

func seats(header *ir.Header) []seat {
	var list []seat
	for _, player := range header.Players {
		one := seat{Slot: player.Slot, Name: player.Name, Kind: player.Kind, Faction: player.Faction, Color: player.Color}
		for _, pair := range player.Details {
			if pair.Key == "house" {
				one.House = pair.Value
			}
		}
		list = append(list, one)
	}
	return list
}

func TestPlayersGetTheHousesOfTheirColours(t *testing.T) {
	b := fixtures.FindBuild("ra-vanilla-linux")
	got := mustDecode(t, fixtures.Network(b, 1, 12).Encode(b).Data, sdk.DecodeOptions{})
	want := []seat{
		{12, "Second", ir.PlayerHuman, "Greece", "0", "Multi1"},
		{13, "Fourth", ir.PlayerHuman, "Greece", "1", "Multi2"},
		{14, "Recorder", ir.PlayerHuman, "Spain", "3", "Multi3"},
		{15, "Third", ir.PlayerHuman, "Spain", "5", "Multi4"},
	}
	if diff := cmp.Diff(want, seats(got.Header)); diff != "" {
		t.Error(diff)
	}
	if got.Header.LocalPlayer != 2 {
		t.Errorf("player %d records, want 2: the first of the recorded list", got.Header.LocalPlayer)
	}
	for _, order := range got.events() {
		if order.Player != order.Client-12 {
			t.Fatalf("an event of house %d is of player %d", order.Client, order.Player)
		}
	}
}

func TestComputerPlayersTakeTheHousesAfterThePeople(t *testing.T) {
	b := fixtures.FindBuild("ra-remaster")
	got := mustDecode(t, fixtures.Everything(b).Encode(b).Data, sdk.DecodeOptions{})
	want := []seat{
		{12, "Recorder", ir.PlayerHuman, "USSR", "4", "Multi1"},
		{13, "Computer 1", ir.PlayerAI, "", "", "Multi2"},
		{14, "Computer 2", ir.PlayerAI, "", "", "Multi3"},
	}
	if diff := cmp.Diff(want, seats(got.Header)); diff != "" {
		t.Error(diff)
	}
}

func TestMissionHasOnePlayerOfItsOwnCountry(t *testing.T) {
	b := fixtures.FindBuild("ra-vanilla-windows")
	r := fixtures.Everything(b)
	r.Type, r.Whom, r.Players, r.AIPlayers = 0, 2, nil, 0
	for i := range r.Turns {
		for j := range r.Turns[i].Events {
			r.Turns[i].Events[j].ID = 2
		}
	}
	got := mustDecode(t, r.Encode(b).Data, sdk.DecodeOptions{})
	want := []seat{{2, "Player 1", ir.PlayerHuman, "USSR", "0", ""}}
	if diff := cmp.Diff(want, seats(got.Header)); diff != "" {
		t.Error(diff)
	}
	if got.HasDiagnostic("ambiguous-profile") {
		t.Error("a build without networking writes the same bytes where there are no players: that is no ambiguity")
	}
	for _, order := range got.events() {
		if order.Player != 0 || order.Client != 2 {
			t.Fatalf("%+v", order)
		}
	}
}

func TestTiberianDawnNamesTheRecordingPlayerAlone(t *testing.T) {
	b := fixtures.FindBuild("td-remaster")
	got := mustDecode(t, fixtures.Network(b, 1, 12).Encode(b).Data, sdk.DecodeOptions{})
	want := []seat{
		{0x30, "Recorder", ir.PlayerHuman, "GoodGuy", "3", "Multi3"},
		{0x01, "Player 2", ir.PlayerHuman, "BadGuy", "0", "Multi1"},
		{0x50, "Player 3", ir.PlayerHuman, "GoodGuy", "5", "Multi6"},
		{0x11, "Player 4", ir.PlayerHuman, "BadGuy", "1", "Multi4"},
	}
	if diff := cmp.Diff(want, seats(got.Header)); diff != "" {
		t.Error(diff)
	}
	for _, order := range got.events() {
		if order.Player < 0 || got.Header.Players[order.Player].Slot != order.Client {
			t.Fatalf("an event of MPlayerID %#x is of player %d", order.Client, order.Player)
		}
	}
}

func TestDesignLayoutHasAPlayerForEachSender(t *testing.T) {
	b := fixtures.FindBuild("design-remaster")
	r := fixtures.Everything(b)
	r.Whom = 6
	for i := range r.Turns {
		for j := range r.Turns[i].Events {
			r.Turns[i].Events[j].ID = []uint8{6, 2}[i%2]
		}
	}
	got := mustDecode(t, r.Encode(b).Data, sdk.DecodeOptions{})
	want := []seat{
		{2, "Player 1", ir.PlayerHuman, "USSR", "", ""},
		{6, "Player 2", ir.PlayerHuman, "France", "", ""},
	}
	if diff := cmp.Diff(want, seats(got.Header)); diff != "" || got.Header.LocalPlayer != 1 {
		t.Errorf("player %d records; %s", got.Header.LocalPlayer, diff)
	}
	for _, order := range got.events() {
		if got.Header.Players[order.Player].Slot != order.Client {
			t.Fatalf("%+v", order)
		}
	}
}

func TestSkirmishWithoutAListHasItsRecordingPlayer(t *testing.T) {
	b := fixtures.FindBuild("ra-vanilla-linux")
	r := fixtures.Everything(b)
	r.Players = nil
	got := mustDecode(t, r.Encode(b).Data, sdk.DecodeOptions{})
	if got.Header.LocalPlayer != 0 || len(got.Header.Players) != 3 || got.events()[0].Player != 0 {
		t.Errorf("player %d of %+v", got.Header.LocalPlayer, got.Header.Players)
	}
}

func TestEventsOfStrangersAreOfNobody(t *testing.T) {
	b := fixtures.FindBuild("ra-vanilla-linux")
	r := fixtures.Everything(b)
	for i := range r.Turns {
		for j := range r.Turns[i].Events {
			r.Turns[i].Events[j].ID = 19
		}
	}
	got := mustDecode(t, r.Encode(b).Data, sdk.DecodeOptions{})
	for _, order := range got.events() {
		if order.Player != ir.NoPlayer || order.Client != 19 {
			t.Fatalf("%+v", order)
		}
	}
}
