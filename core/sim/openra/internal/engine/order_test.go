// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/state"
)

func TestWhoIsAboardIsToldNothing(t *testing.T) {
	for _, test := range []struct {
		name  string
		order func(*Actor) Order
	}{
		{"alone", func(*Actor) Order { return Order{Name: "Stop"} }},
		{"in a group", func(a *Actor) Order { return Order{Name: "Stop", Grouped: []uint32{a.ID}} }},
	} {
		w := plain(t)
		carrier, soldier := w.put(t, "apc", 0, Cell{X: 20, Y: 20}), w.put(t, "e1", 0, Cell{X: 22, Y: 20})
		if got := w.give(0, soldier, test.order(soldier)); got != Obeyed {
			t.Fatalf("%s: on his feet he is told %d", test.name, got)
		}
		w.give(0, soldier, named("EnterTransport", at(carrier)))
		w.until(t, "he is inside", func() bool { return soldier.Carrier == carrier.ID })
		if got := w.give(0, soldier, test.order(soldier)); got != NotValid {
			t.Errorf("%s: aboard he is told %d", test.name, got)
		}
	}
}

func TestOnlyFactoriesMayLeadTheirKind(t *testing.T) {
	w := plain(t)
	first, second, yard := w.built(t, "tent", 0, Cell{X: 20, Y: 20}), w.built(t, "tent", 0, Cell{X: 26, Y: 20}), w.built(t, "fact", 0, Cell{X: 32, Y: 20})
	for _, a := range []*Actor{first, yard, second} {
		w.give(0, a, Order{Name: "PrimaryProducer"})
	}
	if first.Primary || !second.Primary || yard.Primary {
		t.Errorf("the first leads %t, the second %t, the yard %t", first.Primary, second.Primary, yard.Primary)
	}
	w.give(0, first, Order{Name: "SetRallyPoint", Target: state.TargetCell, Cell: Cell{X: 22, Y: 30}, Extra: 1})
	if !first.Primary || second.Primary {
		t.Errorf("a forced rally point: the first leads %t, the second %t", first.Primary, second.Primary)
	}
	w.give(0, first, Order{Name: "PrimaryProducer"})
	if first.Primary {
		t.Error("the order given again takes nothing back")
	}
}

func TestAYardHandsItsOrdersOn(t *testing.T) {
	goal := Cell{X: 40, Y: 40}
	move := Order{Name: "Move", Target: state.TargetCell, Cell: goal}
	queuedMove := move
	queuedMove.Queued = true
	for _, test := range []struct {
		name   string
		orders []Order
		away   bool // of the construction vehicle at last
		again  bool // it is built again
	}{
		{"told to move it folds up first", []Order{move}, true, false},
		{"told while it folds up", []Order{{Name: "DeployTransform"}, move}, true, false},
		{"told to be built again there", []Order{move, {Name: "AfterDeployTransform", Queued: true}}, true, true},
		{"a new order replaces the one it holds", []Order{{Name: "Move", Target: state.TargetCell, Cell: Cell{X: 10, Y: 10}}, move}, true, false},
		{"an order to stop is handed on with nothing", []Order{move, {Name: "Stop"}}, false, false},
		{"it does not fold up to be built again", []Order{{Name: "AfterDeployTransform", Queued: true}}, false, true},
	} {
		w := plain(t)
		a := w.built(t, "fact", 0, Cell{X: 20, Y: 20})
		w.pass(1)
		for i, order := range test.orders {
			w.give(0, a, order)
			w.pass(2 * (1 - min(i, 1)))
		}
		w.pass(2500)
		yards, vehicles, far := 0, 0, false
		for _, one := range w.Actors {
			switch {
			case one == nil || one.Owner != 0:
			case one.Type.Name == "fact":
				yards++
				far = far || one.Cell.Sub(Cell{X: 20, Y: 20}).Squared() > 100
			case one.Type.Name == "mcv" && one.ID > a.ID:
				vehicles++
				far = far || one.To == goal
			}
		}
		if again := yards > 0; again != test.again || far != test.away || yards+vehicles != 1 {
			t.Errorf("%s: %d yards, %d vehicles, away %t", test.name, yards, vehicles, far)
		}
	}
}

func TestAYardFoldsUpOnlyWhenItMay(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*World, *Actor)
		want   bool
	}{
		{"complete", func(*World, *Actor) {}, true},
		{"still rising", func(_ *World, a *Actor) { a.Incomplete = 100 }, false},
		{"where the lobby forbids it", func(w *World, _ *Actor) { w.Options.Prerequisites, w.techDirty = nil, true }, false},
		{"while it is captured", func(_ *World, a *Actor) { a.Captor = 1 }, false},
	} {
		for _, queued := range []bool{false, true} {
			w := plain(t)
			a := w.built(t, "fact", 0, Cell{X: 20, Y: 20})
			test.change(w, a)
			w.give(0, a, Order{Name: "DeployTransform", Queued: queued})
			if got := a.Activity != nil; got != test.want {
				t.Errorf("%s, queued %v: it obeys %v", test.name, queued, got)
			}
		}
	}
}
