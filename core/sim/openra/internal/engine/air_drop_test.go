// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/state"
)

// strip gives a player of cnc an airstrip that is built, and its queue a buggy.
func strip(t *testing.T) (*World, *Actor) {
	t.Helper()
	w := airfield(t)
	a := w.built(t, "afld", enginetest.Named(w.Actors, "mcv").Owner, Cell{X: 20, Y: 20})
	w.Step()
	w.later(state.Task{Kind: state.TaskCompletion, Actor: a.ID, Player: a.Owner, Type: w.TypeOf("bggy")})
	a.Queues[0].Items = append(a.Queues[0].Items, state.Item{Type: w.TypeOf("bggy"), Done: true})
	w.Step()
	return w, a
}

func TestAnAirstripHasItsUnitsFlownIn(t *testing.T) {
	w, a := strip(t)
	plane := enginetest.Named(w.Actors, "c17")
	if plane == nil || !a.Queues[0].Enabled || len(a.Queues[0].Items) != 0 {
		t.Fatalf("plane %v, queue %+v", plane, a.Queues[0])
	}
	if plane.Center.Y != w.CenterOfCell(a.Cell).Y || plane.Center.X < 60*1024 || plane.Facing != 256 {
		t.Errorf("it comes from %v, facing %d", plane.Center, plane.Facing)
	}
	ticks := 0
	for ; enginetest.Named(w.Actors, "bggy") == nil; ticks++ {
		if ticks > 2000 {
			t.Fatalf("nothing came; the plane is at %v", plane.Center)
		}
		w.Step()
	}
	// It takes off again in the tick in which it has landed.
	if d := plane.Center.Sub(a.Center); d.FlatLength() > plane.Type.Aircraft.Speed || d.Z > 200 {
		t.Errorf("it unloads at %v, the middle is %v", plane.Center, a.Center)
	}
	unit := enginetest.Named(w.Actors, "bggy")
	w.until(t, "the plane is gone", func() bool { return enginetest.Named(w.Actors, "c17") == nil })
	if unit.Dead || w.location(unit) == a.Cell.Add(Cell{X: 3, Y: 1}) && !unit.Idle() {
		t.Errorf("the buggy is at %v", w.location(unit))
	}
}

func TestUntil20200503WhatHasNoAirstripIsLost(t *testing.T) {
	for version, lost := range map[string]bool{"release-20200202": true, "release-20200503": true, "playtest-20201213": false, "release-20231010": false} {
		w := playing(t, "cnc", version)
		cash := w.Players[0].Cash
		w.airdrop(&state.Task{Kind: state.TaskAirdrop, Actor: w.NextID, Player: 0, Type: w.TypeOf("bggy")})
		if back := w.Players[0].Cash > cash; back == lost {
			t.Errorf("%s: the money comes back: %t", version, back)
		}
	}
}

func TestWhoLosesTheAirstripGetsHisMoneyBack(t *testing.T) {
	w, a := strip(t)
	w.pass(20)
	cash := w.Players[a.Owner].Cash
	w.Dispose(a)
	w.until(t, "the plane is gone", func() bool { return enginetest.Named(w.Actors, "c17") == nil })
	if got := w.Players[a.Owner].Cash - cash; got != w.TypeOf("bggy").Cost || enginetest.Named(w.Actors, "bggy") != nil {
		t.Errorf("he has %d more", got)
	}
}
