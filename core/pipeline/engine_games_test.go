// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline_test

import (
	"os"
	"path/filepath"
	"testing"

	"convertd/core/divergence"
	"convertd/core/pipeline"
	"convertd/plugins/orarep"
)

// engineGames are the games that the real engine recorded on maps of ours: the
// map and the net frames of each (testdata/engine/README.md).
var engineGames = map[string]struct {
	terrain string
	frames  uint64
}{
	"cnc-playtest-20201213.orarep": {"two-meadows-cnc.oramap", 898},
	"cnc-release-20200202.orarep":  {"two-meadows-cnc.oramap", 898},
	"cnc-release-20200503.orarep":  {"two-meadows-cnc.oramap", 898},
	"cnc-release-20210321.orarep":  {"two-meadows-cnc.oramap", 898},
	"cnc-release-20230225.orarep":  {"two-meadows-cnc.oramap", 898},
	"ra-playtest-20201213.orarep":  {"two-meadows-ra.oramap", 898},
	"ra-release-20200202.orarep":   {"two-meadows-ra.oramap", 898},
	"ra-release-20200503.orarep":   {"two-meadows-ra.oramap", 898},
	"ra-release-20210321.orarep":   {"two-meadows-ra.oramap", 898},
	"ra-release-20230225.orarep":   {"two-meadows-ra.oramap", 898},
}

// These games are in the repository, so that any checkout can show that the
// engine's hashes are met.
func TestGamesOfTheEngineInTheRepositoryAreMetWhole(t *testing.T) {
	folder := filepath.Join("..", "..", "testdata", "engine")
	paths, err := filepath.Glob(filepath.Join(folder, "*.orarep"))
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) != len(engineGames) {
		t.Errorf("%d games lie in %s, the table has %d", len(paths), folder, len(engineGames))
	}
	for _, path := range paths {
		game, known := engineGames[filepath.Base(path)]
		if !known {
			t.Errorf("%s is not in the table", path)
			continue
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			terrain, err := os.ReadFile(filepath.Join(folder, "maps", game.terrain))
			if err != nil {
				t.Fatal(err)
			}
			source, _ := decode(t, orarep.New(), path)
			explanation, err := pipeline.Explain(t.Context(), &pipeline.Job{
				Thresholds: divergence.DefaultThresholds(), Materials: pipeline.Materials{Maps: mapFile(terrain)},
			}, source, pipeline.ExplainOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if p := explanation.Proof; p.Checked != game.frames || p.Proven != game.frames || explanation.Frames != game.frames {
				t.Errorf("%d of %d net frames are met, %d were compared, want all %d", p.Proven, explanation.Frames, p.Checked, game.frames)
			}
		})
	}
}
