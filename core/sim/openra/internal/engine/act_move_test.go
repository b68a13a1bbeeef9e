// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"reflect"
	"testing"

	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/state"
	"convertd/internal/fixtures/oramap"
)

// TestWhoDrivesOnMovesAsItsActivitiesWouldMoveIt asks in each tick of a march, for each
// unit, whether it drives on, and lets it in a copy of the world go through its
// activities instead. Nothing may differ; and most that moves drives on.
func TestWhoDrivesOnMovesAsItsActivitiesWouldMoveIt(t *testing.T) {
	for _, orderName := range []string{"AttackMove", "Move"} {
		w, short, long := play(t, oramap.Field(), "{DEV_VERSION}", "allies", "russia"), &World{}, &World{}
		var units []*Actor
		for i, name := range []string{"e1", "e3", "2tnk", "arty", "harv", "jeep"} {
			units = append(units, w.put(t, name, enginetest.FirstPlayer, Cell{X: 20, Y: 14 + int32(i)}))
		}
		w.put(t, "powr", enginetest.FirstPlayer+1, Cell{X: 30, Y: 20}) // there is something to look for
		drove, moved := 0, 0
		for tick := range int32(160) {
			if tick%40 == 0 {
				for _, a := range units {
					w.Resolve(&Order{
						Name: orderName, Client: w.Players[a.Owner].Client, Subject: a.ID, HasSubject: true, Target: state.TargetCell, Cell: Cell{X: 10 + tick/8, Y: 30 - tick/8},
					})
				}
			}
			w.CopyTo(short)
			w.CopyTo(long)
			short.Ticks++
			long.Ticks++
			for _, unit := range units {
				a, other := short.Actors[unit.ID], long.Actors[unit.ID]
				if a.Activity == nil || !short.drivesOn(a, a.Activity) {
					continue
				}
				drove++
				other.Activity = long.runActivity(other, other.Current(), nil, &other.Activity)
				if a.ActorPlace != other.ActorPlace || a.ActorFigures != other.ActorFigures || a.ActorTimers != other.ActorTimers ||
					!reflect.DeepEqual(a.Sight, other.Sight) || !sameActivity(a.Activity, other.Activity) {
					t.Fatalf("%s, tick %d: a %s is at %v, by its activities at %v", orderName, tick, a.Type.Name, a.Center, other.Center)
				}
			}
			if short.Random.Draws != long.Random.Draws {
				t.Fatalf("%s, tick %d: the activities draw", orderName, tick)
			}
			w.Step()
			for _, a := range units {
				if a.Movement&state.MovingHorizontal != 0 {
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
	speed := w.speedIn(unit, unit.To)
	const length = 724
	for _, test := range []struct {
		what               string
		outer, inner, half state.ActivityKind // outer is none if the move is not inside another
		outerState, state  state.ActivityState
		left               int32 // of the half
		scansIn            int32
		old                bool
		drives             bool
	}{
		{what: "a move", inner: state.ActMove, half: state.ActFirstHalf, state: state.StateActive, left: speed + 1, drives: true},
		{what: "in the second half", inner: state.ActMove, half: state.ActSecondHalf, state: state.StateActive, left: speed + 1, drives: true},
		{what: "that ends behind this step", inner: state.ActMove, half: state.ActFirstHalf, state: state.StateCanceling, left: speed + 1, drives: true},
		{what: "at the end of the half", inner: state.ActMove, half: state.ActFirstHalf, state: state.StateActive, left: speed},
		{what: "that has not begun", inner: state.ActMove, half: state.ActFirstHalf, state: state.StateQueued, left: speed + 1},
		{what: "that is over", inner: state.ActMove, half: state.ActFirstHalf, state: state.StateDone, left: speed + 1},
		{what: "a turn", inner: state.ActMove, half: state.ActTurn, state: state.StateActive, left: speed + 1},
		{what: "until release 20210321", inner: state.ActMove, half: state.ActFirstHalf, state: state.StateActive, left: speed + 1, old: true},
		{what: "another activity", inner: state.ActNudge, half: state.ActFirstHalf, state: state.StateActive, left: speed + 1},
		{what: "an attack move", outer: state.ActAttackMove, outerState: state.StateActive, inner: state.ActMove, half: state.ActFirstHalf, state: state.StateActive, left: speed + 1, scansIn: 1, drives: true},
		{what: "that looks for targets", outer: state.ActAttackMove, outerState: state.StateActive, inner: state.ActMove, half: state.ActFirstHalf, state: state.StateActive, left: speed + 1},
		{what: "that has not begun", outer: state.ActAttackMove, outerState: state.StateQueued, inner: state.ActMove, half: state.ActFirstHalf, state: state.StateActive, left: speed + 1, scansIn: 1},
		{what: "that attacks", outer: state.ActAttackMove, outerState: state.StateActive, inner: state.ActAttack, half: state.ActFirstHalf, state: state.StateActive, left: speed + 1, scansIn: 1},
		{what: "inside another activity", outer: state.ActNudge, outerState: state.StateActive, inner: state.ActMove, half: state.ActFirstHalf, state: state.StateActive, left: speed + 1, scansIn: 1},
	} {
		w.Release.OldMove = test.old
		half := &Activity{ActivityFigures: state.ActivityFigures{Kind: test.half, State: state.StateActive, To: Pos{X: length, Y: 0, Z: 0}, Distance: length}}
		half.Progress = length - test.left
		act := &Activity{ActivityFigures: state.ActivityFigures{Kind: test.inner, State: test.state}, Child: half}
		if test.outer != state.ActNone {
			act = &Activity{ActivityFigures: state.ActivityFigures{Kind: test.outer, State: test.outerState}, Child: act}
		}
		unit.NextScan = test.scansIn
		before := half.Progress
		if drives := w.drivesOn(unit, act); drives != test.drives || drives != (half.Progress == before+speed) || !drives && half.Progress != before {
			t.Errorf("%s: drives on: %t, from %d to %d of %d at a speed of %d", test.what, drives, before, half.Progress, length, speed)
		}
	}
}

// sameActivity compares two activities with all inside and after them.
func sameActivity(a, b *Activity) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.ActivityFigures == b.ActivityFigures && a.ActivityProgress == b.ActivityProgress && len(a.Path) == len(b.Path) &&
		sameActivity(a.Child, b.Child) && sameActivity(a.Next, b.Next)
}
