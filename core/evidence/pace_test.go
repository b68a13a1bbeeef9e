// SPDX-License-Identifier: GPL-3.0-or-later

package evidence_test

import (
	"testing"

	"convertd/core/evidence"
	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/sim/plausible"
)

func TestStructuresTakeTheirTime(t *testing.T) {
	module, err := plausible.New(plausible.Rules{Name: "pace", Types: []plausible.Type{
		{Name: "hall", Structure: true, Width: 1, Height: 1, Queue: "halls", BuildTicks: 100},
		{Name: "guard", Speed: 10, Queue: "guards", BuildTicks: 100},
	}}, plausible.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	build := func(p *evidence.Pace, at, after order.Tick, item string) {
		p.Order(at, &ir.Order{Kind: ir.KindProduce, Item: item}, 0)
		p.Order(at+after, &ir.Order{Kind: ir.KindPlaceBuilding, Item: item}, 0)
	}
	for name, test := range map[string]struct {
		after  []order.Tick // how long each took
		item   string
		broken bool
	}{
		"as the rules say":          {[]order.Tick{100, 100, 300, 120}, "hall", false},
		"faster, but not by half":   {[]order.Tick{50, 51, 60, 50}, "hall", false},
		"by more than half":         {[]order.Tick{49, 10, 10}, "hall", true},
		"two are an accident":       {[]order.Tick{10, 10}, "hall", false},
		"three of ten are few":      {[]order.Tick{10, 10, 10, 100, 100, 100, 100, 100, 100, 100}, "hall", false},
		"three of nine are enough":  {[]order.Tick{10, 10, 10, 100, 100, 100, 100, 100, 100}, "hall", true},
		"units are not placed":      {[]order.Tick{1, 1, 1, 1}, "guard", false},
		"what nobody knows is left": {[]order.Tick{1, 1, 1, 1}, "tower", false},
	} {
		p := evidence.NewPace(module)
		for i, after := range test.after {
			build(p, order.Tick(1000*i), after, test.item)
		}
		if got := p.Broken(); (got != "") != test.broken {
			t.Errorf("%s: %q", name, got)
		}
	}
	// A place that is for another one, that was ordered before and cancelled, is
	// not timed from that.
	p := evidence.NewPace(module)
	for i := range 5 {
		at := order.Tick(1000 * i)
		p.Order(at, &ir.Order{Kind: ir.KindProduce, Item: "hall"}, 0)
		p.Order(at+90, &ir.Order{Kind: ir.KindProduce, Item: "hall"}, 0)
		p.Order(at+95, &ir.Order{Kind: ir.KindCancelProduction, Item: "hall"}, 0)
		p.Order(at+100, &ir.Order{Kind: ir.KindPlaceBuilding, Item: "hall"}, 0)
		p.Order(at+101, &ir.Order{Kind: ir.KindPlaceBuilding, Item: "hall"}, 0) // again
		p.Order(at+102, &ir.Order{Kind: ir.KindPlaceBuilding, Item: "hall"}, 1)
	}
	if got := p.Broken(); got != "" {
		t.Error(got)
	}
}

// A count that a stranger wrote costs bounded memory.
func TestHugeCountsAreBounded(t *testing.T) {
	module, err := plausible.New(plausible.Rules{Name: "pace", Types: []plausible.Type{
		{Name: "hall", Structure: true, Width: 1, Height: 1, Queue: "halls", BuildTicks: 100},
	}}, plausible.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	p := evidence.NewPace(module)
	allocated := testing.AllocsPerRun(1, func() {
		for player := range order.PlayerID(8) {
			p.Order(0, &ir.Order{Kind: ir.KindProduce, Item: "hall", Count: 1 << 30, Present: ir.PresentCount}, player)
		}
	})
	if allocated > 200 {
		t.Errorf("%v allocations", allocated)
	}
}
