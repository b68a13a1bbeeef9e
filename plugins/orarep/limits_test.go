// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import (
	"fmt"
	"strings"
	"testing"

	"convertd/core/ir"
	"convertd/sdk"

	fixtures "convertd/internal/fixtures/orarep"
)

// TestLimits decodes recordings at each limit and one past it.
func TestLimits(t *testing.T) {
	const overhead = 1 + 5 + 2 + 4 + 3 // type, name, flags, subject, length of the string
	orders := func(n int) []fixtures.Order {
		all := make([]fixtures.Order, n)
		for i := range all {
			all[i] = fixtures.Give("Stop", 1)
		}
		return all
	}
	names := func(n int) []fixtures.Order {
		const ofLead = 9 // names in front of the game
		all := make([]fixtures.Order, n-ofLead)
		for i := range all {
			all[i] = fixtures.Give(fmt.Sprintf("Name%d", i), 1)
		}
		return all
	}
	text := func(n int) []fixtures.Order {
		return []fixtures.Order{fixtures.Give("Long", 1).Text(strings.Repeat("x", n-overhead))}
	}
	cases := map[string]struct {
		within, past []fixtures.Order
	}{
		"orders of a packet": {orders(maxPacketOrders), orders(maxPacketOrders + 1)},
		"bytes of an order":  {text(maxOrderBytes), text(maxOrderBytes + 1)},
		"distinct names":     {names(maxOrderNames), names(maxOrderNames + 1)},
	}
	for name, test := range cases {
		if err := decodeWith(test.within); err != nil {
			t.Errorf("%s: at the limit: %v", name, err)
		}
		damage, ok := ir.AsDecodeError(decodeWith(test.past))
		if !ok || damage.Code != ir.CodeLimitExceeded {
			t.Errorf("%s: past the limit: %v", name, damage)
		}
	}
}

func decodeWith(orders []fixtures.Order) error {
	game := fixtures.Sweep("G")
	rec := game.Lead()
	for len(orders) > maxPacketOrders+1 {
		rec.Orders(0, 1, orders[:100]...)
		orders = orders[100:]
	}
	rec.Orders(0, 1, orders...)
	_, err := decode(rec.Bytes(), sdk.DecodeOptions{})
	return err
}

func TestConnectionsPastTheLimitAreStrangers(t *testing.T) {
	s := newSenders(nil, &session{}, layoutNamed("F"))
	for client := range int32(len(s.low) + maxSenders) {
		if s.of(client) == s.stranger {
			t.Fatalf("connection %d is a stranger", client)
		}
	}
	if past := int32(len(s.low) + maxSenders); s.of(past) != s.stranger || s.of(past-1) == s.stranger {
		t.Error("the limit is not kept")
	}
}

func TestManyPlayersAreCutAtTheLimit(t *testing.T) {
	game := fixtures.Sweep("G")
	for i := len(game.Lobby.Clients); i < 200; i++ {
		game.Lobby.Clients = append(game.Lobby.Clients, fixtures.Client{Index: int32(i), Name: fmt.Sprintf("Watcher %d", i)})
	}
	c, err := decode(game.Lead().Bytes(), sdk.DecodeOptions{})
	if err != nil || len(c.Header.Players) != 200 {
		t.Fatalf("%d players, %v", len(c.Header.Players), err)
	}
}
