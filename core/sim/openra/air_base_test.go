// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "testing"

func TestAHelicopterRearmsOnItsPadAndTakesOffAgain(t *testing.T) {
	w := plain(t)
	pad := w.built(t, "hpad", 0, Cell{X: 20, Y: 20})
	heli := w.inAir(t, "mh60", 0, Cell{X: 26, Y: 20})
	heli.ammo = 22
	w.give(0, heli, Order{Name: "ReturnToBase"})
	landed := false
	for range 300 {
		w.step()
		if heli.center.Z == 0 {
			landed = true
			if heli.pad != pad.ID || pad.guest != heli.ID || heli.facing != 896 || heli.center != pad.center.Add(Pos{X: 0, Y: -256, Z: 0}) {
				t.Fatalf("it lands at %+v, pointing at %d, pad %d", heli.center, heli.facing, heli.pad)
			}
		}
	}
	if !landed || heli.ammo != 24 || heli.center.Z != 1280 || pad.guest != none {
		t.Errorf("landed %t, %d shots, height %d, guest of the pad %d", landed, heli.ammo, heli.center.Z, pad.guest)
	}
}

func TestRearmingTakesItsTimeForEachShot(t *testing.T) {
	w := plain(t)
	heli := w.inAir(t, "heli", 0, Cell{X: 26, Y: 20})
	heli.ammo = 6
	w.resetReload(heli)
	ticks := 0
	for !w.rearm(heli) {
		ticks++
	}
	if ticks != 100 || heli.ammo != 8 {
		t.Errorf("two shots take %d ticks, want 100", ticks)
	}
}

func TestOnePadIsForOneAircraft(t *testing.T) {
	w := plain(t)
	pad := w.built(t, "hpad", 0, Cell{X: 20, Y: 20})
	first, second := w.inAir(t, "mh60", 0, Cell{X: 26, Y: 20}), w.inAir(t, "mh60", 0, Cell{X: 30, Y: 26})
	first.ammo, second.ammo = 2, 2
	w.give(0, first, Order{Name: "ReturnToBase"})
	w.give(0, second, Order{Name: "ReturnToBase"})
	w.pass(120)
	if pad.guest != first.ID || second.pad != none {
		t.Fatalf("guest %d, the second has reserved %d", pad.guest, second.pad)
	}
	if d := second.center.Sub(pad.center).FlatLength(); d > 2*second.typ.Aircraft.WaitDistance {
		t.Errorf("the second waits %d away", d)
	}
	if w.produce(pad, w.typeOf("heli"), "Helicopter") {
		t.Error("a taken pad produces")
	}
	w.pass(500)
	if first.ammo != 24 || second.ammo != 24 {
		t.Errorf("%d and %d shots", first.ammo, second.ammo)
	}
}

func TestWhoWaitsOnAnAirfieldMakesRoom(t *testing.T) {
	w := plain(t)
	field := w.built(t, "afld", 0, Cell{X: 40, Y: 40})
	first, second := w.inAir(t, "yak", 0, Cell{X: 60, Y: 40}), w.inAir(t, "yak", 0, Cell{X: 60, Y: 50})
	first.ammo = 17
	w.give(0, first, Order{Name: "ReturnToBase"})
	w.pass(600)
	if first.center != field.center || first.ammo != 18 || !first.yields || field.guest != first.ID {
		t.Fatalf("it is at %+v, the field at %+v, %d shots, yields %t", first.center, field.center, first.ammo, first.yields)
	}
	w.give(0, second, Order{Name: "ReturnToBase"})
	w.pass(5)
	if field.guest != second.ID || first.pad != none {
		t.Errorf("the field is for %d", field.guest)
	}
	w.pass(600)
	if second.center != field.center || first.center.Z != first.typ.Aircraft.Altitude {
		t.Errorf("the second is at %+v, the first at height %d", second.center, first.center.Z)
	}
}

func TestALostPadIsLeft(t *testing.T) {
	w := plain(t)
	field, killer := w.built(t, "afld", 0, Cell{X: 40, Y: 40}), w.put(t, "2tnk", 1, Cell{X: 60, Y: 60})
	plane := w.inAir(t, "yak", 0, Cell{X: 60, Y: 40})
	w.give(0, plane, Order{Name: "ReturnToBase"})
	w.pass(600)
	if plane.pad != field.ID {
		t.Fatal("it has not landed")
	}
	w.destroy(field, killer, nil)
	w.pass(5)
	if plane.pad != none || plane.center.Z != 0 {
		t.Errorf("pad %d, height %d: it stays where its field was", plane.pad, plane.center.Z)
	}
	w.give(0, plane, Order{Name: "Move", Target: TargetCell, Cell: Cell{X: 60, Y: 40}})
	w.pass(100)
	if plane.landed || plane.center.Z != plane.typ.Aircraft.Altitude {
		t.Errorf("ordered away it is at height %d", plane.center.Z)
	}
}

func TestNobodyLandsOnAPadThatIsTheEnemysNow(t *testing.T) {
	w := plain(t)
	pad, heli := w.built(t, "hpad", 0, Cell{X: 40, Y: 40}), w.inAir(t, "heli", 0, Cell{X: 40, Y: 40})
	heli.ammo = 0
	w.give(0, heli, Order{Name: "ReturnToBase"})
	w.until(t, "it comes down", func() bool { return heli.center.Z < heli.typ.Aircraft.Altitude })
	w.changeOwner(pad, 1)
	low := heli.center.Z
	w.until(t, "it is up again", func() bool {
		low = min(low, heli.center.Z)
		return heli.center.Z == heli.typ.Aircraft.Altitude
	})
	if low < heli.typ.Aircraft.Altitude/2 {
		t.Errorf("it came down to %d", low)
	}
}
