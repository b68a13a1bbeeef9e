// SPDX-License-Identifier: GPL-3.0-or-later

package identity_test

import (
	"testing"

	"convertd/core/identity"
	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/snapshot"
	"convertd/core/translate"
	"convertd/internal/numbered"
)

// successor is a binder that takes over a game of two players, ids from 10 on.
type successor struct {
	sim    *sim.Simulation
	module *numbered.Module
	binder *identity.Binder
}

func newSuccessor(t *testing.T, plan numbered.Plan) *successor {
	t.Helper()
	plan.First = 10
	module := numbered.New(plan)
	s, err := sim.New(sim.Config{Players: make([]sim.PlayerConfig, 2)}, module)
	if err != nil {
		t.Fatal(err)
	}
	return &successor{sim: s, module: module, binder: identity.New(s.View(), nil, nil)}
}

func (h *successor) ticks(t *testing.T, n int) {
	t.Helper()
	for range n {
		if _, err := h.sim.Apply(&order.TickOrders{Tick: h.sim.Tick()}); err != nil {
			t.Fatal(err)
		}
	}
}

// find asks who an id is that a player moves; the answer is the module's id.
func (h *successor) find(native uint32, player order.PlayerID) (uint32, bool) {
	o := &ir.Order{Kind: ir.KindMove, Subjects: []uint32{native}}
	tag, ok := h.binder.Find(translate.Mention{Native: native, Player: player, Order: o})
	if !ok {
		return 0, false
	}
	own, _ := h.module.NativeOf(tag)
	return own, true
}

var tank = numbered.Unit{Flags: snapshot.FlagMobile}

func theirs(u numbered.Unit) numbered.Unit { u.Owner = 1; return u }

func TestWhatWasProvenKeepsItsIdAndLaterOnesFollow(t *testing.T) {
	h := newSuccessor(t, numbered.Plan{Comes: map[order.Tick][]numbered.Unit{
		0: {tank, theirs(tank), tank}, 2: {tank}, 3: {theirs(tank)},
	}})
	h.binder.Adopt(13)
	// The original has had two more units than ours since.
	h.ticks(t, 4)
	for _, test := range []struct {
		native uint32
		player order.PlayerID
		want   uint32
	}{{15, 0, 13}, {16, 1, 14}, {10, 0, 10}, {12, 0, 12}, {11, 1, 11}} {
		if got, ok := h.find(test.native, test.player); !ok || got != test.want {
			t.Errorf("id %d of player %d is our %d (%v), want %d", test.native, test.player, got, ok, test.want)
		}
	}
	if got, ok := h.find(17, 0); ok {
		t.Errorf("id 17 took our %d, which somebody else has", got)
	}
	if off := h.binder.Displaced(); off != 0 {
		t.Errorf("displaced %d with two ids that are off, want it to wait for three", off)
	}
}

func TestAProvenBindingIsNotGivenUpForWhatIsAskedOfIt(t *testing.T) {
	h := newSuccessor(t, numbered.Plan{Comes: map[order.Tick][]numbered.Unit{0: {{Flags: snapshot.FlagStructure}, tank}}})
	h.binder.Adopt(12)
	if got, ok := h.find(10, 0); !ok || got != 10 {
		t.Errorf("a structure that is told to move became our %d (%v), want 10", got, ok)
	}
}

func TestTheOwnerOfAnUnknownIdIsGuessedByItsPlace(t *testing.T) {
	h := newSuccessor(t, numbered.Plan{Comes: map[order.Tick][]numbered.Unit{
		0: {tank, theirs(tank)}, 1: {tank, tank, tank, theirs(tank)},
	}})
	h.binder.Adopt(12)
	h.ticks(t, 2)
	both := []order.PlayerID{0, 1}
	for native, want := range map[uint32]order.PlayerID{12: 0, 15: 1} {
		o := &ir.Order{Kind: ir.KindMove, Subjects: []uint32{native}}
		if got := h.binder.GuessOwner(&translate.Mention{Native: native, Order: o}, both); got != want {
			t.Errorf("id %d: player %d, want %d", native, got, want)
		}
		if _, known := h.binder.Owner(native); known {
			t.Errorf("id %d has an owner before anybody named it", native)
		}
	}
	o := &ir.Order{Kind: ir.KindSell, Subjects: []uint32{12}}
	if got := h.binder.GuessOwner(&translate.Mention{Native: 12, Order: o}, both); got != order.NoPlayer {
		t.Errorf("a structure is sold and nobody has one: player %d", got)
	}
	h.find(12, 0)
	if owner, ok := h.binder.Owner(12); !ok || owner != 0 {
		t.Errorf("owner of a bound id: %d, %v", owner, ok)
	}
}
