// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "testing"

// strip gives a player of cnc an airstrip that is built, and its queue a buggy.
func strip(t *testing.T) (*World, *Actor) {
	t.Helper()
	w := airfield(t)
	a := w.built(t, "afld", w.anyNamed("mcv").owner, Cell{X: 20, Y: 20})
	w.step()
	w.later(task{kind: taskCompletion, actor: a.ID, player: a.owner, typ: w.typeOf("bggy")})
	a.queues[0].items = append(a.queues[0].items, item{typ: w.typeOf("bggy"), done: true})
	w.step()
	return w, a
}

func TestAnAirstripHasItsUnitsFlownIn(t *testing.T) {
	w, a := strip(t)
	plane := w.anyNamed("c17")
	if plane == nil || !a.queues[0].enabled || len(a.queues[0].items) != 0 {
		t.Fatalf("plane %v, queue %+v", plane, a.queues[0])
	}
	if plane.center.Y != w.centerOfCell(a.cell).Y || plane.center.X < 60*1024 || plane.facing != 256 {
		t.Errorf("it comes from %v, facing %d", plane.center, plane.facing)
	}
	ticks := 0
	for ; w.anyNamed("bggy") == nil; ticks++ {
		if ticks > 2000 {
			t.Fatalf("nothing came; the plane is at %v", plane.center)
		}
		w.step()
	}
	// It takes off again in the tick in which it has landed.
	if d := plane.center.Sub(a.center); d.FlatLength() > plane.typ.Aircraft.Speed || d.Z > 200 {
		t.Errorf("it unloads at %v, the middle is %v", plane.center, a.center)
	}
	unit := w.anyNamed("bggy")
	w.until(t, "the plane is gone", func() bool { return w.anyNamed("c17") == nil })
	if unit.dead || w.location(unit) == a.cell.Add(Cell{X: 3, Y: 1}) && !unit.idle() {
		t.Errorf("the buggy is at %v", w.location(unit))
	}
}

func TestUntil20200503WhatHasNoAirstripIsLost(t *testing.T) {
	for version, lost := range map[string]bool{"release-20200202": true, "release-20200503": true, "playtest-20201213": false, "release-20231010": false} {
		w := playing(t, "cnc", version)
		cash := w.players[0].cash
		w.airdrop(&task{kind: taskAirdrop, actor: w.nextID, player: 0, typ: w.typeOf("bggy")})
		if back := w.players[0].cash > cash; back == lost {
			t.Errorf("%s: the money comes back: %t", version, back)
		}
	}
}

func TestWhoLosesTheAirstripGetsHisMoneyBack(t *testing.T) {
	w, a := strip(t)
	w.pass(20)
	cash := w.players[a.owner].cash
	w.dispose(a)
	w.until(t, "the plane is gone", func() bool { return w.anyNamed("c17") == nil })
	if got := w.players[a.owner].cash - cash; got != w.typeOf("bggy").Cost || w.anyNamed("bggy") != nil {
		t.Errorf("he has %d more", got)
	}
}
