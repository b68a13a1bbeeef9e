// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"path/filepath"
	"testing"

	"convertd/core/sim"
	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/snapshot"
	"convertd/internal/corpus"
)

// TestAReleaseRestoredAtItsStartGoesOnAsTheOriginal: the start leaves work for
// the end of the first tick, which a keyframe of tick 0 must not lose.
func TestAReleaseRestoredAtItsStartGoesOnAsTheOriginal(t *testing.T) {
	replay := enginetest.ReadRecording(t, filepath.Join(corpus.Dir(t, "orarep"), "ra-release-20230225-skirmish.orarep"))
	setup := replay.Setup(t, enginetest.MapIn(t, corpus.Dir(t, "maps"), replay.Lobby.Map))
	game := moduleGame{setup: setup, frames: replay.Frames, hashes: replay.Hashes}
	original, module := game.start(t)
	again := RecordedModule(state.Setup{Rules: setup.Rules, Map: setup.Map})
	restored, err := sim.Open(original.Snapshot(), again)
	if err != nil {
		t.Fatal(err)
	}
	for original.Tick() < 60 {
		game.apply(t, original, module)
		game.apply(t, restored, again)
		if original.SyncHash() != restored.SyncHash() {
			t.Fatalf("tick %d: %s", original.Tick(), snapshot.Compare(&original.Snapshot().Core, &restored.Snapshot().Core))
		}
	}
}
