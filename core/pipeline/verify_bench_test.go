// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"convertd/core/icrep"
	"convertd/core/pipeline"
	"convertd/internal/corpus"
	"convertd/plugins/orarep"
)

// BenchmarkConvertThenVerify converts a long game and checks the file in turns: the
// container, and playing it again. verify/convert and verify-cpu/convert-cpu compare the
// two, by the clock and in processor time: below 1 verify is the faster.
func BenchmarkConvertThenVerify(b *testing.B) {
	game := longGames[2]
	found, err := filepath.Glob(filepath.Join(corpus.Dir(b, game.format), game.pattern))
	if err != nil || len(found) != 1 {
		b.Fatalf("%d files, %v: want one", len(found), err)
	}
	terrain, err := os.ReadFile(filepath.Join(corpus.Dir(b, "maps"), game.terrain))
	if err != nil {
		b.Fatal(err)
	}
	materials := pipeline.Materials{Maps: oneMap{terrain}}
	var clock, used [2]time.Duration
	measure := func(what int, work func()) {
		start, cpu := time.Now(), cpuTime()
		work()
		clock[what] += time.Since(start)
		used[what] += cpuTime() - cpu
	}
	for b.Loop() {
		var file string
		measure(0, func() { file = convertTo(b, orarep.New(), found[0], materials) })
		measure(1, func() {
			reader, err := icrep.OpenFile(file)
			if err != nil {
				b.Fatal(err)
			}
			wait := pipeline.Elsewhere(func() {
				if report := reader.Verify(icrep.VerifyOptions{}); !report.OK() {
					b.Error(report.Problems)
				}
			})
			again, err := pipeline.ResimulateAside(b.Context(), reader.Reader, &materials, pipeline.Elsewhere)
			wait()
			if err != nil || !again.OK() {
				b.Fatal(err, again)
			}
			if err := reader.Close(); err != nil {
				b.Fatal(err)
			}
		})
	}
	b.ReportMetric(float64(clock[1])/float64(clock[0]), "verify/convert")
	b.ReportMetric(float64(used[1])/float64(used[0]), "verify-cpu/convert-cpu")
}
