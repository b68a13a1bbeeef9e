// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"path/filepath"
	"testing"

	"convertd/core/sim/openra/internal/enginetest"
	"convertd/internal/corpus"
)

// recorded starts the game of a recording; the map comes from the corpus.
func recorded(tb testing.TB, rec *enginetest.Recording) *World {
	tb.Helper()
	setup := rec.Setup(tb, enginetest.MapIn(tb, corpus.Dir(tb, "maps"), rec.Lobby.Map))
	if rec.Name == "ra-dev2026-short-unfinished.orarep" {
		setup.PausedUntil = 16
	}
	return enginetest.Start(tb, New, setup)
}

// leading is the number of net frames from the first on whose recorded hash
// comes out.
func leading(tb testing.TB, rec *enginetest.Recording) (frames, total int) {
	w := recorded(tb, rec)
	for i := range rec.Hashes {
		hash := w.Frame(rec.Orders(i))
		if rec.Hashed[i] && hash != rec.Hashes[i] {
			return i, len(rec.Hashes)
		}
	}
	return len(rec.Hashes), len(rec.Hashes)
}

// reached is how many leading net frames of a replay came out at least; what a
// replay is worth is always found by comparing its own hashes.
var reached = map[string]int{
	"cnc-playtest-20201213-skirmish.orarep": 494,
	"cnc-release-20200202-skirmish.orarep":  480,
	"ra-release-20230225-skirmish.orarep":   1356,
	"ra-dev2026-short-unfinished.orarep":    75,
	"ra-dev2026-rl-7047e24cebde.orarep":     18888,
	"ra-dev2026-rl-83f13921ab9b.orarep":     22945,
	"ra-dev2026-rl-da822cf490a3.orarep":     20032,
	"ra-dev2026-rl-db15d685bc9d.orarep":     20727,
	"ra-dev2026-rl-f3aaecd9c0d8.orarep":     25225,
	"ra-dev2026-rl-normal-vs-easy.orarep":   26840,
}

func TestRecordedHashesComeOut(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(corpus.Dir(t, "orarep"), "*.orarep"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no replays: %v", err)
	}
	for _, path := range paths {
		rec := enginetest.ReadRecording(t, path)
		if enginetest.MapIn(t, corpus.Dir(t, "maps"), rec.Lobby.Map) == nil {
			t.Logf("%s: no map %s", rec.Name, rec.Lobby.Map)
			continue
		}
		t.Run(rec.Name, func(t *testing.T) {
			t.Parallel()
			frames, total := leading(t, rec)
			t.Logf("%s: %d of %d net frames", rec.Name, frames, total)
			want, known := reached[rec.Name]
			if !known {
				t.Errorf("the table of what replays reach does not have it: %d of %d", frames, total)
			}
			if frames < want {
				t.Errorf("only %d leading net frames agree, %d did before", frames, want)
			}
		})
	}
}
