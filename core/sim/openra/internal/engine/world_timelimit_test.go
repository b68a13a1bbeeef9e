// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/state"
)

func TestTheTimeOfAGameIsReckonedInWholeTicksASecond(t *testing.T) {
	for _, test := range []struct {
		limit, speed string
		tick         int32
	}{
		{"", "", 0},
		{"0", "default", 0},
		{"nonsense", "default", 0},
		{"10", "", 15000},
		{"10", "default", 15000},
		{"10", "fast", 16800},
		{"20", "slowest", 14400},
		{"20", "a mod's own", 30000},
	} {
		setup := state.Setup{Options: []state.Option{{ID: "timelimit", Value: test.limit}}}
		if test.speed != "" {
			setup.Options = append(setup.Options, state.Option{ID: "gamespeed", Value: test.speed})
		}
		if got := timeLimitOf(&setup); got != test.tick {
			t.Errorf("%s minutes, %s: it ends in tick %d, not %d", test.limit, test.speed, got, test.tick)
		}
	}
}

func TestWhoIsAheadWhenTheTimeIsOverWins(t *testing.T) {
	for _, test := range []struct {
		name       string
		teams      [2]int32
		experience [2]int32
		won, lost  [2]bool
	}{
		{"the better one", [2]int32{0, 0}, [2]int32{10, 20}, [2]bool{false, true}, [2]bool{true, false}},
		{"of equals the first", [2]int32{0, 0}, [2]int32{20, 20}, [2]bool{true, false}, [2]bool{false, true}},
		{"the better team", [2]int32{1, 2}, [2]int32{30, 20}, [2]bool{true, false}, [2]bool{false, true}},
		{"a whole team", [2]int32{1, 1}, [2]int32{10, 20}, [2]bool{true, true}, [2]bool{}},
		{"a team, not the one without", [2]int32{0, 1}, [2]int32{10, 20}, [2]bool{false, true}, [2]bool{true, false}},
	} {
		w := plain(t)
		w.Clients = append([]state.Client(nil), w.Clients...)
		for i := range 2 {
			w.Players[i].Experience = test.experience[i]
			w.Clients = append([]state.Client{{Index: w.Players[i].Client, Team: test.teams[i]}}, w.Clients...)
		}
		w.Options.TimeLimit = w.Ticks + 3
		if w.pass(2); w.Players[0].Lost || w.Players[0].Won {
			t.Fatalf("%s: the game is over before its time", test.name)
		}
		w.pass(1)
		for i := range 2 {
			if p := &w.Players[i]; p.Won != test.won[i] || p.Lost != test.lost[i] || p.Won && p.Objectives != objectiveCompleted {
				t.Errorf("%s: player %d: won %t, lost %t", test.name, i, p.Won, p.Lost)
			}
		}
	}
}
