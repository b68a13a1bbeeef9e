// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

func TestABlockedUnitDrawsHowLongItWaitsIn20200202(t *testing.T) {
	for _, early := range []bool{false, true} {
		w := plain(t)
		w.Release.EarlyMove = early
		mcv := enginetest.Named(w.Actors, "mcv")
		l := &w.Paths.Locomotors[mcv.Type.Mobile.Locomotor]
		waits := map[int32]bool{}
		for range 200 {
			draws := w.Random.Draws
			wait := w.blockedWait(mcv)
			waits[wait] = true
			if drew := w.Random.Draws != draws; drew != early {
				t.Fatalf("early %v: drew %v", early, drew)
			}
			if wait < l.Wait-l.WaitSpread || wait >= l.Wait+l.WaitSpread {
				t.Fatalf("a wait of %d ticks", wait)
			}
		}
		if many := len(waits) > 1; many != early {
			t.Errorf("early %v: %d different waits", early, len(waits))
		}
	}
}

func TestAUnitFromAFactoryIsInItsOwnWayUntil20200503(t *testing.T) {
	for _, own := range []bool{false, true} {
		w := plain(t)
		w.Release.OwnWay = own
		cell := Cell{X: 20, Y: 20}
		unit := w.Create(w.TypeOf("e1"), state.Spawn{
			Owner: enginetest.Named(w.Actors, "mcv").Owner, Cell: cell, HasCell: true, Center: w.CenterOfCell(cell).Add(Pos{X: 0, Y: -512, Z: 0}), HasCenter: true, Facing: -1,
		})
		w.Step()
		want := grid.SubDefault
		if own {
			want = grid.SubFirst
		}
		if unit.FromSub != want {
			t.Errorf("own %v: place %d, not %d", own, unit.FromSub, want)
		}
	}
}

func TestInfantryMayMakeRoomInItsOwnCellIn20200202(t *testing.T) {
	for _, test := range []struct {
		unit  string
		early bool
		stays bool
	}{{"e1", true, true}, {"e1", false, false}, {"1tnk", true, false}} {
		w := plain(t)
		w.Release.EarlyMove = test.early
		unit := w.put(t, test.unit, 0, Cell{X: 20, Y: 20})
		stays := false
		for range 200 {
			c, ok := w.adjacentEnterable(unit, nil)
			stays = stays || ok && c == unit.To
		}
		if stays != test.stays {
			t.Errorf("%s, early %v: stays %v", test.unit, test.early, stays)
		}
	}
}

func TestTheFirstLookOfAnAttackMoveWaitsForItsTimerUntil20200503(t *testing.T) {
	for _, timed := range []bool{false, true} {
		w := plain(t)
		w.Release.TimedMarch = timed
		unit := w.put(t, "1tnk", 0, Cell{X: 20, Y: 20})
		rest(w, unit)
		w.order(unit, false, w.attackMove(Cell{X: 30, Y: 20}, 0, false))
		unit.NextScan = 0
		draws := w.Random.Draws
		w.TickActor(unit)
		if drew := w.Random.Draws != draws; drew != timed {
			t.Errorf("timed %v: drew %v", timed, drew)
		}
		if move := moveInside(unit); move == nil {
			t.Errorf("timed %v: no move", timed)
		}
	}
}

func TestAnAttackOnTheWayIsFollowedByTheMoveUntil20200503(t *testing.T) {
	w := plain(t)
	w.Release.TimedMarch, w.Release.OldAttack = true, true
	unit := w.put(t, "1tnk", 0, Cell{X: 20, Y: 20})
	w.put(t, "e1", 1, Cell{X: 22, Y: 20})
	rest(w, unit)
	w.order(unit, false, w.attackMove(Cell{X: 30, Y: 20}, 0, false))
	unit.NextScan = 0
	w.TickActor(unit)
	var kinds []state.ActivityKind
	for child := state.SkipDone(unit.Current().Child); child != nil; child = state.SkipDone(child.Next) {
		kinds = append(kinds, child.Kind)
	}
	if n := len(kinds); n < 2 || kinds[n-1] != state.ActMove || kinds[n-2] == state.ActMove {
		t.Errorf("activities %v", kinds)
	}
}

func TestTheDirectionOfCoverIsHashedUntil20200503(t *testing.T) {
	w := plain(t)
	soldier := w.put(t, "e1", 0, Cell{X: 20, Y: 20})
	soldier.Aim = 400
	if h := w.CoverFacing(soldier); h != 0 {
		t.Errorf("%d", h)
	}
	w.Release.CoarseFacing = true
	if h := w.CoverFacing(soldier); h != 100 {
		t.Errorf("%d, not 100 of 256", h)
	}
	soldier.Facing = 256
	if w.tickRelease(soldier); soldier.Aim != 256 {
		t.Errorf("it points at %d", soldier.Aim)
	}
}

func TestABodyIsIdleAtOnceIn20200202(t *testing.T) {
	for _, early := range []bool{false, true} {
		w := plain(t)
		w.Release.IdlesProne = early
		soldier := w.put(t, "e1", 0, Cell{X: 20, Y: 20})
		rest(w, soldier)
		soldier.Body = state.BodyMoving
		if w.idleBody(soldier); (soldier.Body == state.BodyIdle) != early {
			t.Errorf("early %v: body %d", early, soldier.Body)
		}
	}
}

func TestWhoMovesTheSameWayIsNoObstacleIn20200202(t *testing.T) {
	for _, test := range []struct {
		early   bool
		owner   int32
		facing  int32
		blocked bool
	}{
		{false, 1, 512, false},
		{true, 0, 0, false},
		{true, 0, 252, false},
		{true, 0, 256, true},
		{true, 0, 768, true},
		{true, 0, 772, false},
		{true, 1, 0, true},
	} {
		w := plain(t)
		w.Release.EarlyMove = test.early
		unit, other := w.put(t, "1tnk", 0, Cell{X: 20, Y: 20}), w.put(t, "1tnk", test.owner, Cell{X: 22, Y: 20})
		unit.Facing, other.Facing, other.Movement = 0, test.facing, state.MovingHorizontal
		if blocked := !w.CanEnter(unit, other.To, none, path.ByStationary); blocked != test.blocked {
			t.Errorf("%+v: blocked %v", test, blocked)
		}
	}
}

// A way that is taken is asked for once; when the wait is over each tick looks
// for another way.
func TestABlockedUnitAsksOnceIn20200202(t *testing.T) {
	w := playing(t, "ra", "release-20200202")
	unit, other := w.put(t, "1tnk", 0, Cell{X: 20, Y: 20}), w.put(t, "1tnk", 0, Cell{X: 21, Y: 20})
	w.pass(2) // they were put there
	act := w.newActivity(state.ActMove)
	act.Target, act.HasTarget = Cell{X: 25, Y: 20}, true
	act.Path = []Cell{{X: 25, Y: 20}, {X: 24, Y: 20}, {X: 23, Y: 20}, {X: 22, Y: 20}, {X: 21, Y: 20}}
	draws := w.Random.Draws
	w.earlyBlockedStep(unit, act, Cell{X: 21, Y: 20})
	if got := w.Random.Draws - draws; got != 2 || other.Idle() {
		t.Fatalf("%d draws, not one to make room and one to wait; idle %v", got, other.Idle())
	}
	wait := act.WaitLeft
	for range wait {
		w.earlyBlockedStep(unit, act, Cell{X: 21, Y: 20})
	}
	if w.Random.Draws != draws+2 || len(act.Path) != 5 {
		t.Errorf("%d draws, path %v", w.Random.Draws-draws, act.Path)
	}
	if w.earlyBlockedStep(unit, act, Cell{X: 21, Y: 20}); len(act.Path) == 0 || act.Path[len(act.Path)-1] == (Cell{X: 21, Y: 20}) {
		t.Errorf("no other way: %v", act.Path)
	}
}

func TestNearTheGoalABlockedUnitGivesUpIn20200202(t *testing.T) {
	w := playing(t, "ra", "release-20200202")
	unit := w.put(t, "1tnk", 0, Cell{X: 20, Y: 20})
	act := w.newActivity(state.ActMove)
	act.Target, act.HasTarget, act.NearEnough = Cell{X: 21, Y: 20}, true, 1
	act.Path = []Cell{{X: 21, Y: 20}}
	if w.earlyBlockedStep(unit, act, Cell{X: 21, Y: 20}); len(act.Path) != 0 || act.Waited {
		t.Errorf("path %v, waited %v", act.Path, act.Waited)
	}
}

func TestExitsAreDrawnDespiteARallyPointUntil20200503(t *testing.T) {
	for _, drawn := range []bool{false, true} {
		w := plain(t)
		w.Release.DrawsExits = drawn
		tent := w.put(t, "tent", 0, Cell{X: 20, Y: 20})
		tent.RallyPath = []Cell{{X: 40, Y: 40}}
		seen := map[*info.ExitInfo]bool{}
		for range 50 {
			seen[w.selectExit(tent, w.TypeOf("e1"), "Infantry")] = true
		}
		if many := len(seen) > 1; many != drawn {
			t.Errorf("drawn %v: %d exits", drawn, len(seen))
		}
	}
}

func TestDogsLeaveByTheBackOfTheirKennelInThePlaytestOf2020(t *testing.T) {
	for version, want := range map[string]Cell{"playtest-20201213": {X: 1, Y: 1}, "release-20210321": {X: -1, Y: 1}} {
		w := playing(t, "ra", version)
		kennel := w.put(t, "kenn", 0, Cell{X: 20, Y: 20})
		kennel.RallyPath = []Cell{{X: 20, Y: 30}}
		if exit := w.selectExit(kennel, w.TypeOf("dog"), "Dog"); exit == nil || exit.Cell != want {
			t.Errorf("%s: exit %v, want that to %v", version, exit, want)
		}
	}
}

func TestWhoIsShutInAsksForRoomIn20200202(t *testing.T) {
	for _, early := range []bool{false, true} {
		w := plain(t)
		w.Release.NudgesAtOnce, w.Release.EarlyMove = true, early
		shut := w.put(t, "1tnk", 0, Cell{X: 20, Y: 20})
		var around []*Actor
		for _, d := range wpos.Directions {
			around = append(around, w.put(t, "1tnk", 0, shut.To.Add(d)))
		}
		asker := w.put(t, "1tnk", 0, Cell{X: 26, Y: 20})
		w.pass(2)
		rest(w, shut)
		w.nudge(shut, asker)
		w.TickActor(shut)
		asked := 0
		for _, a := range around {
			if !a.Idle() {
				asked++
			}
		}
		if waits := shut.Current().Kind == state.ActAwaitRoom; waits != early || early && asked != 1 {
			t.Errorf("early %t: waits %t, %d asked", early, waits, asked)
		}
		w.until(t, "it leaves", func() bool { return shut.To != Cell{X: 20, Y: 20} })
	}
}

func TestAWayThroughFriendsAndFoesIn20200202(t *testing.T) {
	for _, early := range []bool{false, true} {
		for _, foe := range []bool{false, true} {
			w := plain(t)
			w.Release.EarlyMove = early
			tank := w.put(t, "2tnk", 0, Cell{X: 20, Y: 20})
			friend := w.put(t, "e1", 0, Cell{X: 24, Y: 20})
			friend.Movement, friend.Facing = state.MovingHorizontal, tank.Facing
			if foe {
				w.put(t, "e1", 1, Cell{X: 24, Y: 20})
			}
			if open := w.enterCost(&w.Paths.Locomotors[tank.Type.Mobile.Locomotor], tank, Cell{X: 24, Y: 20}, path.ByStationary, none, false, grid.SubFull) != path.Unreachable; open != (!early || !foe) {
				t.Errorf("early %t, foe beside the friend %t: open %t", early, foe, open)
			}
		}
	}
}

// ra-20200503-sidestep-0 of the engine's games, net frame 81: a civilian whom a map puts
// where nobody can go stays there.
func TestUntil20210321NoWayLeadsOutOfImpassableGround(t *testing.T) {
	for version, stays := range map[string]bool{"release-20200202": true, "release-20200503": true, "release-20230225": false} {
		w := playing(t, "ra", version)
		soldier := w.put(t, "e1", 0, Cell{X: 20, Y: 20})
		l := &w.Paths.Locomotors[soldier.Type.Mobile.Locomotor]
		for terrain, cost := range l.Cost {
			if cost == path.Unreachable {
				w.layTerrain(soldier.To, uint8(terrain))
				break
			}
		}
		if found := w.Paths.To(w.mover(soldier), Cell{X: 30, Y: 20}, path.ByAll, none); len(found) == 0 != stays {
			t.Errorf("%s: a way of %d cells", version, len(found))
		}
	}
}
