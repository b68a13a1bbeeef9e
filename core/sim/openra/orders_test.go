package openra

import "testing"

func TestWhoIsAboardIsToldNothing(t *testing.T) {
	for _, test := range []struct {
		name  string
		order func(*Actor) Order
	}{
		{"alone", func(*Actor) Order { return Order{Name: "Stop"} }},
		{"in a group", func(a *Actor) Order { return Order{Name: "Stop", Grouped: []uint32{a.ID}} }},
	} {
		w := plain(t)
		carrier, soldier := w.put(t, "apc", 0, Cell{20, 20}), w.put(t, "e1", 0, Cell{22, 20})
		if got := w.give(0, soldier, test.order(soldier)); got != Obeyed {
			t.Fatalf("%s: on his feet he is told %d", test.name, got)
		}
		w.give(0, soldier, named("EnterTransport", at(carrier)))
		w.until(t, "he is inside", func() bool { return soldier.carrier == carrier.ID })
		if got := w.give(0, soldier, test.order(soldier)); got != NotValid {
			t.Errorf("%s: aboard he is told %d", test.name, got)
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
		{"still rising", func(_ *World, a *Actor) { a.incomplete = 100 }, false},
		{"where the lobby forbids it", func(w *World, _ *Actor) { w.options.prerequisites, w.techDirty = nil, true }, false},
		{"while it is captured", func(_ *World, a *Actor) { a.captor = 1 }, false},
	} {
		for _, queued := range []bool{false, true} {
			w := plain(t)
			a := w.built(t, "fact", 0, Cell{20, 20})
			test.change(w, a)
			w.give(0, a, Order{Name: "DeployTransform", Queued: queued})
			if got := a.activity != nil; got != test.want {
				t.Errorf("%s, queued %v: it obeys %v", test.name, queued, got)
			}
		}
	}
}
