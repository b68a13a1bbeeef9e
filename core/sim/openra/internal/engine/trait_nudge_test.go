// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

func TestWhoIsAskedToMakeRoomDrawsAtOnceUntil2023(t *testing.T) {
	for _, atOnce := range []bool{false, true} {
		w := plain(t)
		w.Release.NudgesAtOnce = atOnce
		mcv := enginetest.Named(w.Actors, "mcv")
		unit := w.Create(w.TypeOf("e1"), state.Spawn{Owner: mcv.Owner, Cell: mcv.To.Add(Cell{X: 9, Y: 9}), HasCell: true, Facing: -1})
		draws := w.Random.Draws
		w.nudge(unit, mcv)
		if drew := w.Random.Draws != draws; drew != atOnce {
			t.Errorf("at once %v: drew %v", atOnce, drew)
		}
		if kind := unit.Current().Kind; (kind == state.ActMove) != atOnce {
			t.Errorf("at once %v: activity %d", atOnce, kind)
		}
	}
}

func TestWhoHasNoPlaceToGoIsNotNudged(t *testing.T) {
	w := plain(t)
	w.Release.NudgesAtOnce = true
	mcv := enginetest.Named(w.Actors, "mcv")
	at := mcv.To.Add(Cell{X: 9, Y: 9})
	unit := w.Create(w.TypeOf("1tnk"), state.Spawn{Owner: mcv.Owner, Cell: at, HasCell: true, Facing: -1})
	for _, d := range wpos.Directions {
		w.Create(w.TypeOf("powr"), state.Spawn{Owner: mcv.Owner, Cell: at.Add(d), HasCell: true, Facing: -1})
	}
	draws := w.Random.Draws
	w.nudge(unit, mcv)
	if !unit.Idle() || w.Random.Draws != draws {
		t.Errorf("idle %v, %d draws", unit.Idle(), w.Random.Draws-draws)
	}
}

// A transport that somebody is boarding makes no room, and nobody's way leads
// through it.
func TestWhoIsBoardedMakesNoRoom(t *testing.T) {
	for _, atOnce := range []bool{false, true} {
		for _, loading := range []bool{false, true} {
			w := plain(t)
			w.Release.NudgesAtOnce = atOnce
			carrier, tank := w.put(t, "apc", 0, Cell{X: 20, Y: 20}), w.put(t, "1tnk", 0, Cell{X: 22, Y: 20})
			at := carrier.To
			w.pass(2)
			carrier.Loading = loading
			if open := w.CanEnter(tank, at, none, path.ByImmovable); open == loading {
				t.Errorf("at once %t, boarded %t: a way leads through it %t", atOnce, loading, open)
			}
			w.notifyBlockers(tank, at)
			w.pass(60)
			if moved := carrier.To != at; moved == loading {
				t.Errorf("at once %t, boarded %t: it makes room %t", atOnce, loading, moved)
			}
		}
	}
}

// A spy who looks like one of somebody's own men makes room for him as they do,
// unless it is a dog that asks.
func TestASpyMakesRoomForThoseHeDeceives(t *testing.T) {
	for _, test := range []struct {
		asks      string
		disguised bool
		want      bool
	}{{"2tnk", true, true}, {"2tnk", false, false}, {"dog", true, false}} {
		w := plain(t)
		spy, asks := w.put(t, "spy", 0, Cell{X: 20, Y: 20}), w.put(t, test.asks, 1, Cell{X: 21, Y: 20})
		if test.disguised {
			spy.LooksLike = 1 + 1
		}
		w.pass(2)
		w.notifyBlockers(asks, spy.To)
		if nudged := !spy.Idle(); nudged != test.want {
			t.Errorf("a %s asks, disguised %t: he makes room: %t", test.asks, test.disguised, nudged)
		}
	}
}

// Who may not move now is in the way of all, though his last step is not at its end.
func TestWhoMayNotMoveNowIsNoMovingObstacle(t *testing.T) {
	w := plain(t)
	carrier, tank := w.put(t, "apc", 0, Cell{X: 20, Y: 20}), w.put(t, "1tnk", 1, Cell{X: 30, Y: 20})
	w.give(0, carrier, Order{Name: "Move", Target: state.TargetCell, Cell: Cell{X: 20, Y: 26}})
	w.until(t, "it moves", func() bool { return carrier.From != carrier.To && carrier.Movement&state.MovingHorizontal != 0 })
	for _, loading := range []bool{false, true} {
		carrier.Loading = loading
		if open := w.CanEnter(tank, carrier.To, none, path.ByStationary); open == loading {
			t.Errorf("boarded %t: a way leads through it %t", loading, open)
		}
	}
	w.Release.EarlyMove = true
	friend := w.put(t, "1tnk", 0, Cell{X: 34, Y: 20})
	friend.Facing = carrier.Facing
	if !w.movesAside(friend, carrier, path.ByStationary) {
		t.Error("in 20200202 whether it may move now counts")
	}
}
