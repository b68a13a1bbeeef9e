// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

func TestAForcedUnitShellsTheGroundAndWhoStandsThere(t *testing.T) {
	for _, test := range []struct {
		name, unit, order string
		far               int32 // cells to the place
		old               bool
		want              bool
	}{
		{"a tank in range", "2tnk", "ForceAttack", 4, false, true},
		{"a tank that has to come near", "2tnk", "ForceAttack", 9, false, true},
		{"a tank that was not forced", "2tnk", "Attack", 4, false, false},
		{"artillery in range", "arty", "ForceAttack", 8, false, true},
		{"artillery too near", "arty", "ForceAttack", 2, false, true},
		{"a rifleman that has to come near", "e1", "ForceAttack", 9, false, true},
		{"a tank of the old releases", "2tnk", "ForceAttack", 9, true, true},
		{"a rifleman of the old releases", "e1", "ForceAttack", 9, true, true},
		{"a garrison in range", "pbox", "ForceAttack", 4, false, true},
		{"a garrison that was not forced", "pbox", "Attack", 4, false, false},
		{"a garrison out of range", "pbox", "ForceAttack", 9, false, false},
		{"a gun that cannot go there", "gun", "ForceAttack", 12, false, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := plain(t)
			w.Release.OldAttack = test.old
			place := Cell{X: 20, Y: 20}
			unit := w.put(t, test.unit, 0, place.Add(Cell{X: 0, Y: test.far}))
			friend := w.put(t, "jeep", 0, place)
			friend.Stance = info.StanceHoldFire
			if got := w.give(0, unit, Order{Name: test.order, Target: state.TargetCell, Cell: place}); got != Obeyed {
				t.Fatalf("it is judged %d", got)
			}
			w.pass(400)
			if hurt := friend.Dead || friend.HP < friend.Type.MaxHP; hurt != test.want {
				t.Errorf("hit %t, want %t", hurt, test.want)
			}
			if w.give(0, unit, Order{Name: "Stop"}); unit.Requested != none || unit.Opportunity != none {
				t.Errorf("after Stop it still means %x and %x", unit.Requested, unit.Opportunity)
			}
		})
	}
}

func TestATankGoesOnShellingAPlaceWhileItDrivesPast(t *testing.T) {
	w := plain(t)
	place := Cell{X: 20, Y: 20}
	tank := w.put(t, "2tnk", 0, place.Add(Cell{X: -3, Y: 3}))
	w.give(0, tank, Order{Name: "ForceAttack", Target: state.TargetCell, Cell: place})
	w.pass(60)
	w.give(0, tank, Order{Name: "Move", Target: state.TargetCell, Cell: place.Add(Cell{X: 3, Y: 3})})
	w.pass(20)
	if tank.Opportunity != groundRef(place) || !tank.Aiming {
		t.Errorf("on its way it aims %t at %x", tank.Aiming, tank.Opportunity)
	}
}

func TestAHelicopterShootsAtAPlace(t *testing.T) {
	w := plain(t)
	place := Cell{X: 20, Y: 20}
	heli := w.inAir(t, "hind", 0, place.Add(Cell{X: 0, Y: 12}))
	friend := w.put(t, "jeep", 0, place)
	friend.Stance = info.StanceHoldFire
	w.give(0, heli, Order{Name: "ForceAttack", Target: state.TargetCell, Cell: place})
	w.pass(400)
	if !friend.Dead && friend.HP == friend.Type.MaxHP {
		t.Errorf("nothing is hit; it is at %v with %d shots", heli.Center, heli.Ammo)
	}
}
