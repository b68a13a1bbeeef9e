// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/state"
)

func TestAHelicopterRearmsOnItsPadAndTakesOffAgain(t *testing.T) {
	w := plain(t)
	pad := w.built(t, "hpad", 0, Cell{X: 20, Y: 20})
	heli := w.inAir(t, "mh60", 0, Cell{X: 26, Y: 20})
	heli.Ammo = 22
	w.give(0, heli, Order{Name: "ReturnToBase"})
	landed := false
	for range 300 {
		w.Step()
		if heli.Center.Z == 0 {
			landed = true
			if heli.Pad != pad.ID || pad.Guest != heli.ID || heli.Facing != 896 || heli.Center != pad.Center.Add(Pos{X: 0, Y: -256, Z: 0}) {
				t.Fatalf("it lands at %+v, pointing at %d, pad %d", heli.Center, heli.Facing, heli.Pad)
			}
		}
	}
	if !landed || heli.Ammo != 24 || heli.Center.Z != 1280 || pad.Guest != none {
		t.Errorf("landed %t, %d shots, height %d, guest of the pad %d", landed, heli.Ammo, heli.Center.Z, pad.Guest)
	}
}

func TestRearmingTakesItsTimeForEachShot(t *testing.T) {
	w := plain(t)
	heli := w.inAir(t, "heli", 0, Cell{X: 26, Y: 20})
	heli.Ammo = 6
	w.resetReload(heli)
	ticks := 0
	for !w.rearm(heli) {
		ticks++
	}
	if ticks != 100 || heli.Ammo != 8 {
		t.Errorf("two shots take %d ticks, want 100", ticks)
	}
}

func TestOnePadIsForOneAircraft(t *testing.T) {
	w := plain(t)
	pad := w.built(t, "hpad", 0, Cell{X: 20, Y: 20})
	first, second := w.inAir(t, "mh60", 0, Cell{X: 26, Y: 20}), w.inAir(t, "mh60", 0, Cell{X: 30, Y: 26})
	first.Ammo, second.Ammo = 2, 2
	w.give(0, first, Order{Name: "ReturnToBase"})
	w.give(0, second, Order{Name: "ReturnToBase"})
	w.pass(120)
	if pad.Guest != first.ID || second.Pad != none {
		t.Fatalf("guest %d, the second has reserved %d", pad.Guest, second.Pad)
	}
	if d := second.Center.Sub(pad.Center).FlatLength(); d > 2*second.Type.Aircraft.WaitDistance {
		t.Errorf("the second waits %d away", d)
	}
	if w.produce(pad, w.TypeOf("heli"), "Helicopter") {
		t.Error("a taken pad produces")
	}
	w.pass(500)
	if first.Ammo != 24 || second.Ammo != 24 {
		t.Errorf("%d and %d shots", first.Ammo, second.Ammo)
	}
}

func TestWhoWaitsOnAnAirfieldMakesRoom(t *testing.T) {
	w := plain(t)
	field := w.built(t, "afld", 0, Cell{X: 40, Y: 40})
	first, second := w.inAir(t, "yak", 0, Cell{X: 60, Y: 40}), w.inAir(t, "yak", 0, Cell{X: 60, Y: 50})
	first.Ammo = 17
	w.give(0, first, Order{Name: "ReturnToBase"})
	w.pass(600)
	if first.Center != field.Center || first.Ammo != 18 || !first.Yields || field.Guest != first.ID {
		t.Fatalf("it is at %+v, the field at %+v, %d shots, yields %t", first.Center, field.Center, first.Ammo, first.Yields)
	}
	w.give(0, second, Order{Name: "ReturnToBase"})
	w.pass(5)
	if field.Guest != second.ID || first.Pad != none {
		t.Errorf("the field is for %d", field.Guest)
	}
	w.pass(600)
	if second.Center != field.Center || first.Center.Z != first.Type.Aircraft.Altitude {
		t.Errorf("the second is at %+v, the first at height %d", second.Center, first.Center.Z)
	}
}

func TestALostPadIsLeft(t *testing.T) {
	w := plain(t)
	field, killer := w.built(t, "afld", 0, Cell{X: 40, Y: 40}), w.put(t, "2tnk", 1, Cell{X: 60, Y: 60})
	plane := w.inAir(t, "yak", 0, Cell{X: 60, Y: 40})
	w.give(0, plane, Order{Name: "ReturnToBase"})
	w.pass(600)
	if plane.Pad != field.ID {
		t.Fatal("it has not landed")
	}
	w.Destroy(field, killer, nil)
	w.pass(5)
	if plane.Pad != none || plane.Center.Z != 0 {
		t.Errorf("pad %d, height %d: it stays where its field was", plane.Pad, plane.Center.Z)
	}
	w.give(0, plane, Order{Name: "Move", Target: state.TargetCell, Cell: Cell{X: 60, Y: 40}})
	w.pass(100)
	if plane.Landed || plane.Center.Z != plane.Type.Aircraft.Altitude {
		t.Errorf("ordered away it is at height %d", plane.Center.Z)
	}
}

func TestNobodyLandsOnAPadThatIsTheEnemysNow(t *testing.T) {
	w := plain(t)
	pad, heli := w.built(t, "hpad", 0, Cell{X: 40, Y: 40}), w.inAir(t, "heli", 0, Cell{X: 40, Y: 40})
	heli.Ammo = 0
	w.give(0, heli, Order{Name: "ReturnToBase"})
	w.until(t, "it comes down", func() bool { return heli.Center.Z < heli.Type.Aircraft.Altitude })
	w.ChangeOwner(pad, 1)
	low := heli.Center.Z
	w.until(t, "it is up again", func() bool {
		low = min(low, heli.Center.Z)
		return heli.Center.Z == heli.Type.Aircraft.Altitude
	})
	if low < heli.Type.Aircraft.Altitude/2 {
		t.Errorf("it came down to %d", low)
	}
}
