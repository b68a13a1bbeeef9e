// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/state"
)

// Who is asked to scatter draws how far and where to: at once until 20230225,
// later when his turn comes.
func TestAScatteredAircraftDrawsWhereItGoes(t *testing.T) {
	for version, atOnce := range map[string]bool{"release-20200503": true, "release-20230225": true, "release-20231010": false, rules.Head: false} {
		w := playing(t, "ra", version)
		heli, pad := w.inAir(t, "mh60", 0, Cell{X: 20, Y: 20}), w.built(t, "hpad", 0, Cell{X: 30, Y: 30})
		w.pass(1)
		w.reservePad(heli, pad)
		at, draws := heli.Center, w.Random.Draws
		w.give(0, heli, Order{Name: "Scatter"})
		if drew := w.Random.Draws - draws; drew != 0 != atOnce {
			t.Errorf("%s: %d draws at once", version, drew)
		}
		w.TickActor(heli)
		if drew := w.Random.Draws - draws; drew != 2 || heli.Pad != none {
			t.Errorf("%s: %d draws, pad %d", version, drew, heli.Pad)
		}
		w.pass(60)
		if d := heli.Center.Sub(at).FlatLength(); d < 500 || d >= 2048 {
			t.Errorf("%s: it went %d away", version, d)
		}
	}
}

// Until 20230225 what has nothing to do climbs to its height before it circles.
func TestWhatHasNothingToDoClimbsFirst(t *testing.T) {
	for version, climbs := range map[string]bool{"release-20200202": true, "release-20230225": true, "release-20231010": false, rules.Head: false} {
		w := playing(t, "ra", version)
		plane := w.inAir(t, "yak", 0, Cell{X: 30, Y: 30})
		w.setCenter(plane, Pos{X: plane.Center.X, Y: plane.Center.Y, Z: 600})
		facing := plane.Facing
		w.becomeIdleInAir(plane)
		w.TickActor(plane)
		if straight := plane.Facing == facing; straight != climbs || plane.Center.Z <= 600 {
			t.Errorf("%s: straight on %t, at height %d", version, straight, plane.Center.Z)
		}
	}
}

// Until 20231010 a new aircraft rises to its height before it flies to where its
// building sends it; newer ones climb on their way.
func TestANewAircraftRisesFirst(t *testing.T) {
	for version, first := range map[string]bool{"release-20200202": true, "release-20231010": true, rules.Head: false} {
		w := playing(t, "ra", version)
		pad := w.built(t, "hpad", 0, Cell{X: 20, Y: 20})
		w.pass(1)
		pad.RallyPath = []Cell{{X: 30, Y: 20}}
		heli := w.producedAt(t, pad, "mh60")
		at := heli.Center
		w.Step()
		if pad.Guest != none || heli.Center.Z != heli.Type.Aircraft.Lift {
			t.Errorf("%s: guest of the pad %d, height %d", version, pad.Guest, heli.Center.Z)
		}
		current := heli.Current()
		if marches := current.Kind == state.ActAttackMove || state.SkipDone(current.Child).Kind == state.ActAttackMove; marches == first {
			t.Errorf("%s: it is on its way %t", version, marches)
		}
		w.pass(200)
		if heli.Center.X <= at.X+8*1024 {
			t.Errorf("%s: it went from %v to %v", version, at, heli.Center)
		}
	}
}

// What leaves the map is pushed back: since 20201213 to the middle of the map.
func TestWhatLeavesTheMapIsPushedBack(t *testing.T) {
	for version, back := range map[string]bool{"release-20200503": false, "playtest-20201213": true, rules.Head: true} {
		w := playing(t, "ra", version)
		plane := w.inAir(t, "yak", 0, Cell{X: w.Ground.Left, Y: (w.Ground.Top + w.Ground.Bottom) / 2})
		plane.Center.X -= 4 * 1024
		if push := w.pushBack(plane); (push.X > 1000) != back {
			t.Errorf("%s: west of the map it is pushed by %v", version, push)
		}
	}
}

// Ranks make an aircraft faster; since 20230225 it turns faster, too.
func TestFastAircraftTurnFaster(t *testing.T) {
	for version, faster := range map[string]bool{"release-20210321": false, "release-20230225": true} {
		w := playing(t, "ra", version)
		plane := w.inAir(t, "yak", 0, Cell{X: 30, Y: 30})
		plane.Level = 4
		if got := w.airTurn(plane, false) > plane.Type.Aircraft.TurnSpeed; got != faster || w.airSpeed(plane) <= plane.Type.Aircraft.Speed {
			t.Errorf("%s: it turns by %d", version, w.airTurn(plane, false))
		}
	}
}

// Whoever breaks off rearming begins the wait for the next shot anew, but not
// until 20231010.
func TestWhoComesBackToRearmWaitsAnew(t *testing.T) {
	for version, anew := range map[string]bool{"release-20231010": false, rules.Head: true} {
		w := playing(t, "ra", version)
		heli := w.inAir(t, "heli", 0, Cell{X: 26, Y: 20})
		heli.RearmTicks = 7
		w.resetReload(heli)
		if got := heli.RearmTicks != 7; got != anew {
			t.Errorf("%s: %d ticks", version, heli.RearmTicks)
		}
	}
}

func TestStopGivesAPadBack(t *testing.T) {
	w := plain(t)
	field, plane := w.built(t, "afld", 0, Cell{X: 40, Y: 40}), w.inAir(t, "yak", 0, Cell{X: 60, Y: 40})
	w.give(0, plane, Order{Name: "ReturnToBase"})
	w.until(t, "it has landed", func() bool { return plane.Yields })
	w.give(0, plane, Order{Name: "Stop"})
	if field.Guest != none || plane.Pad != none {
		t.Errorf("guest %d, pad %d", field.Guest, plane.Pad)
	}
}

// Who breaks off his landing gives the place back when he begins to climb, until
// 20210321 when he is at his height.
func TestABrokenOffLandingGivesItsPlaceBack(t *testing.T) {
	for version, late := range map[string]bool{"release-20200503": true, "release-20210321": true, "release-20230225": false, rules.Head: false} {
		w := playing(t, "ra", version)
		heli, c := w.inAir(t, "mh60", 0, Cell{X: 20, Y: 20}), Cell{X: 20, Y: 20}
		w.give(0, heli, Order{Name: "Land", Target: state.TargetCell, Cell: c})
		w.pass(10)
		if !w.anyoneIn(c) || heli.Center.Z <= 0 {
			t.Fatalf("%s: at height %d nobody has the place", version, heli.Center.Z)
		}
		w.give(0, heli, Order{Name: "Move", Target: state.TargetCell, Cell: Cell{X: 30, Y: 20}})
		w.pass(2)
		if w.anyoneIn(c) != late {
			t.Errorf("%s: at height %d somebody has the place: %t", version, heli.Center.Z, w.anyoneIn(c))
		}
		w.pass(40)
		if w.anyoneIn(c) {
			t.Errorf("%s: at height %d somebody has the place", version, heli.Center.Z)
		}
	}
}

// Who others push sees from where he was until he flies on or rests; in 20200202
// he is looked at each tick.
func TestWhoIsPushedSeesWhenHeRests(t *testing.T) {
	for version, each := range map[string]bool{"release-20200202": true, "release-20200503": false, "release-20231010": false, rules.Head: false} {
		w := playing(t, "ra", version)
		heli := w.inAir(t, "mh60", 0, Cell{X: 20, Y: 20})
		w.inAir(t, "mh60", 0, Cell{X: 20, Y: 20})
		at, before := heli.Center, w.sightCell(heli)
		w.until(t, "it is pushed into another cell", func() bool { return w.sightCell(heli) != before })
		w.pass(1)
		if heli.Center == at || heli.SightCenter != at != each {
			t.Errorf("%s: in %+v it sees from %+v, was at %+v", version, heli.Center, heli.SightCenter, at)
		}
		w.pass(40)
		if heli.Center == at || heli.SightCenter != heli.Center {
			t.Errorf("%s: at rest in %+v it sees from %+v", version, heli.Center, heli.SightCenter)
		}
	}
}

// Until 20200202 aircraft of players look anew only from another cell, later
// after a quarter of one.
func TestHowFarAnAircraftFliesUntilItLooksAnew(t *testing.T) {
	for version, anew := range map[string]bool{"release-20200202": false, "release-20200503": true, rules.Head: true} {
		w := playing(t, "ra", version)
		heli, tank := w.inAir(t, "mh60", 0, Cell{X: 20, Y: 20}), w.put(t, "2tnk", 0, Cell{X: 30, Y: 20})
		at := heli.Center
		w.flyTo(heli, at.Add(Pos{X: 300, Y: 0, Z: 0}))
		if heli.SightCenter != at != anew {
			t.Errorf("%s: within its cell it looks anew: %t", version, !anew)
		}
		w.flyTo(heli, at.Add(Pos{X: 600, Y: 0, Z: 0}))
		if heli.SightCenter != heli.Center {
			t.Errorf("%s: in another cell it looks from %+v", version, heli.SightCenter)
		}
		if tank.Type.SightStep != 256 {
			t.Errorf("%s: a tank looks anew after %d", version, tank.Type.SightStep)
		}
	}
}

// Until 20200503 an aircraft points on a pad where its type says, a plane west,
// later where the pad says; nowhere in particular where that says nothing.
func TestWhereAnAircraftPointsOnAPad(t *testing.T) {
	for _, test := range []struct {
		mod, version, plane, host string
		facing                    int32
	}{
		{"cnc", "release-20200202", "heli", "hpad", 896},
		{"cnc", "release-20200503", "orca", "hpad", 896},
		{"ra", "release-20200503", "heli", "fix", 896},
		{"ra", "release-20200503", "yak", "afld", 768},
		{"ra", "playtest-20201213", "heli", "fix", -1},
		{"ra", "release-20210321", "yak", "afld", 768},
	} {
		w := playing(t, test.mod, test.version)
		plane, host := w.inAir(t, test.plane, 0, Cell{X: 20, Y: 20}), w.built(t, test.host, 0, Cell{X: 30, Y: 30})
		w.pass(1)
		act := w.returnToBase(host, true)
		w.queue(plane, act)
		w.TickActor(plane)
		if landing := state.SkipDone(act.Child); landing == nil || landing.Kind != state.ActLand || landing.Facing != test.facing {
			t.Errorf("%v: it does not land so", test)
		}
	}
}

// Until 20210321 who finds no pad at all drops all he was to do; later he stays
// about for a while, and goes on.
func TestWhoFindsNoPadAtAll(t *testing.T) {
	for version, drops := range map[string]bool{"release-20200202": true, "release-20210321": true, "release-20231010": false, rules.Head: false} {
		w := playing(t, "ra", version)
		heli := w.inAir(t, "mh60", 0, Cell{X: 20, Y: 20})
		w.pass(1)
		w.queue(heli, w.returnToBase(nil, false))
		w.queue(heli, w.fly(w.CenterOfCell(Cell{X: 30, Y: 20})))
		from := heli.Center
		w.pass(250)
		if dropped := heli.Center == from; dropped != drops {
			t.Errorf("%s: it stayed %t", version, dropped)
		}
	}
}
