// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"testing"
)

func FuzzLobby(f *testing.F) {
	f.Add("SyncInfo", "Client@1:\n\tIndex: 1\n\tSlot: Multi0\nGlobalSettings:\n\tRandomSeed: 5\n\tOptions:\n\t\tcrates:\n\t\t\tValue: True\n")
	f.Fuzz(func(_ *testing.T, name, text string) {
		var lobby Lobby
		_ = lobby.Apply(name, text)
	})
}

func TestLobbyTextsReplaceTheirPart(t *testing.T) {
	var lobby Lobby
	apply := func(name, text string) {
		t.Helper()
		if err := lobby.Apply(name, text); err != nil {
			t.Fatal(err)
		}
	}
	apply("SyncInfo", "Client@0:\n\tIndex: 0\n\tSlot: Multi0\n\tIsAdmin: True\nSlot@Multi0:\n\tPlayerReference: Multi0\n"+
		"GlobalSettings:\n\tMap: abc\n\tRandomSeed: -5\n\tOptions:\n\t\tcrates:\n\t\t\tValue: False\n")
	apply("SyncLobbyClients", "Client@3:\n\tIndex: 3\n\tSlot: Multi0\n\tBot: rush\n\tBotControllerClientIndex: 2\n")
	apply("Chat", "Client@9:\n\tIndex: 9\n")
	if lobby.Map != "abc" || lobby.Seed != -5 || len(lobby.Slots) != 1 || len(lobby.Clients) != 1 {
		t.Fatalf("%+v", lobby)
	}
	if c := lobby.Clients[0]; c.Index != 3 || c.Bot != "rush" || c.BotController != 2 {
		t.Errorf("client %+v", c)
	}
	setup := lobby.Setup()
	if setup.OptionTrue("crates", true) {
		t.Error("crates are off")
	}
}

func TestTheLobbyNamesTheHandicap(t *testing.T) {
	var lobby Lobby
	if err := lobby.Apply("SyncLobbyClients", "Client@3:\n\tIndex: 3\n\tSlot: Multi0\n\tHandicap: 25\n"); err != nil {
		t.Fatal(err)
	}
	if got := lobby.Setup().Clients[0].Handicap; got != 25 {
		t.Errorf("it is read as %d", got)
	}
}
