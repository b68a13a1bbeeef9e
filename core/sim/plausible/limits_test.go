// SPDX-License-Identifier: GPL-3.0-or-later

package plausible_test

import (
	"testing"

	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/sim/plausible"
)

func (g *game) many(item string, count int32) {
	g.command(0, order.TagProduce, order.Command{Item: item, Count: count, Flags: order.CommandHasCount}).tick()
}

// What a player may queue is bounded: each tick pays for all of it.
func TestQueuesTakeTheirLimitAndNoMore(t *testing.T) {
	for _, one := range []struct {
		orders []int32
		items  int
		late   bool
	}{
		{[]int32{100, 28}, 128, false},
		{[]int32{100, 29}, 128, true},
		{[]int32{999}, 128, true},
	} {
		g := newGame(t, withFactory(50))
		for _, count := range one.orders {
			g.many("tank", count)
		}
		late := g.sim.LateFailures()
		if items, _ := g.module.Queued(0, "unit"); items != one.items {
			t.Errorf("%v: %d items wait, want %d", one.orders, items, one.items)
		}
		if got := len(late) == 1 && late[0].Reason == sim.ReasonRateLimited; got != one.late {
			t.Errorf("%v: late failures %+v", one.orders, late)
		}
	}
}

func TestAllQueuesOfAPlayerTakeTheirLimitAndNoMore(t *testing.T) {
	rules := plausible.Rules{Name: "works", QueuePerFactory: true, EvidencePercent: 100, OrdersByEvidence: true, Types: []plausible.Type{
		{Name: "works", Health: 10, Structure: true, Width: 1, Height: 1, Produces: []string{"unit"}},
		{Name: "tank", Queue: "unit", BuildTicks: 1000, Health: 10, Speed: 9},
	}}
	setup := plausible.Setup{}
	for i := range int32(6) {
		setup.Entities = append(setup.Entities, plausible.StartEntity{Type: "works", Cell: order.CellPos{X: 10 * i}})
	}
	g := newGameOf(t, rules, setup)
	for slot := range 6 {
		works, _ := g.sim.View().At(slot)
		g.command(0, order.TagProduce, order.Command{
			Item: "tank", Count: 100, Flags: order.CommandHasCount, Units: []order.UnitTag{works.Tag},
		}).tick()
	}
	if items, _ := g.module.Queued(0, "unit"); items != 512 {
		t.Errorf("%d items wait, want 512", items)
	}
}
