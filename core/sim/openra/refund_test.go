package openra

import "testing"

func TestARefundIsCashUntil2023(t *testing.T) {
	for _, test := range []struct {
		allCash   bool
		cash, ore int32
	}{{true, 80, 0}, {false, 50, 30}} {
		w := plain(t)
		w.behaviour.cashRefund = test.allCash
		p := &w.players[w.anyNamed("mcv").owner]
		p.cash, p.ore, p.capacity = 0, 0, 1000
		w.refund(p, &item{totalCost: 100, remainingCost: 20, orePaid: 30})
		if p.cash != test.cash || p.ore != test.ore {
			t.Errorf("all cash %v: %d cash and %d ore", test.allCash, p.cash, p.ore)
		}
	}
}
