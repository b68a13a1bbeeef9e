// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// airfield starts a game of cnc on open ground, as the playtest of 2020 plays it.
func airfield(t *testing.T) *World {
	t.Helper()
	set, err := rules.Load("cnc", "playtest-20201213")
	if err != nil {
		t.Fatal(err)
	}
	w, err := New(state.Setup{
		OwnTypes: true, Rules: set, Seed: 7, Clients: []state.Client{{Index: 0, Admin: true, Slot: "Multi0", Faction: "gdi"}},
		Slots: []state.Slot{{Name: "Multi0", Player: "Multi0"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// squadOf sends planes against a place from the west.
func squadOf(w *World, target Cell, n int32) []*Actor {
	owner := enginetest.Named(w.Actors, "mcv").Owner
	var planes []*Actor
	for i := range n {
		at := w.CenterOfCell(target)
		start := Pos{X: at.X - 20*1024 - i*1500, Y: at.Y + i*1500, Z: 2560}
		plane := w.Create(w.TypeOf("a10"), state.Spawn{Owner: owner, Center: start, HasCenter: true, Facing: 768})
		planes = append(planes, plane)
		plane.BombTarget, plane.HasBombTarget, plane.FacingTarget = Pos{X: at.X, Y: start.Y, Z: 0}, true, true
		plane.Squad, plane.DropCell = planes[0].ID, target
		w.flyOver(plane, Pos{X: at.X, Y: start.Y, Z: 2560}, Pos{X: at.X + 60*1024, Y: start.Y, Z: 2560})
		w.queue(plane, w.newActivity(state.ActRemoveSelf))
	}
	return planes
}

func TestBombersFireAndBombWhileSomebodyLooksOn(t *testing.T) {
	w := airfield(t)
	planes := squadOf(w, Cell{X: 60, Y: 60}, 2)
	shots, bombs, cameras := map[int32]bool{}, map[int32]bool{}, map[uint32]bool{}
	var over, turnedAway bool
	for range 400 {
		w.Step()
		for i := range w.Effects {
			switch e := &w.Effects[i]; {
			case e.Weapon.Name == "vulcan" && e.Ticks == 1:
				shots[w.Ticks] = true
			case e.Weapon.Name == "napalm" && e.Last == e.At:
				bombs[w.Ticks] = true
			}
		}
		if camera := enginetest.Named(w.Actors, "camera"); camera != nil {
			cameras[camera.ID] = true
		}
		over = over || planes[0].OverTarget
		turnedAway = turnedAway || planes[0].OverTarget && !planes[0].FacingTarget
	}
	if !over || !turnedAway || len(shots) < 9 || len(bombs) < 4 {
		t.Errorf("over its target %v, past it %v, %d ticks with shots, %d with bombs", over, turnedAway, len(shots), len(bombs))
	}
	if len(cameras) != 1 || enginetest.Named(w.Actors, "camera") != nil || enginetest.Named(w.Actors, "a10") != nil {
		t.Errorf("%d cameras, one left %v, a plane left %v", len(cameras), enginetest.Named(w.Actors, "camera") != nil, enginetest.Named(w.Actors, "a10") != nil)
	}
}

func TestTheCameraStaysAWhileAfterTheLastPlane(t *testing.T) {
	w := airfield(t)
	planes := squadOf(w, Cell{X: 60, Y: 60}, 2)
	left := int32(0)
	for range 400 {
		w.Step()
		if planes[0].OverTarget || planes[1].OverTarget {
			left = 0
		} else if left == 0 {
			left = w.Ticks
		}
		if camera := enginetest.Named(w.Actors, "camera"); left > 0 && camera == nil && planes[0].Camera != none {
			if w.Ticks-left != 26 {
				t.Errorf("the camera was there for %d ticks more", w.Ticks-left)
			}
			return
		}
	}
	t.Error("the camera never went")
}

// A plane shot down over the target takes nobody away who looks on for the
// others, not even while none of them is over it.
func TestTheCameraStaysWhileAPlaneOfTheSquadFlies(t *testing.T) {
	w := airfield(t)
	planes := squadOf(w, Cell{X: 60, Y: 60}, 2)
	planes[0].OverTarget = true
	w.strikeBegins(planes[0])
	w.DrainTasks()
	camera := enginetest.Named(w.Actors, "camera")
	if camera == nil {
		t.Fatal("nobody looks on")
	}
	w.DisposeNow(planes[0])
	if camera.Current() != nil {
		t.Error("the camera goes with the first plane")
	}
	w.DisposeNow(planes[1])
	if camera.Current() == nil {
		t.Error("the camera stays without a plane")
	}
}

func TestShotsOfABurstGoBesideTheirTarget(t *testing.T) {
	w := info.Weapon{FirstOffset: Pos{X: -3000, Y: 0, Z: 0}, NextOffset: Pos{X: 700, Y: 0, Z: 0}}
	for shot, want := range []int32{-3000, -2300, -1600} {
		if got := w.BurstOffset(int32(shot), 768); got != (Pos{X: want, Y: 0, Z: 0}) {
			t.Errorf("shot %d goes %v beside, want %d to the front", shot, got, want)
		}
	}
}

func TestWeaponsFireAtTheGroundTheyAreMadeFor(t *testing.T) {
	w := airfield(t)
	at := w.CenterOfCell(Cell{X: 60, Y: 60})
	for _, test := range []struct {
		weapon info.Weapon
		want   bool
	}{
		{info.Weapon{Targets: []string{"Ground"}}, true},
		{info.Weapon{Targets: []string{"Water"}}, false},
		{info.Weapon{Targets: []string{"Ground"}, Invalid: []string{"Ground"}}, false},
	} {
		if got := w.mayFireAt(&test.weapon, aimAtPlace(at)); got != test.want {
			t.Errorf("%v but not %v: %v", test.weapon.Targets, test.weapon.Invalid, got)
		}
	}
	border := Cell{X: w.Ground.Left, Y: 60}
	w.Ground.Left++ // as of a map with a border
	for _, beside := range []Pos{{X: -9000, Y: -9000, Z: 0}, w.CenterOfCell(border)} {
		if w.mayFireAt(&info.Weapon{Targets: []string{"Ground", "Water"}}, aimAtPlace(beside)) {
			t.Errorf("it fires at %v, beside the map", beside)
		}
	}
}

func TestArmamentsFireInTheOrderOfTheRuleFiles(t *testing.T) {
	arms := airfield(t).TypeOf("a10").Armaments
	if len(arms) != 2 || arms[0].Key != "Armament@GUNS" || arms[1].Key != "Armament@BOMBS" {
		t.Errorf("%d armaments: %+v", len(arms), arms)
	}
}

func TestPlanesOf2020TurnHoweverLittleTheyPointAside(t *testing.T) {
	for _, always := range []bool{false, true} {
		w := airfield(t)
		w.Release.AlwaysTurns = always
		plane := squadOf(w, Cell{X: 60, Y: 60}, 1)[0]
		plane.Facing = 767
		w.Step()
		if turned := plane.Facing == 768; turned != always {
			t.Errorf("always %v: it points to %d", always, plane.Facing)
		}
	}
}
