// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"reflect"
	"testing"
)

// TestWhoDrivesOnMovesAsItsActivitiesWouldMoveIt asks in each tick of a march, for each
// unit, whether it drives on, and lets it in a copy of the world go through its
// activities instead. Nothing may differ; and most that moves drives on.
func TestWhoDrivesOnMovesAsItsActivitiesWouldMoveIt(t *testing.T) {
	for _, orderName := range []string{"AttackMove", "Move"} {
		w, short, long := play(t, field(), "{DEV_VERSION}", "allies", "russia"), &World{}, &World{}
		var units []*Actor
		for i, name := range []string{"e1", "e3", "2tnk", "arty", "harv", "jeep"} {
			units = append(units, w.put(t, name, dunePlayer, Cell{X: 20, Y: 14 + int32(i)}))
		}
		w.put(t, "powr", dunePlayer+1, Cell{X: 30, Y: 20}) // there is something to look for
		drove, moved := 0, 0
		for tick := range int32(160) {
			if tick%40 == 0 {
				for _, a := range units {
					w.Resolve(&Order{
						Name: orderName, Client: w.players[a.owner].client, Subject: a.ID, HasSubject: true, Target: TargetCell, Cell: Cell{X: 10 + tick/8, Y: 30 - tick/8},
					})
				}
			}
			w.copyTo(short)
			w.copyTo(long)
			short.tick++
			long.tick++
			for _, unit := range units {
				a, other := short.actors[unit.ID], long.actors[unit.ID]
				if a.activity == nil || !short.drivesOn(a, a.activity) {
					continue
				}
				drove++
				other.activity = long.runActivity(other, other.current(), nil, &other.activity)
				if a.actorPlace != other.actorPlace || a.actorFigures != other.actorFigures || a.actorTimers != other.actorTimers ||
					!reflect.DeepEqual(a.sight, other.sight) || !sameActivity(a.activity, other.activity) {
					t.Fatalf("%s, tick %d: a %s is at %v, by its activities at %v", orderName, tick, a.typ.Name, a.center, other.center)
				}
			}
			if short.random.draws != long.random.draws {
				t.Fatalf("%s, tick %d: the activities draw", orderName, tick)
			}
			w.step()
			for _, a := range units {
				if a.movement&movingHorizontal != 0 {
					moved++
				}
			}
		}
		if drove < moved/2 {
			t.Errorf("%s: of %d moves %d were of those that drive on: less than half", orderName, moved, drove)
		}
	}
}

func TestWhoDrivesOn(t *testing.T) {
	w := plain(t)
	unit := w.put(t, "1tnk", 0, Cell{X: 20, Y: 20})
	speed := w.speedIn(unit, unit.to)
	const length = 724
	for _, test := range []struct {
		what               string
		outer, inner, half activityKind // outer is none if the move is not inside another
		outerState, state  activityState
		left               int32 // of the half
		scansIn            int32
		old                bool
		drives             bool
	}{
		{what: "a move", inner: actMove, half: actFirstHalf, state: stateActive, left: speed + 1, drives: true},
		{what: "in the second half", inner: actMove, half: actSecondHalf, state: stateActive, left: speed + 1, drives: true},
		{what: "that ends behind this step", inner: actMove, half: actFirstHalf, state: stateCanceling, left: speed + 1, drives: true},
		{what: "at the end of the half", inner: actMove, half: actFirstHalf, state: stateActive, left: speed},
		{what: "that has not begun", inner: actMove, half: actFirstHalf, state: stateQueued, left: speed + 1},
		{what: "that is over", inner: actMove, half: actFirstHalf, state: stateDone, left: speed + 1},
		{what: "a turn", inner: actMove, half: actTurn, state: stateActive, left: speed + 1},
		{what: "until release 20210321", inner: actMove, half: actFirstHalf, state: stateActive, left: speed + 1, old: true},
		{what: "another activity", inner: actNudge, half: actFirstHalf, state: stateActive, left: speed + 1},
		{what: "an attack move", outer: actAttackMove, outerState: stateActive, inner: actMove, half: actFirstHalf, state: stateActive, left: speed + 1, scansIn: 1, drives: true},
		{what: "that looks for targets", outer: actAttackMove, outerState: stateActive, inner: actMove, half: actFirstHalf, state: stateActive, left: speed + 1},
		{what: "that has not begun", outer: actAttackMove, outerState: stateQueued, inner: actMove, half: actFirstHalf, state: stateActive, left: speed + 1, scansIn: 1},
		{what: "that attacks", outer: actAttackMove, outerState: stateActive, inner: actAttack, half: actFirstHalf, state: stateActive, left: speed + 1, scansIn: 1},
		{what: "inside another activity", outer: actNudge, outerState: stateActive, inner: actMove, half: actFirstHalf, state: stateActive, left: speed + 1, scansIn: 1},
	} {
		w.behaviour.OldMove = test.old
		half := &Activity{activityFigures: activityFigures{kind: test.half, state: stateActive, to: Pos{X: length, Y: 0, Z: 0}, distance: length}}
		half.progress = length - test.left
		act := &Activity{activityFigures: activityFigures{kind: test.inner, state: test.state}, child: half}
		if test.outer != actNone {
			act = &Activity{activityFigures: activityFigures{kind: test.outer, state: test.outerState}, child: act}
		}
		unit.nextScan = test.scansIn
		before := half.progress
		if drives := w.drivesOn(unit, act); drives != test.drives || drives != (half.progress == before+speed) || !drives && half.progress != before {
			t.Errorf("%s: drives on: %t, from %d to %d of %d at a speed of %d", test.what, drives, before, half.progress, length, speed)
		}
	}
}

// sameActivity compares two activities with all inside and after them.
func sameActivity(a, b *Activity) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.activityFigures == b.activityFigures && a.activityProgress == b.activityProgress && len(a.path) == len(b.path) &&
		sameActivity(a.child, b.child) && sameActivity(a.next, b.next)
}
