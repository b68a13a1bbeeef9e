// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"testing"

	"convertd/core/sim/openra/internal/info"
)

func TestARefundIsCashUntil2023(t *testing.T) {
	for _, test := range []struct {
		allCash   bool
		cash, ore int32
	}{{true, 80, 0}, {false, 50, 30}} {
		w := plain(t)
		w.behaviour.CashRefund = test.allCash
		p := &w.players[w.anyNamed("mcv").owner]
		p.cash, p.ore, p.capacity = 0, 0, 1000
		w.refund(p, &item{totalCost: 100, remainingCost: 20, orePaid: 30})
		if p.cash != test.cash || p.ore != test.ore {
			t.Errorf("all cash %v: %d cash and %d ore", test.allCash, p.cash, p.ore)
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
		p := &w.players[0]
		a.queues = []queue{{info: &info.QueueInfo{}, enabled: true, validFaction: true, maker: a.ID, items: []item{{totalCost: 100, remainingCost: 20}}}}
		before := p.cash
		test.end(w, a)
		if p.cash != before+80 || len(a.queues[0].items) != 0 || a.queues[0].enabled {
			t.Errorf("%s: %d cash back, %d items, enabled %v", test.name, p.cash-before, len(a.queues[0].items), a.queues[0].enabled)
		}
	}
}
