// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline_test

import (
	"os"
	"path/filepath"
	"testing"

	"convertd/core/divergence"
	"convertd/core/ir"
	"convertd/core/maps"
	"convertd/core/pipeline"
	"convertd/internal/corpus"
	"convertd/plugins/orarep"
)

// mapWith finds the map of the corpus with an id.
func mapWith(t *testing.T, id string) mapFile {
	t.Helper()
	paths, _ := filepath.Glob(filepath.Join(corpus.Dir(t, "maps"), "*.oramap"))
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if m, err := maps.Read(data); err == nil && m.UID == id {
			return data
		}
	}
	t.Skipf("no map %s", id)
	return nil
}

// A hash that was written down wrong is the only one that differs: the frames
// after it are played from the recording alone and are all met.
func TestOneWrongHashOfARealGameIsToldApartFromAnotherGame(t *testing.T) {
	const wrong = 200
	source, _ := decode(t, orarep.New(), filepath.Join(corpus.Dir(t, "orarep"), "cnc-playtest-20201213-skirmish.orarep"))
	var terrain mapFile
	for i := range source.events {
		event := &source.events[i]
		if event.Header != nil {
			terrain = mapWith(t, event.Header.Map.ID)
		}
		if len(event.Sync) == 1 && event.Sync[0].Frame == wrong {
			event.Sync = []ir.SyncSample{event.Sync[0]}
			event.Sync[0].Value ^= 0x40000001
		}
	}
	explanation, err := pipeline.Explain(t.Context(), &pipeline.Job{
		Thresholds: divergence.DefaultThresholds(), Materials: pipeline.Materials{Maps: terrain},
	}, source, pipeline.ExplainOptions{Edits: true, Back: 1, Trials: 40, Draws: true, Changes: true})
	if err != nil {
		t.Fatal(err)
	}
	if m := explanation.Proof.FirstMismatch; m == nil || m.Frame != wrong || len(explanation.Next) == 0 {
		t.Fatalf("the wrong hash is not found: %+v, then %v", m, explanation.Next)
	}
	for i, difference := range explanation.Next {
		if difference != 0 {
			t.Errorf("frame %d after it differs by %d", i+1, difference)
		}
	}
	for _, judged := range explanation.Judged {
		if judged.Met > 1 {
			t.Errorf("%s meets %d frames", judged.What, judged.Met)
		}
	}
	if s := explanation.Scan; s == nil || s.Played != 40 || s.Stopped == "" {
		t.Errorf("40 trials were allowed: %+v", s)
	}
}
