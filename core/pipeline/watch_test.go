// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"convertd/core/icrep"
	"convertd/core/order"
	"convertd/core/pipeline"
	"convertd/internal/converted"
)

func TestAWatchShowsAtEveryTickWhatSeekShows(t *testing.T) {
	game := converted.Engine(t, "ra-release-20230225.orarep")
	watch, err := pipeline.NewWatch(t.Context(), game.File, game.Materials, 0, 8<<20)
	if err != nil {
		t.Fatal(err)
	}
	for _, tick := range []order.Tick{1500, 30, 31, 2693, 2694, 1200, 1505, 0, 299, 300} {
		if err := watch.Seek(t.Context(), tick); err != nil {
			t.Fatal(err)
		}
		want, err := pipeline.Seek(t.Context(), game.File, tick, game.Materials)
		if err != nil {
			t.Fatal(err)
		}
		if got := watch.Simulation().StateHash(); watch.Tick() != tick || got != want.StateHash() {
			t.Errorf("tick %d: a watch stands at tick %d with state %x", tick, watch.Tick(), got[:4])
		}
	}
}

func TestAWatchPlaysToTheEndOfTheFile(t *testing.T) {
	game := converted.EA(t, filepath.Join("..", "..", "testdata", "replays", "ea", "zerohour.rep"))
	watch, err := pipeline.NewWatch(t.Context(), game.File, game.Materials, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	var ticks, orders int
	for {
		played, ok, err := watch.Next()
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			break
		}
		ticks++
		orders += len(played.Orders)
		if len(played.Orders) != len(played.Verdicts) {
			t.Fatalf("tick %d: %d orders, %d verdicts", played.Tick, len(played.Orders), len(played.Verdicts))
		}
	}
	header := game.File.Header()
	if uint64(ticks) != header.TotalTicks || watch.Simulation().StateHash() != header.FinalStateHash {
		t.Errorf("%d ticks of %d with %d orders, the final state is another", ticks, header.TotalTicks, orders)
	}
}

func TestAWatchEndsASeekThatNobodyWants(t *testing.T) {
	game := converted.Engine(t, "ra-release-20230225.orarep")
	watch, err := pipeline.NewWatch(t.Context(), game.File, game.Materials, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := watch.Seek(ctx, 299); !errors.Is(err, context.Canceled) || watch.Tick() > 12 {
		t.Errorf("got %v at tick %d", err, watch.Tick())
	}
	if err := watch.Seek(t.Context(), 299); err != nil || watch.Tick() != 299 {
		t.Errorf("afterwards: %v at tick %d", err, watch.Tick())
	}
	var wrong *icrep.Error
	if err := watch.Seek(t.Context(), 1<<30); !errors.As(err, &wrong) {
		t.Errorf("behind the end: %v", err)
	}
}
