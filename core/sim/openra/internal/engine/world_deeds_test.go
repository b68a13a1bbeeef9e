// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/state"
)

func (w *World) deedsOf(kind state.DeedKind) (found []state.Deed) {
	for _, d := range w.Deeds {
		if d.Kind == kind {
			found = append(found, d)
		}
	}
	return found
}

func TestDamageIsCreditedToWhoDealsIt(t *testing.T) {
	w := plain(t)
	tank, gun := w.put(t, "1tnk", 1, Cell{X: 23, Y: 20}), w.put(t, "gun", 0, Cell{X: 20, Y: 20})
	before := tank.HP
	w.Damage(tank, gun, 40, nil)
	lost := int64(before - tank.HP)
	if lost == 0 || w.Players[1].Ledger.Received != lost || w.Players[0].Ledger.Dealt != lost {
		t.Errorf("%d were lost, %d suffered, %d dealt", lost, w.Players[1].Ledger.Received, w.Players[0].Ledger.Dealt)
	}
	w.Damage(tank, tank, 40, nil)
	if w.Players[1].Ledger.Dealt != 0 {
		t.Error("who hurts himself has dealt damage")
	}
	w.Destroy(tank, gun, nil)
	if got := w.Players[1].Ledger.Received; got != int64(before) {
		t.Errorf("%d of %d health are accounted for: more than there was does not count", got, before)
	}
}

func TestWhatIsCancelledWasNotSpent(t *testing.T) {
	w := plain(t)
	p := &w.Players[0]
	p.Cash = 500
	if !p.Pay(80) || p.Ledger.Spent != 80 || p.Cash != 420 {
		t.Fatalf("%d spent, %d left", p.Ledger.Spent, p.Cash)
	}
	if p.Pay(1000) || p.Ledger.Spent != 80 {
		t.Errorf("%d spent of what was not there", p.Ledger.Spent)
	}
	w.refund(p, &state.Item{TotalCost: 100, RemainingCost: 20, OrePaid: 30})
	if p.Ledger.Spent != 0 {
		t.Errorf("%d spent after all was given back", p.Ledger.Spent)
	}
}

func TestASuperweaponIsReportedWithWhatItHurt(t *testing.T) {
	w, _ := powered(t, "mslo")
	w.Players[0].Cheats.FastCharge = true
	w.put(t, "powr", 1, Cell{X: 30, Y: 20})
	w.put(t, "4tnk", 1, Cell{X: 33, Y: 20})
	w.pass(30)
	w.use(0, "NukePowerInfoOrder", Cell{X: 30, Y: 20}, 0)
	w.pass(2)
	used := w.deedsOf(state.DeedAbility)
	if len(used) != 1 || used[0].Owner != 0 || used[0].Name != "NukePowerInfoOrder" || !used[0].HasPlace {
		t.Fatalf("used: %+v", used)
	}
	if len(w.deedsOf(state.DeedDestroyed)) != 0 {
		t.Error("it is over before it began")
	}
	w.until(t, "it is over", func() bool { return len(w.deedsOf(state.DeedDestroyed)) > 0 })
	if d := w.deedsOf(state.DeedDestroyed)[0]; d.Units != 1 || d.Buildings != 1 || d.Owner != 0 {
		t.Errorf("it hurt %d units and %d buildings, want one of each", d.Units, d.Buildings)
	}
	if len(w.strikes) != 0 {
		t.Errorf("%d strikes are open", len(w.strikes))
	}
}

func TestABuildingIsReportedWhenItIsComplete(t *testing.T) {
	w := plain(t)
	a := w.built(t, "powr", 0, Cell{X: 20, Y: 20})
	a.Incomplete = 3
	w.pass(2)
	if len(w.deedsOf(state.DeedBuilt)) != 0 {
		t.Error("too early")
	}
	w.pass(2)
	if built := w.deedsOf(state.DeedBuilt); len(built) != 1 || built[0].ID != a.ID {
		t.Errorf("complete: %+v", built)
	}
}
