// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"testing"
)

func TestTheLobbyNamesTheHandicap(t *testing.T) {
	var lobby Lobby
	if err := lobby.Apply("SyncLobbyClients", "Client@3:\n\tIndex: 3\n\tSlot: Multi0\n\tHandicap: 25\n"); err != nil {
		t.Fatal(err)
	}
	if got := lobby.Setup().Clients[0].Handicap; got != 25 {
		t.Errorf("it is read as %d", got)
	}
}
