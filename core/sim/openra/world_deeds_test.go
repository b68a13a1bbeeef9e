// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "testing"

func (w *World) deedsOf(kind deedKind) (found []deed) {
	for _, d := range w.deeds {
		if d.kind == kind {
			found = append(found, d)
		}
	}
	return found
}

func TestDamageIsCreditedToWhoDealsIt(t *testing.T) {
	w := plain(t)
	tank, gun := w.put(t, "1tnk", 1, Cell{X: 23, Y: 20}), w.put(t, "gun", 0, Cell{X: 20, Y: 20})
	before := tank.hp
	w.damage(tank, gun, 40, nil)
	lost := int64(before - tank.hp)
	if lost == 0 || w.players[1].ledger.received != lost || w.players[0].ledger.dealt != lost {
		t.Errorf("%d were lost, %d suffered, %d dealt", lost, w.players[1].ledger.received, w.players[0].ledger.dealt)
	}
	w.damage(tank, tank, 40, nil)
	if w.players[1].ledger.dealt != 0 {
		t.Error("who hurts himself has dealt damage")
	}
	w.destroy(tank, gun, nil)
	if got := w.players[1].ledger.received; got != int64(before) {
		t.Errorf("%d of %d health are accounted for: more than there was does not count", got, before)
	}
}

func TestWhatIsCancelledWasNotSpent(t *testing.T) {
	w := plain(t)
	p := &w.players[0]
	p.cash = 500
	if !p.pay(80) || p.ledger.spent != 80 || p.cash != 420 {
		t.Fatalf("%d spent, %d left", p.ledger.spent, p.cash)
	}
	if p.pay(1000) || p.ledger.spent != 80 {
		t.Errorf("%d spent of what was not there", p.ledger.spent)
	}
	w.refund(p, &item{totalCost: 100, remainingCost: 20, orePaid: 30})
	if p.ledger.spent != 0 {
		t.Errorf("%d spent after all was given back", p.ledger.spent)
	}
}

func TestASuperweaponIsReportedWithWhatItHurt(t *testing.T) {
	w, _ := powered(t, "mslo")
	w.players[0].cheats.fastCharge = true
	w.put(t, "powr", 1, Cell{X: 30, Y: 20})
	w.put(t, "4tnk", 1, Cell{X: 33, Y: 20})
	w.pass(30)
	w.use(0, "NukePowerInfoOrder", Cell{X: 30, Y: 20}, 0)
	w.pass(2)
	used := w.deedsOf(deedAbility)
	if len(used) != 1 || used[0].owner != 0 || used[0].name != "NukePowerInfoOrder" || !used[0].hasPlace {
		t.Fatalf("used: %+v", used)
	}
	if len(w.deedsOf(deedDestroyed)) != 0 {
		t.Error("it is over before it began")
	}
	w.until(t, "it is over", func() bool { return len(w.deedsOf(deedDestroyed)) > 0 })
	if d := w.deedsOf(deedDestroyed)[0]; d.units != 1 || d.buildings != 1 || d.owner != 0 {
		t.Errorf("it hurt %d units and %d buildings, want one of each", d.units, d.buildings)
	}
	if len(w.strikes) != 0 {
		t.Errorf("%d strikes are open", len(w.strikes))
	}
}

func TestABuildingIsReportedWhenItIsComplete(t *testing.T) {
	w := plain(t)
	a := w.built(t, "powr", 0, Cell{X: 20, Y: 20})
	a.incomplete = 3
	w.pass(2)
	if len(w.deedsOf(deedBuilt)) != 0 {
		t.Error("too early")
	}
	w.pass(2)
	if built := w.deedsOf(deedBuilt); len(built) != 1 || built[0].id != a.ID {
		t.Errorf("complete: %+v", built)
	}
}
