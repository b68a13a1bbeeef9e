// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"fmt"
	"slices"
	"testing"

	"convertd/core/ir"
	"convertd/core/naming"
)

func produce(item string, count int32) ir.Order {
	return ir.Order{Kind: ir.KindProduce, Item: item, Count: count}
}

func place(item string, x int32) ir.Order {
	return ir.Order{Kind: ir.KindPlaceBuilding, Item: item, Target: ir.Target{Kind: ir.TargetCell, X: x}}
}

func cancelled(item string, count int32) ir.Order {
	return ir.Order{Kind: ir.KindCancelProduction, Item: item, Count: count}
}

func TestTheBuildOrderSaysWhatWasBuiltAndNotWhatWasClicked(t *testing.T) {
	red := naming.Subject{Format: "orarep", Game: "ra"}
	old := naming.Subject{Format: "ra-record", Game: "ra"}
	other := func(o ir.Order) ir.Order { o.Player = 1; return o }
	for _, c := range []struct {
		name      string
		subject   naming.Subject
		orders    []ir.Order // one a second
		want      []string
		unmatched uint64
	}{
		{"a building is ordered and placed", red, []ir.Order{produce("powr", 0), place("powr", 1)}, []string{"0 powr placed 1"}, 0},
		{"several tries of placing are one", red, []ir.Order{produce("powr", 0), place("powr", 1), place("powr", 1), place("powr", 2)}, []string{"0 powr placed 3"}, 0},
		{"the next one has a place of its own", red, []ir.Order{produce("powr", 0), place("powr", 1), produce("powr", 0), place("powr", 2)}, []string{"0 powr placed 1", "2 powr placed 3"}, 0},
		{"what is taken back was not built", red, []ir.Order{produce("e1", 0), produce("e3", 0), cancelled("e1", 0)}, []string{"1 e3"}, 0},
		{"a part is taken back", red, []ir.Order{produce("e1", 5), cancelled("e1", 2)}, []string{"0 e1 x3"}, 0},
		{"the newest is taken back first", red, []ir.Order{produce("e1", 2), produce("e1", 3), cancelled("e1", 4)}, []string{"0 e1 x1"}, 0},
		{"what stands cannot be taken back", red, []ir.Order{produce("powr", 0), place("powr", 1), cancelled("powr", 0)}, []string{"0 powr placed 1"}, 0},
		{"nobody takes back another's", red, []ir.Order{produce("e1", 0), other(cancelled("e1", 0))}, []string{"0 e1"}, 0},
		{"more is taken back than there is", red, []ir.Order{cancelled("e1", 3), produce("e1", 0)}, []string{"1 e1"}, 0},
		{"a builder begins where it is told", naming.Subject{}, []ir.Order{place("hut", 1), place("hut", 1), place("hut", 9)}, []string{"0 hut", "2 hut"}, 0},
		{"a placing without a name is of a building", old, []ir.Order{produce("E1", 0), produce("POWR", 0), place("", 1)}, []string{"0 E1", "1 POWR placed 2"}, 0},
		{"a number in the queue is enough", naming.Subject{}, []ir.Order{
			{Kind: ir.KindProduce, Item: "tank", Data: 7, Present: ir.PresentData},
			{Kind: ir.KindProduce, Item: "tank", Data: 8, Present: ir.PresentData},
			{Kind: ir.KindCancelProduction, Data: 7, Present: ir.PresentData},
		}, []string{"1 tank"}, 0},
		{"so is the producer", naming.Subject{}, []ir.Order{
			{Kind: ir.KindProduce, Item: "tank", Subjects: []uint32{4}},
			{Kind: ir.KindProduce, Item: "jeep", Subjects: []uint32{5}},
			{Kind: ir.KindCancelProduction, Subjects: []uint32{4}},
		}, []string{"1 jeep"}, 0},
		{"a cancellation of nobody knows what is counted", naming.Subject{}, []ir.Order{produce("tank", 0), {Kind: ir.KindCancelProduction}}, []string{"0 tank"}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBuildOrder(c.subject)
			for i := range c.orders {
				b.order(&c.orders[i], uint64(i))
			}
			var got []string
			for _, step := range b.list() {
				text := fmt.Sprintf("%d %s", step.TimeMS, step.Item)
				if step.Count > 0 {
					text += fmt.Sprintf(" x%d", step.Count)
				}
				if step.PlacedMS != nil {
					text += fmt.Sprintf(" placed %d", *step.PlacedMS)
				}
				got = append(got, text)
			}
			if !slices.Equal(got, c.want) || b.unmatched != c.unmatched {
				t.Errorf("got %q and %d unmatched, want %q and %d", got, b.unmatched, c.want, c.unmatched)
			}
		})
	}
}

func TestTheBuildOrderIsBounded(t *testing.T) {
	b := newBuildOrder(naming.Subject{})
	for i := range 2 * maxBuildSteps {
		o := place("hut", int32(i))
		b.order(&o, uint64(i))
	}
	if len(b.list()) != maxBuildSteps {
		t.Errorf("%d steps, want %d", len(b.list()), maxBuildSteps)
	}
}
