// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"testing"

	"convertd/core/sim/openra/internal/info"
)

// site is an anti-aircraft site of cnc whose owner has power, and a helicopter of
// his enemy next to it.
func site(t *testing.T, release string) (w *World, sam, heli *Actor) {
	t.Helper()
	w = playing(t, "cnc", release)
	for i := range int32(2) {
		w.built(t, "nuke", 0, Cell{X: 2 + 4*i, Y: 40})
	}
	sam = w.built(t, "sam", 0, Cell{X: 20, Y: 20})
	sam.stance = info.StanceDefend
	heli = w.put(t, "tran", 1, Cell{X: 20, Y: 26})
	heli.center.Z = 2560
	return w, sam, heli
}

func TestASiteInTheGroundRisesBeforeItFires(t *testing.T) {
	for _, release := range []string{"release-20200202", "release-20230225", "{DEV_VERSION}"} {
		w, sam, heli := site(t, release)
		sam.charges = popupClosed
		first := w.weaponOf(t, "sam")
		if first.Name != "dragon" {
			t.Fatalf("it fires %s", first.Name)
		}
		w.fireAt(sam, aimAtActor(heli), true)
		for tick := range int32(popupRises) {
			if sam.charges != popupMoving || sam.turret.facing != sam.typ.TurretInitial {
				t.Fatalf("%s: after %d ticks it is at %d and points at %d", release, tick, sam.charges, sam.turret.facing)
			}
			w.tickAnimation(sam)
			w.fireAt(sam, aimAtActor(heli), true)
		}
		if sam.charges != popupOpen {
			t.Fatalf("%s: it has not risen", release)
		}
		for range 30 {
			w.fireAt(sam, aimAtActor(heli), true)
		}
		if len(w.effects) == 0 {
			t.Errorf("%s: it does not fire", release)
		}
	}
}

func TestASiteWithNothingToDoTurnsNorthAndSinks(t *testing.T) {
	for _, release := range []string{"release-20200202", "release-20230225", "{DEV_VERSION}"} {
		w, sam, heli := site(t, release)
		w.dispose(heli)
		w.drainTasks()
		sam.turret.facing, sam.aim = 512, 512
		ticks := 0
		for ; sam.charges == popupOpen && ticks < 1000; ticks++ {
			w.step()
		}
		if want := int(sam.typ.Popup.CloseDelay) + 2; ticks != want {
			t.Errorf("%s: it turns after %d ticks, want %d", release, ticks, want)
		}
		for ; sam.charges != popupClosed && ticks < 1000; ticks++ {
			w.step()
		}
		if sam.charges != popupClosed || sam.turret.facing != 0 {
			t.Errorf("%s: it is at %d and points at %d", release, sam.charges, sam.turret.facing)
		}
	}
}

func TestASiteInTheGroundIsHurtByHalf(t *testing.T) {
	w, sam, heli := site(t, "release-20230225")
	w.damage(sam, heli, 1000, nil)
	open := sam.typ.MaxHP - sam.hp
	sam.charges, sam.hp = popupClosed, sam.typ.MaxHP
	w.damage(sam, heli, 1000, nil)
	if closed := sam.typ.MaxHP - sam.hp; open != 1000 || closed != 500 {
		t.Errorf("open it loses %d, closed %d", open, closed)
	}
}

func TestASiteOfTheMapIsInTheGround(t *testing.T) {
	w := playing(t, "cnc", "release-20230225")
	for _, byMap := range []bool{true, false} {
		sam := w.create(w.typeOf("sam"), spawn{owner: 0, cell: Cell{X: 20, Y: 20}, hasCell: true, facing: -1, byMap: byMap})
		if sam.buried() != byMap {
			t.Errorf("placed by the map %t: in the ground %t", byMap, sam.buried())
		}
	}
}
