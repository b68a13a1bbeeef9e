// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// InAir puts an aircraft over a cell at its height of flight.
func (w *World) inAir(tb testing.TB, name string, owner int32, at Cell) *Actor {
	tb.Helper()
	t := w.TypeOf(name)
	if t == nil || t.Aircraft == nil {
		tb.Fatalf("%q does not fly", name)
	}
	center := w.CenterOfCell(at)
	center.Z = t.Aircraft.Altitude
	return w.Create(t, state.Spawn{Owner: owner, Center: center, HasCenter: true, Facing: 0})
}

// produced lets a building produce an aircraft.
func (w *World) producedAt(tb testing.TB, pad *Actor, name string) *Actor {
	tb.Helper()
	next := w.NextID
	if !w.produce(pad, w.TypeOf(name), "Helicopter") {
		tb.Fatalf("%s does not produce %s", pad.Type.Name, name)
	}
	w.DrainTasks()
	return w.Actor(next)
}

func TestAHelicopterLeavesItsPadAndStaysInTheAir(t *testing.T) {
	w := plain(t)
	pad := w.built(t, "hpad", 0, Cell{X: 20, Y: 20})
	heli := w.producedAt(t, pad, "mh60")
	if heli == nil || heli.Center != pad.Center.Add(Pos{X: 0, Y: -256, Z: 0}) || heli.Facing != 896 {
		t.Fatalf("it is made as %+v", heli)
	}
	w.Step()
	if heli.Pad != none || pad.Guest != none || heli.Center.Z != 43 {
		t.Errorf("after a tick: height %d, pad %d, guest of the pad %d", heli.Center.Z, heli.Pad, pad.Guest)
	}
	w.pass(29)
	if heli.Center.Z != 1280 {
		t.Errorf("after 30 ticks its height is %d", heli.Center.Z)
	}
	w.pass(60)
	if heli.Center != w.CenterOfCell(Cell{X: 20, Y: 20}).Add(Pos{X: 0, Y: 0, Z: 1280}) {
		t.Errorf("it stays at %+v", heli.Center)
	}
	if current := heli.Current(); current == nil || current.Kind != state.ActFlyIdle {
		t.Errorf("it does %+v", current)
	}
}

func TestAHelicopterBobsWhileItIsAtItsHeight(t *testing.T) {
	w := plain(t)
	pad := w.built(t, "hpad", 0, Cell{X: 20, Y: 20})
	heli := w.producedAt(t, pad, "mh60")
	w.pass(3)
	if heli.Hover != -1 {
		t.Errorf("below its height it is drawn at %d", heli.Hover)
	}
	w.pass(27)
	for n, want := range []int32{1, 3, 5, 7} {
		if heli.Hover != want {
			t.Errorf("%d ticks at its height it is drawn at %d, want %d", n, heli.Hover, want)
		}
		w.Step()
	}
	w.pass(40)
	var wave [24]int32
	for i := range wave {
		before := heli.Hover
		w.Step()
		if wave[i] = heli.Hover; wave[i] > before+2 {
			t.Errorf("it rises from %d to %d in a tick", before, wave[i])
		}
	}
	for i, want := range wave {
		if w.Step(); heli.Hover != want {
			t.Errorf("%d ticks into the next wave it is drawn at %d, in the one before at %d", i, heli.Hover, want)
		}
	}
}

func TestAircraftAtOneHeightKeepApart(t *testing.T) {
	w := plain(t)
	a, b := w.inAir(t, "mh60", 0, Cell{X: 20, Y: 20}), w.inAir(t, "mh60", 0, Cell{X: 20, Y: 20})
	low := w.inAir(t, "tran", 0, Cell{X: 30, Y: 20})
	w.setCenter(low, Pos{X: low.Center.X, Y: low.Center.Y, Z: 600})
	w.pass(60)
	if d := a.Center.Sub(b.Center).FlatLength(); d < a.Type.Aircraft.Separation {
		t.Errorf("they are %d apart", d)
	}
	if draws := w.Random.Draws; draws == 0 {
		t.Error("two in one place do not draw where to go")
	}
}

func TestAnAirplaneCirclesWhenItHasNothingToDo(t *testing.T) {
	w := plain(t)
	plane := w.inAir(t, "yak", 0, Cell{X: 30, Y: 30})
	w.queue(plane, w.flyIdle(-1))
	w.Step()
	at := plane.Center
	w.pass(64) // a whole turn at 16 of 1024 a tick
	if d := plane.Center.Sub(at).FlatLength(); d > 400 || plane.Facing != 16 {
		t.Errorf("after a whole turn it is %d away and points at %d", d, plane.Facing)
	}
}

func TestWhoFliesIsOrderedAboutLikeWhoWalks(t *testing.T) {
	w := plain(t)
	heli := w.inAir(t, "mh60", 0, Cell{X: 20, Y: 20})
	w.give(0, heli, Order{Name: "Move", Target: state.TargetCell, Cell: Cell{X: 26, Y: 20}})
	w.pass(200)
	if want := w.CenterOfCell(Cell{X: 26, Y: 20}).Add(Pos{X: 0, Y: 0, Z: 1280}); heli.Center != want {
		t.Errorf("it flew to %+v, want %+v", heli.Center, want)
	}
	w.give(0, heli, Order{Name: "Move", Target: state.TargetCell, Cell: Cell{X: 40, Y: 20}})
	w.pass(20)
	w.give(0, heli, Order{Name: "Stop"})
	w.pass(2)
	at := heli.Center
	w.pass(20)
	if heli.Center != at || at.X >= w.CenterOfCell(Cell{X: 40, Y: 20}).X {
		t.Errorf("after Stop it goes from %+v to %+v", at, heli.Center)
	}
	w.give(0, heli, Order{Name: "Land", Target: state.TargetCell, Cell: w.CellContaining(at)})
	w.pass(100)
	if heli.Center.Z != 0 || !heli.Landed || !w.anyoneIn(w.CellContaining(heli.Center)) {
		t.Errorf("after Land it is at %+v", heli.Center)
	}
}

func TestAShotDownHelicopterFallsAndBursts(t *testing.T) {
	w := plain(t)
	heli, killer := w.inAir(t, "mh60", 0, Cell{X: 20, Y: 20}), w.put(t, "2tnk", 1, Cell{X: 30, Y: 20})
	w.Step()
	w.Destroy(heli, killer, nil)
	next, at := w.NextID, heli.Center
	w.DrainTasks()
	husk := w.Actor(next)
	for husk != nil && husk.Type.Name == "e1" {
		next++
		husk = w.Actor(next)
	}
	if husk == nil || husk.Type.Name != "mh60.husk" || husk.Center != at {
		t.Fatalf("it leaves %+v", husk)
	}
	w.pass(10)
	if husk.Center != at.Sub(Pos{X: 0, Y: 0, Z: 430}) || husk.Facing != wpos.Angle(220*husk.Activity.Distance) {
		t.Errorf("after ten ticks it is at %+v and points at %d", husk.Center, husk.Facing)
	}
	victim := w.put(t, "e1", 0, Cell{X: 20, Y: 20})
	w.pass(21)
	if w.Actor(husk.ID) != nil || victim.HP == victim.Type.MaxHP {
		t.Errorf("on the ground it bursts: %+v, who stands there has %d", w.Actor(husk.ID), victim.HP)
	}
}

func TestAnAircraftThatComesToRestSeesFromThere(t *testing.T) {
	w := plain(t)
	heli := w.inAir(t, "mh60", 0, Cell{X: 20, Y: 20})
	for x := int32(21); x < 30; x++ {
		w.give(0, heli, Order{Name: "Move", Target: state.TargetCell, Cell: Cell{X: x, Y: 20}})
		w.pass(60)
		if heli.SightCenter != heli.Center {
			t.Errorf("at rest in %+v it sees from %+v", heli.Center, heli.SightCenter)
		}
	}
}
