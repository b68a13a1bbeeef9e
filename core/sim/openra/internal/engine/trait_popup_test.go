// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
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
	sam.Stance = info.StanceDefend
	heli = w.put(t, "tran", 1, Cell{X: 20, Y: 26})
	heli.Center.Z = 2560
	return w, sam, heli
}

func TestASiteInTheGroundRisesBeforeItFires(t *testing.T) {
	for _, release := range []string{"release-20200202", "release-20230225", "{DEV_VERSION}"} {
		w, sam, heli := site(t, release)
		sam.Charges = state.PopupClosed
		first := w.weaponOf(t, "sam")
		if first.Name != "dragon" {
			t.Fatalf("it fires %s", first.Name)
		}
		w.fireAt(sam, aimAtActor(heli), true)
		for tick := range int32(state.PopupRises) {
			if sam.Charges != state.PopupMoving || sam.Turret.Facing != sam.Type.TurretInitial {
				t.Fatalf("%s: after %d ticks it is at %d and points at %d", release, tick, sam.Charges, sam.Turret.Facing)
			}
			w.tickAnimation(sam)
			w.fireAt(sam, aimAtActor(heli), true)
		}
		if sam.Charges != state.PopupOpen {
			t.Fatalf("%s: it has not risen", release)
		}
		for range 30 {
			w.fireAt(sam, aimAtActor(heli), true)
		}
		if len(w.Effects) == 0 {
			t.Errorf("%s: it does not fire", release)
		}
	}
}

func TestASiteWithNothingToDoTurnsNorthAndSinks(t *testing.T) {
	for _, release := range []string{"release-20200202", "release-20230225", "{DEV_VERSION}"} {
		w, sam, heli := site(t, release)
		w.Dispose(heli)
		w.DrainTasks()
		sam.Turret.Facing, sam.Aim = 512, 512
		ticks := 0
		for ; sam.Charges == state.PopupOpen && ticks < 1000; ticks++ {
			w.Step()
		}
		if want := int(sam.Type.Popup.CloseDelay) + 2; ticks != want {
			t.Errorf("%s: it turns after %d ticks, want %d", release, ticks, want)
		}
		for ; sam.Charges != state.PopupClosed && ticks < 1000; ticks++ {
			w.Step()
		}
		if sam.Charges != state.PopupClosed || sam.Turret.Facing != 0 {
			t.Errorf("%s: it is at %d and points at %d", release, sam.Charges, sam.Turret.Facing)
		}
	}
}

func TestASiteInTheGroundIsHurtByHalf(t *testing.T) {
	w, sam, heli := site(t, "release-20230225")
	w.Damage(sam, heli, 1000, nil)
	open := sam.Type.MaxHP - sam.HP
	sam.Charges, sam.HP = state.PopupClosed, sam.Type.MaxHP
	w.Damage(sam, heli, 1000, nil)
	if closed := sam.Type.MaxHP - sam.HP; open != 1000 || closed != 500 {
		t.Errorf("open it loses %d, closed %d", open, closed)
	}
}

func TestASiteOfTheMapIsInTheGround(t *testing.T) {
	w := playing(t, "cnc", "release-20230225")
	for _, byMap := range []bool{true, false} {
		sam := w.Create(w.TypeOf("sam"), state.Spawn{Owner: 0, Cell: Cell{X: 20, Y: 20}, HasCell: true, Facing: -1, ByMap: byMap})
		if sam.Buried() != byMap {
			t.Errorf("placed by the map %t: in the ground %t", byMap, sam.Buried())
		}
	}
}

// While it is built it is idle, too, in releases until 20200503, and so goes down earlier.
func TestASiteThatIsBuiltCountsAsIdleInOlderReleases(t *testing.T) {
	for release, counts := range map[string]bool{"release-20200503": true, "release-20210321": false} {
		w, sam, heli := site(t, release)
		w.Dispose(heli)
		w.DrainTasks()
		sam.Incomplete, sam.HoverTicks = 40, 0
		for range 20 {
			w.Step()
		}
		if (sam.HoverTicks > 0) != counts {
			t.Errorf("%s: it has been idle for %d ticks", release, sam.HoverTicks)
		}
	}
}

// Until 20201213 a turret that is drawn into its building takes the directions of the
// picture that is shown when its state of damage changes: one while it rises or lies in
// the ground.
func TestATurretTakesTheDirectionsOfThePictureThatIsShown(t *testing.T) {
	for release, taken := range map[string]bool{"release-20200202": true, "playtest-20201213": true, "release-20210321": false} {
		w, sam, heli := site(t, release)
		whole := sam.TurretDirections()
		sam.Charges = state.PopupClosed
		if w.Damage(sam, heli, 2, nil); (sam.TurretDirections() == 1) != taken {
			t.Errorf("%s: hurt in the ground it has %d directions", release, sam.TurretDirections())
		}
		sam.Charges = state.PopupOpen
		if w.Damage(sam, heli, 2, nil); (sam.TurretDirections() == 1) != taken {
			t.Errorf("%s: its state has not changed, but its directions have: %d", release, sam.TurretDirections())
		}
		if w.Damage(sam, heli, -4, nil); sam.HP != sam.Type.MaxHP || sam.TurretDirections() != whole {
			t.Errorf("%s: mended above the ground it has %d directions, at first %d", release, sam.TurretDirections(), whole)
		}
	}
}
