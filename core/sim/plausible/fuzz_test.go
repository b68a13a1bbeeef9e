// SPDX-License-Identifier: GPL-3.0-or-later

package plausible_test

import (
	"errors"
	"testing"

	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/sim/plausible"
	"convertd/core/snapshot"
	"convertd/internal/mutate"
)

// FuzzRestore plays on from states that pass the schema and hold anything: a
// recording comes from strangers.
func FuzzRestore(f *testing.F) {
	g := newGame(f, withFactory(5000))
	g.command(0, order.TagProduce, produce("tank")).command(0, order.TagProduce, produce("power")).ticks(10)
	tank := g.sim.View().Slots() - 1
	base := g.sim.Snapshot().Append(nil)
	f.Add(base, uint16(tank), uint64(0))
	for seed := range uint64(40) {
		f.Add([]byte(nil), uint16(tank), seed)
	}
	f.Fuzz(func(t *testing.T, data []byte, slot uint16, seed uint64) {
		spoil := len(data) == 0 // by the seed: bytes of one's own seldom decode
		if spoil {
			data = base
		}
		state, err := snapshot.Decode(data)
		if err != nil {
			return
		}
		if spoil {
			mutate.State(mutate.NewRandom(seed), state)
		}
		module, err := plausible.New(smallRules(), plausible.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		s, err := sim.Open(state, module)
		wantNoStumble(t, err)
		if err != nil {
			return
		}
		unit, _ := s.View().At(int(slot))
		for i, tag := range []order.GameOrderTag{order.TagMove, order.TagDeploy, order.TagSell, order.TagPlaceBuilding, order.TagCancelProduction, order.TagProduce} {
			c := order.Command{Units: []order.UnitTag{unit.Tag}, Item: "power", Flags: order.CommandHasItem, Target: at(12, 14)}
			orders := []order.TimestampedOrder{{Player: unit.Owner, Order: order.PlayerOrder{
				Kind: order.KindGameOrder, Game: order.GameOrder{Tag: tag, Payload: order.AppendCommand(nil, &c)},
			}}}
			for tick := range 5 + i {
				_, err := s.Apply(&order.TickOrders{Tick: s.Tick(), Orders: orders[:min(1, 1-min(tick, 1))]})
				wantNoStumble(t, err)
				if err != nil {
					return
				}
			}
		}
	})
}

// wantNoStumble fails where a state was not refused that cannot be played.
func wantNoStumble(t *testing.T, err error) {
	t.Helper()
	var stumbled *sim.UnplayableError
	if errors.As(err, &stumbled) {
		t.Fatalf("%v\n%s", stumbled, stumbled.Fault.Stack)
	}
}
