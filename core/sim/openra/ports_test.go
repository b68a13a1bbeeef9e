package openra

import "testing"

func TestNobodyStepsToAPortToReload(t *testing.T) {
	w := plain(t)
	box := w.put(t, "pbox", 0, Cell{20, 20})
	target := w.put(t, "e1", 1, Cell{23, 20})
	inside := w.actor(box.passengers[0])
	shots := func() int64 {
		before := w.random.draws
		w.fireThroughPorts(box, aimAtActor(target))
		return w.random.draws - before
	}
	if shots() == 0 {
		t.Fatal("a loaded garrison chose no port")
	}
	reloading := false
	for i := range inside.typ.armaments {
		reloading = reloading || inside.typ.armaments[i].garrisoned && inside.arms[i].delay > 0
	}
	if !reloading {
		t.Fatal("it did not fire")
	}
	if n := shots(); n != 0 {
		t.Errorf("%d ports were tried while it reloads", n)
	}
	for i := range inside.arms {
		inside.arms[i].delay = 0
	}
	if shots() == 0 {
		t.Error("it does not fire again")
	}
}
