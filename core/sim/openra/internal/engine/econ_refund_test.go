// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

func TestARefundIsCashUntil2023(t *testing.T) {
	for _, test := range []struct {
		allCash   bool
		cash, ore int32
	}{{true, 80, 0}, {false, 50, 30}} {
		w := plain(t)
		w.Release.CashRefund = test.allCash
		p := &w.Players[enginetest.Named(w.Actors, "mcv").Owner]
		p.Cash, p.Ore, p.Capacity = 0, 0, 1000
		w.refund(p, &state.Item{TotalCost: 100, RemainingCost: 20, OrePaid: 30})
		if p.Cash != test.cash || p.Ore != test.ore {
			t.Errorf("all cash %v: %d cash and %d ore", test.allCash, p.Cash, p.Ore)
		}
	}
}

func TestABuildingGivesBackWhatItsQueuesCostWhenItEnds(t *testing.T) {
	for _, test := range []struct {
		name string
		end  func(*World, *Actor)
	}{
		{"killed", func(w *World, a *Actor) { w.kill(a, nil, nil) }},
		{"sold", (*World).sell},
	} {
		w := plain(t)
		a := w.built(t, "tent", 0, Cell{X: 30, Y: 30})
		p := &w.Players[0]
		a.Queues = []state.Queue{{Info: &info.QueueInfo{}, Enabled: true, ValidFaction: true, Maker: a.ID, Items: []state.Item{{TotalCost: 100, RemainingCost: 20}}}}
		before := p.Cash
		test.end(w, a)
		if p.Cash != before+80 || len(a.Queues[0].Items) != 0 || a.Queues[0].Enabled {
			t.Errorf("%s: %d cash back, %d items, enabled %v", test.name, p.Cash-before, len(a.Queues[0].Items), a.Queues[0].Enabled)
		}
	}
}
