// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"testing"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

func TestABlockedUnitDrawsHowLongItWaitsIn20200202(t *testing.T) {
	for _, early := range []bool{false, true} {
		w := plain(t)
		w.behaviour.EarlyMove = early
		mcv := w.anyNamed("mcv")
		l := &w.paths.locomotors[mcv.typ.Mobile.Locomotor]
		waits := map[int32]bool{}
		for range 200 {
			draws := w.random.draws
			wait := w.blockedWait(mcv)
			waits[wait] = true
			if drew := w.random.draws != draws; drew != early {
				t.Fatalf("early %v: drew %v", early, drew)
			}
			if wait < l.wait-l.waitSpread || wait >= l.wait+l.waitSpread {
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
		w.behaviour.OwnWay = own
		cell := Cell{X: 20, Y: 20}
		unit := w.create(w.typeOf("e1"), spawn{
			owner: w.anyNamed("mcv").owner, cell: cell, hasCell: true, center: w.centerOfCell(cell).Add(Pos{X: 0, Y: -512, Z: 0}), hasCenter: true, facing: -1,
		})
		w.step()
		want := subDefault
		if own {
			want = subFirst
		}
		if unit.fromSub != want {
			t.Errorf("own %v: place %d, not %d", own, unit.fromSub, want)
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
		w.behaviour.EarlyMove = test.early
		unit := w.put(t, test.unit, 0, Cell{X: 20, Y: 20})
		stays := false
		for range 200 {
			c, ok := w.adjacentEnterable(unit, nil)
			stays = stays || ok && c == unit.to
		}
		if stays != test.stays {
			t.Errorf("%s, early %v: stays %v", test.unit, test.early, stays)
		}
	}
}

func TestTheFirstLookOfAnAttackMoveWaitsForItsTimerIn20200202(t *testing.T) {
	for _, early := range []bool{false, true} {
		w := plain(t)
		w.behaviour.EarlyMove = early
		unit := w.put(t, "1tnk", 0, Cell{X: 20, Y: 20})
		rest(w, unit)
		w.order(unit, false, w.attackMove(Cell{X: 30, Y: 20}, 0, false))
		unit.nextScan = 0
		draws := w.random.draws
		w.tickActor(unit)
		if drew := w.random.draws != draws; drew != early {
			t.Errorf("early %v: drew %v", early, drew)
		}
		if move := moveInside(unit); move == nil {
			t.Errorf("early %v: no move", early)
		}
	}
}

func TestAnAttackOnTheWayIsFollowedByTheMoveIn20200202(t *testing.T) {
	w := plain(t)
	w.behaviour.EarlyMove, w.behaviour.OldAttack = true, true
	unit := w.put(t, "1tnk", 0, Cell{X: 20, Y: 20})
	w.put(t, "e1", 1, Cell{X: 22, Y: 20})
	rest(w, unit)
	w.order(unit, false, w.attackMove(Cell{X: 30, Y: 20}, 0, false))
	unit.nextScan = 0
	w.tickActor(unit)
	var kinds []activityKind
	for child := skipDone(unit.current().child); child != nil; child = skipDone(child.next) {
		kinds = append(kinds, child.kind)
	}
	if n := len(kinds); n < 2 || kinds[n-1] != actMove || kinds[n-2] == actMove {
		t.Errorf("activities %v", kinds)
	}
}

func TestTheDirectionOfCoverIsHashedUntil20200503(t *testing.T) {
	w := plain(t)
	soldier := w.put(t, "e1", 0, Cell{X: 20, Y: 20})
	soldier.aim = 400
	if h := w.coverFacing(soldier); h != 0 {
		t.Errorf("%d", h)
	}
	w.behaviour.CoarseFacing = true
	if h := w.coverFacing(soldier); h != 100 {
		t.Errorf("%d, not 100 of 256", h)
	}
	soldier.facing = 256
	if w.tickRelease(soldier); soldier.aim != 256 {
		t.Errorf("it points at %d", soldier.aim)
	}
}

func TestABodyIsIdleAtOnceIn20200202(t *testing.T) {
	for _, early := range []bool{false, true} {
		w := plain(t)
		w.behaviour.EarlyMove = early
		soldier := w.put(t, "e1", 0, Cell{X: 20, Y: 20})
		rest(w, soldier)
		soldier.body = bodyMoving
		if w.idleBody(soldier); (soldier.body == bodyIdle) != early {
			t.Errorf("early %v: body %d", early, soldier.body)
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
		w.behaviour.EarlyMove = test.early
		unit, other := w.put(t, "1tnk", 0, Cell{X: 20, Y: 20}), w.put(t, "1tnk", test.owner, Cell{X: 22, Y: 20})
		unit.facing, other.facing, other.movement = 0, test.facing, movingHorizontal
		if blocked := !w.canEnter(unit, other.to, none, byStationary); blocked != test.blocked {
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
	act := w.newActivity(actMove)
	act.target, act.hasTarget = Cell{X: 25, Y: 20}, true
	act.path = []Cell{{X: 25, Y: 20}, {X: 24, Y: 20}, {X: 23, Y: 20}, {X: 22, Y: 20}, {X: 21, Y: 20}}
	draws := w.random.draws
	w.earlyBlockedStep(unit, act, Cell{X: 21, Y: 20})
	if got := w.random.draws - draws; got != 2 || other.idle() {
		t.Fatalf("%d draws, not one to make room and one to wait; idle %v", got, other.idle())
	}
	wait := act.waitLeft
	for range wait {
		w.earlyBlockedStep(unit, act, Cell{X: 21, Y: 20})
	}
	if w.random.draws != draws+2 || len(act.path) != 5 {
		t.Errorf("%d draws, path %v", w.random.draws-draws, act.path)
	}
	if w.earlyBlockedStep(unit, act, Cell{X: 21, Y: 20}); len(act.path) == 0 || act.path[len(act.path)-1] == (Cell{X: 21, Y: 20}) {
		t.Errorf("no other way: %v", act.path)
	}
}

func TestNearTheGoalABlockedUnitGivesUpIn20200202(t *testing.T) {
	w := playing(t, "ra", "release-20200202")
	unit := w.put(t, "1tnk", 0, Cell{X: 20, Y: 20})
	act := w.newActivity(actMove)
	act.target, act.hasTarget, act.nearEnough = Cell{X: 21, Y: 20}, true, 1
	act.path = []Cell{{X: 21, Y: 20}}
	if w.earlyBlockedStep(unit, act, Cell{X: 21, Y: 20}); len(act.path) != 0 || act.waited {
		t.Errorf("path %v, waited %v", act.path, act.waited)
	}
}

func TestTheFirstLookOfAnAttackMoveWaitsIn20200503(t *testing.T) {
	for _, timed := range []bool{false, true} {
		w := plain(t)
		w.behaviour.TimedMarch = timed
		unit := w.put(t, "e1", 0, Cell{X: 20, Y: 20})
		act := w.attackMove(Cell{X: 30, Y: 20}, 0, false)
		unit.nextScan = 0
		draws := w.random.draws
		w.tickAttackMove(unit, act)
		if drew := w.random.draws != draws; drew != timed {
			t.Errorf("timed %v: the first look drew %v", timed, drew)
		}
	}
}

func TestExitsAreDrawnDespiteARallyPointUntil20200503(t *testing.T) {
	for _, drawn := range []bool{false, true} {
		w := plain(t)
		w.behaviour.DrawsExits = drawn
		tent := w.put(t, "tent", 0, Cell{X: 20, Y: 20})
		tent.rallyPath = []Cell{{X: 40, Y: 40}}
		seen := map[*info.ExitInfo]bool{}
		for range 50 {
			seen[w.selectExit(tent, w.typeOf("e1"), "Infantry")] = true
		}
		if many := len(seen) > 1; many != drawn {
			t.Errorf("drawn %v: %d exits", drawn, len(seen))
		}
	}
}

func TestWhoIsShutInAsksForRoomIn20200202(t *testing.T) {
	for _, early := range []bool{false, true} {
		w := plain(t)
		w.behaviour.NudgesAtOnce, w.behaviour.EarlyMove = true, early
		shut := w.put(t, "1tnk", 0, Cell{X: 20, Y: 20})
		var around []*Actor
		for _, d := range wpos.Directions {
			around = append(around, w.put(t, "1tnk", 0, shut.to.Add(d)))
		}
		asker := w.put(t, "1tnk", 0, Cell{X: 26, Y: 20})
		w.pass(2)
		rest(w, shut)
		w.nudge(shut, asker)
		w.tickActor(shut)
		asked := 0
		for _, a := range around {
			if !a.idle() {
				asked++
			}
		}
		if waits := shut.current().kind == actAwaitRoom; waits != early || early && asked != 1 {
			t.Errorf("early %t: waits %t, %d asked", early, waits, asked)
		}
		w.until(t, "it leaves", func() bool { return shut.to != Cell{X: 20, Y: 20} })
	}
}

func TestAWayThroughFriendsAndFoesIn20200202(t *testing.T) {
	for _, early := range []bool{false, true} {
		for _, foe := range []bool{false, true} {
			w := plain(t)
			w.behaviour.EarlyMove = early
			tank := w.put(t, "2tnk", 0, Cell{X: 20, Y: 20})
			friend := w.put(t, "e1", 0, Cell{X: 24, Y: 20})
			friend.movement, friend.facing = movingHorizontal, tank.facing
			if foe {
				w.put(t, "e1", 1, Cell{X: 24, Y: 20})
			}
			if open := w.enterCost(&w.paths.locomotors[tank.typ.Mobile.Locomotor], tank, Cell{X: 24, Y: 20}, byStationary, none, false, subFull) != unreachable; open != (!early || !foe) {
				t.Errorf("early %t, foe beside the friend %t: open %t", early, foe, open)
			}
		}
	}
}
