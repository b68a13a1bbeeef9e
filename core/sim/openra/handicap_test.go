package openra

import "testing"

func TestAHandicapWeakensWhatAPlayerHas(t *testing.T) {
	for _, test := range []struct {
		handicap, fire, hurt, time int32
	}{{0, 100, 100, 100}, {5, 95, 105, 105}, {50, 50, 200, 150}, {95, 5, 2000, 195}, {100, 5, 2000, 195}, {-5, 100, 100, 100}} {
		w := plain(t)
		w.players[0].handicap = clamp(test.handicap, 0, maxHandicap)
		tank := w.put(t, "2tnk", 0, Cell{20, 20})
		fire, hurt, time := w.handicappedFire(tank), w.handicappedHurt(tank), w.handicappedTime(&w.players[0], tank.typ)
		if fire != test.fire || hurt != test.hurt || time != test.time {
			t.Errorf("handicap %d: shoots %d %%, takes %d %%, builds in %d %%", test.handicap, fire, hurt, time)
		}
		before := tank.hp
		w.damage(tank, nil, 100, nil)
		if before-tank.hp != test.hurt {
			t.Errorf("handicap %d: a hit of 100 takes %d", test.handicap, before-tank.hp)
		}
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
