// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/state"
)

func TestAYardFoldsUpToBoardAndToBeMended(t *testing.T) {
	hurt := func(_ *World, a *Actor) { a.HP /= 2 }
	whole := func(*World, *Actor) {}
	for _, test := range []struct {
		name    string
		order   string
		target  string
		prepare func(*World, *Actor)
		folds   bool
	}{
		{"to be mended", "Repair", "fix", hurt, true},
		{"to be mended though whole", "Repair", "fix", whole, false},
		{"to be mended where nobody mends", "Repair", "powr", hurt, false},
		{"to be mended while it rises", "Repair", "fix", func(_ *World, a *Actor) { a.HP, a.Incomplete = a.HP/2, 100 }, false},
		{"to be mended where the lobby forbids to fold up", "Repair", "fix", func(w *World, a *Actor) {
			a.HP, w.Options.Prerequisites, w.techDirty = a.HP/2, nil, true
		}, false},
		{"to get into a landing craft", "EnterTransport", "lst", whole, true},
		{"to get into what takes only people", "EnterTransport", "apc", whole, false},
		{"to get into what has no room", "EnterTransport", "lst", func(w *World, _ *Actor) { w.TypeOf("lst").Cargo.Capacity = 0 }, false},
	} {
		w := plain(t)
		yard, target := w.built(t, "fact", 0, Cell{X: 20, Y: 20}), w.built(t, test.target, 0, Cell{X: 30, Y: 20})
		test.prepare(w, yard)
		w.give(0, yard, named(test.order, at(target)))
		if got := yard.Current() != nil; got != test.folds {
			t.Errorf("%s: it folds up %t", test.name, got)
		}
		if !test.folds {
			continue
		}
		made := func() *Actor { return w.Actor(yard.ReplacedBy) }
		w.until(t, test.name, func() bool {
			vehicle := made()
			return vehicle != nil && (vehicle.HP == vehicle.Type.MaxHP && test.order == "Repair" || vehicle.Carrier == target.ID)
		})
	}
}

// The engine hands on health in whole percents, and at least one.
func TestAYardNearlyGoneBecomesAVehicleNearlyGone(t *testing.T) {
	w := plain(t)
	yard := w.built(t, "fact", 0, Cell{X: 20, Y: 20})
	yard.HP = 1
	w.give(0, yard, Order{Name: "DeployTransform"})
	w.until(t, "it is folded up", func() bool { return yard.ReplacedBy != none })
	if vehicle := w.Actor(yard.ReplacedBy); vehicle.HP != vehicle.Type.MaxHP/100 {
		t.Errorf("it has %d of %d", vehicle.HP, vehicle.Type.MaxHP)
	}
}

func TestAYardThatFoldsUpTakesTheNextOrderInPlaceOfTheLast(t *testing.T) {
	w := plain(t)
	yard, depot := w.built(t, "fact", 0, Cell{X: 20, Y: 20}), w.built(t, "fix", 0, Cell{X: 30, Y: 20})
	yard.HP /= 2
	w.give(0, yard, Order{Name: "DeployTransform"})
	w.pass(2)
	w.give(0, yard, Order{Name: "Move", Target: state.TargetCell, Cell: Cell{X: 5, Y: 5}})
	w.give(0, yard, named("Repair", at(depot)))
	w.until(t, "it is folded up", func() bool { return yard.ReplacedBy != none })
	vehicle := w.Actor(yard.ReplacedBy)
	if first := vehicle.Current(); first == nil || first.Kind != state.ActResupply || first.Host != depot.ID || state.SkipDone(first.Next) != nil {
		t.Errorf("it begins with %+v", first)
	}
}

func TestAnOrderHeldForATargetThatIsGoneIsForgotten(t *testing.T) {
	w := plain(t)
	yard, depot := w.built(t, "fact", 0, Cell{X: 20, Y: 20}), w.built(t, "fix", 0, Cell{X: 30, Y: 20})
	yard.HP /= 2
	w.give(0, yard, named("Repair", at(depot)))
	w.pass(2)
	w.Dispose(depot)
	w.until(t, "it is folded up", func() bool { return yard.ReplacedBy != none })
	if vehicle := w.Actor(yard.ReplacedBy); !vehicle.Idle() {
		t.Errorf("it does %+v", vehicle.Current())
	}
}
