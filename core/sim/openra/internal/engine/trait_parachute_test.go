// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
)

// pilotOf shoots planes down over a cell until a pilot bails out.
func pilotOf(t *testing.T, w *World, at Cell) *Actor {
	t.Helper()
	for range 50 {
		plane := w.inAir(t, "yak", 0, at)
		w.DrainTasks()
		next := w.NextID
		w.Destroy(plane, nil, nil)
		if w.NextID != next {
			t.Fatal("someone is made before the end of the tick")
		}
		w.DrainTasks()
		for id := next; id < w.NextID; id++ {
			if a := w.Actor(id); a != nil && a.Type.Name == "e1" {
				return a
			}
		}
	}
	t.Fatal("no pilot ever bails out")
	return nil
}

func TestAPilotComesDownInAFreePlaceOfTheCell(t *testing.T) {
	for _, version := range []string{"release-20200202", rules.Head} {
		w := playing(t, "ra", version)
		at := Cell{X: 30, Y: 30}
		below := w.put(t, "e1", 0, at)
		w.pass(2)
		pilot := pilotOf(t, w, at)
		if pilot.ToSub == below.ToSub || pilot.Center.Z != w.TypeOf("yak").Aircraft.Altitude || pilot.Center.X != w.CenterOfCell(at).Add(w.Ground.OffsetOf(pilot.ToSub)).X {
			t.Fatalf("%s: he hangs at %v in place %d", version, pilot.Center, pilot.ToSub)
		}
		w.pass(2)
		if !pilot.Parachuting() || pilot.Center.Z != w.TypeOf("yak").Aircraft.Altitude-2*26 {
			t.Errorf("%s: after two ticks at %v, parachuting %t", version, pilot.Center, pilot.Parachuting())
		}
		w.pass(120)
		if w.Alive(pilot.ID) == nil || pilot.Center.Z != 0 || !pilot.Idle() {
			t.Errorf("%s: in the end at %v, alive %t", version, pilot.Center, w.Alive(pilot.ID) != nil)
		}
	}
}

func TestAPilotWhoComesDownOnABuildingDies(t *testing.T) {
	w := playing(t, "ra", rules.Head)
	w.built(t, "powr", 0, Cell{X: 30, Y: 30})
	pilot := pilotOf(t, w, Cell{X: 30, Y: 30})
	w.pass(60)
	if w.Alive(pilot.ID) == nil {
		t.Fatalf("he is dead before he lands, at %v", pilot.Center)
	}
	w.pass(60)
	if w.Alive(pilot.ID) != nil {
		t.Errorf("he lives at %v", pilot.Center)
	}
}

// Until 20210321 nobody may pass below a soldier with a parachute, later enemies may;
// they run over him when he stands.
func TestWhoHangsFromAParachuteIsNotRunOver(t *testing.T) {
	for version, below := range map[string]bool{"release-20200202": false, "release-20210321": false, "release-20230225": true, rules.Head: true} {
		w := playing(t, "ra", version)
		pilot := pilotOf(t, w, Cell{X: 30, Y: 30})
		tank := w.put(t, "2tnk", 1, Cell{X: 26, Y: 30})
		if w.CanEnter(tank, Cell{X: 30, Y: 30}, none, path.ByAll) != below {
			t.Errorf("%s: a tank may go below him: %t", version, !below)
		}
		if w.SetPosition(tank, Cell{X: 30, Y: 30}, grid.SubFull); pilot.Dead {
			t.Errorf("%s: a tank below him runs over him", version)
		}
		w.SetPosition(tank, Cell{X: 26, Y: 30}, grid.SubFull)
		w.pass(120)
		if pilot.Center.Z != 0 || !w.CanEnter(tank, Cell{X: 30, Y: 30}, none, path.ByAll) {
			t.Errorf("%s: when he stands at %v, no tank may run over him", version, pilot.Center)
		}
	}
}

// The same holds for crates, which friends and enemies may pass below.
func TestWhoMayPassBelowACrate(t *testing.T) {
	for version, below := range map[string]bool{"release-20200503": false, "release-20210321": false, "release-20231010": true, rules.Fork2026: true} {
		w := playing(t, "ra", version)
		crate := w.Create(w.TypeOf("crate"), state.Spawn{Cell: Cell{X: 30, Y: 30}, HasCell: true, Facing: -1})
		tank := w.put(t, "2tnk", 1, Cell{X: 26, Y: 30})
		for _, height := range []int32{0, 2560} {
			crate.Center.Z = height
			if w.CanEnter(tank, Cell{X: 30, Y: 30}, none, path.ByAll) != (below || height == 0) {
				t.Errorf("%s: at a height of %d a tank may go below it: %t", version, height, !below)
			}
		}
	}
}

// A soldier who comes down is in the way of himself until he leaves his cell.
func TestWhoCameDownIsInTheWay(t *testing.T) {
	w := playing(t, "ra", rules.Head)
	pilot := pilotOf(t, w, Cell{X: 30, Y: 30})
	w.pass(120)
	if !pilot.Blocking {
		t.Error("he is in nobody's way")
	}
	w.give(0, pilot, Order{Name: "Move", Target: state.TargetCell, Cell: Cell{X: 32, Y: 30}})
	w.pass(20)
	if pilot.Blocking {
		t.Error("he left, and is still in the way")
	}
}

// In release-20200202 wrecks of airplanes do not spin, and cost no draw; those of
// helicopters that turn to the left have a facing below zero.
func TestWrecksSpinAsEachReleaseSpinsThem(t *testing.T) {
	for _, version := range []string{"release-20200202", "release-20200503", rules.Head} {
		w := playing(t, "ra", version)
		before := w.Random.Draws
		plane := w.inAir(t, "yak.husk", 0, Cell{X: 30, Y: 30})
		if w.Random.Draws != before || plane.Current().Distance != 0 {
			t.Errorf("%s: the wreck of an airplane draws", version)
		}
		below := 0
		for range 20 {
			heli := w.inAir(t, "mh60.husk", 0, Cell{X: 40, Y: 40})
			left := heli.Current().Distance < 0
			w.pass(5)
			if h := w.flightHash(heli); h < 0 != left && version == "release-20200202" {
				t.Errorf("%s: turning left %t its facing is %d", version, left, h)
			} else if h < 0 {
				below++
			}
			if !left && heli.Facing != spinStep*(1+2+3+4+5) {
				t.Errorf("%s: it points at %d", version, heli.Facing)
			}
		}
		if below > 0 != (version == "release-20200202") {
			t.Errorf("%s: %d facings below zero", version, below)
		}
	}
}
