// SPDX-License-Identifier: GPL-3.0-or-later

package plausible_test

import (
	"path/filepath"
	"testing"

	"convertd/core/order"
	"convertd/core/pipeline"
	"convertd/core/sim"
	"convertd/internal/converted"
)

func TestAGameThatWasChangedByHandIsRestoredAndPlayedOn(t *testing.T) {
	game := converted.EA(t, filepath.Join("..", "..", "..", "testdata", "replays", "ea", "zerohour.rep"))
	watch, err := pipeline.NewWatch(t.Context(), game.File, game.Materials, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	s := watch.Simulation()
	place := order.CellPos{X: 200, Y: 300}.Center()
	var plant, tank order.UnitTag
	for _, edit := range []func(sim.Editor) error{
		func(e sim.Editor) (err error) { plant, err = e.Put("AmericaPowerPlant", 0, place, true); return err },
		func(e sim.Editor) (err error) { tank, err = e.Put("AmericaTankCrusader", 0, place, true); return err },
		func(e sim.Editor) error { return e.HandOver(plant, 1) },
		func(e sim.Editor) error { return e.Shift(tank, order.CellPos{X: 10, Y: 20}.Center()) },
		func(e sim.Editor) error { return e.SetCredits(0, 777) },
	} {
		if err := s.Edit(edit); err != nil {
			t.Fatal(err)
		}
		if err := s.Restore(s.Snapshot()); err != nil {
			t.Fatal(err)
		}
	}
	if p, _ := s.View().Player(1); p.PowerProvided == 0 {
		t.Error("the plant provides no power to its new owner")
	}
	if e, ok := s.View().Entity(tank); !ok || e.Position != (order.CellPos{X: 10, Y: 20}).Center() {
		t.Errorf("the tank is %+v", e)
	}
	if err := s.Edit(func(e sim.Editor) error { return e.Take(plant) }); err != nil {
		t.Fatal(err)
	}
	if err := s.Edit(func(e sim.Editor) error { return e.Take(plant) }); err == nil {
		t.Error("what is gone was removed again")
	}
	for range 300 {
		if _, err := s.Apply(&order.TickOrders{Tick: s.Tick()}); err != nil {
			t.Fatal(err)
		}
	}
}
