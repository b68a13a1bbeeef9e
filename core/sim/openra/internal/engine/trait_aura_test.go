// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/grid"
)

// radar reports whether a dome shows its owner the map.
func (w *World) radar(dome *Actor) bool { return w.Holds(dome, dome.Type.Radar.Requires) }

// powered gives a player a dome with what it needs.
func (w *World) powered(tb testing.TB, owner int32, at Cell) *Actor {
	tb.Helper()
	w.built(tb, "apwr", owner, at.Add(Cell{X: 4, Y: 0}))
	return w.built(tb, "dome", owner, at)
}

func TestARadarJammerTakesTheRadarFromEnemiesInItsReach(t *testing.T) {
	for _, version := range []string{"release-20200202", "release-20210321", "release-20230225", "release-20231010", rules.Head} {
		for _, test := range []struct {
			name  string
			owner int32
			at    Cell
			want  bool
		}{
			{"an enemy's near by", 1, Cell{X: 35, Y: 20}, true},
			{"an enemy's just out of reach", 1, Cell{X: 36, Y: 20}, false},
			{"its own", 0, Cell{X: 30, Y: 20}, false},
		} {
			w := playing(t, "ra", version)
			dome := w.powered(t, test.owner, test.at)
			w.pass(1)
			jammer := w.put(t, "mrj", 0, Cell{X: 18, Y: 20})
			w.pass(1)
			if !w.radar(dome) {
				t.Errorf("%s, %s: jammed before the jammer has said where it is", version, test.name)
			}
			w.pass(1)
			if got := !w.radar(dome); got != test.want {
				t.Errorf("%s, %s: jammed %t", version, test.name, got)
			}
			w.Dispose(jammer)
			w.pass(1)
			if !w.radar(dome) || len(w.auras.All)+len(w.auras.Contacts) > 0 {
				t.Errorf("%s, %s: still jammed when the jammer is gone", version, test.name)
			}
		}
	}
}

func TestAJammerReachesFromWhereItWasATickAgo(t *testing.T) {
	w := playing(t, "ra", rules.Head)
	dome := w.powered(t, 1, Cell{X: 60, Y: 20})
	jammer := w.put(t, "mrj", 0, Cell{X: 20, Y: 20})
	w.pass(3)
	w.SetPosition(jammer, Cell{X: 50, Y: 20}, grid.SubFull)
	if w.pass(1); !w.radar(dome) {
		t.Error("in the tick in which it comes near the dome is jammed")
	}
	if w.pass(1); w.radar(dome) {
		t.Error("a tick later it is not")
	}
	w.SetPosition(jammer, Cell{X: 20, Y: 20}, grid.SubFull)
	if w.pass(1); w.radar(dome) {
		t.Error("in the tick in which it goes away the dome is no longer jammed")
	}
	if w.pass(1); !w.radar(dome) {
		t.Error("a tick later it still is")
	}
}

func TestWhoCapturesAJammedDomeAndWhoCapturesItsJammer(t *testing.T) {
	for version, stale := range map[string]bool{"release-20200202": true, "release-20230225": true, "release-20231010": false, rules.Head: false} {
		w := playing(t, "ra", version)
		w.built(t, "apwr", 0, Cell{X: 40, Y: 30})
		dome, jammer := w.powered(t, 1, Cell{X: 30, Y: 20}), w.put(t, "mrj", 0, Cell{X: 20, Y: 20})
		w.pass(3)
		w.ChangeOwner(dome, 0)
		w.pass(2)
		if got := !w.radar(dome); got != stale {
			t.Errorf("%s: a dome that the jammer's owner has taken is jammed: %t", version, got)
		}
		w.ChangeOwner(jammer, 1)
		w.pass(2)
		if w.radar(dome) {
			t.Errorf("%s: a jammer that was taken jams nobody", version)
		}
	}
}

func TestAJammerOnBoardJamsNobody(t *testing.T) {
	w := playing(t, "ra", rules.Head)
	dome := w.powered(t, 1, Cell{X: 30, Y: 20})
	jammer, craft := w.put(t, "mrj", 0, Cell{X: 20, Y: 20}), w.put(t, "lst", 0, Cell{X: 22, Y: 20})
	w.pass(3)
	w.board(craft, jammer)
	w.Remove(jammer)
	if w.pass(2); !w.radar(dome) {
		t.Error("it jams from inside")
	}
}

func TestWhoIsOutOfTheWorldIsJammedNoMore(t *testing.T) {
	w := playing(t, "ra", rules.Head)
	dome := w.powered(t, 1, Cell{X: 30, Y: 20})
	w.put(t, "mrj", 0, Cell{X: 20, Y: 20})
	w.pass(3)
	w.Remove(dome)
	if w.pass(1); !w.radar(dome) || len(w.auras.Contacts) > 0 {
		t.Error("jammed out of the world")
	}
	w.Add(dome)
	if w.pass(1); w.radar(dome) {
		t.Error("not jammed when it is back")
	}
}
