// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline_test

import (
	"path/filepath"
	"testing"

	"convertd/core/pipeline"
	"convertd/internal/corpus"
	"convertd/plugins/ea"
)

// BenchmarkCorpusOfEA converts every EA recording of the corpus, one after the
// other, as an import does: cpu-ns/op is the processor time of all threads.
func BenchmarkCorpusOfEA(b *testing.B) {
	found, err := filepath.Glob(filepath.Join(corpus.Dir(b, "ea"), "*", "*"))
	if err != nil || len(found) == 0 {
		b.Fatalf("%d files, %v", len(found), err)
	}
	decoder := ea.New()
	minutes, used := 0.0, cpuTime()
	for b.Loop() {
		for _, path := range found {
			if filepath.Ext(path) == ".md" {
				continue
			}
			minutes += convertWhole(b, decoder, path, pipeline.Materials{})
		}
	}
	b.ReportMetric(float64((cpuTime()-used).Nanoseconds())/float64(b.N), "cpu-ns/op")
	b.ReportMetric(minutes/float64(b.N), "game-minutes")
}
