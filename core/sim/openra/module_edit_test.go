// SPDX-License-Identifier: GPL-3.0-or-later

package openra_test

import (
	"testing"

	"convertd/core/order"
	"convertd/core/pipeline"
	"convertd/core/sim"
	"convertd/internal/converted"
)

// A game that was changed by hand is a state like any other: it can be saved, restored
// and played on.
func TestAGameThatWasChangedByHandIsRestoredAndPlayedOn(t *testing.T) {
	game := converted.Engine(t, "ra-release-20230225.orarep")
	watch, err := pipeline.NewWatch(t.Context(), game.File, game.Materials, 1500, 0)
	if err != nil {
		t.Fatal(err)
	}
	s := watch.Simulation()
	at := func(x, y int32) order.WorldPos { return order.CellPos{X: x, Y: y}.Center() }
	var tank, tesla, soldier order.UnitTag
	edits := []struct {
		what string
		do   func(sim.Editor) error
	}{
		{"put a tank", func(e sim.Editor) (err error) { tank, err = e.Put("3tnk", 2, freeSpot(t, s, "3tnk"), true); return err }},
		{"put a coil", func(e sim.Editor) (err error) {
			tesla, err = e.Put("tsla", 3, freeSpot(t, s, "tsla"), true)
			return err
		}},
		{"put a soldier", func(e sim.Editor) (err error) { soldier, err = e.Put("e1", 3, freeSpot(t, s, "e1"), true); return err }},
		{"move the tank", func(e sim.Editor) error { return e.Shift(tank, freeSpot(t, s, "3tnk")) }},
		{"hand the tank over", func(e sim.Editor) error { return e.HandOver(tank, 3) }},
		{"remove the soldier", func(e sim.Editor) error { return e.Take(soldier) }},
		{"give money", func(e sim.Editor) error { return e.SetCredits(2, 12_345) }},
	}
	for _, edit := range edits {
		if err := s.Edit(edit.do); err != nil {
			t.Fatalf("%s: %v", edit.what, err)
		}
		state := s.Snapshot()
		if err := s.Restore(state); err != nil {
			t.Fatalf("%s: the state does not come back: %v", edit.what, err)
		}
	}
	view := s.View()
	if e, ok := view.Entity(tank); !ok || e.Owner != 3 {
		t.Errorf("the tank is %+v", e)
	}
	if _, ok := view.Entity(soldier); ok {
		t.Error("the soldier is there")
	}
	if _, ok := view.Entity(tesla); !ok {
		t.Error("the coil is not there")
	}
	if p, _ := view.Player(2); p.Credits != 12_345 {
		t.Errorf("player 2 has %d", p.Credits)
	}
	for range 900 {
		if _, err := s.Apply(&order.TickOrders{Tick: s.Tick()}); err != nil {
			t.Fatal(err)
		}
	}
	for _, wrong := range []func(sim.Editor) error{
		func(e sim.Editor) error { _, err := e.Put("nonsense", 2, at(20, 20), true); return err },
		func(e sim.Editor) error { _, err := e.Put("3tnk", 77, at(20, 20), true); return err },
		func(e sim.Editor) error { _, err := e.Put("3tnk", 2, at(-5, 9000), true); return err },
		func(e sim.Editor) error { return e.Take(soldier) },
		func(e sim.Editor) error { return e.Shift(tesla, at(20, 20)) },
		func(e sim.Editor) error { return e.SetCredits(2, -1) },
		func(e sim.Editor) error { return e.SetCredits(0, 1) },
	} {
		before := s.StateHash()
		if err := s.Edit(wrong); err == nil || s.StateHash() != before {
			t.Errorf("got %v, changed %t", err, s.StateHash() != before)
		}
	}
}

// freeSpot finds a place with nothing near it.
func freeSpot(t *testing.T, s *sim.Simulation, kind string) order.WorldPos {
	t.Helper()
	taken := make(map[order.CellPos]bool)
	for e := range s.View().Entities() {
		for dy := int32(-3); dy <= 3; dy++ {
			for dx := int32(-3); dx <= 3; dx++ {
				taken[order.CellPos{X: e.Position.X>>10 + dx, Y: e.Position.Y>>10 + dy}] = e.HasPosition
			}
		}
	}
	for y := int32(8); y < 60; y++ {
		for x := int32(8); x < 60; x++ {
			if c := (order.CellPos{X: x, Y: y}); !taken[c] {
				return c.Center()
			}
		}
	}
	t.Fatalf("no place for %s", kind)
	return order.WorldPos{}
}
