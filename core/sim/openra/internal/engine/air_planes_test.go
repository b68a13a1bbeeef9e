// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/info"
)

func TestPlanesOfRaBringSomeoneWhoLooksOn(t *testing.T) {
	for _, test := range []struct {
		faction, power, camera string
	}{
		{"russia", "SovietSpyPlane", "camera.spyplane"},
		{"russia", "SovietParatroopers", "camera.paradrop"},
		{"ukraine", "UkraineParabombs", "camera"},
	} {
		w, strip := powered(t, "afld")
		w.Players[0].Faction, strip.Faction = test.faction, test.faction
		w.Players[0].Cheats.FastCharge, w.Players[0].Cheats.AllTech = true, true
		w.pass(30)
		w.use(0, test.power, Cell{X: 40, Y: 20}, 256)
		w.until(t, test.power+": somebody looks on", func() bool { return w.countNamed(test.camera) == 1 })
		if at := enginetest.Named(w.Actors, test.camera).Cell; at != (Cell{X: 40, Y: 20}) {
			t.Errorf("%s: the camera is at %v", test.power, at)
		}
		w.until(t, test.power+": nobody looks on any more", func() bool { return w.countNamed(test.camera) == 0 })
	}
}

func TestWhoJumpsIsCreatedBehindHisPlane(t *testing.T) {
	for _, late := range []bool{true, false} {
		w, strip := powered(t, "afld")
		w.Release.LatePlanes = late
		w.Players[0].Faction, strip.Faction = "russia", "russia"
		w.Players[0].Cheats.FastCharge, w.Players[0].Cheats.AllTech = true, true
		w.pass(30)
		w.use(0, "SovietParatroopers", Cell{X: 40, Y: 20}, 256)
		plane := enginetest.Named(w.Actors, "badr")
		if plane == nil || w.NextID != plane.ID+6 {
			t.Fatalf("late %t: the plane is %v, the next actor %d", late, plane, w.NextID)
		}
		// It has its orders from the end of the tick on, and until 20200503 is in the air from then on, too.
		airborne := info.ExpressionStep{Op: info.OpCondition, Kind: info.ConditionAirborne}
		if plane.HasDrop || len(plane.Passengers) > 0 || w.condition(plane, &airborne) != 0 == late {
			t.Errorf("late %t: sent off %t, with %d", late, plane.HasDrop, len(plane.Passengers))
		}
		w.Step()
		if !plane.InWorld || !plane.HasDrop || len(plane.Passengers) != 5 || plane.Passengers[0] != plane.ID+1 || w.condition(plane, &airborne) == 0 {
			t.Errorf("late %t: after a tick sent off %t, with %d", late, plane.HasDrop, len(plane.Passengers))
		}
	}
}

func TestASquadOfNobodySendsNobody(t *testing.T) {
	for _, late := range []bool{true, false} {
		w, strip := powered(t, "afld")
		w.Release.LatePlanes = late
		w.Players[0].Faction, strip.Faction = "russia", "russia"
		w.Players[0].Cheats.FastCharge, w.Players[0].Cheats.AllTech = true, true
		strip.Type.SupportPower("SovietParatroopers").Squad = 0
		w.pass(30)
		before := w.NextID
		w.use(0, "SovietParatroopers", Cell{X: 40, Y: 20}, 256)
		w.Step()
		if w.NextID != before {
			t.Errorf("late %t: %d actors were created", late, w.NextID-before)
		}
	}
}
