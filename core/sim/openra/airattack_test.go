package openra

import "testing"

// attack orders a unit to attack.
func (w *World) attack(a, target *Actor) {
	w.give(a.owner, a, Order{Name: "Attack", Target: TargetActor, Actor: target.ID})
}

func TestAHelicopterFiresStandingInTheAir(t *testing.T) {
	w := plain(t)
	heli := w.inAir(t, "mh60", 0, Cell{20, 20})
	target := w.put(t, "2tnk", 1, Cell{34, 20})
	w.attack(heli, target)
	for range 400 {
		w.step()
		if heli.ammo < 24 {
			break
		}
	}
	low, high := w.reachAgainst(heli, target, false)
	d := target.center.sub(heli.center)
	if heli.ammo == 24 || d.flatLength() > high || d.flatLength() < low || !withinTolerance(heli.facing, d.yaw(), 80) {
		t.Fatalf("%d shots left, %d away, pointing at %d", heli.ammo, d.flatLength(), heli.facing)
	}
	if heli.ammo%2 != 0 {
		t.Errorf("%d shots left after bursts of two", heli.ammo)
	}
	at := heli.center
	w.pass(20)
	if heli.center != at {
		t.Error("it does not stand still")
	}
}

func TestWhoHasNoShotsLeftGoesHome(t *testing.T) {
	w := plain(t)
	pad := w.built(t, "hpad", 0, Cell{20, 20})
	heli := w.inAir(t, "mh60", 0, Cell{26, 20})
	target := w.put(t, "2tnk", 1, Cell{34, 20})
	w.attack(heli, target)
	empty, home := false, false
	for range 1500 {
		w.step()
		empty = empty || heli.ammo == 0
		home = home || heli.pad == pad.ID && heli.center.Z == 0
	}
	if !empty || !home {
		t.Errorf("empty %t, home %t", empty, home)
	}
	if heli.ammo != 24 || heli.requested != none || heli.current().kind != actFlyIdle {
		t.Errorf("after rearming: %d shots, target %d", heli.ammo, heli.requested)
	}
}

func TestAnAirplanePassesOverItsTargetAndComesBack(t *testing.T) {
	w := plain(t)
	w.built(t, "afld", 0, Cell{60, 60})
	plane := w.inAir(t, "yak", 0, Cell{20, 30})
	target := w.put(t, "2tnk", 1, Cell{40, 30})
	target.hp = target.typ.maxHP
	w.attack(plane, target)
	passes, near := 0, false
	for range 700 {
		w.step()
		now := target.center.sub(plane.center).flatLength() < 1024
		if now && !near {
			passes++
		}
		near = now
		if plane.ammo == 0 {
			break
		}
	}
	if passes < 1 || plane.ammo == 18 || target.hp == target.typ.maxHP {
		t.Errorf("%d passes, %d shots left, target has %d of %d", passes, plane.ammo, target.hp, target.typ.maxHP)
	}
}

func TestNothingIsFiredOnTheGround(t *testing.T) {
	w := plain(t)
	heli := w.put(t, "mh60", 0, Cell{20, 20})
	target := w.put(t, "2tnk", 1, Cell{23, 20})
	heli.requested = target.ID
	heli.facing = target.center.sub(heli.center).yaw()
	w.pass(1)
	if heli.ammo != 24 {
		t.Error("it fires from the ground")
	}
}
