// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"path/filepath"
	"testing"

	"convertd/core/rules"
	"convertd/core/sim"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/snapshot"
	"convertd/internal/corpus"
)

// TestAReleaseRestoredAtItsStartGoesOnAsTheOriginal: the start leaves work for
// the end of the first tick, which a keyframe of tick 0 must not lose.
func TestAReleaseRestoredAtItsStartGoesOnAsTheOriginal(t *testing.T) {
	replay := readRecording(t, filepath.Join(corpus.Dir(t, "orarep"), "ra-release-20230225-skirmish.orarep"))
	ruleset, err := rules.Load(replay.mod, replay.version)
	if err != nil {
		t.Fatal(err)
	}
	setup := replay.lobby.Setup()
	setup.Rules, setup.Map = ruleset, mapOf(t, replay.lobby.Map)
	game := moduleGame{setup: setup, frames: replay.frames, hashes: replay.hashes}
	original, module := game.start(t)
	again := RecordedModule(state.Setup{Rules: ruleset, Map: setup.Map})
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
