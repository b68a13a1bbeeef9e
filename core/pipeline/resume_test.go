// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline_test

import (
	"bytes"
	"testing"

	"convertd/core/icrep"
	"convertd/core/icsave"
	"convertd/core/order"
	"convertd/core/pipeline"
	"convertd/internal/converted"
)

func TestASaveOfAReplayIsPlayedOnAsTheReplayIs(t *testing.T) {
	game := converted.Engine(t, "ra-release-20230225.orarep")
	watch, err := pipeline.NewWatch(t.Context(), game.File, game.Materials, 1200, 0)
	if err != nil {
		t.Fatal(err)
	}
	data, err := icsave.Encode(icsave.Of(game.File, watch.Simulation().Snapshot(), "here"), icrep.Compact)
	if err != nil {
		t.Fatal(err)
	}
	save, err := icsave.Load(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	resumed, module, err := pipeline.Resume(save, game.Materials)
	if err != nil {
		t.Fatal(err)
	}
	if module.Traits().Name != "openra-ra" || save.Metadata.Replay().TickRate == nil || len(save.Metadata.Replay().Players) != 3 {
		t.Errorf("module %s, the save says %+v", module.Traits().Name, save.Metadata.Replay())
	}
	for range 600 {
		played, ok, err := watch.Next()
		if err != nil || !ok {
			t.Fatal(ok, err)
		}
		if _, err := resumed.Apply(&order.TickOrders{Tick: played.Tick, Orders: played.Orders}); err != nil {
			t.Fatal(err)
		}
	}
	if resumed.StateHash() != watch.Simulation().StateHash() {
		t.Error("the states differ after 600 ticks")
	}
}
