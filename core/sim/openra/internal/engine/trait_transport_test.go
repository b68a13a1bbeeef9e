// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// until runs ticks until something is true, and fails if it takes too long.
func (w *World) until(tb testing.TB, what string, done func() bool) {
	tb.Helper()
	for range 2000 {
		if done() {
			return
		}
		w.Step()
	}
	tb.Fatalf("it never came to this: %s", what)
}

func at(a *Actor) Order { return Order{Target: state.TargetActor, Actor: a.ID} }

func named(name string, o Order) Order {
	o.Name = name
	return o
}

func TestSoldiersRideAndGetOutAgain(t *testing.T) {
	w := plain(t)
	carrier := w.put(t, "apc", 0, Cell{X: 20, Y: 20})
	soldiers := []*Actor{w.put(t, "e1", 0, Cell{X: 25, Y: 20}), w.put(t, "e1", 0, Cell{X: 20, Y: 26})}
	for _, soldier := range soldiers {
		w.give(0, soldier, named("EnterTransport", at(carrier)))
	}
	w.until(t, "both are inside", func() bool { return len(carrier.Passengers) == 2 })
	if soldiers[0].InWorld || soldiers[0].Carrier != carrier.ID || carrier.ReservedWeight != 0 {
		t.Errorf("in the world %v, inside %d, reserved %d", soldiers[0].InWorld, soldiers[0].Carrier, carrier.ReservedWeight)
	}
	if w.anyoneIn(Cell{X: 25, Y: 20}) || w.anyoneIn(Cell{X: 20, Y: 26}) {
		t.Error("a soldier still stands where it was")
	}
	last := w.Actor(carrier.Passengers[1])
	draws := w.Random.Draws
	w.give(0, carrier, Order{Name: "Unload"})
	w.until(t, "one is out", func() bool { return len(carrier.Passengers) == 1 })
	if !last.InWorld || last.Carrier != none {
		t.Error("the last to get in is the first to get out")
	}
	if w.Random.Draws == draws {
		t.Error("the cell is not drawn")
	}
	w.until(t, "both are out", func() bool { return len(carrier.Passengers) == 0 })
	w.pass(60)
	for _, soldier := range soldiers {
		if d := soldier.To.Sub(carrier.To); !soldier.InWorld || max(wpos.Abs(d.X), wpos.Abs(d.Y)) != 1 {
			t.Errorf("a soldier is at %v, the transport at %v", soldier.To, carrier.To)
		}
	}
}

func TestATransportTakesNoMoreThanItHolds(t *testing.T) {
	w := plain(t)
	jeep := w.put(t, "jeep", 0, Cell{X: 20, Y: 20})
	first, second := w.put(t, "e1", 0, Cell{X: 22, Y: 20}), w.put(t, "e1", 0, Cell{X: 20, Y: 24})
	w.give(0, first, named("EnterTransport", at(jeep)))
	w.give(0, second, named("EnterTransport", at(jeep)))
	w.until(t, "one is inside", func() bool { return len(jeep.Passengers) == 1 })
	w.pass(200)
	if len(jeep.Passengers) != 1 || second.InWorld == first.InWorld {
		t.Errorf("%d inside", len(jeep.Passengers))
	}
	tank := w.put(t, "1tnk", 0, Cell{X: 26, Y: 20})
	w.give(0, tank, named("EnterTransport", at(jeep)))
	if !tank.Idle() {
		t.Error("tanks do not fit into jeeps")
	}
}

func TestTheRoomOfAPassengerWhoTurnsAwayIsFree(t *testing.T) {
	w := plain(t)
	jeep, soldier := w.put(t, "jeep", 0, Cell{X: 20, Y: 20}), w.put(t, "e1", 0, Cell{X: 21, Y: 20})
	w.give(0, soldier, named("EnterTransport", at(jeep)))
	w.until(t, "the seat is taken", func() bool { return jeep.ReservedWeight > 0 })
	w.give(0, soldier, Order{Name: "Stop"})
	w.pass(30)
	if jeep.ReservedWeight != 0 || soldier.Seat != none || !jeep.Idle() {
		t.Errorf("reserved %d, seat %d", jeep.ReservedWeight, soldier.Seat)
	}
}

func TestAnEngineerTakesABuildingOver(t *testing.T) {
	w := plain(t)
	plant, engineer := w.built(t, "powr", 1, Cell{X: 20, Y: 20}), w.put(t, "e6", 0, Cell{X: 24, Y: 21})
	w.give(0, engineer, named("CaptureActor", at(plant)))
	w.until(t, "he stands at the door", func() bool { return plant.Captor == engineer.ID })
	w.pass(150)
	if plant.Owner != 1 {
		t.Fatal("it went too fast")
	}
	w.until(t, "it changed hands", func() bool { return plant.Owner == 0 })
	w.pass(1)
	if w.Actor(engineer.ID) != nil || plant.Captor != none || w.Players[0].PowerProvided != 100 || w.Players[0].Experience != 10 {
		t.Errorf("engineer %v, captor %d, power %d, experience %d", w.Actor(engineer.ID), plant.Captor, w.Players[0].PowerProvided, w.Players[0].Experience)
	}
}

func TestACaptureThatIsBrokenOffIsForgotten(t *testing.T) {
	w := plain(t)
	plant, engineer := w.built(t, "powr", 1, Cell{X: 20, Y: 20}), w.put(t, "e6", 0, Cell{X: 24, Y: 21})
	w.give(0, engineer, named("CaptureActor", at(plant)))
	w.until(t, "he stands at the door", func() bool { return plant.Captor == engineer.ID })
	w.give(0, engineer, Order{Name: "Stop"})
	w.pass(300)
	if plant.Owner != 1 || plant.Captor != none {
		t.Errorf("owner %d, captor %d", plant.Owner, plant.Captor)
	}
	own := w.built(t, "powr", 0, Cell{X: 30, Y: 20})
	stand := engineer.To
	w.give(0, engineer, named("CaptureActor", at(own)))
	w.Step()
	if !engineer.Idle() || engineer.To != stand || own.Captor != none {
		t.Error("nobody captures what is his own")
	}
}

func TestAnEngineerMendsAFriendlyBuildingWhole(t *testing.T) {
	w := plain(t)
	plant, engineer := w.built(t, "powr", 0, Cell{X: 20, Y: 20}), w.put(t, "e6", 0, Cell{X: 24, Y: 21})
	plant.HP = 10
	w.give(0, engineer, named("InstantRepair", at(plant)))
	w.until(t, "it is mended", func() bool { return plant.HP == plant.Type.MaxHP })
	w.pass(1)
	if w.Actor(engineer.ID) != nil {
		t.Error("the engineer is used up")
	}
}

func TestAChargeGoesOffSomeTimeAfterItWasLeft(t *testing.T) {
	w := plain(t)
	plant, tanya := w.built(t, "powr", 1, Cell{X: 20, Y: 20}), w.put(t, "e7", 0, Cell{X: 24, Y: 21})
	w.give(0, tanya, named("C4", at(plant)))
	w.until(t, "the charge is laid", func() bool { return plant.Demolition > 0 })
	w.pass(45)
	if plant.Dead {
		t.Error("it went off too early")
	}
	w.until(t, "it went off", func() bool { return w.Actor(plant.ID) == nil })
	w.pass(30)
	if w.Actor(tanya.ID) == nil || !tanya.InWorld {
		t.Error("she comes out again")
	}
}

func TestAThiefStealsHalf(t *testing.T) {
	w := plain(t)
	refinery, thief := w.built(t, "proc", 1, Cell{X: 20, Y: 20}), w.put(t, "thf", 0, Cell{X: 26, Y: 23})
	w.Players[0].Cash, w.Players[1].Cash = 0, 1000
	w.give(0, thief, named("Infiltrate", at(refinery)))
	w.until(t, "the money is gone", func() bool { return w.Players[1].Cash == 500 })
	if w.Players[0].Cash != 500 {
		t.Errorf("the thief brings %d", w.Players[0].Cash)
	}
}

func TestASpyCutsThePowerForATime(t *testing.T) {
	w := plain(t)
	plant, spy := w.built(t, "powr", 1, Cell{X: 20, Y: 20}), w.put(t, "spy", 0, Cell{X: 24, Y: 21})
	w.give(0, spy, named("Infiltrate", at(plant)))
	w.until(t, "the power is out", func() bool { return w.Players[1].PowerProvided == 0 })
	w.pass(510)
	if w.Players[1].PowerProvided != 100 {
		t.Errorf("power %d", w.Players[1].PowerProvided)
	}
}

// A passenger gets out backwards, in one slide, and the cells beyond the edge of
// the map are drawn like the others.
func TestAPassengerGetsOutBackwards(t *testing.T) {
	w := plain(t)
	carrier, soldier := w.put(t, "apc", 0, Cell{X: 20, Y: 20}), w.put(t, "e1", 0, Cell{X: 22, Y: 20})
	w.give(0, soldier, named("EnterTransport", at(carrier)))
	w.until(t, "he is inside", func() bool { return len(carrier.Passengers) == 1 })
	w.until(t, "the transport may drive", carrier.Idle)
	w.give(0, carrier, Order{Name: "Unload"})
	w.until(t, "he is out", func() bool { return soldier.InWorld })
	if want := (carrier.Facing + 512) & 1023; soldier.Facing != want {
		t.Errorf("he looks to %d, want %d", soldier.Facing, want)
	}
	if act := soldier.Current(); act == nil || act.Kind != state.ActEnter || state.SkipDone(act.Next) != nil {
		t.Error("he has more to do than to end his ride")
	}
	if got := len(w.exitCells(w.put(t, "apc", 0, Cell{X: 0, Y: 0}))); got != 8 {
		t.Errorf("%d cells are drawn of in a corner of the map", got)
	}
}

// A transport drives as soon as one who comes aboard is inside, whoever else is
// on his way.
func TestATransportIsHeldOnlyUntilTheFirstIsIn(t *testing.T) {
	w := plain(t)
	carrier, near, late := w.put(t, "apc", 0, Cell{X: 20, Y: 20}), w.put(t, "e1", 0, Cell{X: 21, Y: 20}), w.put(t, "e1", 0, Cell{X: 19, Y: 20})
	for _, soldier := range []*Actor{near, late} {
		w.takeSeat(soldier, carrier)
	}
	w.boardNow(&state.Task{Actor: near.ID, Host: carrier.ID})
	if carrier.Loading || carrier.ReservedWeight != 1 {
		t.Errorf("held %t, room kept for %d", carrier.Loading, carrier.ReservedWeight)
	}
}

// Who gets out takes a crate that lies there when he comes into the world and stands,
// not when his place is set before; and he sees from where his transport is.
func TestWhoGetsOutCrushesNothingBeforeHeIsOut(t *testing.T) {
	w := plain(t)
	carrier, soldier := w.put(t, "apc", 0, Cell{X: 20, Y: 20}), w.put(t, "e1", 0, Cell{X: 21, Y: 20})
	w.give(0, soldier, named("EnterTransport", at(carrier)))
	w.until(t, "he is inside", func() bool { return len(carrier.Passengers) == 1 })
	for _, d := range wpos.Directions {
		w.Create(w.TypeOf("crate"), state.Spawn{Cell: carrier.To.Add(d), HasCell: true, Facing: -1})
	}
	w.give(0, carrier, Order{Name: "Unload"})
	w.until(t, "he is out", func() bool { return soldier.InWorld })
	if w.countNamed("crate") != 8 {
		t.Error("he takes the crate before he can")
	}
	if soldier.SightCell != carrier.To {
		t.Errorf("he sees from %v", soldier.SightCell)
	}
	w.until(t, "he takes the crate", func() bool { return w.countNamed("crate") == 7 })
}

// A transport that hides shows itself when it would let somebody out, though all
// cells around it are taken.
func TestATransportShowsItselfThoughNobodyCanGetOut(t *testing.T) {
	w := plain(t)
	carrier := w.put(t, "stnk", 0, Cell{X: 20, Y: 20})
	w.createInside(carrier, w.TypeOf("e1"))
	for _, d := range wpos.Directions {
		w.put(t, "1tnk", 1, carrier.To.Add(d))
	}
	w.pass(2)
	w.give(0, carrier, Order{Name: "Unload"})
	w.pass(5)
	carrier.CloakTicks = 0
	w.pass(10)
	if carrier.CloakTicks == 0 || len(carrier.Passengers) != 1 {
		t.Errorf("it shows for %d ticks, %d are inside", carrier.CloakTicks, len(carrier.Passengers))
	}
}

// Who arrives in the tick in which his transport is killed is gone with it: in it if
// the wreck is taken away after that, nowhere if before.
func TestWhoBoardsATransportThatIsKilledIsGone(t *testing.T) {
	for _, first := range []bool{true, false} {
		w := plain(t)
		carrier, soldier := w.put(t, "apc", 0, Cell{X: 20, Y: 20}), w.put(t, "e1", 0, Cell{X: 21, Y: 20})
		w.pass(2)
		if !w.takeSeat(soldier, carrier) {
			t.Fatal("there is no seat")
		}
		board := state.Task{Kind: state.TaskBoard, Actor: soldier.ID, Host: carrier.ID}
		if first {
			w.later(board)
		}
		w.Destroy(carrier, nil, nil)
		if !first {
			w.later(board)
		}
		w.DrainTasks()
		if soldier.InWorld || (w.Actor(soldier.ID) == nil) != first || soldier.Carrier != none && !first {
			t.Errorf("boards first %t: in the world %t, there %t", first, soldier.InWorld, w.Actor(soldier.ID) != nil)
		}
	}
}

// Who rides in what changes hands changes his side with it, in a task of his own.
func TestPassengersChangeHandsWithWhatTheyRideIn(t *testing.T) {
	w := plain(t)
	carrier, soldier := w.put(t, "apc", 0, Cell{X: 20, Y: 20}), w.put(t, "e1", 0, Cell{X: 22, Y: 20})
	soldier.Stance = info.StanceHoldFire
	w.board(carrier, soldier)
	w.Remove(soldier)
	w.ChangeOwner(carrier, 1)
	w.DrainTasks()
	if soldier.Owner != 1 || soldier.Stance == info.StanceHoldFire || soldier.InWorld {
		t.Errorf("he is of player %d, stance %d, outside %t", soldier.Owner, soldier.Stance, soldier.InWorld)
	}
}
